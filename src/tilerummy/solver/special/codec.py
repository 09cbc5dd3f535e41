"""A task with special jokers as bytes.

As `regular/codec.py`, replies too, but for: version 104; kinds 52-55 are the jokers J D C M; after the numbers of tiles
come the seven switches of `switches.MeldRules`, one byte each, in their order, and eight bytes with a bit for each kind
that may lie in no group. At most 4 jokers of each kind but the regular one.
"""

from collections.abc import Iterable
from typing import Final

VERSION: Final = 104
BITS: Final = 8
"""Bytes with a bit for each kind."""


def kinds_as_bits(kinds: Iterable[int]) -> bytes:
    """A bit for each of these kinds."""
    return sum(1 << kind for kind in kinds).to_bytes(BITS, "little")
