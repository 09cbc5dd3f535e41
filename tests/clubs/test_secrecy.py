"""Two clubs that differ in what readers may not know give readers the same bytes."""

from random import Random

import msgspec

from tilerummy.clubs.figures import figures, person
from tilerummy.clubs.state import (
    Club,
    ClubChange,
    Entered,
    EventAdded,
    EventCounted,
    Founded,
    Keys,
    Member,
    SeasonRule,
    SeasonSet,
    fold,
)
from tilerummy.clubs.views import view
from tilerummy.seasons.outcomes import Finisher, Outcome

CLUBS = 12
FIRST = (("Ann", "Axel"), ("Bob", "Bea"), ("Cas", "Cleo"), ("Dee", "Dirk"), ("Eva", "Emil"))
LAST = (("Maes", "Mertens"), ("Peeters", "Pauwels"), ("Claes", "Coppens"))


def club(seed: int, which: int) -> Club:
    """A random club. Of people who did not agree to be named, or stand in no register, `which` chooses among names with
    the same initials; so it does among notes and keepers' keys."""
    chance = Random(seed)
    people = [(first, last, chance.random() < 0.4) for first in FIRST for last in LAST]
    chance.shuffle(people)

    def name(at: int) -> str:
        first, last, agreed = people[at]
        one = 0 if agreed and at < 8 else which
        return f"{first[one]} {last[one]}"

    members = tuple(
        Member(at + 1, name(at), (f"{name(at)}, known as {at}",), "AB"[at % 2], people[at][2], f"note {which}")
        for at in range(8)
    )
    happened: list[ClubChange] = [Founded("Club", Keys(f"keeper{which}", "reader")), Entered(members)]
    for number in range(1, 5):
        seats = chance.sample(range(len(people)), 6)
        listed = tuple(Finisher(at, name(who), "AB"[who % 2], at) for at, who in enumerate(seats, start=1))
        games = tuple(tuple((seat, chance.randint(-40, 40)) for seat in range(1, 5)) for _ in range(3))
        outcome = Outcome("Evening", finished=True, entrants=listed, games=games)
        day = f"2026-0{number}-01"
        happened += [EventAdded(number, f"t{number}", "Evening", day), EventCounted(number, "Evening", day, outcome, 1)]
    return fold(None, [*happened, SeasonSet(SeasonRule(1, "2026", best=chance.randint(0, 3)))])


def read(club: Club, keys: list[str]) -> bytes:
    """All that a reader can see."""
    shown = view(club, "x", 9, "reader", frozenset())
    return msgspec.json.encode([shown, figures(club, "reader", 1), *(person(club, "reader", key) for key in keys)])


def test_readers_learn_nothing_of_names_that_they_may_not_see() -> None:
    keys = [*(f"m{at}" for at in range(1, 9)), *(f"e{event}-{seat}" for event in range(1, 5) for seat in range(1, 7))]
    for seed in range(CLUBS):
        one, other = club(seed, 0), club(seed, 1)
        assert figures(one, "keeper", 1) != figures(other, "keeper", 1)
        assert read(one, keys) == read(other, keys), seed
