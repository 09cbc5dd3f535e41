"""Neither action space shows more than the mover may know."""

import random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tilerummy import editions
from tilerummy.learning.choices import choices, observed, space
from tilerummy.learning.games import after, begun
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import view


def hidden_otherwise(state: GameState, stream: random.Random) -> GameState:
    """The same for the mover, with the tiles that nobody shows them dealt otherwise."""
    racks, seat = list(state.racks), state.turn or 0
    unseen = [tile for other, rack in enumerate(racks) if other != seat for tile in rack] + list(state.pool)
    stream.shuffle(unseen)
    for other, rack in enumerate(racks):
        if other != seat:
            racks[other] = tuple(sorted(unseen[: len(rack)]))
            del unseen[: len(rack)]
    return replace(state, racks=tuple(racks), pool=tuple(unseen))


@pytest.mark.parametrize("actions", ["candidates", "primitives"])
@pytest.mark.parametrize(("edition", "seats"), [("original", 3), ("twist", 2)])
def test_hidden_tiles_change_nothing_that_is_seen(edition: str, seats: int, actions: Any) -> None:
    rules, stream = editions.load(edition), random.Random(3)
    found, state = choices(rules, actions, 4), begun(rules, seats, stream)
    moves = choices(rules, "candidates", 4)
    for _ in range(30):
        assert state.turn is not None
        seen = observed(found.begin(view(state, state.turn)))
        other = observed(found.begin(view(hidden_otherwise(state, stream), state.turn)))
        assert space(found, seats).contains(seen)
        assert all(np.array_equal(seen[name], other[name]) for name in seen)
        turn = moves.begin(view(state, state.turn))
        move = turn.take(int(turn.mask().sum()) - 1)
        assert move is not None
        state = after(state, move)
