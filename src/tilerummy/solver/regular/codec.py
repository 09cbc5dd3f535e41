"""A task as bytes and its answer as bytes, as the kernel reads and writes them.

Kinds are numbers: 0-51 the numbered tiles in canonical order (colour k r b y, then number), 52 the regular joker.
All integers are little-endian.

Request: version 4, most runs of a colour side by side (the copies in the box), objective (0 tiles, 1 value, 2 out),
exact (0, 1), u16 penalty of a joker, u16 threshold, u64 nodes, u64 nanoseconds (0: no limit), u16 number of tiles
that must lie besides the table's, u16 number of tiles that may, the kinds of both, number of melds on the table, each
its length and its kinds.

Reply: outcome (`PROVED` ...), u32 bound (the least that can stay behind, in the objective's unit), u64 nodes, u16
number of tiles left behind, their kinds in order, one byte per meld of the table (1: kept as it lies), the kinds of
each new meld with a byte `BETWEEN` them.

Within limits: 7 copies (one more than in any box: what a frozen joker stands for may be asked about as a tile), 8
jokers, 120 melds, 340 tiles. The rest the kernel calls malformed.
"""

import struct
from typing import Final

VERSION: Final = 4
JOKER: Final = 52
KINDS: Final = 53
BETWEEN: Final = b"\xff"

PROVED: Final = 0
"""Melds found, and no others leave less."""
NONE: Final = 1
"""Proved: the tiles cannot be laid as asked."""
UNFINISHED: Final = 2
"""The budget ended before anything was found."""
FEASIBLE: Final = 3
"""Melds found; the budget ended before the proof."""
MALFORMED: Final = 4
"""The bytes are no request."""

TILES: Final = 0
VALUE: Final = 1
OUT: Final = 2

HEAD: Final = struct.Struct("<4B2H2Q2H")
REPLY: Final = struct.Struct("<BIQH")
