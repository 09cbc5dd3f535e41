"""Reading the files that commands are given: by their path, or from standard input as `-`."""

import gzip
import io
import sys
import zlib
from pathlib import Path
from typing import Final

from tilerummy.cli.errors import CliError

STANDARD_INPUT: Final = "-"
_GZIP = b"\x1f\x8b"


def read_file(path: str, most: int) -> bytes:
    """What is in the file. Raises CliError: `no-such-file`, `unreadable-file`, `file-too-large`."""
    try:
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(most + 1)
    except FileNotFoundError:
        raise CliError("no-such-file", path=path) from None
    except OSError as error:
        raise CliError("unreadable-file", path=path, reason=error.strerror or "") from None
    return _bounded(data, path, most)


def read_unpacked(path: str, most: int) -> bytes:
    """What is in the file, which gzip may have packed. Raises CliError: those of `read_file`, `file-damaged`."""
    data = read_file(path, most)
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            return _bounded(packed.read(most + 1), path, most)
    except (OSError, EOFError, zlib.error):
        raise CliError("file-damaged", path=path) from None


def _bounded(data: bytes, path: str, most: int) -> bytes:
    if len(data) > most:
        raise CliError("file-too-large", path=path, most=most)
    return data
