"""The files that commands are given: read by their path, or from standard input as `-`, packed by gzip or not; and
written whole or not at all."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from tilerummy import inputs
from tilerummy.cli.errors import CliError

STANDARD_INPUT: Final = "-"
PIECE: Final = 1 << 20
"""Bytes that are copied at once."""


def opened(typed: str) -> str | BinaryIO:
    """What was typed, a name or a path; for `-`, standard input."""
    return sys.stdin.buffer if typed == STANDARD_INPUT else typed


def read_file(path: str, most: int) -> bytes:
    """What is in the file. Raises CliError: `no-such-file`, `unreadable-file`, `file-damaged`, `file-too-large`."""
    try:
        with _bytes(path) as file:
            unpacked = inputs.unpacked(file.read(most + 1), most)
    except FileNotFoundError:
        raise CliError("no-such-file", path=path) from None
    except inputs.PackedError as error:
        raise CliError(error.code, path=path) from None
    except (OSError, ValueError) as error:  # also letters that no path can have
        raise CliError("unreadable-file", path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    if len(unpacked) > most:
        raise CliError("file-too-large", path=path, most=most)
    return unpacked


@contextmanager
def on_disk(path: str) -> Iterator[Path]:
    """The file, to go back and forth in: what comes from standard input or packed lies in one of its own for the
    moment. Raises CliError: `file-damaged`."""
    if path != STANDARD_INPUT and not _is_packed(path):
        yield Path(path)
        return
    with tempfile.TemporaryDirectory(prefix="tilerummy-") as folder:
        file = Path(folder, "file")
        with file.open("wb") as target, _bytes(path) as source:
            try:
                target.writelines(inputs.unpacking(iter(lambda: source.read(PIECE), b"")))
            except inputs.PackedError as error:
                raise CliError(error.code, path=path) from None
        yield file


def write_file(path: str | Path, data: bytes) -> None:
    """Write a file; one that was there stays as it is until the new one lies on disk. Raises OSError."""
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    fresh = target.with_name(f".{target.name}.new")
    try:
        fresh.write_bytes(data)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _is_packed(path: str) -> bool:
    """Who opens the file says what is wrong with it."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(inputs.GZIP)) == inputs.GZIP
    except (OSError, ValueError):
        return False


@contextmanager
def _bytes(path: str) -> Iterator[BinaryIO]:
    if path == STANDARD_INPUT:
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as file:
            yield file
