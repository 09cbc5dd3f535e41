"""The new deal that a player with three pairs may ask for before the first turn, where the edition has it."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from tilerummy.rules.game.deal import filled
from tilerummy.rules.game.endings import Decided
from tilerummy.rules.game.events import DealtSecret, Redealt
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.promise import mixed_again
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.rules.violations import Violation

DOUBLES: Final = 3
"""How many pairs of equal tiles a rack must hold."""


def doubles(rack: Iterable[Tile]) -> tuple[Tile, ...]:
    """One tile of each pair of equal numbered tiles, in canonical order: four equal tiles are two pairs."""
    counts = Counter(tile for tile in rack if not is_joker(tile))
    return in_order(tile for tile, count in counts.items() for _ in range(count // 2))


def may_ask(state: GameState, seat: int) -> bool:
    """Whether the seat may ask for a new deal now."""
    return not _against(state, seat)


def redeal(state: GameState, seat: int) -> Decided | Illegal:
    """What `seat` asking for a new deal brings about, or why it may not: `game-over`, `already-resigned`, `no-redeal`
    in this edition, `redeal-late` after the first turn, or `too-few-doubles` on the rack.

    Who starts stays the same. The new deal is made of the promise and the words, as the first was.
    """
    if against := _against(state, seat):
        return Illegal(against)
    everybody = state.edition.deal.redeal == "all"
    tiles = state.deck if everybody else (*state.racks[seat], *state.pool)
    mixed = mixed_again(tiles, state.salt, state.words or (), state.redeals + 1)
    dealt, pool = filled(state.edition, state.seats if everybody else 1, mixed)
    racks = dealt if everybody else (*state.racks[:seat], *dealt, *state.racks[seat + 1 :])
    event = Redealt(
        seat=seat,
        doubles=doubles(state.racks[seat]),
        tiles=tuple(map(len, racks)),
        pool=len(pool),
        secret=DealtSecret(racks=racks, pool=pool),
    )
    return Decided((event,), evolve(state, event))


def too_late(state: GameState) -> tuple[Violation, ...]:
    """What is said to who asks when the time for it is over."""
    return _fault(state, "redeal-late")


def _against(state: GameState, seat: int) -> tuple[Violation, ...]:
    if state.over is not None:
        return (Violation(code="game-over"),)
    if state.resigned[seat]:
        return (Violation(code="already-resigned"),)
    if state.edition.deal.redeal is None:
        return _fault(state, "no-redeal")
    if state.turn_number != 1:
        return too_late(state)
    if len(doubles(state.racks[seat])) < DOUBLES:
        return _fault(state, "too-few-doubles")
    return ()


def _fault(state: GameState, code: str) -> tuple[Violation, ...]:
    point = "deal.redeal"
    return (Violation(code=code, ref=state.edition.ref(point), point=point),)
