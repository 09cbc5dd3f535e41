"""What a club's events make, for its keeper and for people who read it."""

import msgspec

from tilerummy.clubs.figures import ClubFigures, figures, person
from tilerummy.clubs.state import (
    Club,
    Entered,
    Erased,
    EventAdded,
    EventCounted,
    Founded,
    Keys,
    Member,
    SeasonRule,
    SeasonSet,
    fold,
)
from tilerummy.seasons.outcomes import Finisher, Outcome

LISTED = ("Ann Peeters", "Bob Maes", "Cas Claes", "Dee Jacobs")


def outcome(*order: str) -> Outcome:
    """An event of one game, won by the first."""
    people = tuple(Finisher(at, name, "", at) for at, name in enumerate(order, start=1))
    return Outcome("Evening", finished=True, entrants=people, games=(((1, 60), (2, 10), (3, -20), (4, -50)),))


def club() -> Club:
    """Ann agreed to be named, Bob did not, Cas is in no register, and Dee asked to be forgotten."""
    return fold(
        None,
        [
            Founded("Club", Keys("k", "r")),
            Entered(
                (Member(1, "Ann Peeters", named=True), Member(2, "Bob Maes", note="owes 5"), Member(3, "Dee Jacobs"))
            ),
            EventAdded(1, "one", "First", "2026-10-02"),
            EventCounted(1, "First", "2026-10-02", outcome(*LISTED), 5),
            EventAdded(2, "two", "Second", "2026-10-09"),
            EventCounted(2, "Second", "2026-10-09", outcome("Dee Jacobs", "Bob Maes", "Ann Peeters", "Cas Claes"), 5),
            EventAdded(3, "three", "Third", "2026-10-16"),
            SeasonSet(SeasonRule(1, "Autumn", "2026-10-01", "2026-10-31", best=1)),
            SeasonSet(SeasonRule(2, "Open", events=(2,), scale=(10, 5, 2), everybody=True)),
            Erased(4, (3,), (("one", 4), ("two", 1))),
        ],
    )


def lines(found: ClubFigures) -> list[tuple[int, str, int, tuple[int | None, ...]]]:
    assert found.season is not None
    return [(line.place, line.person.name, line.total, line.events) for line in found.season.lines]


def test_a_reader_sees_the_names_of_those_who_agreed() -> None:
    # the forgotten have their place, and nobody sees them
    assert lines(figures(club(), "reader", 1)) == [
        (1, "Ann Peeters", 4, (4, 2)),
        (2, "B. M.", 3, (3, 3)),
        (3, "C. C.", 2, (2, 1)),
    ]
    assert [name for _, name, *_ in lines(figures(club(), "keeper", 1))] == ["Ann Peeters", "Bob Maes", "Cas Claes"]
    everything = msgspec.json.encode(
        [figures(club(), "reader", 1), *(person(club(), "reader", one) for one in ("m1", "m2", "m3", "e1-3"))]
    )
    assert all(name not in everything for name in (b"Bob", b"Claes", b"Dee", b"owes"))


def test_the_newest_season_is_shown_unless_another_is_asked_for() -> None:
    found = figures(club(), "reader", None)
    assert found.season is not None
    assert (found.season.season, found.season.events) == (2, (2,))
    # all agreed but Bob, who stands in the register
    assert lines(found) == [(1, "B. M.", 5, (5,)), (2, "Ann Peeters", 2, (2,)), (3, "Cas Claes", 0, (0,))]
    assert figures(club(), "reader", 9).season is None


def test_ratings_and_records_are_of_all_events() -> None:
    found = figures(club(), "keeper", None)
    # who was second twice is ahead of who was first and third
    assert [(one.person.name, one.events) for one in found.ratings] == [
        ("Bob Maes", 2),
        ("Ann Peeters", 2),
        ("Cas Claes", 2),
    ]
    assert {
        one.kind: (one.value, [(held.person.name, held.event) for held in one.holders]) for one in found.records
    } == {
        "game": (60, [("Ann Peeters", 1)]),
        "margin": (50, [("Ann Peeters", 1)]),
        "event": (60, [("Ann Peeters", 1)]),
        "events": (2, [("Ann Peeters", None), ("Bob Maes", None), ("Cas Claes", None)]),
        "firsts": (1, [("Ann Peeters", None)]),
        "row": (2, [("Bob Maes", None), ("Ann Peeters", None)]),
        "games": (2, [("Ann Peeters", None), ("Bob Maes", None), ("Cas Claes", None)]),
        "won": (2, [("Bob Maes", None)]),
    }


def test_a_persons_own_are_their_events_with_the_rating_after_each() -> None:
    own = person(club(), "reader", "m1")
    assert own is not None
    assert [(one.event, one.place, one.of, one.points, one.games, one.won, one.best) for one in own.events] == [
        (1, 1, 4, 60, 1, 1, 60),
        (2, 3, 4, -20, 1, 0, -20),
    ]
    first, second = (one.strength or 0 for one in own.events)
    assert first > 50
    assert second < first
    assert {one.kind: one.more for one in own.records} == {
        "game": 0, "margin": 0, "event": 0, "events": 2, "firsts": 0, "row": 1, "games": 2,
    }  # fmt: skip
    assert person(club(), "reader", "m3") is None
