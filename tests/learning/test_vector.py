"""Many games at once are the same games."""

import random
from typing import Any

import numpy as np
import pytest

from tilerummy import editions
from tilerummy.learning.candidates import candidates, move_of
from tilerummy.learning.choices import Observation
from tilerummy.learning.environment import TileRummy
from tilerummy.learning.evaluation import evaluate, player
from tilerummy.learning.games import after, begun, rewarded
from tilerummy.learning.vector import Step, Vector
from tilerummy.rules.game.views import position_in, view

ORIGINAL = editions.load("original")


def most(seen: Observation) -> Any:
    """The play of most tiles, where there is one: for one game or for many."""
    return np.minimum(1, seen["action_mask"].sum(axis=-1) - 1)


def test_a_column_of_the_vector_is_one_game_after_another() -> None:
    vector = Vector(1)
    seen, _ = vector.reset(seed=5)
    steps: list[Step] = []
    while sum(step.terminations[0] for step in steps) < 2:
        steps.append(vector.step(most(seen)))
        seen = steps[-1].observations
    stream, expected = random.Random(5), list[tuple[tuple[float, ...], int]]()
    for _ in range(2):
        state = begun(ORIGINAL, 2, stream)
        while state.turn is not None:
            position, mover = position_in(view(state, state.turn)), state.turn
            found = candidates(position, 8)
            state = after(state, move_of(position, found[min(1, len(found) - 1)]))
            expected.append(((0.0, 0.0) if state.over is None else rewarded(state.over, "wins"), mover))
    assert [tuple(step.infos["rewards"][0].tolist()) for step in steps] == [rewards for rewards, _ in expected]
    assert [float(step.rewards[0]) for step in steps] == [rewards[mover] for rewards, mover in expected]


def test_rows_say_what_a_candidate_lays() -> None:
    vector = Vector(8)
    seen, _ = vector.reset(seed=5)
    for _ in range(40):
        seen = vector.step(most(seen)).observations
    laid = seen["observation"][:, :, :56]
    assert (laid <= seen["tiles"][:, :1]).all(), "tiles of the rack"
    number, mask = laid.sum(axis=2), seen["action_mask"]
    assert (number[:, 0] == 0).all()
    assert ((number > 0) == (mask > 0))[:, 1:].all()
    assert (np.diff(np.where(mask[:, 1:], number[:, 1:], 0)) <= 0).all(), "the larger first"


def test_nothing_moves_where_one_action_is_forbidden() -> None:
    vector, twin = Vector(4), Vector(4)
    seen, _ = vector.reset(seed=5)
    twin.reset(seed=5)
    for action in (8, 9, -1):
        with pytest.raises(ValueError, match=f"action {action} is not allowed now in game 3"):
            vector.step(np.array([0, 0, 0, action]))
    for wrong in (np.array([0]), np.zeros(4)):
        with pytest.raises(ValueError, match="4 whole numbers are wanted"):
            vector.step(wrong)
    after_all, same = vector.step(most(seen)), twin.step(most(seen))
    assert all(np.array_equal(after_all.observations[name], same.observations[name]) for name in seen)


def test_a_vector_is_reset_first() -> None:
    with pytest.raises(ValueError, match="reset comes before"):
        Vector(1).step(np.array([0]))


def test_steps_within_a_turn() -> None:
    vector = Vector(2, actions="primitives")
    _, infos = vector.reset(seed=5)
    movers = infos["movers"].tolist()
    place = int(np.flatnonzero(vector.reset(seed=5)[0]["action_mask"][0])[1])
    step = vector.step(np.array([place, 0]))
    assert step.infos["movers"].tolist() == [movers[0], 1 - movers[1]]


def test_rewards_sum_to_nothing() -> None:
    vector = Vector(4, "xp-160", 5, rewards="scores")
    step = vector.step(most(vector.reset(seed=1)[0]))
    while not step.terminations.any():
        step = vector.step(most(step.observations))
    earned = step.infos["rewards"][step.terminations]
    assert earned.shape[1] == 5
    assert earned.any()
    assert not earned.sum(axis=1).any()


def test_the_evaluation_is_fixed() -> None:
    found = evaluate(most, "steady", deals=3)
    assert found == evaluate(most, "steady", deals=3)
    assert found.wins.mean > 0.5, "most tiles beat the steady level"


def test_a_policy_plays_as_any_player() -> None:
    state = begun(ORIGINAL, 2, random.Random(1))
    assert state.turn is not None
    move = player(most)(view(state, state.turn), random.Random(1))
    assert after(state, move).turn_number == 2


@pytest.mark.parametrize(("seed", "error"), [(-1, ValueError), (1.5, TypeError), ("abc", TypeError), (b"1", TypeError)])
def test_a_seed_is_a_whole_number(seed: Any, error: type[Exception]) -> None:
    for reset in (Vector(2).reset, TileRummy().reset):
        with pytest.raises(error, match=r"^a seed is a whole number"):
            reset(seed=seed)


def test_a_seed_of_numpy_deals_what_the_same_number_deals() -> None:
    one, other = (Vector(2).reset(seed=seed)[0] for seed in (np.int64(3), 3))  # type: ignore[arg-type]
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_seeds_of_games_deal_each_what_it_deals_alone() -> None:
    many, alone = Vector(3), Vector(1)
    seen, _ = many.reset(seed=[1, 2, 1])
    for game, seed in enumerate((1, 2, 1)):
        single, _ = alone.reset(seed=seed)
        assert all(np.array_equal(seen[name][game], single[name][0]) for name in seen)
    with pytest.raises(ValueError, match="3 seeds are wanted, not 2"):
        many.reset(seed=[1, 2])


def test_actions_are_also_a_list() -> None:
    games = Vector(2)
    seen, _ = games.reset(seed=1)
    first = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    assert games.step(first).rewards.shape == (2,)
    with pytest.raises(ValueError, match="whole numbers are wanted"):
        games.step([0.5, 0.5])  # type: ignore[list-item]


def test_an_unknown_way_to_show_is_refused() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        TileRummy(render_mode="xyz")  # type: ignore[arg-type]
