"""The flow of a game: whose turn it is, what a move brings about, when it is over."""

import pytest

from tests.rules.situations import play, situation
from tilerummy.editions import load, names
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import Decided, begin, decide, evolve, fold, resign, time_out
from tilerummy.rules.game.events import Drew, Ended, Passed, Played, Resigned, TimedOut
from tilerummy.rules.game.evolve import OutOfOrderError
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Draw, Pass


def then(state: GameState, answer: Decided | Illegal) -> GameState:
    """The state after an answer, which its events lead to as well; a refusal fails the test."""
    assert not isinstance(answer, Illegal), answer
    for event in answer.events:
        state = evolve(state, event)
    assert state == answer.state
    return state


def codes(answer: Decided | Illegal) -> list[str]:
    assert isinstance(answer, Illegal)
    return [violation.code for violation in answer.violations]


def test_a_draw_takes_the_next_tile_and_ends_the_turn() -> None:
    state = situation(racks=["k1", "r1"], pool="b9 y9")
    answer = decide(state, 0, Draw())
    assert isinstance(answer, Decided)
    events = answer.events
    assert isinstance(events[0], Drew)
    assert events[0].secret.tile == "b9"
    assert events[0].pool == 1
    after = then(state, answer)
    assert after.racks == (("k1", "b9"), ("r1",))
    assert after.fresh == (("b9",), ())
    assert (after.turn, after.turn_number, after.pool) == (1, 11, ("y9",))


def test_what_was_drawn_is_fresh_until_the_seat_has_moved_again() -> None:
    state = situation(racks=["k1", "r1"], pool="b9 y9 k9")
    state = then(state, decide(state, 0, Draw()))
    state = then(state, decide(state, 1, Draw()))
    assert state.fresh == (("b9",), ("y9",))
    assert then(state, decide(state, 0, Draw())).fresh == (("k9",), ("y9",))


def test_a_play_says_all_that_happened() -> None:
    state = situation(racks=["b3 b8 k1", "r1"], table=["b4 b5 b6", "y8 r8 k8"], pool="b9")
    answer = decide(state, 0, play("b3 b4 b5 b6", "y8 r8 k8 b8"))
    assert isinstance(answer, Decided)
    assert answer.events == (
        Played(
            seat=0,
            opening=(),
            table=("b3 b4 b5 b6", "y8 r8 k8 b8"),
            played=("b3", "b8"),
            changed=(0, 1),
            points=11,
            opened=False,
            left=1,
        ),
    )
    after = then(state, answer)
    assert after.racks[0] == ("k1",)
    assert after.turn == 1


def test_a_mirrored_run_that_was_laid_falling_lies_rising() -> None:
    """As the card has it, and as it is worth; only up to 13, with no number above, may one fall."""
    state = situation("twist", racks=["b5 b4 b3 M b3 b4 b5 k1", "r1"], opened=False)
    found = decide(state, 0, play("b5 b4 b3 M b3 b4 b5", opening=["b5 b4 b3 M b3 b4 b5"]))
    assert isinstance(found, Decided)
    (played,) = found.events
    assert isinstance(played, Played)
    assert played.opening == played.table == ("b3 b4 b5 M b5 b4 b3",)
    assert played.points == 30
    state = situation("twist", racks=["y13 y12 M y12 y13 k1", "r1"], opened=False)
    found = decide(state, 0, play("y13 y12 M y12 y13", opening=["y13 y12 M y12 y13"]))
    assert isinstance(found, Decided)
    assert isinstance(found.events[0], Played)
    assert found.events[0].table == ("y13 y12 M y12 y13",)


def test_an_opening_is_noted_once() -> None:
    state = situation(racks=["k10 r10 b10 y1", "r1"], pool="b9", opened=False)
    answer = decide(state, 0, play("k10 r10 b10", opening=["k10 r10 b10"]))
    assert isinstance(answer, Decided)
    events = answer.events
    assert isinstance(events[0], Played)
    assert events[0].opened
    assert events[0].opening == ("k10 r10 b10",)
    assert then(state, answer).opened == (True, False)


def test_a_refused_move_says_why_and_changes_nothing() -> None:
    state = situation(racks=["k1", "r1"], pool="b9")
    assert codes(decide(state, 1, Draw())) == ["not-your-turn"]
    assert codes(decide(state, 0, Pass())) == ["pool-not-empty"]
    assert "no-rack-tile" in codes(decide(state, 0, play()))
    assert codes(decide(situation(racks=["k1", "r1"]), 0, Draw())) == ["pool-empty"]


def test_the_last_tile_wins_the_game() -> None:
    state = situation(racks=["b3", "r1 J", "k5"], table=["b4 b5 b6"], pool="b9")
    after = then(state, decide(state, 0, play("b3 b4 b5 b6")))
    assert after.over is not None
    assert after.turn is None
    assert (after.over.reason, after.over.winners, after.over.scores) == ("rack-empty", (0,), (36, -31, -5))
    assert codes(decide(after, 1, Draw())) == ["game-over"]
    assert codes(resign(after, 1)) == ["game-over"]
    assert time_out(after, None) == Decided((), after)


def test_a_full_round_of_passes_with_an_empty_pool_ends_the_game() -> None:
    state = situation(racks=["k1", "r2", "b5"])
    for seat in (0, 1):
        state = then(state, decide(state, seat, Pass()))
        assert state.over is None
    state = then(state, decide(state, 2, Pass()))
    assert state.over is not None
    assert (state.over.reason, state.over.scores) == ("pool-exhausted", (5, -1, -4))


