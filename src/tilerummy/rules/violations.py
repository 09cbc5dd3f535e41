"""Violations: what is wrong with a meld, a position or a move, as codes with parameters.

The sentence a person reads is made where it is shown, from the message `violation.CODE` and `params`.
"""

import msgspec

from tilerummy.rules.tiles import Tile

Param = int | str | list[str]


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong.

    `code`: kebab-case word, the key of its message. `meld`: index into the melds that were judged, None where no single
    meld is at fault. `tile`: the tile it is about. `ref`: the section of the edition's rulebook. `params`: what the
    message names besides; texts in notation, numbers as numbers. `point`: the point of the rules card, such as
    `jokers.sets`.
    """

    code: str
    meld: int | None = None
    tile: Tile | None = None
    ref: str = ""
    params: dict[str, Param] | None = None
    point: str = ""
