"""Whether a mover could lay a tile: what a search found, for the judge of a pass (docs/rules.md 4.6).

The rules search nothing themselves. A play that is found proves itself, since the judge can judge it; that there is
none is taken from who proved it, as `solver.ability` does.
"""

from typing import Final

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.moves import Play


class Ability(msgspec.Struct, frozen=True):
    """`play`: a play that the mover could make, None where none was found. `stuck`: whether it is proved that there is
    none."""

    play: Play | None = None
    stuck: bool = False


UNKNOWN: Final = Ability()
"""Nobody has looked."""


def must_lay(edition: Edition, pool: int) -> bool:
    """Whether the mover may pass only when they can lay nothing: the pool is empty, and the edition obliges them."""
    return pool == 0 and edition.end.pass_when_able == "refused"
