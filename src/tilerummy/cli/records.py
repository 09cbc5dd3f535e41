"""Reading the record of a game from a file, for the commands that show or check one."""

from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.messages import text
from tilerummy.rules.game.record import Record, RecordError, loads

LARGEST = 64 * 1024 * 1024
"""Bytes; no game comes near it."""


def read_record(path: str, lang: str) -> Record:
    """The record in the file. Raises CliError with one line that says what is wrong, and where."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise CliError("record", path=path, line=1, reason=text(lang, "cli.record-not-a-record"))
        return loads(data)
    except FileNotFoundError:
        raise CliError("no-such-file", path=path) from None
    except OSError as error:
        raise CliError("unreadable-file", path=path, reason=error.strerror or "") from None
    except RecordError as error:
        reason = text(lang, f"cli.record-{error.code}", detail=error.detail)
        raise CliError("record", path=path, line=error.line, reason=reason) from None
