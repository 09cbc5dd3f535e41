"""What people with one of a club's links see of it. Nobody else sees anything of it."""

from collections.abc import Set
from typing import Literal

import msgspec

from tilerummy.clubs.book import Register, in_order
from tilerummy.clubs.commands import MOST_EVENTS, MOST_MEMBERS, MOST_SEASONS
from tilerummy.clubs.state import Club, ClubEvent, Role
from tilerummy.sheets.hosting import PREFIX as SHEET

EventKind = Literal["tournament", "sheet"]
"""What an event of a club is."""


class ClubKeys(msgspec.Struct, frozen=True):
    """The keys of the links."""

    keeper: str
    reader: str


class ClubMost(msgspec.Struct, frozen=True):
    """How much of everything there may be."""

    members: int
    events: int
    seasons: int


class ClubEventShown(msgspec.Struct, frozen=True):
    """An event, by the id of its tournament or score sheet (`kind`; empty to readers of a sheet, which has all names):
    the day on which it was, whether it is `finished`, so that it counts, and how many played. `lost`: the server has it
    no longer; what came of it stays. `twice`: for the keeper, people of the register who are several entrants of it:
    the first of them counts as theirs."""

    event: str
    kind: EventKind
    number: int
    name: str
    day: str
    finished: bool
    lost: bool
    entrants: int
    twice: tuple[str, ...]


class ClubSeasonShown(msgspec.Struct, frozen=True):
    """A season: it counts the events from the day `first` to the day `last` (None: no end), or those whose numbers are
    in `events`. `best`: how many of them count for each person, 0 for all; `scale`: points for places, from the first
    on (none: as many as there are places, from the last up); `everybody`: who is not in the register is named too."""

    number: int
    name: str
    first: str | None
    last: str | None
    events: tuple[int, ...] | None
    best: int
    scale: tuple[int, ...]
    everybody: bool


class ClubShown(msgspec.Struct, frozen=True):
    """A club at `seq`, for who has one of its links; `keys` for the keeper alone. `members`: how many the register
    has; the events by their days, the last first."""

    id: str
    seq: int
    role: Role
    name: str
    keys: ClubKeys | None
    members: int
    events: tuple[ClubEventShown, ...]
    seasons: tuple[ClubSeasonShown, ...]
    most: ClubMost


class ClubMemberShown(msgspec.Struct, frozen=True):
    """An entry of the register, as in `enter`; `events`: in how many they played."""

    number: int
    name: str
    also: tuple[str, ...]
    category: str
    named: bool
    note: str
    events: int


class ClubMergeShown(msgspec.Struct, frozen=True):
    """An entry that was joined into another, and can be parted from it."""

    into: int
    gone: int
    name: str


class ClubRegister(msgspec.Struct, frozen=True):
    """The register at `seq`, for the keeper."""

    seq: int
    members: tuple[ClubMemberShown, ...]
    merges: tuple[ClubMergeShown, ...]


class MergePreview(msgspec.Struct, frozen=True):
    """What two entries would be as one; `events`: those that come with the one that goes; `together`: events in which
    both played, because of which they cannot be one."""

    name: str
    also: tuple[str, ...]
    category: str
    named: bool
    note: str
    events: tuple[str, ...]
    together: tuple[str, ...]


def view(club: Club, link: str, seq: int, role: Role, lost: Set[str]) -> ClubShown:
    """The club for who has this role; `lost`: events that the server has no longer."""
    keeper = role == "keeper"
    register = Register(club) if keeper else None
    return ClubShown(
        id=link,
        seq=seq,
        role=role,
        name=club.name,
        keys=ClubKeys(club.keys.keeper, club.keys.reader) if keeper else None,
        members=len(club.members),
        events=tuple(_event(club, event, register, lost) for event in reversed(in_order(club))),
        seasons=tuple(
            msgspec.convert(rule, ClubSeasonShown, from_attributes=True) for _, rule in sorted(club.seasons.items())
        ),
        most=ClubMost(MOST_MEMBERS, MOST_EVENTS, MOST_SEASONS),
    )


def register_view(club: Club, seq: int) -> ClubRegister:
    """The register for the keeper, by names."""
    register = Register(club)
    played: dict[int, int] = {}
    for event in in_order(club):
        for key in register.keys(event).values():
            if key.startswith("m"):
                played[int(key[1:])] = played.get(int(key[1:]), 0) + 1
    members = sorted(club.members.values(), key=lambda one: (one.name.casefold(), one.category, one.number))
    merges = (
        ClubMergeShown(merge.into, number, merge.gone.name)
        for number, merge in sorted(club.merges.items())
        if merge.into in club.members
    )
    return ClubRegister(
        seq,
        tuple(
            ClubMemberShown(
                *(one.number, one.name, one.also, one.category, one.named, one.note), played.get(one.number, 0)
            )
            for one in members
        ),
        tuple(merges),
    )


def _event(club: Club, event: ClubEvent, register: Register | None, lost: Set[str]) -> ClubEventShown:
    twice = () if register is None else tuple(club.members[one].name for one in register.twice(event))
    outcome, is_sheet = event.outcome, event.event.startswith(SHEET)
    return ClubEventShown(
        event="" if is_sheet and register is None else event.event.removeprefix(SHEET),
        kind="sheet" if is_sheet else "tournament",
        number=event.number,
        name=event.name,
        day=event.day,
        finished=outcome is not None,
        lost=event.event in lost,
        entrants=0 if outcome is None else len(outcome.entrants),
        twice=tuple(dict.fromkeys(twice)),
    )
