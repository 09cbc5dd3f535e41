"""Who goes on: the best of each table, wild cards, and the repechage, beside a count written apart."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.tournament.formats import recount
from tests.tournament.running import Event
from tilerummy import editions, formats
from tilerummy.tournament import commands
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.format.reader import FormatError, parse
from tilerummy.tournament.results.ranking import final_ranking

EDITIONS = {"original": lambda: editions.load("original")}
TABLE = {
    "rounds": 1,
    "games": 2,
    "seating": ["snake"],
    "ranking": ["points", "lot"],
    "reach": 8,
    "tables": {"least": 2},
}


def made(*stages: dict[str, Any]) -> Format:
    whole = [{"id": f"s{at}", **TABLE, **words} for at, words in enumerate(stages)]
    return msgspec.convert({"id": "cuts", "name": "Cuts", "stages": whole}, Format)


def by_number(players: Sequence[int], _: int) -> list[int]:
    """The lower the number, the more."""
    order = sorted(players)
    points = [-10 * order.index(player) for player in players]
    return [-sum(points) if player == order[0] else one for player, one in zip(players, points, strict=True)]


def begun(kind: Format, count: int) -> Event:
    event = Event(kind, count, box=False)
    event.do(commands.Begin)
    return event


def tables(event: Event, stage: int = -1) -> list[list[int]]:
    return [list(seats) for seats in event.state.stages[stage].rounds[-1].seating.tables]


def test_the_best_two_of_each_table_go_on_and_the_best_of_the_others_fill_the_places() -> None:
    for words, count in (({}, 8), ({"wild_cards": 3}, 11), ({"places": 10}, 10), ({"places": 6}, 6)):
        event = begun(made({}, {"per_table": 2, **words}), 16)
        heats = tables(event)
        event.play_round(by_number)
        order, came = event.ranking(0), list(event.state.stages[1].players)
        firsts = [one for one in order if any(one == min(table) for table in heats)]
        second = [one for one in order if any(one == sorted(table)[1] for table in heats)]
        others = [one for one in order if one not in firsts + second]
        assert came == (firsts + second + others)[:count]


def test_who_sat_together_does_not_meet_again_at_the_next_table() -> None:
    event = begun(made({}, {"per_table": 2}), 32)
    before = tables(event)
    event.play_round(by_number)
    assert not [
        (one, other)
        for table in tables(event)
        for one in table
        for other in table
        if one < other and any({one, other} <= set(seats) for seats in before)
    ]


def test_those_beaten_get_one_more_table_while_the_others_wait() -> None:
    kind = made({}, {"repechage": 2}, {"per_table": 1}, {"places": 4})
    event = begun(kind, 16)
    heats = tables(event)
    event.play_round(by_number)
    waiting = {one for table in heats for one in sorted(table)[:2]}
    assert set(event.state.stages[1].players) == set(range(1, 17)) - waiting
    again = tables(event)
    event.play_round(by_number)
    came = event.state.stages[2].players
    assert set(came[:8]) == waiting
    assert set(came[8:]) == {min(table) for table in again}
    # who waited and plays no further stage is ahead of those who played the repechage
    early = begun(kind, 16)
    early.play_round(by_number)
    for number in waiting:
        early.do(commands.Withdraw, number=number)
    assert {line.player for line in final_ranking(early.state)[:8]} == waiting


def test_without_enough_beaten_players_those_ahead_go_on_at_once() -> None:
    event = begun(made({}, {"repechage": 1, "least": 9}, {"per_table": 3}), 8)
    heats = tables(event)
    event.play_round(by_number)
    assert event.state.stages[1].index == 2
    assert set(event.state.stages[1].players) == {min(table) for table in heats}


def test_who_has_left_makes_room_for_the_next_of_their_table() -> None:
    event = begun(made({}, {"per_table": 1}), 8)
    first, second = (sorted(table) for table in tables(event))
    event.open_round()
    event.do(commands.Withdraw, number=first[0])
    event.play_round(by_number)
    assert set(event.state.stages[1].players) == {first[1], second[0]}


@pytest.mark.parametrize("seed", range(40))
def test_random_cuts_are_those_of_a_count_apart(seed: int) -> None:
    """Fields of 6 to 40; people leave and come back, results are corrected before the next tables are shown."""
    chance = random.Random(seed)
    second = chance.choice([{"per_table": 2}, {"per_table": 1, "wild_cards": 3}, {"repechage": 2, "least": 4}])
    third = {"per_table": chance.randint(1, 2), "places": chance.choice([4, 8, "all"])}
    event = Event(made({}, second, third, {"places": 4}), chance.randint(6, 40), seed, box=False)
    event.do(commands.Begin)
    while not event.state.finished:
        if chance.random() < 0.4:
            here = sorted(set(event.state.entrants) - event.state.withdrawn)
            event.do(commands.Withdraw, number=chance.choice(here))
        if event.state.finished or event.state.play is None:
            break
        event.play_round(lambda players, _: _random(players, chance))
        assert recount.disagreements(event.state) == []
        assert recount.cut_otherwise(event.state) == []
    assert len(final_ranking(event.state)) == len(event.state.entrants)


def _random(players: Sequence[int], chance: random.Random) -> list[int]:
    points = [-chance.choice((5, 10, 10, 20)) for _ in players]
    winner = chance.randrange(len(players))
    points[winner] = 0
    points[winner] = -sum(points)
    return points


@pytest.mark.parametrize(
    ("stages", "codes"),
    [
        ([{"per_table": 2}], ["first-stage-cut"]),
        ([{}, {"wild_cards": 2}], ["wild-cards-of-all"]),
        ([{}, {"wild_cards": 2, "per_table": 1, "places": 8}], ["wild-cards-of-all"]),
        ([{}, {"repechage": 2}], ["repechage-last"]),
        ([{}, {"repechage": 2}, {"places": 4}], ["repechage-open"]),
        ([{}, {"repechage": 2, "per_table": 1}, {"per_table": 1}], ["repechage-cut"]),
        ([{}, {"repechage": 2}, {"per_table": 1, "carry": "all"}], ["repechage-carries"]),
        ([{"rounds": 3}, {"per_table": 2}], ["tables-change"]),
        ([{}, {"per_table": 4}], ["nobody-leaves"]),
    ],
)
def test_cuts_that_cannot_work_are_said(stages: list[dict[str, Any]], codes: list[str]) -> None:
    whole = [{"id": f"s{at}", **TABLE, **words} for at, words in enumerate(stages)]
    with pytest.raises(FormatError) as refused:
        parse({"id": "x", "name": "X", "stages": whole}, EDITIONS)
    assert [fault.code for fault in refused.value.faults] == codes


def test_brackets_of_four_end_with_four() -> None:
    for count in (5, 8, 13, 16, 37, 64):
        event = begun(formats.load("brackets-of-four"), count)
        while not event.state.finished:
            event.play_round(by_number)
        last = event.state.stages[-1]
        assert (event.state.rule(last).id, len(last.players)) == ("final", 4)
        assert recount.cut_otherwise(event.state) == []
