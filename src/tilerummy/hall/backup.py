"""One file out, one file in: a tournament's rows as JSON lines, whole, with the keys of its links."""

import base64
import binascii
from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.store import Row

VERSION = 1


class BackupError(ValueError):
    """A text that is no backup. `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class _Header(msgspec.Struct, frozen=True, tag_field="t", tag="tournament-backup", forbid_unknown_fields=True):
    version: int
    id: str
    rows: int


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    actor: str
    command: str | None
    at: Annotated[int, Meta(ge=0, lt=2**53)]
    body: str


def dumps(link: str, rows: list[Row]) -> bytes:
    """The backup of a tournament. It holds every key: it is for the organiser alone."""
    lines = [msgspec.json.encode(_Header(VERSION, link, len(rows)))]
    for row in rows:
        body = base64.b64encode(row.body).decode()
        lines.append(msgspec.json.encode(_Line(row.seq, row.actor, row.command, row.at, body)))
    return b"\n".join(lines) + b"\n"


def loads(data: bytes) -> tuple[str, list[Row]]:
    """The tournament's id and rows. Raises BackupError at the first line that does not belong: nothing of a broken file
    is taken."""
    lines = data.splitlines()
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=_Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BackupError(1) from None
    if header.version != VERSION or not (header.id.isascii() and header.id.isalnum()) or len(header.id) > 40:
        raise BackupError(1)
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            found = msgspec.json.decode(line, type=_Line)
            body = base64.b64decode(found.body, validate=True)
        except (msgspec.MsgspecError, UnicodeDecodeError, binascii.Error):
            raise BackupError(number) from None
        if found.seq != number - 1:
            raise BackupError(number)
        rows.append(Row(found.seq, found.actor, found.command, body, found.at))
    if len(rows) != header.rows or not rows:
        raise BackupError(len(lines))
    return header.id, rows
