"""The command line of `dev.py`: `run` and `test`."""

import argparse
import os
import signal
import subprocess
import sys

from building import ROOT, products
from building.checks import run_checks
from building.environment import PYTHON, prepare
from building.progress import SetupError, say


def main(argv: list[str]) -> int:
    """Carry out one command line; the exit code of the server or of the tests."""
    parser = argparse.ArgumentParser(prog="dev.py", description="Set up, then play Tilerummy or test it.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="set up what is missing, start the server and open the page")
    run.add_argument("--no-browser", action="store_true", help="do not open the page")
    run.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (0.0.0.0: let others on your network in)"
    )
    run.add_argument("--port", type=int, default=8000)
    run.add_argument("--data", metavar="DIR", help="folder where the games are kept")
    test = commands.add_parser("test", help="set up what is missing and run every check and test")
    test.add_argument("--fast", action="store_true", help="leave out what is slow")
    args, rest = parser.parse_known_args(argv)
    if rest and args.command == "run":
        parser.error(f"unknown arguments: {' '.join(rest)}")
    try:
        return _run(args) if args.command == "run" else _test(args, rest)
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def _run(args: argparse.Namespace) -> int:
    prepare(tests=False)
    products.prepare_solver(fetch=False)
    products.build_page()
    words = ["serve" if args.no_browser else "play", "--host", args.host, "--port", str(args.port)]
    if args.data:
        words += ["--data", args.data]
    command = [str(PYTHON), "-m", "tilerummy", *words]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(PYTHON, command)
    return subprocess.run(command, cwd=ROOT).returncode


def _test(args: argparse.Namespace, pytest_words: list[str]) -> int:
    # a shell that starts this in the background has it ignore Ctrl-C, which the servers under test would inherit
    signal.signal(signal.SIGINT, signal.default_int_handler)
    prepare(tests=True)
    products.build_kernel()
    return run_checks(fast=args.fast, pytest_words=pytest_words)
