"""The state of one game between two events: everything, hidden tiles included. Only `views.view` may leave the
server."""

from typing import Literal

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Outcome, Result
from tilerummy.rules.game.promise import Seals, Shuffle, Words
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile


class LastTurn(msgspec.Struct, frozen=True, kw_only=True):
    """What the latest turn did, as everyone saw it. `changed` are indices into the table, `drawn` a number of tiles."""

    seat: int
    kind: Literal["played", "drew", "passed", "timed-out", "resigned"]
    outcome: Outcome | None
    played: tuple[Tile, ...]
    changed: tuple[int, ...]
    drawn: int


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """One game of an `edition` between so many `seats`, after some of its events: the `table`, `racks`, which are
    sorted, and the `pool`, of which `pool[0]` is drawn next; per seat whether it has `opened` or `resigned`.

    The deal: the `commitment` to a `deck` by a `salt`; where the seats helped to mix, the `shuffle` before, their
    `words`, and the `seals` of these. `last`: what the latest turn did. `over`: the result, None before the end.
    `redeals` counts the deals after the first.
    `turn` is the seat to move (None before the deal and after the end) and `turn_number` counts the turns from
    1. `moved` tells, per seat, whether it has had a turn, `fresh` holds the tiles it drew in its latest. `passed`
    are the seats that could not go on since the last tile was laid with the pool empty; `last_turns` the seats that
    still have their last turn, in order, once the pool of a one-turn-each edition has run out (None before that).
    """

    edition: Edition
    seats: int
    commitment: str
    deck: tuple[Tile, ...]
    salt: str
    shuffle: Shuffle | None = None
    words: Words | None = None
    seals: Seals | None = None
    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    redeals: int = 0
    table: tuple[Meld, ...]
    turn: int | None
    turn_number: int
    opened: tuple[bool, ...]
    resigned: tuple[bool, ...]
    moved: tuple[bool, ...]
    fresh: tuple[tuple[Tile, ...], ...]
    passed: tuple[int, ...]
    last_turns: tuple[int, ...] | None
    last: LastTurn | None
    over: Result | None

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(self.seats) if not self.resigned[seat])

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that will still move, the mover first: in the last turns each once. None without a mover."""
        if self.turn is None or self.last_turns is not None:
            return self.last_turns or ()
        following = [(self.turn + step) % self.seats for step in range(self.seats)]
        return tuple(seat for seat in following if not self.resigned[seat])


def seat_after(state: GameState, seat: int) -> int:
    """The next seat clockwise that has not resigned; `seat` itself when it is the only one left."""
    other = (seat + 1) % state.seats
    while state.resigned[other] and other != seat:
        other = (other + 1) % state.seats
    return other


def position_of(state: GameState, seat: int) -> Position:
    """What the judge needs to know when `seat` moves. The tiles of a state were judged when they were laid; what comes
    in a record from outside, `record.rejudge` judges."""
    return Position(
        edition=state.edition,
        table=state.table,
        rack=state.racks[seat],
        opened=state.opened[seat],
        pool=len(state.pool),
        last_turn=state.last_turns is not None,
    )
