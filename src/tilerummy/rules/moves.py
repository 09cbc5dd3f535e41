"""Moves: what a turn can be. A turn is one value, judged whole."""

import msgspec

from tilerummy.rules.melds.readings import Meld


class Play(msgspec.Struct, frozen=True, tag_field="t", tag="play"):
    """Lay tiles. `table` is the complete new table; `opening` the melds that make the opening, where this turn opens.

    In editions that allow the table to be used in the turn of the opening, an opening meld need not lie on the final
    table as it was laid: its tiles may have been used on.
    """

    opening: tuple[Meld, ...]
    table: tuple[Meld, ...]


class Draw(msgspec.Struct, frozen=True, tag_field="t", tag="draw"):
    """Take one tile from the pool."""


class Pass(msgspec.Struct, frozen=True, tag_field="t", tag="pass"):
    """Do nothing, which only an empty pool allows."""


Move = Play | Draw | Pass
