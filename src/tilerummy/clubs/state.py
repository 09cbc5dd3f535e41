"""A club: its register, its events with what came of them, its seasons, and the keys of its two links. A pure fold.

Who has the keeper's link writes everything; who has the reader's link reads what the club shows. A club keeps what came
of each event by itself, so that its seasons last longer than the events do.
"""

from collections.abc import Callable, Container, Iterable
from functools import partial
from typing import Final, Literal

import msgspec
from immutables import Map

from tilerummy.inputs import from_json
from tilerummy.records.links import new_key
from tilerummy.seasons.outcomes import Outcome

PREFIX: Final = "club:"
Role = Literal["keeper", "reader"]
"""Who one is by a link."""


class Keys(msgspec.Struct, frozen=True):
    """The keys of the links."""

    keeper: str
    reader: str


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody in the register. `also`: how else lists have them; `category`: a class or club, which tells namesakes
    apart; `named`: they agreed to be named to readers; `note`: for the keeper alone."""

    number: int
    name: str
    also: tuple[str, ...] = ()
    category: str = ""
    named: bool = False
    note: str = ""

    @property
    def club(self) -> str:
        """What tells namesakes apart, as registers call it."""
        return self.category


class SeasonRule(msgspec.Struct, frozen=True):
    """Which events a season counts, and how: those from the day `first` to the day `last` (`YYYY-MM-DD`, None: no
    end), or those listed in `events`. `best`: how many of them count for each person, 0 for all; `scale`: points for
    places, from the first on, as `seasons` has them; `everybody`: who is not in the register agreed to be named too."""

    number: int
    name: str
    first: str | None = None
    last: str | None = None
    events: tuple[int, ...] | None = None
    best: int = 0
    scale: tuple[int, ...] = ()
    everybody: bool = False


class ClubEvent(msgspec.Struct, frozen=True):
    """An event of the club: the id of its tournament, or of its score sheet with its prefix; its name and day (`dated`:
    by the keeper); and what came of it, None until it is over, as of its number `seq`."""

    number: int
    event: str
    name: str
    day: str
    dated: bool = False
    outcome: Outcome | None = None
    seq: int = 0


class Merge(msgspec.Struct, frozen=True):
    """An entry that was joined into another, as it was."""

    into: int
    gone: Member


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`."""


class Founded(_Event, frozen=True, tag="club"):
    """The first event."""

    name: str
    keys: Keys


class Renamed(_Event, frozen=True, tag="renamed"):
    """The club has another name."""

    name: str


class LinkRenewed(_Event, frozen=True, tag="link"):
    """A link has a new key: the one before opens nothing any more."""

    which: Role
    key: str


class Closed(_Event, frozen=True, tag="closed"):
    """The club is over; what it knew of people is forgotten."""


class Entered(_Event, frozen=True, tag="entered"):
    """People come into the register, or stand in it otherwise from now on."""

    members: tuple[Member, ...]


class Removed(_Event, frozen=True, tag="removed"):
    """Somebody is in the register no longer."""

    member: int


class Merged(_Event, frozen=True, tag="merged"):
    """Two entries are one person: `gone` is joined into `after`."""

    gone: int
    after: Member


class Parted(_Event, frozen=True, tag="parted"):
    """They are two after all: `gone` is there again as it was, beside `after`."""

    gone: int
    after: Member


class Erased(_Event, frozen=True, tag="erased"):
    """A person is forgotten: their entries in the register, and `played`, tournaments with their number in each.
    `number`: the one by which they are told from others who are forgotten."""

    number: int
    members: tuple[int, ...]
    played: tuple[tuple[str, int], ...]


class EventAdded(_Event, frozen=True, tag="event"):
    """A tournament or a score sheet counts for the club."""

    number: int
    event: str
    name: str
    day: str


class EventCounted(_Event, frozen=True, tag="outcome"):
    """What came of an event, as of its number `seq`: None where it is open again."""

    number: int
    name: str
    day: str
    outcome: Outcome | None
    seq: int


class EventDated(_Event, frozen=True, tag="dated"):
    """The keeper knows better on which day an event was."""

    number: int
    day: str


class EventRemoved(_Event, frozen=True, tag="event-removed"):
    """An event counts for the club no longer."""

    number: int


class SeasonSet(_Event, frozen=True, tag="season"):
    """A season is counted so from now on."""

    season: SeasonRule


class SeasonDropped(_Event, frozen=True, tag="season-dropped"):
    """A season is counted no longer."""

    number: int


ClubChange = (
    Founded
    | Renamed
    | LinkRenewed
    | Closed
    | Entered
    | Removed
    | Merged
    | Parted
    | Erased
    | EventAdded
    | EventCounted
    | EventDated
    | EventRemoved
    | SeasonSet
    | SeasonDropped
)


class Club(msgspec.Struct, frozen=True):
    """A club as its events have left it. `merges` by the entry that is gone; `erased`: by tournament the numbers of its
    players who are forgotten, each with the one that `Erased` gave them; `came`, `held` and `counted`: how many people,
    events and seasons there ever were, so that no number comes twice."""

    name: str
    keys: Keys
    members: Map[int, Member] = Map()
    merges: Map[int, Merge] = Map()
    events: Map[int, ClubEvent] = Map()
    seasons: Map[int, SeasonRule] = Map()
    erased: Map[str, Map[int, int]] = Map()
    came: int = 0
    held: int = 0
    counted: int = 0
    closed: bool = False

    def joined(self, number: int) -> tuple[int, ...]:
        """An entry and all that were joined into it, and into those."""
        found = [number]
        for one in found:
            found += [gone for gone, merge in self.merges.items() if merge.into == one]
        return tuple(found)


