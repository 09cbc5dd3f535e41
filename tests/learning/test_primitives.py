"""Small steps reach every play that is legal, and end only in such."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.learning.games import after, begun
from tilerummy.learning.primitives import END, GIVE_UP, Primitives, PrimitiveTurn
from tilerummy.rules.game.views import View, position_in, view
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Play


def turns(edition: str, seed: int, games: int) -> Iterator[tuple[View, Play]]:
    """What the mover saw in each turn of experts' games that laid something, and what they laid."""
    stream = random.Random(seed)
    for _ in range(games):
        state = begun(editions.load(edition), 2, stream)
        while state.turn is not None:
            seen = view(state, state.turn)
            move = LEVELS["expert"](seen, stream)
            if isinstance(move, Play):
                yield seen, move
            state = after(state, move)


class Hands:
    """A player who makes a turn by allowed actions alone."""

    def __init__(self, seen: View) -> None:
        self.actions = Primitives(seen.edition)
        self.turn: PrimitiveTurn = self.actions.begin(seen)

    def do(self, action: int) -> None:
        """One step, which is refused where it is not allowed."""
        assert self.turn.take(action) is None

    def clear(self) -> None:
        """Pick up everything."""
        for slot, tiles in enumerate(self.turn.draft.slots):
            for tile in list(tiles):
                self.do(self.actions.pick(tile, slot))

    def lay(self, melds: tuple[Meld, ...]) -> None:
        """Put down melds, each in the first slot that is free."""
        for meld in melds:
            slot = next(number for number, tiles in enumerate(self.turn.draft.slots) if not tiles)
            for tile in meld.tiles:
                self.do(self.actions.place(tile, slot))


def alike(melds: tuple[Meld, ...]) -> Counter[tuple[str, ...]]:
    """The melds, whatever the order of their tiles."""
    return Counter(tuple(sorted(meld.tiles)) for meld in melds)


@pytest.mark.parametrize("edition", ["original", "sabra", "twist", "suomi", "duel"])
def test_any_play_can_be_made_step_by_step(edition: str) -> None:
    made = 0
    for seen, play in turns(edition, 2, 3):
        hands = Hands(seen)
        hands.lay(play.opening)
        hands.clear()
        hands.lay(play.table)
        assert hands.turn.mask()[END]
        ended = hands.turn.take(END)
        assert isinstance(ended, Play)
        assert isinstance(judge(position_in(seen), ended), Legal)
        assert alike(ended.table) == alike(play.table)
        made += 1
    assert made > 5


def test_the_turn_cannot_end_in_pieces() -> None:
    seen, _ = next((seen, play) for seen, play in turns("original", 2, 1) if seen.table)
    hands = Hands(seen)
    hands.do(hands.actions.pick(seen.table[0].tiles[0], 0))
    assert not hands.turn.mask()[END]
    with pytest.raises(ValueError, match="may not end"):
        hands.turn.take(END)


def test_who_joins_and_parts_ends_where_they_began() -> None:
    seen, _ = next((seen, play) for seen, play in turns("original", 2, 1) if len(seen.table) > 1)
    hands = Hands(seen)
    before = hands.turn.observation()["observation"].copy()
    second = list(hands.turn.draft.slots[1])
    hands.do(hands.actions.join(0, 1))
    for tile in second:
        hands.do(hands.actions.pick(tile, 0))
    for tile in second:
        hands.do(hands.actions.place(tile, 1))
    assert np.array_equal(hands.turn.observation()["observation"], before)


def test_a_turn_has_its_steps() -> None:
    seen, _ = next(turns("original", 2, 1))
    hands = Hands(seen)
    tile = seen.rack[0]
    while hands.turn.mask().sum() > 2:
        in_hand = hands.turn.draft.hand[tile] == seen.rack.count(tile)
        hands.do((hands.actions.place if in_hand else hands.actions.pick)(tile, len(seen.table)))
    assert np.flatnonzero(hands.turn.mask()).tolist() == [GIVE_UP]
    assert hands.turn.take(GIVE_UP) == Draw()
