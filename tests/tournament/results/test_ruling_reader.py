"""Penalties and bonuses in a document of results count as they do at the desk."""

import random
from typing import Any

import pytest

from tests.tournament.running import Event
from tilerummy import formats
from tilerummy.library import rank_tournament
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.referee.commands import RevokeRuling, Rule
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.state import Tournament


def document(state: Tournament) -> dict[str, Any]:
    """An event as its club would write it down."""
    names = {one.number: one.name for one in state.entrants.values()}
    games = [
        {
            "stage": state.rule(play).id,
            "round": place[0] + 1,
            "table": place[1],
            "game": place[2],
            "scores": {
                names[player]: score
                for player, score in zip(play.rounds[place[0]].seating.tables[place[1] - 1], result.scores, strict=True)
                if score is not None
            },
        }
        for play in state.stages
        for place, result in play.results.items()
    ]
    rulings = [
        {
            "name": names[one.number],
            "stage": state.rule(state.stages[one.stage]).id,
            "points": one.points,
            "reason": one.reason,
        }
        for one in state.rulings
        if one.revoked is None
    ]
    entrants = [{"name": name, "number": number} for number, name in names.items()]
    return {"format": state.format.id, "entrants": entrants, "games": games, "rulings": rulings, "seed": state.seed}


@pytest.mark.parametrize("name", ["belgian-tournament", "leaders-at-table-one", "polish-championship"])
def test_what_the_referee_gave_counts_as_at_the_desk(name: str) -> None:
    chance = random.Random(name)
    event = Event(name, 16, box=False)
    event.do(commands.Begin)
    while not event.state.finished:
        stage = len(event.state.stages) - 1
        for _ in range(3):
            number = chance.choice(event.state.stages[stage].players)
            points = chance.randint(-300, 300)
            event.do(Rule, number=number, stage=stage, points=points, reason="late", rule="")
        event.do(RevokeRuling, ruling=len(event.state.rulings) - 1, reason="heard again")
        event.play_round()
    counted = rank_tournament(formats.load(name), document(event.state))
    assert counted.next is None
    assert [done.ranking for done in counted.stages] == [lines(event.state, at) for at in range(len(counted.stages))]
    assert any(line.total.ruled for done in counted.stages for line in done.ranking)


def test_what_is_wrong_with_a_ruling_is_said() -> None:
    wrong: list[Any] = [
        {"name": "Nobody", "stage": "qualifying", "points": 1},
        {"name": "P001", "stage": "heats", "points": 1},
        {"name": "P001", "stage": "qualifying", "points": "much"},
        {"name": "P001", "stage": "qualifying", "points": 1001},
        {"name": "P001", "stage": "qualifying", "points": 1, "rule": "1F", "reason": 4},
        "P001 -20",
    ]
    codes = [
        "unknown-name",
        "no-such-stage",
        "wrong-type",
        "ruling-points",
        "unknown-key",
        "wrong-type",
        "wrong-type",
    ]
    event = Event("belgian-tournament", 16)
    event.do(commands.Begin)
    event.play_round()
    whole = document(event.state)
    format_ = formats.load("belgian-tournament")
    for rulings, expected in (
        (wrong, codes),
        ({}, ["wrong-type"]),
        ([{"name": "P001", "stage": "final", "points": 1}], ["ruling-not-in-stage"]),
        ([{"name": "P001", "stage": "qualifying", "points": 1}] * 301, ["too-many-rulings"]),
    ):
        with pytest.raises(Refusal) as refused:
            rank_tournament(format_, {**whole, "rulings": rulings})
        assert [fault.code for fault in refused.value.faults] == expected
