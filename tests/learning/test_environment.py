"""The PettingZoo environment keeps PettingZoo's contract, and plays by the rules."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tilerummy.learning.environment import TileRummy, env, parallel_env

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo warns of dictionaries and zeros
SPACES = ("candidates", "primitives")
GAMES = (("original", 2), ("twist", 3), ("xp-160", 6), ("suomi", 4), ("duel", 2))


@pytest.mark.parametrize("actions", SPACES)
def test_the_contract_of_pettingzoo(actions: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(actions=actions), num_cycles=60)
        seed_test(lambda: env(actions=actions), num_cycles=40)
        parallel_api_test(parallel_env(actions=actions), num_cycles=40)


@pytest.mark.parametrize(("edition", "seats"), GAMES)
def test_whatever_the_mask_allows_is_legal_to_the_end(edition: str, seats: int) -> None:
    table = TileRummy(edition, seats, rewards="scores")
    table.reset(seed=4)
    chance = np.random.default_rng(4)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, ended, cut, _ = table.last()
        earned[agent] += reward
        mask = observation["action_mask"]
        table.step(None if ended or cut else int(chance.choice(np.flatnonzero(mask))))
    assert not table.agents
    assert sum(earned.values()) == 0
    assert any(earned.values())


@pytest.mark.parametrize("actions", SPACES)
def test_what_the_mask_forbids_is_refused_and_changes_nothing(actions: Any) -> None:
    table = TileRummy(actions=actions)
    table.reset(seed=2)
    before = table.last()[0]
    forbidden = np.flatnonzero(before["action_mask"] == 0)
    assert 0 < len(forbidden) < len(before["action_mask"])
    for action in (-1, *forbidden[:: max(1, len(forbidden) // 50)], len(before["action_mask"])):
        with pytest.raises(ValueError, match=r"not allowed|may not end"):
            table.step(int(action))
    after = table.last()[0]
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_who_is_not_to_move_sees_nothing() -> None:
    table = TileRummy()
    table.reset(seed=1)
    other = next(agent for agent in table.possible_agents if agent != table.agent_selection)
    assert not any(part.any() for part in table.observe(other).values())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": 5}, "original is for 2 to 4, not 5"),
        ({"plays": 0}, "at least one play, not 0"),
        ({"actions": "all"}, "candidates or primitives, not all"),
        ({"rewards": "fame"}, "wins or scores, not fame"),
    ],
)
def test_an_option_that_cannot_be_is_named(options: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TileRummy(**options)


def test_the_position_is_shown_as_notation() -> None:
    table = TileRummy(render_mode="ansi")
    table.reset(seed=1)
    assert "unopened" in (table.render() or "")
