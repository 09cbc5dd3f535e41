"""What comes of what a keeper asks of a club. Touches no store and no clock."""

import hmac
from datetime import date

from tilerummy.clubs.book import Register
from tilerummy.clubs.commands import (
    MOST_ALSO,
    MOST_EVENTS,
    MOST_MEMBERS,
    MOST_SEASONS,
    AddEvent,
    AddSheet,
    ChangeMember,
    CloseClub,
    ClubCommand,
    DateEvent,
    DropSeason,
    EnterMember,
    ErasePerson,
    ImportRegister,
    MergeMembers,
    PartMembers,
    RemoveEvent,
    RemoveMember,
    RenameClub,
    RenewClubLink,
    SetSeason,
)
from tilerummy.clubs.merging import joined, parted
from tilerummy.clubs.names import Taken, entry
from tilerummy.clubs.register_list import changes
from tilerummy.clubs.state import (
    Closed,
    Club,
    ClubChange,
    Entered,
    Erased,
    EventAdded,
    EventDated,
    EventRemoved,
    Founded,
    Keys,
    LinkRenewed,
    Member,
    Merged,
    Parted,
    Removed,
    Renamed,
    Role,
    SeasonDropped,
    SeasonRule,
    SeasonSet,
)
from tilerummy.records.links import new_key
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import refuse
from tilerummy.tournament.lists.entrants import MOST


def found(name: str, keys: Keys) -> tuple[ClubChange, ...]:
    """How a club begins. Raises Refusal."""
    return (Founded(named(name), keys),)


def role_of(club: Club, key: str) -> Role | None:
    """Whose key this is; None for a key that is nobody's."""
    if hmac.compare_digest(key.encode(), club.keys.keeper.encode()):
        return "keeper"
    return "reader" if hmac.compare_digest(key.encode(), club.keys.reader.encode()) else None


def decide(club: Club, asked: ClubCommand) -> tuple[ClubChange, ...]:
    """What follows; nothing where it is so already. Raises Refusal."""
    match asked:
        case RenameClub():
            name = named(asked.name)
            return () if name == club.name else (Renamed(name),)
        case RenewClubLink():
            return (_renewed(club, asked),)
        case CloseClub():
            return (Closed(),)
        case EnterMember() | ChangeMember():
            return _entered(club, asked)
        case ImportRegister():
            members = changes(club, asked.text)
            _room_for(club, sum(one.number not in club.members for one in members))
            return (Entered(members),) if members else ()
        case RemoveMember():
            return (Removed(_member(club, asked.member).number),)
        case MergeMembers():
            return _merged(club, asked)
        case PartMembers():
            return _parted(club, asked.gone)
        case ErasePerson():
            return _erased(club, asked.person)
        case SetSeason():
            return _season(club, asked)
        case DropSeason():
            if asked.season not in club.seasons:
                raise refuse("unknown-season")
            return (SeasonDropped(asked.season),)
        case RemoveEvent() | DateEvent():
            return _of_event(club, asked)
        case AddEvent() | AddSheet():
            raise TypeError("whose key it is says who has the event")


def added(club: Club, event: str, name: str, day: str) -> tuple[ClubChange, ...]:
    """An event counts for the club from now on. Raises Refusal."""
    if any(known.event == event for known in club.events.values()):
        raise refuse("event-there", name=name)
    if len(club.events) >= MOST_EVENTS:
        raise refuse("too-many-events", most=MOST_EVENTS)
    return (EventAdded(club.held + 1, event, name, day),)


def named(name: str) -> str:
    """The name of a club or a season as it will be shown. Raises Refusal."""
    shown = one_line(name)
    if not shown:
        raise refuse("name-empty")
    if len(shown) > 2 * MOST:
        raise refuse("text-too-long", text=f"{shown[:MOST]}…", most=2 * MOST)
    if sign := unseen(shown):
        raise refuse("text-unseen", text=shown[:MOST], sign=sign)
    return shown


def _renewed(club: Club, asked: RenewClubLink) -> LinkRenewed:
    if asked.key is not None and (asked.which != "keeper" or asked.key in (club.keys.keeper, club.keys.reader)):
        raise refuse("key-in-use")
    return LinkRenewed(asked.which, asked.key or new_key())


