"""Who won most: a family's year, counted by the program and apart from it, by year, edition and pair."""

import json
from itertools import product
from typing import Any

import msgspec
import pytest

from tests.golden.evenings import shown
from tests.sheets.family import Sum, counted, year
from tilerummy.sheets.statistics import Evening, Person, read_evenings, statistics

YEAR = year()
FILE = msgspec.json.encode([shown(night) for night in YEAR])
"""All sheets as a file."""


def sums(person: Person) -> Sum:
    return Sum(
        person.evenings,
        person.evenings_won,
        person.games,
        person.won,
        person.points,
        person.best.points,
        person.series,
    )


@pytest.mark.parametrize(
    ("of", "edition", "pair"),
    [*product(("", "2025", "2026"), ("", "twist", "original"), ((), ("ann", "cas"), ("bob", "gus")))],
)
def test_a_familys_year_is_counted_as_it_happened(of: str, edition: str, pair: tuple[str, ...]) -> None:
    people, ahead = counted(YEAR, of, edition, pair)
    found = statistics(read_evenings(FILE), of or None, edition or None, (pair[0], pair[1]) if pair else None)
    assert {person.name.lower(): sums(person) for person in found.people} == people
    assert [person.won for person in found.people] == sorted((person.won for person in found.people), reverse=True)
    assert all(person.average == person.points / person.games for person in found.people)
    pairs = {frozenset(map(str.lower, two.names)): two for two in found.pairs}
    assert set(pairs) == set(ahead)
    for names, two in pairs.items():
        each = dict(zip(map(str.lower, two.names), two.ahead, strict=True))
        assert each | {"": two.games} == ahead[names]


def test_the_year_shows_all_that_may_happen() -> None:
    shows = [shown(night) for night in YEAR]
    assert len({night.ident for night in YEAR}) == 40
    assert {night.day[:4] for night in YEAR} == {"2025", "2026"}
    assert sum(len(one.came) > 0 for one in shows) > 10
    assert sum(len(one.home) > 0 for one in shows) > 10
    assert any(game.before for one in shows for game in one.games)
    assert len({name for night in YEAR for name in night.players}) > len(counted(YEAR)[0]), "spelt in two ways"


def test_a_sheet_that_is_there_twice_counts_once() -> None:
    once = read_evenings(FILE)
    assert statistics([*once, *once]) == statistics(once)
    assert statistics([]).people == ()


def one(**other: Any) -> Evening:
    seen = msgspec.to_builtins(shown(YEAR[0]))
    return read_evenings(json.dumps({**seen, **other}).encode())[0]


@pytest.mark.parametrize(
    "other",
    [
        {"players": ["Ann"]},
        {"games": [{"entry": {"points": [1, -1], "winners": [9], "gone": []}}]},
        {"games": [{"entry": {"points": [1, -1, 0, 0, 0, 0, 0, 0, 0], "winners": [], "gone": []}}]},
        {"standing": [{"player": 9, "place": 1}]},
        {"standing": None},
    ],
)
def test_what_is_no_sheet_is_refused(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"sheet|Expected"):
        one(**other)
    for wrong in (b"", b"{}", b"[1]", b'{"id": 1}'):
        with pytest.raises(ValueError, match=r"."):
            read_evenings(wrong)
