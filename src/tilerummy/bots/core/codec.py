"""A game as bytes for the core, and what came of it as bytes; `kernel/game/` reads and writes them.

Kinds are numbers as in `solver/regular/codec.py`; all integers are little-endian.

Request: version 1, seats, the seat that starts, copies in the box, one turn each after the pool (0, 1), nobody may pass
who can lay (0, 1), whether moves are to be told (0, 1), tiles that the master keeps, u16 penalty of a joker, u16 least
opening, u16 the same once the pool is empty, whether the table may be used in the turn of the opening (0, 1), a zero,
u32 states of a search, u32 states of a proof; each seat's level, each seat's number of tiles, the kinds on all racks
and those of the pool, the next first.

Reply: outcome (`WHOLE` ...), reason, u16 turns, u16 tiles left in the pool, the seat that would move next, seats, u16
bytes of the moves, the moves, each rack as u16 number and its kinds. A move is `DRAW`, `PASS`, or `PLAY` with one byte
per meld of the table (1: stays as it lies), u16 bytes of the new melds, and these as in the kernel's own replies.
`OPEN` is a `PLAY` whose opening is not its new melds: after them come u16 bytes of it, and its melds.
"""

import struct
from collections.abc import Iterator
from itertools import compress
from typing import Final, NamedTuple

from tilerummy.rules.game.events import Reason
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.tiles import KINDS, RANK_OF, Tile
from tilerummy.solver.regular.backend import laid

VERSION: Final = 1
WHOLE: Final = 0
"""The game came to its end."""
BEYOND: Final = 1
"""A move came up that the core does not know: a search that ended without a proof."""
MALFORMED: Final = 2
"""The bytes are no game."""

REASONS: Final[tuple[Reason, ...]] = ("rack-empty", "pool-exhausted", "stuck")
DRAW: Final = 0
PASS: Final = 1
PLAY: Final = 2
OPEN: Final = 3

HEAD: Final = struct.Struct("<8B3HBx2I")
REPLY: Final = struct.Struct("<2B2H2BH")
_COUNT: Final = struct.Struct("<H")

Racks = tuple[tuple[Tile, ...], ...]


class Reply(NamedTuple):
    """What came of a game: why it ended, its turns, the tiles left in the pool and on the racks, who would move next,
    and its moves as bytes."""

    reason: Reason
    turns: int
    pool: int
    to_move: int
    racks: Racks
    moves: bytes


def decode(reply: bytes) -> Reply | None:
    """What came of a game; None where it was beyond the core. Raises ValueError where the request was no game."""
    outcome, reason, turns, pool, to_move, seats, told = REPLY.unpack_from(reply)
    if outcome == MALFORMED:
        raise ValueError("the core was asked for what is no game")
    if outcome != WHOLE:
        return None
    at = REPLY.size + told
    racks = []
    for _ in range(seats):
        (count,) = _COUNT.unpack_from(reply, at)
        at += _COUNT.size + count
        racks.append(tuple(map(KINDS.__getitem__, reply[at - count : at])))
    return Reply(REASONS[reason], turns, pool, to_move, tuple(racks), reply[REPLY.size : REPLY.size + told])


def packed(tiles: tuple[Tile, ...]) -> bytes:
    """Their kinds."""
    return bytes(map(RANK_OF.__getitem__, tiles))


def moves(told: bytes, starter: int, seats: int) -> Iterator[Move]:
    """The moves of a game, as its judge takes them."""
    table: tuple[Meld, ...] = ()
    opened = [False] * seats
    at, turn = 0, starter
    while at < len(told):
        kind, at = told[at], at + 1
        if kind in (DRAW, PASS):
            yield Draw() if kind == DRAW else Pass()
        else:
            kept = tuple(compress(table, told[at : at + len(table)]))
            new, at = _melds(told, at + len(table))
            opening, at = _melds(told, at) if kind == OPEN else (new, at)
            table = (*kept, *new)
            yield Play(() if opened[turn] else opening, table)
            opened[turn] = True
        turn = (turn + 1) % seats


def _melds(told: bytes, at: int) -> tuple[tuple[Meld, ...], int]:
    """Melds after their number of bytes, and where they end."""
    (size,) = _COUNT.unpack_from(told, at)
    end = at + _COUNT.size + size
    return laid(told[at + _COUNT.size : end]), end