def _entered(club: Club, asked: EnterMember | ChangeMember) -> tuple[ClubChange, ...]:
    if isinstance(asked, EnterMember):
        _room_for(club, 1)
        known, number = None, club.came + 1
    else:
        known = _member(club, asked.member)
        number = known.number
    one = entry(number, asked)
    _alone(club, one)
    return () if one == known else (Entered((one,)),)


def _room_for(club: Club, more: int) -> None:
    if more and len(club.members) + more > MOST_MEMBERS:
        raise refuse("register-full", most=MOST_MEMBERS)


def _member(club: Club, number: int) -> Member:
    if (found := club.members.get(number)) is None:
        raise refuse("unknown-member")
    return found


def _alone(club: Club, one: Member, but: int | None = None) -> None:
    """Raises Refusal where a name of an entry finds somebody else too."""
    taken = Taken(known for known in club.members.values() if known.number not in (one.number, but))
    if (other := taken.clash(one)) is not None:
        raise refuse("member-there", name=one.name, other=club.members[other].name)


def _merged(club: Club, asked: MergeMembers) -> tuple[ClubChange, ...]:
    into, gone = _member(club, asked.into), _member(club, asked.gone)
    if into is gone:
        raise refuse("merged-with-itself")
    found = joined(club, into, gone)
    if found.together:
        raise refuse("played-together", event=found.together[0].name, count=len(found.together))
    if len(found.member.also) > MOST_ALSO:
        raise refuse("too-many-names", most=MOST_ALSO)
    _alone(club, found.member, gone.number)
    return (Merged(gone.number, found.member),)


def _parted(club: Club, number: int) -> tuple[ClubChange, ...]:
    merge = club.merges.get(number)
    if merge is None or merge.into not in club.members:
        raise refuse("not-merged")
    _room_for(club, 1)
    after = parted(merge.gone, club.members[merge.into])
    members = [one for one in club.members.values() if one.number != after.number]
    taken = Taken(members)
    for one in (after, merge.gone):
        if (other := taken.clash(one)) is not None:
            raise refuse("member-there", name=one.name, other=club.members[other].name)
        taken.add(one)
    return (Parted(number, after),)


def _erased(club: Club, person: str) -> tuple[ClubChange, ...]:
    register = Register(club)
    played = tuple((event.event, number) for event, number in register.played(person))
    member = register.member(person)
    if member is not None:
        return (Erased(member.number, club.joined(member.number), played),)
    if not played or person.startswith("gone"):
        raise refuse("unknown-person")
    return (Erased(club.came + 1, (), played),)


def _of_event(club: Club, asked: RemoveEvent | DateEvent) -> tuple[ClubChange, ...]:
    known = club.events.get(asked.event)
    if known is None:
        raise refuse("unknown-event")
    if isinstance(asked, RemoveEvent):
        return (EventRemoved(asked.event),)
    day = _day(asked.day)
    return () if known.dated and known.day == day else (EventDated(asked.event, day),)


def _day(said: str) -> str:
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise refuse("no-such-day", day=said) from None


def _season(club: Club, asked: SetSeason) -> tuple[ClubChange, ...]:
    known = None if asked.season is None else club.seasons.get(asked.season)
    if asked.season is not None and known is None:
        raise refuse("unknown-season")
    if known is None and len(club.seasons) >= MOST_SEASONS:
        raise refuse("too-many-seasons", most=MOST_SEASONS)
    first, last = (None if day is None else _day(day) for day in (asked.first, asked.last))
    if first is not None and last is not None and last < first:
        raise refuse("days-reversed")
    events = None if asked.events is None else tuple(sorted(set(asked.events)))
    if events is not None and not set(events) <= set(club.events):
        raise refuse("unknown-event")
    number = club.counted + 1 if known is None else known.number
    rule = SeasonRule(number, named(asked.name), first, last, events, asked.best, asked.scale, asked.everybody)
    if any(one.name == rule.name and one.number != number for one in club.seasons.values()):
        raise refuse("season-there", name=rule.name)
    return () if rule == known else (SeasonSet(rule),)