def test_a_play_in_between_starts_the_round_of_passes_again() -> None:
    state = situation(racks=["k1 k2", "b3 r2"], table=["b4 b5 b6"])
    state = then(state, decide(state, 0, Pass()))
    state = then(state, decide(state, 1, play("b3 b4 b5 b6")))
    state = then(state, decide(state, 0, Pass()))
    assert state.over is None
    assert then(state, decide(state, 1, Pass())).over is not None


def test_time_outs_with_an_empty_pool_count_as_passes() -> None:
    state = situation(racks=["k1", "r2"])
    state = then(state, time_out(state, None))
    assert state.over is None
    state = then(state, time_out(state, None))
    assert state.over is not None
    assert state.over.reason == "pool-exhausted"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_belgian_tournament_gives_one_turn_each_after_the_last_tile(seats: int) -> None:
    state = situation("belgian-tournament", racks=["k1 k2", "r2", "b5", "y9"][:seats], pool="b9", turn=1)
    state = then(state, decide(state, 1, Draw()))
    assert state.last_turns == tuple((2 + step) % seats for step in range(seats))
    for step in range(seats):
        assert state.over is None
        assert state.turn == (2 + step) % seats
        state = then(state, decide(state, (2 + step) % seats, Pass()))
    assert state.over is not None
    assert state.over.reason == "pool-exhausted"


def test_a_play_does_not_lengthen_the_last_turns() -> None:
    state = situation("belgian-tournament", racks=["k1 k2", "b3 r2"], table=["b4 b5 b6"], pool="b9")
    state = then(state, decide(state, 0, Draw()))
    state = then(state, decide(state, 1, play("b3 b4 b5 b6")))
    state = then(state, decide(state, 0, Pass()))
    assert state.over is not None
    assert state.over.reason == "pool-exhausted"


def test_the_threshold_is_waived_in_the_last_turn() -> None:
    state = situation("belgian-tournament", racks=["k1", "b1 r1 y1 k9"], pool="b9", opened=False)
    state = then(state, decide(state, 0, Draw()))
    answer = decide(state, 1, play("b1 r1 y1", opening=["b1 r1 y1"]))
    assert isinstance(answer, Decided)
    events = answer.events
    assert isinstance(events[0], Played)
    assert events[0].opened


def test_a_penalty_may_also_draw_the_last_tile() -> None:
    state = situation("belgian-tournament", racks=["k1 k2 k9", "r2"], table=["b4 b5 b6"], pool="b9 y9")
    answer = time_out(state, play("b4 b5 b6", "k1 k2"))
    events = answer.events
    assert isinstance(events[0], TimedOut)
    assert (events[0].drawn, events[0].pool) == (2, 0)
    assert then(state, answer).last_turns == (1, 0)


def test_of_two_players_the_other_wins_when_one_gives_up() -> None:
    state = situation(racks=["k10", "r2 r3"], pool="b9")
    after = then(state, resign(state, 1))
    assert after.over is not None
    assert (after.over.reason, after.over.winners, after.over.scores) == ("resigned", (0,), (5, -5))


def test_of_more_players_the_seat_is_skipped_and_pays_in_the_end() -> None:
    state = situation(racks=["k10", "r2 r3", "b3"], table=["b4 b5 b6"], pool="b9")
    state = then(state, resign(state, 1))
    assert state.turn == 0
    assert state.over is None
    assert codes(resign(state, 1)) == ["already-resigned"]
    state = then(state, decide(state, 0, Draw()))
    assert state.turn == 2
    state = then(state, decide(state, 2, play("b3 b4 b5 b6")))
    assert state.over is not None
    assert state.over.scores == (-19, -5, 24)


def test_giving_up_in_turn_moves_the_turn_on() -> None:
    state = situation(racks=["k10", "r2 r3", "b3"], pool="b9")
    assert then(state, resign(state, 0)).turn == 1


def test_giving_up_can_be_the_end_of_a_round_of_passes_or_of_the_last_turns() -> None:
    state = situation(racks=["k10", "r2 r3", "b3"])
    state = then(state, decide(state, 0, Pass()))
    state = then(state, decide(state, 1, Pass()))
    state = then(state, resign(state, 2))
    assert state.over is not None
    assert state.over.reason == "pool-exhausted"
    last = situation("belgian-tournament", racks=["k10", "r2", "b3"], turn=2, last_turns=(2,))
    after = then(last, resign(last, 2))
    assert after.over is not None
    assert after.over.reason == "pool-exhausted"


@pytest.mark.parametrize("edition", names())
def test_the_fold_refuses_what_cannot_follow(edition: str) -> None:
    rules = load(edition)
    started, dealt = begin(rules, 2 if rules.players.least == 2 else 5, all_tiles(rules), ["k1"] * 9, "salt")
    state = fold([started, dealt])
    for wrong in (started, dealt, Passed(seat=1), Resigned(seat=7)):
        with pytest.raises(OutOfOrderError):
            evolve(state, wrong)
    with pytest.raises(OutOfOrderError):
        fold([dealt])
    with pytest.raises(OutOfOrderError):
        fold([])


def test_nothing_follows_the_end() -> None:
    state = situation(racks=["b3", "r1"], table=["b4 b5 b6"])
    answer = decide(state, 0, play("b3 b4 b5 b6"))
    assert isinstance(answer, Decided)
    events = answer.events
    assert isinstance(events[1], Ended)
    with pytest.raises(OutOfOrderError):
        evolve(then(state, answer), Passed(seat=1))
