"""Moves: what a turn can be. A turn is one value, judged whole."""

from typing import Final

import msgspec

from tilerummy.rules.drawn import Drawn
from tilerummy.rules.melds.readings import Meld

BESIDE: Final = "/"
"""Between the melds that open and the whole new table, where a play is written."""


class Play(Drawn, msgspec.Struct, frozen=True, tag_field="t", tag="play"):
    """Lay tiles. `table` is the complete new table; `opening` the melds that make the opening, where this turn opens.

    In editions that allow the table to be used in the turn of the opening, an opening meld need not lie on the final
    table as it was laid: its tiles may have been used on.
    """

    opening: tuple[Meld, ...]
    table: tuple[Meld, ...]

    def __str__(self) -> str:
        """The play as the line protocol writes it: `play TABLE`, or `open OPENING / TABLE`."""
        table = ", ".join(map(str, self.table))
        return f"open {', '.join(map(str, self.opening))} {BESIDE} {table}" if self.opening else f"play {table}"

    def __repr__(self) -> str:
        return f"<Play: {self}>"


class Draw(msgspec.Struct, frozen=True, tag_field="t", tag="draw"):
    """Take one tile from the pool."""

    def __str__(self) -> str:
        return "draw"


class Pass(msgspec.Struct, frozen=True, tag_field="t", tag="pass"):
    """Do nothing, which only an empty pool allows."""

    def __str__(self) -> str:
        return "pass"


Move = Play | Draw | Pass
