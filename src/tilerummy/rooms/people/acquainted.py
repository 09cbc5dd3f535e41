"""The people whom a guest has played with, and the companies they played in: a pure fold of their games."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from tilerummy.store import Acquaintance, Meeting
from tilerummy.store.sessions import mark


class Known(msgspec.Struct, frozen=True):
    """Somebody whom a guest knows, by the name they had last: so many games together, of which each of the two `won`
    some, the points of each in them, and when the `last` one ended (ms; None where none is known any more)."""

    player: str
    name: str
    games: int = 0
    won: int = 0
    their_won: int = 0
    points: int = 0
    their_points: int = 0
    last: int | None = None
    hidden: bool = False
    blocked: bool = False


class Company(msgspec.Struct, frozen=True):
    """The other guests of a game, in no order, and the `last` game with just these."""

    players: frozenset[str]
    last: str


def alias(player: str, other: str) -> str:
    """What stands for another guest in what a guest is told: it tells no id, and others have another one for them."""
    return hashlib.sha256(f"{mark(player)}:{mark(other)}".encode()).hexdigest()[:16]


def known(meetings: Iterable[Meeting], wanted: Sequence[Acquaintance]) -> list[Known]:
    """The people of a guest, those played with last first, from the games and from what the guest wants of them."""
    people: dict[str, Known] = {}
    forgotten = _forgotten(wanted)
    for meeting in meetings:
        if meeting.ended <= forgotten.get(meeting.other, -1):
            continue
        before = people.get(meeting.other) or Known(meeting.other, meeting.name, last=meeting.ended)
        people[meeting.other] = replace(
            before,
            games=before.games + 1,
            won=before.won + meeting.won,
            their_won=before.their_won + meeting.their_won,
            points=before.points + meeting.score,
            their_points=before.their_points + meeting.their_score,
        )
    for one in wanted:
        found = people.get(one.other)
        if found is not None or one.blocked is not None:
            found = found or Known(one.other, one.name)
            people[one.other] = replace(found, hidden=bool(one.hidden), blocked=one.blocked is not None)
    return sorted(people.values(), key=lambda one: (-(one.last or 0), one.player))


def companies(meetings: Iterable[Meeting], wanted: Sequence[Acquaintance]) -> list[Company]:
    """Each company that a guest has played in, the last one first, without those in which they want somebody no
    more, and games of which they know nothing of somebody."""
    unwanted = {one.other for one in wanted if one.hidden or one.blocked is not None}
    forgotten = _forgotten(wanted)
    found: dict[frozenset[str], Company] = {}
    for game, group in groupby(meetings, lambda meeting: meeting.game):
        met = {meeting.other: meeting.ended for meeting in group}
        if met.keys() & unwanted or any(ended <= forgotten.get(other, -1) for other, ended in met.items()):
            continue
        players = frozenset(met)
        found.setdefault(players, Company(players, game))
    return list(found.values())


def _forgotten(wanted: Iterable[Acquaintance]) -> dict[str, int]:
    return {one.other: one.forgotten for one in wanted if one.forgotten is not None}
