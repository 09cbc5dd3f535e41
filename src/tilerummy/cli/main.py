"""The command `tilerummy`: finds the subcommand, runs it, turns what stops it into an exit code.

Only the module of the subcommand that was asked for is imported, so that `tilerummy --help` answers at once.
Exit codes: 0 done, 1 the answer is no (a record that does not verify), 2 the command cannot be carried out, 130 Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from tilerummy import extras
from tilerummy.cli.errors import CliError
from tilerummy.cli.parser import COMMANDS, command, make_parser, spoken
from tilerummy.messages import language, speaking, text


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _ready_streams()
    with speaking(spoken(words)):
        return _done(words)


def _done(words: list[str]) -> int:
    try:
        args = _parsed(words)
        code = command(args.command).run(args)
        sys.stdout.flush()
        return code
    except CliError as error:
        return _refused(error)
    except ModuleNotFoundError as error:
        missing = extras.bringing(error.name or "")
        if missing is None:
            raise
        return _refused(CliError("extra-missing", package=missing.package, extra=missing.extra))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # the reader has left (`| head`): nothing more to say
        _give_up_output()
        return 0
    except OSError as error:
        return _stopped(error)


def _refused(error: CliError) -> int:
    """Say in one line what cannot be done, with the command for an `extra` that is missing; 2."""
    install = {"command": extras.command(str(error.params["extra"]))} if "extra" in error.params else {}
    _tell(text(language(), f"cli.error-{error.code}", **error.params, **install))
    return 2


def _stopped(error: OSError) -> int:
    """Say in one line what the system did not do; what was printed before it is not lost where it can be written; 2."""
    try:
        sys.stdout.flush()
    except OSError:
        _give_up_output()
    _tell(text(language(), "cli.error-system", reason=error))
    return 2


def _tell(line: str) -> None:
    """Say it on standard error; where that cannot be written either, the exit code says it."""
    with suppress(OSError):
        print(f"tilerummy: {line}", file=sys.stderr, flush=True)


def _parsed(words: list[str]) -> argparse.Namespace:
    """What the words ask for. Raises SystemExit once help or the version is said, and OSError where it cannot be."""
    asked = next((word for word in words if word in COMMANDS), None)
    try:
        return make_parser((asked,) if asked else ()).parse_args(words)
    except SystemExit:
        sys.stdout.flush()
        raise


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
