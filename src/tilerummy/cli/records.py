"""Reading the record of a game from a file, for the commands that show or check one."""

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_unpacked
from tilerummy.messages import text
from tilerummy.rules.game.record import Record, RecordError, loads

LARGEST = 64 * 1024 * 1024
"""Bytes; no game comes near it."""


def read_record(path: str, lang: str) -> Record:
    """The record in the file, or on standard input as `-`. Raises CliError with one line that says what is
    wrong, and where."""
    try:
        return loads(read_unpacked(path, LARGEST))
    except RecordError as error:
        reason = text(lang, f"cli.record-{error.code}", detail=error.detail)
        raise CliError("record", path=path, line=error.line, reason=reason) from None
