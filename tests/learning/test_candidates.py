"""Candidates are plays of every size, and each is one that the judge accepts."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.learning.candidates import candidates, move_of
from tilerummy.learning.games import after, begun
from tilerummy.rules.game.views import position_in, view
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.moves import Draw, Pass, Play
from tilerummy.rules.position import Position
from tilerummy.solver.query import Query
from tilerummy.solver.solve import answer


def positions(edition: str, level: str, seed: int) -> Iterator[Position]:
    """Those of all movers in a game between two of a level."""
    stream = random.Random(seed)
    state = begun(editions.load(edition), 2, stream)
    while state.turn is not None:
        seen = view(state, state.turn)
        yield position_in(seen)
        state = after(state, LEVELS[level](seen, stream))


def one_tile(position: Position) -> bool:
    """Whether a single tile can be laid."""
    return any(answer(Query(position, least=(tile,), most=(tile,))).play for tile in set(position.rack))


def test_a_play_of_one_tile_is_there_in_a_champions_game() -> None:
    able = 0
    for position in positions("original", "champion", 2):
        if position.opened and one_tile(position):
            able += 1
            assert any(len(laid) == 1 for laid in candidates(position, 8)[1:]), position
    assert able > 20


@pytest.mark.parametrize("edition", ["original", "sabra", "twist", "suomi", "duel"])
def test_every_candidate_is_legal_and_lays_what_it_says(edition: str) -> None:
    for number, position in enumerate(positions(edition, "expert", 3)):
        if number % 4:
            continue
        found = candidates(position, 6)
        assert len(set(found[1:])) == len(found[1:]) <= 6
        assert all(len(a) >= len(b) for a, b in pairwise(found[1:])), "the larger first"
        for laid in found:
            move = move_of(position, laid)
            if isinstance(move, Play):
                assert played_legally(position, move) == laid
            else:
                assert isinstance(move, Draw if position.pool else Pass)
                assert not laid


def test_the_smallest_opening_is_there() -> None:
    sizes = []
    for seed in range(4):
        for position in positions("original", "expert", seed):
            found = candidates(position, 8)[1:]
            if not position.opened and found:
                smallest = found[-1]
                for at in range(len(smallest)):
                    fewer = smallest[:at] + smallest[at + 1 :]
                    assert answer(Query(position, least=fewer, most=fewer)).play is None
                sizes.append(len(smallest))
    assert sizes
