"""The command `tilerummy`: finds the subcommand, runs it, turns what stops it into an exit code.

Only the module of the subcommand that was asked for is imported, so that `tilerummy --help` answers at once.
Exit codes: 0 done, 1 the answer is no (a record that does not verify), 2 the command cannot be carried out, 130 Ctrl-C.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Protocol, cast

from tilerummy import __version__
from tilerummy.cli.errors import CliError
from tilerummy.messages import language, languages, text

COMMANDS = (
    "play",
    "serve",
    "guests",
    "judge",
    "meld",
    "score",
    "solve",
    "arrange",
    "seat",
    "standings",
    "tournament",
    "editions",
    "backup",
    "restore",
    "prune",
    "verify",
    "replay",
    "doctor",
)


class Command(Protocol):
    """What a module of this package offers for its subcommand."""

    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _ready_streams()
    args = _parser(words).parse_args(words)
    try:
        code = _command(args.command).run(args)
        sys.stdout.flush()
        return code
    except CliError as error:
        print("tilerummy: " + text(args.lang, f"cli.error-{error.code}", **error.params), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # the reader has left (`| head`): nothing more to say
        _give_up_output()
        return 0
    except OSError as error:
        _give_up_output()
        print("tilerummy: " + text(args.lang, "cli.error-system", reason=error), file=sys.stderr)
        return 2


def _ready_streams() -> None:
    """Streams for a command that was started without (`>&-`), and an output on which no letter is an error: what its
    encoding lacks becomes a question mark."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _give_up_output() -> None:
    """What could not be written is lost; the interpreter must not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: list[str]) -> argparse.ArgumentParser:
    asked = next((word for word in words if word in COMMANDS), None)
    parser = argparse.ArgumentParser(prog="tilerummy", description=text(language(), "cli.about"), allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"tilerummy {__version__}")
    parser.add_argument("--lang", choices=languages(), default=language(), help=text(language(), "cli.lang"))
    # understood before and after the subcommand; the default of the second must not hide what the first said
    lang = argparse.ArgumentParser(add_help=False)
    lang.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=text(language(), "cli.lang"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        about = text(language(), f"cli.{name}-help")
        command = commands.add_parser(name, parents=[lang], help=about, description=about, allow_abbrev=False)
        if name == asked:
            _command(name).configure(command)
    return parser


def _command(name: str) -> Command:
    return cast(Command, importlib.import_module(f"tilerummy.cli.commands.{name}"))
