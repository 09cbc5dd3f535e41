"""The environments keep Gymnasium's contract: its own check passes, its wrappers take them."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tilerummy.learning import AGAINST, TABLE
from tilerummy.learning.against import ILLEGAL, Against
from tilerummy.learning.environment import TileRummy
from tilerummy.learning.vector import Vector


def most(mask: Any) -> Any:
    """The play of most tiles, where there is one."""
    return np.minimum(1, mask.sum(axis=-1) - 1)


@pytest.mark.parametrize(("edition", "actions"), [("original", "candidates"), ("twist", "primitives")])
def test_the_check_of_gymnasium(edition: str, actions: Any) -> None:
    made = gymnasium.make(AGAINST, level="gentle", edition=edition, actions=actions, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(different from the unwrapped|spec).*")
        check_env(made.unwrapped)


def test_a_game_against_a_level_comes_to_its_end() -> None:
    table = Against("gentle", seats=3)
    seen, infos = table.reset(seed=1, options={"seat": 2})
    assert infos == {"seat": 2}
    over, reward, turns = False, 0.0, 0
    while not over:
        seen, reward, over, _, _ = table.step(most(seen["action_mask"]))
        turns += 1
    assert reward in (pytest.approx(2 / 3), pytest.approx(-1 / 3))
    assert turns > 3
    with pytest.raises(ValueError, match="a seat is one from 0 to 2, not 3"):
        table.reset(options={"seat": 3})


def test_what_the_mask_forbids_ends_the_game() -> None:
    table = Against("gentle")
    table.reset(seed=1)
    forbidden = int(np.flatnonzero(~table.action_masks())[0])
    _, reward, over, cut, _ = table.step(forbidden)
    assert (reward, over, cut) == (ILLEGAL, True, False)


def test_wrappers_take_the_vector() -> None:
    wrapped = DictInfoToList(RecordEpisodeStatistics(gymnasium.make_vec(TABLE, 8)))
    seen, _ = wrapped.reset(seed=1)
    told: list[float] = []
    while len(told) < 8:
        seen, _, _, _, infos = wrapped.step(most(seen["action_mask"]))
        told += [info["episode"]["r"] for info in infos if "episode" in info]
    assert set(told) <= {0.5, -0.5, 0.0}
    assert wrapped.observation_space.contains(seen)


def test_many_games_against_a_level_are_made_as_any() -> None:
    made = gymnasium.make_vec(AGAINST, 2, level="gentle")
    seen, _ = made.reset(seed=1)
    assert made.step(most(seen["action_mask"]))[1].shape == (2,)
    made.close()


@pytest.mark.parametrize("make", [TileRummy, Vector, Against])
def test_named_deals_are_the_same_for_all_who_ask(make: Any) -> None:
    table: Any = Vector(2) if make is Vector else make()
    for wrong in ({"split": "holdout"}, {"split": "test", "deal": 10_000}, {"split": "train", "deal": -1}):
        with pytest.raises(ValueError, match=r"a split is one of|are numbered from 0"):
            table.reset(options=wrong)
    racks = []
    for split in ("test", "train", "test"):
        reset = table.reset(options={"split": split, "deal": 3, "seat": 0})
        seen = table.last()[0] if isinstance(table, TileRummy) else reset[0]
        racks.append(seen["tiles"])
    assert np.array_equal(racks[0], racks[2])
    assert not np.array_equal(racks[0], racks[1])


def test_a_vector_goes_on_with_the_deals_that_follow() -> None:
    one, other = Vector(2), Vector(1)
    both, _ = one.reset(options={"split": "train", "deal": 999_999})
    first, _ = other.reset(options={"split": "train"})
    assert np.array_equal(both["tiles"][1], first["tiles"][0]), "the first follows the last"


def test_the_state_holds_every_tile() -> None:
    table = TileRummy()
    table.reset(seed=1)
    state = table.state()
    assert table.state_space.contains(state)
    assert state.sum() == 106
    assert state[0].sum() == state[1].sum() == 14