def new_keys() -> Keys:
    """Fresh keys."""
    return Keys(new_key(), new_key())


def fold(club: Club | None, happened: Iterable[ClubChange]) -> Club:
    """The club after these events. Raises ValueError for events that cannot follow."""
    for event in happened:
        if isinstance(event, Founded):
            if club is not None:
                raise ValueError("a club is founded once")
            club = Club(event.name, event.keys)
        elif club is None:
            raise ValueError("a club begins by being founded")
        else:
            club = _after(club, event)
    if club is None:
        raise ValueError("a club begins by being founded")
    return club


_decoder: msgspec.json.Decoder[tuple[ClubChange, ...]] = msgspec.json.Decoder(tuple[ClubChange, ...])
decode = partial(from_json, decoder=_decoder)
encode: Callable[[tuple[ClubChange, ...]], bytes] = msgspec.json.Encoder().encode


def _after(club: Club, event: ClubChange) -> Club:
    replace = msgspec.structs.replace
    match event:
        case Renamed():
            return replace(club, name=event.name)
        case LinkRenewed(which="keeper"):
            return replace(club, keys=replace(club.keys, keeper=event.key))
        case LinkRenewed():
            return replace(club, keys=replace(club.keys, reader=event.key))
        case Closed():
            return Club(club.name, club.keys, came=club.came, held=club.held, counted=club.counted, closed=True)
        case Entered() | Removed() | Merged() | Parted() | Erased():
            return _registered(club, event)
        case EventAdded():
            added = ClubEvent(event.number, event.event, event.name, event.day)
            return replace(club, events=club.events.set(event.number, added), held=max(club.held, event.number))
        case EventCounted() | EventDated() | EventRemoved():
            return _counted(club, event)
        case SeasonSet(season=rule):
            return replace(club, seasons=club.seasons.set(rule.number, rule), counted=max(club.counted, rule.number))
        case SeasonDropped():
            return replace(club, seasons=club.seasons.delete(event.number))
        case Founded():
            raise ValueError("a club is founded once")


def _registered(club: Club, event: Entered | Removed | Merged | Parted | Erased) -> Club:
    replace = msgspec.structs.replace
    match event:
        case Entered():
            members = club.members.update({one.number: one for one in event.members})
            return replace(club, members=members, came=max(club.came, *(one.number for one in event.members)))
        case Removed():
            return _without(club, club.joined(event.member))
        case Merged():
            merge = Merge(event.after.number, club.members[event.gone])
            members = club.members.delete(event.gone).set(event.after.number, event.after)
            return replace(club, members=members, merges=club.merges.set(event.gone, merge))
        case Parted():
            back = club.merges[event.gone].gone
            members = club.members.set(event.after.number, event.after).set(back.number, back)
            return replace(club, members=members, merges=club.merges.delete(event.gone))
        case Erased():
            return _forgotten(_without(club, event.members), event)


def _without(club: Club, members: Iterable[int]) -> Club:
    """Without these entries."""
    kept, merges = club.members, club.merges
    for number in members:
        kept = kept.delete(number) if number in kept else kept
        merges = merges.delete(number) if number in merges else merges
    return msgspec.structs.replace(club, members=kept, merges=merges)


def _forgotten(club: Club, event: Erased) -> Club:
    erased = club.erased
    for tournament, player in event.played:
        erased = erased.set(tournament, erased.get(tournament, Map()).set(player, event.number))
    events = club.events.update({number: nameless(known, erased) for number, known in club.events.items()})
    return msgspec.structs.replace(club, events=events, erased=erased, came=max(club.came, event.number))


def nameless(event: ClubEvent, erased: Map[str, Map[int, int]]) -> ClubEvent:
    """The event without the names of those of its players who are forgotten."""
    if event.outcome is None or event.event not in erased:
        return event
    return msgspec.structs.replace(event, outcome=without_names(event.outcome, erased[event.event]))


def without_names(outcome: Outcome, players: Container[int]) -> Outcome:
    """What came of an event, without the names of these of its players."""
    replace = msgspec.structs.replace
    entrants = (replace(one, name="", category="") if one.number in players else one for one in outcome.entrants)
    return replace(outcome, entrants=tuple(entrants))


def _counted(club: Club, event: EventCounted | EventDated | EventRemoved) -> Club:
    replace = msgspec.structs.replace
    known = club.events.get(event.number)
    if known is None:
        return club
    match event:
        case EventCounted():
            day = known.day if known.dated else event.day
            new = replace(known, name=event.name, day=day, outcome=event.outcome, seq=event.seq)
            new = nameless(new, club.erased)
        case EventDated():
            new = replace(known, day=event.day, dated=True)
        case EventRemoved():
            return replace(club, events=club.events.delete(event.number))
    return replace(club, events=club.events.set(event.number, new))
