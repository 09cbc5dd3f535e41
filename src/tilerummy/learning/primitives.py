"""A turn as many small actions: give up, end, place a tile, pick one up, join two melds."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.learning.draft import STEPS, Draft, slots_of
from tilerummy.learning.figures import FIGURES, counts, figures
from tilerummy.learning.history import Past, told
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import KINDS, RANK_OF

GIVE_UP, END, FIRST = 0, 1, 2
KINDS_COUNT = len(KINDS)


class Primitives:
    """The actions of a draft as numbers: 0 gives the turn up (draw, pass), 1 ends it, and then, with as many slots for
    melds as the edition's tiles can need, `place` by kind and slot, `pick` by kind and slot, `join` by two slots."""

    def __init__(self, edition: Edition) -> None:
        self.slots = slots_of(edition)
        self.places = KINDS_COUNT * self.slots
        self.actions = spaces.Discrete(FIRST + 2 * self.places + self.slots**2)
        shape = (self.slots + 1, KINDS_COUNT)
        self.observations: dict[str, spaces.Box] = {
            "observation": spaces.Box(0, edition.tiles.total, shape, np.float32),
            "figures": spaces.Box(-1, 1_000, (FIGURES,), np.float32),
        }

    def begin(self, seen: View, past: Past = ()) -> "PrimitiveTurn":
        """The turn of the mover who sees this."""
        return PrimitiveTurn(self, seen, past)

    def place(self, tile: str, slot: int) -> int:
        """The action that puts a tile from the hand into a slot."""
        return FIRST + RANK_OF[tile] * self.slots + slot

    def pick(self, tile: str, slot: int) -> int:
        """The action that takes a tile from a slot into the hand."""
        return self.places + self.place(tile, slot)

    def join(self, slot: int, other: int) -> int:
        """The action that moves all tiles of the other slot to this one."""
        return FIRST + 2 * self.places + slot * self.slots + other


class PrimitiveTurn:
    """One turn: a draft, until it is ended or given up."""

    def __init__(self, actions: Primitives, seen: View, past: Past = ()) -> None:
        self._actions = actions
        self._seen, self._past = seen, past
        self.draft = Draft(seen)

    def mask(self) -> NDArray[np.int8]:
        """1 for what may be done now. Giving up always may."""
        mask = np.zeros(self._actions.actions.n, np.int8)
        mask[GIVE_UP] = 1
        mask[END] = self.draft.play() is not None
        if self.draft.steps < STEPS:
            mask[[*self._open()]] = 1
        return mask

    def observation(self) -> dict[str, NDArray[Any]]:
        """The hand by kind, then each slot by kind; the figures of giving up; the past."""
        rows = [counts(self.draft.hand.elements()), *map(counts, self.draft.slots)]
        return {"observation": np.array(rows), "figures": figures(self._seen, ()), **told(self._seen, self._past)}

    def take(self, action: int) -> Move | None:
        """Do it; the move where that ends the turn. Raises ValueError for what the mask does not allow."""
        if action == GIVE_UP:
            return self.draft.give_up()
        if action == END:
            return self._ended()
        if self.draft.steps >= STEPS or action not in set(self._open()):
            raise ValueError(f"the action {action} is not allowed now")
        self._step(action - FIRST)
        return None

    def _ended(self) -> Move:
        play = self.draft.play()
        if play is None:
            raise ValueError("the turn may not end as the table lies")
        return play

    def _step(self, number: int) -> None:
        slots, places = self._actions.slots, self._actions.places
        if number >= 2 * places:
            self.draft.join(*divmod(number - 2 * places, slots))
        else:
            kind, slot = divmod(number % places, slots)
            (self.draft.place if number < places else self.draft.pick)(KINDS[kind], slot)

    def _open(self) -> Iterator[int]:
        """The numbers of what may be placed, picked up and joined: an empty slot takes what is put down first."""
        used = [slot for slot, tiles in enumerate(self.draft.slots) if tiles]
        empty = next((slot for slot, tiles in enumerate(self.draft.slots) if not tiles), None)
        for tile in +self.draft.hand:
            for slot in [*used, *([] if empty is None else [empty])]:
                yield self._actions.place(tile, slot)
        for slot in used:
            for tile in set(self.draft.slots[slot]):
                yield self._actions.pick(tile, slot)
            for other in used:
                if other != slot:
                    yield self._actions.join(slot, other)
