"""What a viewer may know of a game. `View` has no field that could hold another rack, the order of the pool or the
salt."""

from functools import lru_cache

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Result
from tilerummy.rules.game.promise import Seals, Shuffle, Words
from tilerummy.rules.game.state import GameState, LastTurn
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as everyone sees it; `tiles` is how many stand on its rack."""

    tiles: int
    opened: bool
    resigned: bool


class Revealed(msgspec.Struct, frozen=True, kw_only=True):
    """The opened proof of the deal, once the game is over."""

    deck: tuple[Tile, ...]
    salt: str
    shuffle: Shuffle | None
    words: Words | None
    seals: Seals | None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The whole of what `viewer` (a seat; None: a spectator) may know of a game of this `edition`: the `seats` as all
    see them, the `table`, the `last` turn, the `result` once the game is over.

    `rack` and `drawn` (the tiles of the viewer's latest draw) are empty for a spectator, `pool` is a number of tiles,
    `last_turn` is true once every seat has one turn left at most, `turn` is None when the game is over; `turn_number`
    counts from 1. `commitment` is the promise of the deal, `revealed` its proof once the game is over.
    """

    viewer: int | None
    edition: Edition
    seats: tuple[SeatView, ...]
    rack: tuple[Tile, ...]
    drawn: tuple[Tile, ...]
    table: tuple[Meld, ...]
    pool: int
    turn: int | None
    turn_number: int
    last_turn: bool
    last: LastTurn | None
    result: Result | None
    commitment: str
    revealed: Revealed | None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know beyond what everybody may: see `View`."""

    rack: tuple[Tile, ...]
    drawn: tuple[Tile, ...]


def own(state: GameState, seat: int) -> Own:
    """What only this seat may know."""
    return Own(rack=state.racks[seat], drawn=state.fresh[seat])


def view(state: GameState, viewer: int | None) -> View:
    """The state as `viewer` may see it."""
    return View(
        viewer=viewer,
        edition=state.edition,
        seats=tuple(map(_seat, map(len, state.racks), state.opened, state.resigned)),
        rack=() if viewer is None else state.racks[viewer],
        drawn=() if viewer is None else state.fresh[viewer],
        table=state.table,
        pool=len(state.pool),
        turn=state.turn,
        turn_number=state.turn_number,
        last_turn=state.last_turns is not None,
        last=state.last,
        result=state.over,
        commitment=state.commitment,
        revealed=None if state.over is None else _revealed(state),
    )


@lru_cache(maxsize=1 << 10)
def _seat(tiles: int, opened: bool, resigned: bool) -> SeatView:  # noqa: FBT001 (for `map`)
    return SeatView(tiles=tiles, opened=opened, resigned=resigned)


def _revealed(state: GameState) -> Revealed:
    return Revealed(deck=state.deck, salt=state.salt, shuffle=state.shuffle, words=state.words, seals=state.seals)


def position_in(seen: View) -> Position:
    """The viewer's own position, as if it were their turn. Raises ValueError for a spectator."""
    if seen.viewer is None:
        raise ValueError("a spectator has no position")
    # a view is made from a state, whose rack is in order and whose tiles were judged
    return Position(
        edition=seen.edition,
        table=seen.table,
        rack=seen.rack,
        opened=seen.seats[seen.viewer].opened,
        pool=seen.pool,
        last_turn=seen.last_turn,
    )
