"""The records of a club: who did most, and who did something best, over all of its events."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from tilerummy.seasons.counting import Counted
from tilerummy.tournament.results.counts import winners

RecordKind = Literal["game", "margin", "event", "events", "firsts", "row", "games", "won"]
"""The highest game; the biggest lead of a game's first over its second; the most points in an event; the most events;
the most first places; the longest row of events among the first three; the most games; the most games won."""
ROSTRUM: Final = 3
"""Places that go on with a row."""


class Held(NamedTuple):
    """Who holds a record, and of which event, where it is of one."""

    person: str
    event: int | None


class Record(NamedTuple):
    """A record, with all who share it in the order of events."""

    kind: RecordKind
    value: int
    held: tuple[Held, ...]


def records(events: Sequence[Counted], people: Collection[str]) -> tuple[Record, ...]:
    """The records of these people in events that are over, in the order of time."""
    over = [(at, event) for at, event in enumerate(events) if event.places]
    tries: dict[RecordKind, Iterable[tuple[int, str, int | None]]] = {
        "game": ((points, who, at) for at, event in over for game in event.games for who, points in game),
        "margin": ((margin, who, at) for at, event in over for who, margin in _margins(event)),
        "event": ((sum(of), who, at) for at, event in over for who, of in points_of(event).items()),
        "events": _most(who for _, event in over for who in event.places),
        "firsts": _most(who for _, event in over for who, place in event.places.items() if place == 1),
        "row": _rows(event for _, event in over),
        "games": _most(who for _, event in over for game in event.games for who, _ in game),
        "won": _most(who for _, event in over for game in event.games for who in winners(dict(game))),
    }
    found = (_best(kind, made, people) for kind, made in tries.items())
    return tuple(one for one in found if one is not None)


def points_of(event: Counted) -> dict[str, list[int]]:
    """The points of everybody's games, in order."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for game in event.games:
        for who, points in game:
            found[who].append(points)
    return found


def _best(kind: RecordKind, tries: Iterable[tuple[int, str, int | None]], people: Collection[str]) -> Record | None:
    most, held = 0, dict[Held, None]()
    for value, who, at in tries:
        if who in people and value >= most and value > 0:
            if value > most:
                most, held = value, {}
            held[Held(who, at)] = None
    return Record(kind, most, tuple(held)) if held else None


def _most(times: Iterable[str]) -> Iterator[tuple[int, str, None]]:
    return ((count, who, None) for who, count in Counter(times).items())


def _margins(event: Counted) -> Iterator[tuple[str, int]]:
    for game in event.games:
        (who, most), (_, second), *_ = sorted(game, key=lambda one: -one[1])
        yield who, most - second


def _rows(events: Iterable[Counted]) -> Iterator[tuple[int, str, None]]:
    """How many of their events in a row each was among the first: an event without them breaks nothing."""
    row: Counter[str] = Counter()
    for event in events:
        for who, place in event.places.items():
            row[who] = row[who] + 1 if place <= ROSTRUM else 0
            yield row[who], who, None
