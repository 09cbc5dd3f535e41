"""Penalties, bonuses and warnings beside the games' zero sum, and calls to a table."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import ceil

import pytest
from msgspec.structs import replace

from tests.tournament.running import Event, winners
from tests.tournament.test_corrections import players, qualified, round_now, seated
from tilerummy import formats
from tilerummy.formats.penalties import offences
from tilerummy.messages import languages, text
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.corrections import overtaken
from tilerummy.tournament.decide import Actor, Command, decide
from tilerummy.tournament.lists.exports import standings
from tilerummy.tournament.referee import commands as referee
from tilerummy.tournament.referee.calls import AGAIN
from tilerummy.tournament.referee.decisions import open_calls
from tilerummy.tournament.referee.rulings import MOST_RULINGS
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.state import Tournament

REFEREE = Actor("referee")
DESK = Actor("desk")


def rule(event: Event, number: int, points: int, stage: int = 0, by: Actor = REFEREE) -> None:
    event.do(referee.Rule, by, number=number, stage=stage, points=points, reason="played on", rule="german-drawn")


def points(state: Tournament, at: int | None = None) -> dict[int, Fraction]:
    return {line.player: line.total.points for line in lines(state, at)}


def test_a_penalty_stands_beside_the_points_and_is_revoked_with_a_reason() -> None:
    event = qualified()
    before = points(event.state, 0)
    rule(event, 1, -50)
    rule(event, 7, +20)
    rule(event, 2, 0)
    after = points(event.state, 0)
    assert {one: after[one] - before[one] for one in after if after[one] != before[one]} == {1: -50, 7: 20}
    assert {line.player: line.total.ruled for line in lines(event.state, 0) if line.total.ruled} == {1: -50, 7: 20}
    event.do(referee.RevokeRuling, DESK, ruling=0, reason="the bell had rung")
    assert points(event.state, 0)[1] == before[1]
    revoked = event.state.rulings[0].revoked
    assert revoked == ("the bell had rung", "desk")
    assert event.refused(referee.RevokeRuling, REFEREE, ruling=0, reason="again") == ["revoked-already"]
    assert event.refused(referee.RevokeRuling, REFEREE, ruling=3, reason="none") == ["no-such-ruling"]
    assert event.refused(referee.RevokeRuling, REFEREE, ruling=1, reason=" ") == ["ruling-no-reason"]
    listed = {cells[2]: cells[-1] for cells in standings(event.state) if cells[0] == "qualifying"}
    assert (listed[1], listed[7], listed[3]) == (0, 20, 0)


def test_what_cannot_be_ruled_is_refused_with_all_that_is_wrong() -> None:
    event = Event("belgian-tournament", 20)
    fields = {"number": 1, "stage": 0, "points": -10, "reason": "late"}
    assert event.refused(referee.Rule, REFEREE, **fields) == ["ruling-before-stage"]
    event.do(commands.Begin)
    event.play_round(winners)
    wrong = fields | {"number": 20, "stage": 1, "points": -1_001, "reason": "x" * 201, "rule": "y" * 61}
    assert event.refused(referee.Rule, REFEREE, **wrong) == [
        "ruling-not-in-stage",
        "ruling-points",
        "ruling-too-long",
        "ruling-too-long",
    ]
    assert event.refused(referee.Rule, REFEREE, **fields | {"number": 99}) == ["no-such-player"]
    assert event.refused(referee.Rule, REFEREE, **fields | {"reason": "\u200b "}) == ["ruling-no-reason"]
    state = replace(event.state, rulings=event.state.rulings * 0)
    rule(event, 1, 0)
    full = replace(state, rulings=event.state.rulings * MOST_RULINGS)
    with pytest.raises(Refusal, match="too-many-rulings"):
        decide(
            full, REFEREE, referee.Rule(id="x", number=1, stage=0, points=-10, reason="late"), 0, lambda: "", lambda: 0
        )


def test_who_goes_on_follows_a_penalty_until_the_tables_are_shown_and_then_it_is_told() -> None:
    event = qualified()
    assert players(event.state) == {1, 5, 9, 13, 17, 2, 6, 10}
    rule(event, 10, -100)
    assert players(event.state) == seated(event.state) == {1, 5, 9, 13, 17, 2, 6, 14}
    event.do(commands.Publish)
    rule(event, 6, -100)
    assert players(event.state) == {1, 5, 9, 13, 17, 2, 6, 14}
    (told,) = overtaken(event.state)
    assert set(told.before) - set(told.after) == {6}
    event.do(commands.Reseat)
    assert overtaken(event.state) == ()
    assert 6 not in seated(event.state)
    assert 18 in seated(event.state)


def test_a_penalty_counts_where_it_belongs_for_who_has_left_or_was_cut_and_after_the_end() -> None:
    event = qualified()
    event.do(commands.Withdraw, number=20)
    rule(event, 20, -30)
    rule(event, 19, -30)
    assert {line.player for line in lines(event.state, 0) if line.total.ruled} == {19, 20}
    while not event.state.finished:
        event.play_round(winners)
    first, second = (line.player for line in final_ranking(event.state)[:2])
    rule(event, first, -500, stage=2, by=DESK)
    assert [line.player for line in final_ranking(event.state)][:4][-1] == first
    assert final_ranking(event.state)[0].player == second


def test_a_penalty_is_a_step_and_is_taken_back_in_its_turn() -> None:
    event = qualified()
    before = event.state
    rule(event, 1, -50)
    assert event.state.undoable[-1].what == "rule"
    event.do(commands.Undo, DESK, step=event.state.steps)
    assert event.state.rulings == ()
    assert (event.state.stages, round_now(event.state)) == (before.stages, round_now(before))


def test_the_referee_may_nothing_else() -> None:
    event = qualified()
    tried: tuple[tuple[type[Command], dict[str, object]], ...] = (
        (commands.Publish, {}),
        (commands.Hide, {"hidden": True}),
        (commands.Withdraw, {"number": 1}),
        (commands.Report, {"table": 1, "game": 1, "scores": (1, -1)}),
        (commands.Undo, {"step": event.state.steps}),
    )
    for kind, fields in tried:
        assert event.refused(kind, REFEREE, **fields) == ["not-allowed-role"], kind


def test_who_is_no_referee_rules_nothing() -> None:
    event = qualified()
    event.do(commands.Publish)
    card = Actor("table", 1, event.state.now, "a" * 12)
    for by in (card, Actor("public", browser="b" * 12)):
        wrong = {"number": 1, "stage": 0, "points": -1, "reason": "no"}
        assert event.refused(referee.Rule, by, **wrong) == ["not-allowed-role"]
        assert event.refused(referee.RevokeRuling, by, ruling=0, reason="no") == ["not-allowed-role"]
        assert event.refused(referee.AnswerCall, by, table=1) == ["not-allowed-role"]
    assert event.refused(referee.CallReferee, REFEREE, table=1) == ["not-allowed-role"]


def test_a_table_calls_once_and_takes_it_back_or_is_answered() -> None:
    event = qualified()
    card = Actor("table", 1, event.state.now, "a" * 12)
    assert event.refused(referee.CallReferee, card, table=1) == ["no-such-table"]
    event.do(commands.Publish)
    assert event.refused(referee.CallReferee, card, table=2) == ["another-table"]
    event.do(referee.CallReferee, card, table=1)
    assert event.do(referee.CallReferee, card, table=1) == ()
    event.do(referee.CallReferee, DESK, table=2)
    assert [one.table for one in open_calls(event.state)] == [1, 2]
    event.do(commands.Undo, step=event.state.steps)
    assert open_calls(event.state) == ()
    event.do(commands.Publish)
    assert [one.table for one in open_calls(event.state)] == [1, 2]
    event.do(referee.TakeCallBack, card, table=1)
    event.do(referee.AnswerCall, REFEREE, table=2)
    assert open_calls(event.state) == ()
    assert event.do(referee.AnswerCall, REFEREE, table=2) == ()
    assert event.refused(referee.CallReferee, card, table=1) == ["called-just-now"]
    asked = referee.CallReferee(id="x", table=1)
    assert decide(event.state, card, asked, AGAIN, lambda: "", lambda: 0)
    # nobody waits half a minute of a clock that was set back
    assert decide(event.state, card, asked, -1, lambda: "", lambda: 0)


def test_a_call_ends_with_its_round() -> None:
    event = Event("leaders-at-table-one", 8)
    event.do(commands.Begin)
    event.open_round()
    event.do(referee.CallReferee, Actor("table", 1, event.state.now), table=1)
    event.play_round()
    event.do(commands.Publish)
    assert open_calls(event.state) == ()


def test_every_offence_has_its_words_and_stands_once() -> None:
    found = offences()
    assert len({one.id for one in found}) == len(found)
    for lang in languages():
        assert all(text(lang, f"referee.offence-{one.id}") for one in found)


def _by_hand(state: Tournament, at: int) -> list[tuple[int, int]]:
    """The Belgian standing of a stage, counted from the results and the rulings alone: players with their points."""
    own: defaultdict[int, list[int]] = defaultdict(list)
    play = state.stages[at]
    for (number, table, _), result in play.results.items():
        if play.rounds[number].phase == "closed":
            for player, score in zip(play.rounds[number].seating.tables[table - 1], result.scores, strict=True):
                if score is not None:
                    own[player].append(score)
    given: Counter[int] = Counter()
    for one in state.rulings:
        given[one.number] += one.points if one.stage == at and not one.revoked else 0
    order = sorted(
        play.players,
        key=lambda one: (
            -(sum(own[one]) + given[one]),
            -sum(score > 0 for score in own[one]),
            not own[one],
            -max(own[one], default=0),
            one,
        ),
    )
    return [(one, sum(own[one]) + given[one]) for one in order]


@pytest.mark.parametrize("seed", range(12))
def test_belgian_standings_with_rulings_are_those_counted_by_hand(seed: int) -> None:
    chance = random.Random(seed)
    event = Event("belgian-tournament", chance.randint(5, 26), seed, box=False)

    def close(seats: Sequence[int], game: int) -> Sequence[int]:
        """Points so near each other that few of them decide."""
        losses = [-chance.randint(0, 6) for _ in seats[1:]]
        return chance.sample([-sum(losses), *losses], len(seats))

    event.do(commands.Begin)
    while not event.state.finished:
        event.play_round(close)
        for _ in range(chance.randint(0, 6)):
            at = chance.randrange(len(event.state.stages))
            number = chance.choice(event.state.stages[at].players)
            if event.state.rulings and chance.random() < 0.3:
                ruling = chance.randrange(len(event.state.rulings))
                if event.state.rulings[ruling].revoked is None:
                    event.do(referee.RevokeRuling, REFEREE, ruling=ruling, reason="seen again")
            elif chance.random() < 0.1 and len(event.state.entrants) - len(event.state.withdrawn) > 12:
                event.do(commands.Withdraw, number=number) if number not in event.state.withdrawn else None
            else:
                rule(event, number, chance.choice((0, -1, -2, -3, -5, 2, 4)), at)
        for at, play in enumerate(event.state.stages):
            found = [(line.player, int(line.total.points)) for line in lines(event.state, at)]
            assert found == _by_hand(event.state, at)
            if at and not event.state.finished:
                may = [
                    one
                    for one, _ in _by_hand(event.state, at - 1)
                    if one not in event.state.withdrawn - {*play.players}
                ]
                if play.rounds[0].phase == "planned":
                    assert set(play.players) == set(may[: len(play.players)])


@pytest.mark.parametrize("name", formats.names())
def test_every_format_adds_what_the_referee_gave_and_carries_it_on(name: str) -> None:
    chance = random.Random(name)
    event = Event(name, 16)
    event.do(commands.Begin)
    while not event.state.finished:
        event.play_round()
        for _ in range(3):
            at = chance.randrange(len(event.state.stages))
            rule(event, chance.choice(event.state.stages[at].players), chance.randint(-40, 20), at)
    plain = replace(event.state, rulings=())
    for at, play in enumerate(event.state.stages):
        for number, total in points(event.state, at).items():
            given, carry = [_given(event.state, stage, number) for stage in range(at + 1)], event.state.rule(play).carry
            bare = points(plain, at)[number]
            if at == 0 or carry == "none":
                assert total == bare + given[at]
            elif carry == "all":
                assert total == bare + points(event.state, at - 1)[number] - points(plain, at - 1)[number] + given[at]
            else:
                halves = [ceil(points(state, at - 1)[number] / 2) for state in (event.state, plain)]
                assert total == bare + halves[0] - halves[1] + given[at]


def _given(state: Tournament, stage: int, number: int) -> int:
    return sum(one.points for one in state.rulings if (one.stage, one.number) == (stage, number))
