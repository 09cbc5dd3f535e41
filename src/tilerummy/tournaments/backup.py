"""One file out, one file in: a tournament's rows as JSON lines, whole, with the keys of its links.

What comes in is decided again, event by event: a file holds nothing that commands could not have brought about, and no
room but new ones. It may come from anybody, so all of this runs in a process of its own.
"""

import base64
import binascii
import re
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from tilerummy import formats
from tilerummy.inputs import EncodingError, decode, from_json, json_lines
from tilerummy.records.record import LARGEST
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.store import Row
from tilerummy.tournament.admission import Unfit, admit
from tilerummy.tournament.events.rounds import RoomsGiven
from tilerummy.tournament.fields import Id
from tilerummy.tournaments.hosted_tournament import KIND, Held, TournamentEvent
from tilerummy.tournaments.keys import Keys

VERSION = 1
ROWS: Final = 40_000
"""Rows of a backup: an event of the largest size with every result entered twice and corrected."""
ROW: Final = 1_000_000
"""Bytes in a row of a backup: the plan of a thousand players over sixty rounds."""
_ACTOR = re.compile(
    r"organiser|desk|public(:[0-9a-f]{12})?|rooms|table:[0-9]{1,4}|entrant:[0-9]{1,7}|[A-Za-z0-9_-]{1,64}"
)
_KEY = re.compile(r"[a-z0-9]{16}")
_SECRET = re.compile(r"[0-9a-f]{32}")


class BackupError(ValueError):
    """A text that is no backup, or of a tournament that cannot be. `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line

    def __reduce__(self) -> tuple[type["BackupError"], tuple[int]]:
        return BackupError, (self.line,)


class _Header(msgspec.Struct, frozen=True, tag_field="t", tag="tournament-backup", forbid_unknown_fields=True):
    version: int
    id: str
    rows: int


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    actor: str
    command: Id | None
    at: Annotated[int, Meta(ge=0, lt=2**53)]
    body: str


def dumps(link: str, rows: list[Row]) -> bytes:
    """The backup of a tournament. It holds every key: it is for the organiser alone."""
    lines = [msgspec.json.encode(_Header(VERSION, link, len(rows)))]
    for row in rows:
        body = base64.b64encode(row.body).decode()
        lines.append(msgspec.json.encode(_Line(row.seq, row.actor, row.command, row.at, body)))
    return b"\n".join(lines) + b"\n"


class Backup(NamedTuple):
    """A tournament's id in addresses, the keys of its links, its rows."""

    link: str
    keys: Keys
    rows: list[Row]


def loads(data: bytes, now: int) -> Backup:
    """The tournament in a file, with new rooms for its tables; `now` in milliseconds.

    Raises BackupError at the first line that does not belong, or that no command could have written: nothing of such a
    file is taken.
    """
    try:
        lines = json_lines(decode(data))
    except EncodingError as error:
        raise BackupError(error.line) from None
    header = _header(lines)
    if len(lines) - 1 != header.rows or not 0 < header.rows <= ROWS or len(data) > LARGEST + ROW:
        raise BackupError(len(lines))
    rows: list[Row] = []
    state: Held | None = None
    for number, line in enumerate(lines[1:], start=2):
        try:
            row, happened = _read(line, number - 1, now)
            happened = tuple(_own_rooms(event) for event in happened)
            state = _decided(state, happened)
        except (msgspec.MsgspecError, UnicodeDecodeError, binascii.Error, Unfit, ValueError, LookupError):
            raise BackupError(number) from None
        rows.append(msgspec.structs.replace(row, body=KIND.encode(happened)))
    assert state is not None
    return Backup(header.id, state.keys, rows)


_header_of = msgspec.json.Decoder(_Header)
_line_of = msgspec.json.Decoder(_Line)


def _header(lines: list[str]) -> _Header:
    try:
        header = from_json(lines[0] if lines else "", _header_of)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BackupError(1) from None
    if header.version != VERSION or not (header.id.isascii() and header.id.isalnum()) or len(header.id) > 40:
        raise BackupError(1)
    return header


def _read(line: str, seq: int, now: int) -> tuple[Row, tuple[TournamentEvent, ...]]:
    found = from_json(line, _line_of)
    if found.seq != seq or len(found.body) > ROW or not _ACTOR.fullmatch(found.actor) or found.at > now + 86_400_000:
        raise Unfit
    body = base64.b64decode(found.body, validate=True)
    return Row(found.seq, found.actor, found.command, body, found.at), KIND.decode(body)


def _own_rooms(event: TournamentEvent) -> TournamentEvent:
    """The event with rooms that nobody has: an event goes on with new games here."""
    if isinstance(event, RoomsGiven):
        return msgspec.structs.replace(event, rooms=tuple(new_room_id() for _ in event.rooms))
    return event


def _decided(held: Held | None, happened: tuple[TournamentEvent, ...]) -> Held:
    """The state after a row. Raises Unfit."""
    keys, tournament = (held.keys, held.tournament) if held else (None, None)
    for event in happened:
        if not isinstance(event, Keys):
            tournament = admit(tournament, event, formats.faults)
        elif _fit(event, keys):
            keys = event
        else:
            raise Unfit
    if keys is None or tournament is None:
        raise Unfit
    return Held(tournament, keys)


def _fit(keys: Keys, before: Keys | None) -> bool:
    """Whether these are keys of a tournament, and with others before them, ones that were renewed."""
    links = _KEY.fullmatch(keys.organiser) and _KEY.fullmatch(keys.desk) and _KEY.fullmatch(keys.refereeing)
    secrets = _SECRET.fullmatch(keys.tables) and _SECRET.fullmatch(keys.marking)
    different = len({keys.organiser, keys.desk, keys.refereeing}) == 3
    return bool(links and secrets and different) and (before is None or keys.marking == before.marking)
