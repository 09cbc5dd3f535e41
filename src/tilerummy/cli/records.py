"""Reading the record of a game from a file, for the commands that show or check one."""

from tilerummy import inputs
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file
from tilerummy.messages import text
from tilerummy.rules.game.record import Record, RecordError, loads
from tilerummy.transcripts import text as transcript
from tilerummy.transcripts.errors import TranscriptError

LARGEST = 64 * 1024 * 1024
"""Bytes; no game comes near it."""


def read_record(path: str, lang: str) -> Record:
    """The record in the file, or on standard input as `-`: the lines of one, or a transcript. Raises CliError with one
    line that says what is wrong, and where."""
    data = read_file(path, LARGEST)
    try:
        return transcript.loads(inputs.decode(data)) if _is_transcript(data) else loads(data)
    except TranscriptError as error:
        raise CliError("record", path=path, line=error.line, reason=error.sentence(lang)) from None
    except RecordError as error:
        reason = text(lang, f"cli.record-{error.code}", detail=error.detail)
        raise CliError("record", path=path, line=error.line, reason=reason) from None


def _is_transcript(data: bytes) -> bool:
    try:
        return transcript.is_transcript(inputs.decode(data))
    except inputs.EncodingError:
        return False
