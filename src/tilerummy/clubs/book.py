"""A club's events as counting wants them: each entrant is a person, whom the register knows or not."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tilerummy.clubs.state import Club, ClubEvent, Member, SeasonRule
from tilerummy.seasons.counting import Counted, counted
from tilerummy.seasons.register import Directory, plain
from tilerummy.tournament.lists.entrants import initials


class Person(NamedTuple):
    """Somebody who played, by the name under which this role may see them; `member`: their number in the register. The
    `key` tells nothing of who they are."""

    key: str
    name: str
    category: str
    member: int | None


class BookEvent(NamedTuple):
    """An event that is over."""

    id: str
    number: int
    name: str
    day: str
    counted: Counted


class Book(NamedTuple):
    """The people by their keys, and the events by their days. Who plays in an event and is none of the people was
    erased: they count, and are not shown."""

    people: Mapping[str, Person]
    events: tuple[BookEvent, ...]


def book(club: Club, *, keeper: bool, everybody: bool = False) -> Book:
    """All events of a club that are over; with `everybody`, readers see the names of people whom the register lacks."""
    register = Register(club)
    people: dict[str, Person] = {}
    found = []
    for event in in_order(club):
        if event.outcome is None:
            continue
        keys = register.keys(event)
        for one in event.outcome.entrants:
            key = keys[one.number]
            if one.name and key not in people:
                people[key] = _person(register, key, one.name, one.category, keeper=keeper, everybody=everybody)
        found.append(BookEvent(event.event, event.number, event.name, event.day, counted(event.outcome, keys)))
    return Book(people, tuple(found))


def in_order(club: Club) -> list[ClubEvent]:
    """The events of a club by their days."""
    return sorted(club.events.values(), key=lambda event: (event.day, event.number))


def in_season(rule: SeasonRule, number: int, day: str) -> bool:
    """Whether a season counts an event of that number and day."""
    if rule.events is not None:
        return number in rule.events
    return (rule.first is None or rule.first <= day) and (rule.last is None or day <= rule.last)


class Register:
    """Finds the entrants of events in a club's register. Whom it lacks is somebody by the name that lists have: ask
    event by event, `in_order`, so that they get the same keys every time."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._members: list[Member] = list(club.members.values())
        self._directory = Directory(self._members)
        self._keys = {f"m{one.number}": one for one in self._members}
        self._others: dict[str, str] = {}

    def keys(self, event: ClubEvent) -> dict[int, str]:
        """The people of an event by their numbers in it. Where two are one entry of the register, it is the first."""
        known = set[str]()
        found: dict[int, str] = {}
        for number, member in self._entries(event):
            key = "" if member is None else f"m{member}"
            if not key or key in known:
                key = self._other(event, number)
            known.add(key)
            found[number] = key
        return found

    def twice(self, event: ClubEvent) -> Iterator[int]:
        """Entries of the register that are several entrants of an event."""
        seen = set[int]()
        for _, member in self._entries(event):
            if member is not None and member in seen:
                yield member
            if member is not None:
                seen.add(member)

    def played(self, key: str) -> Iterator[tuple[ClubEvent, int]]:
        """The events of a person, with their number in each: with both where lists have one entry twice."""
        own = self.member(key)
        for event in in_order(self._club):
            others = self.keys(event)
            for number, member in self._entries(event):
                if others[number] == key or (own is not None and member == own.number):
                    yield event, number

    def member(self, key: str) -> Member | None:
        """The entry with this key."""
        return self._keys.get(key)

    def _entries(self, event: ClubEvent) -> Iterator[tuple[int, int | None]]:
        for one in event.outcome.entrants if event.outcome is not None else ():
            at = self._directory.find(one.name, one.category) if one.name else None
            yield one.number, None if at is None else self._members[at].number

    def _other(self, event: ClubEvent, number: int) -> str:
        erased = self._club.erased.get(event.event)
        if erased is not None and number in erased:
            return f"gone{erased[number]}"
        assert event.outcome is not None
        name = next(one.name for one in event.outcome.entrants if one.number == number)
        return self._others.setdefault(plain(name), f"e{event.number}-{number}")


def _person(register: Register, key: str, name: str, category: str, *, keeper: bool, everybody: bool) -> Person:
    member = register.member(key)
    if member is None:
        shown = name if keeper or everybody else initials(name)
        return Person(key, shown, category, None)
    shown = member.name if keeper or member.named else initials(member.name)
    return Person(key, shown, member.category or category, member.number)
