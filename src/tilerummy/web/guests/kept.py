"""All that is kept of a guest, as one JSON object, made a game at a time: nobody waits for it, and it takes no memory.

A running game is told as the guest may see it, by the same types that tell it at the table: they have no place for
another player's tiles.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from tilerummy.circles.hosting import Circles, HostedCircle, joined
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.replays import Replay, replay
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Bot, GuestSession, Handover, Passkey, PuzzleTry, Recovery, Row
from tilerummy.store.base import Head

GAMES: Final = 2_000
"""Games that are over in what a guest downloads, the last ones: five a day for as long as they are kept."""
PAGE: Final = 50
"""Games that are looked up at once."""
_encode = msgspec.json.Encoder().encode


class SaidKept(msgspec.Struct, frozen=True):
    """A line that the guest said in a room, under a name, at a time (ms)."""

    room: str
    at: int
    line: Raw


class MadeKept(msgspec.Struct, frozen=True):
    """A sheet, a tournament, a circle, a club or a room that the guest made (`sheet:ID`, `tournament:ID`, `circle:ID`,
    `club:ID`, `ID`), and when (ms)."""

    id: str
    at: int


class CircleKept(msgspec.Struct, frozen=True):
    """A circle in which the guest is, or was, and the name that they had there."""

    circle: str
    name: str
    called: str
    member: bool


class ReportKept(msgspec.Struct, frozen=True):
    """What the guest reported to the server's owner about a person of that `name`, at a time (ms)."""

    room: str
    name: str
    reason: str
    text: str
    at: int


class LinkKept(msgspec.Struct, frozen=True):
    """The last link to another browser: when it was made, until when it counts, when it was used (ms), from what
    browser; and what travels by it while it waits."""

    made: int
    until: int
    taken: int | None
    browser: str | None
    system: str | None
    kept: Raw | None


class SheetKept(msgspec.Struct, frozen=True):
    """The recovery sheet: when it was made and last used (ms), and in what browser."""

    made: int
    used: int | None
    browser: str | None
    system: str | None


class PasskeyKept(msgspec.Struct, frozen=True):
    """A passkey by the name that the guest gave it: when it was made and last used (ms), how often it has signed."""

    name: str
    made: int
    used: int | None
    signed: int


class OutletKept(msgspec.Struct, frozen=True):
    """Where the guest is told of their games: of what, since when they are sure of it, since when it is kept (ms), and
    how, as the server has it."""

    kind: str
    kinds: tuple[str, ...]
    confirmed: int | None
    made: int
    how: Raw


class PersonKept(msgspec.Struct, frozen=True):
    """What the guest wants of somebody whom they know by that `name`: not to see them in the list, to know nothing of
    the games until then, to have nothing to do with them since then (ms)."""

    name: str
    hidden: bool
    forgotten: int | None
    blocked: int | None


class Beside(msgspec.Struct, frozen=True):
    """What is kept besides games; `notices`: how many wait to be told."""

    guest: str
    devices: list[GuestSession]
    link: LinkKept | None
    recovery: SheetKept | None
    passkeys: list[PasskeyKept]
    bots: list[Bot]
    tries: list[PuzzleTry]
    said: list[SaidKept]
    made: list[MadeKept]
    circles: list[CircleKept]
    sheets: list[str]
    reports: list[ReportKept]
    outlets: list[OutletKept]
    notices: int
    people: list[PersonKept]


class GameKept(msgspec.Struct, frozen=True):
    """A game in which the guest had a seat, last changed then (ms), the name they had and the time zone that they told;
    `rack`: how they arranged theirs; `game`: as they may see it, None before it begins and where it cannot be read."""

    room: str
    changed: int
    status: str
    name: str | None
    zone: str | None
    rack: Raw | None
    game: Replay | None


async def all_kept(rooms: Rooms, circles: Circles, player: str) -> AsyncIterator[bytes]:
    """The object, in parts. Raises StorageFailure."""
    beside = _encode(await _beside(rooms, circles, player))
    yield beside[:-1] + b',"games":['
    between = b""
    async for head in _games(rooms, player):
        yield between + await _game(rooms, head, player)
        between = b","
    yield b"]}"


async def _beside(rooms: Rooms, circles: Circles, player: str) -> Beside:
    store = rooms.store
    return Beside(
        player,
        await store.sessions_of(player),
        _link(await store.handover_of(player)),
        _sheet(await store.recovery_of(player)),
        [_passkey(one) for one in await store.passkeys_of(player)],
        await store.bots_of(player),
        await store.tries_of(player),
        [SaidKept(room, said.at, Raw(said.body)) for room, said in await store.said_by(player)],
        [MadeKept(ident, at) for ident, at in await store.made_by(player)],
        [_circle(hosted, player) for hosted in await circles.known_to(player)],
        await store.records_of(player, "sheet:"),
        [
            ReportKept(report.room, report.name, report.reason, report.text, report.at)
            for report in await store.reports(player)
        ],
        [
            OutletKept(outlet.kind, outlet.kinds, outlet.confirmed, outlet.made, Raw(outlet.body))
            for outlet in await store.outlets_of(player)
        ],
        await store.waiting_notices(player),
        [
            PersonKept(one.name, bool(one.hidden), one.forgotten, one.blocked)
            for one in await store.acquaintances(player)
        ],
    )


def _circle(hosted: HostedCircle, player: str) -> CircleKept:
    called = [one.name for one in joined(hosted) if one.player == player]
    return CircleKept(hosted.link, hosted.state.name, called[-1], hosted.state.member(player) is not None)


def _link(link: Handover | None) -> LinkKept | None:
    if link is None:
        return None
    kept = Raw(link.body) if link.body else None
    return LinkKept(link.made, link.until, link.taken, link.browser, link.system, kept)


def _sheet(sheet: Recovery | None) -> SheetKept | None:
    return None if sheet is None else SheetKept(sheet.made, sheet.used, sheet.browser, sheet.system)


def _passkey(one: Passkey) -> PasskeyKept:
    return PasskeyKept(one.name, one.made, one.used, one.sign_count)


async def _games(rooms: Rooms, player: str) -> AsyncIterator[Head]:
    """Those under way, then those that are over, the last first."""
    for head in await rooms.store.games_of(player):
        yield head
    place: tuple[int, str] | None = None
    for _ in range(GAMES // PAGE):
        heads = await rooms.store.finished_games_of(player, place, PAGE)
        for head in heads:
            yield head
        if len(heads) < PAGE:
            return
        place = heads[-1].changed, heads[-1].game


async def _game(rooms: Rooms, head: Head, player: str) -> bytes:
    """One game. It is read apart, not among the rooms that are open: nobody plays on it here."""
    _, rows = await rooms.store.log(head.game)
    rack = (await rooms.store.arrangements(head.game)).get(player)
    kept = GameKept(head.game, head.changed, head.status, None, None, None if rack is None else Raw(rack), None)
    return await asyncio.to_thread(lambda: _encode(_told(rooms, rows, player, kept)))


def _told(rooms: Rooms, rows: Sequence[Row], player: str, kept: GameKept) -> GameKept:
    """The game with what the guest may see of it."""
    try:
        room = Room(rooms, kept.room, rows, None)
        seat = room.state.seat_of(player)
        sitter = None if seat is None else room.state.sitters[seat]
        kept = replace(kept, name=sitter and sitter.name, zone=sitter and sitter.zone)
        return replace(kept, game=replay(room, player))
    except (ValueError, Refusal):
        return kept
