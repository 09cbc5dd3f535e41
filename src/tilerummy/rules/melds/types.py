"""Melds as laid and how they may be read: the types. `melds.py` finds the readings."""

from typing import Literal

import msgspec

from tilerummy.rules.drawn import Drawn
from tilerummy.rules.tiles import Tile

Kind = Literal["run", "group"]


class Meld(Drawn, msgspec.Struct, frozen=True, cache_hash=True):
    """Its `tiles` as laid, left to right, with what the player stated about them.

    `kind`: run or group, None where not stated. `stands`: per tile, what a joker is stated to stand for: `b5` (or
    `k3|y3`) for a regular one, `b3+b4` (or `3+4`, in a run) for a double one, `4` for a two-colour or mirror one; None
    where not stated.
    """

    tiles: tuple[Tile, ...]
    kind: Kind | None = None
    stands: tuple[str | None, ...] | None = None

    def __str__(self) -> str:
        """The meld in notation, as laid, with what is stated about it."""
        if self.stands is None and self.kind is None:
            return " ".join(self.tiles)
        stands = self.stands or (None,) * len(self.tiles)
        tokens = [
            tile if stand is None else f"{tile}={stand.replace('+', ',')}"
            for tile, stand in zip(self.tiles, stands, strict=True)
        ]
        return " ".join(tokens if self.kind is None else [f"{self.kind}:", *tokens])

    def __repr__(self) -> str:
        return f"parse_meld({str(self)!r})"


class Reading(msgspec.Struct, frozen=True):
    """One legal way to read a meld, as a run or a group (`kind`).

    `stands`: per tile the alternatives for what it stands for, in canonical order: a numbered tile stands for itself
    (`("b2",)`), a regular joker for one of these tiles, a double joker for one of these pairs (`"b3+b4"`), a
    two-colour joker for a number (`"4"`), a mirror joker for the number in the middle (`"M"` where there is none).
    `value`: points in the opening, under the edition. `mirrored`: read around a mirror joker.
    """

    kind: Kind
    mirrored: bool
    stands: tuple[tuple[str, ...], ...]
    value: int

    def texts(self) -> list[str]:
        """What each tile stands for, alternatives joined by a bar: `["b2", "b3+b4", "k5|r5"]`."""
        return ["|".join(alternatives) for alternatives in self.stands]

    def __str__(self) -> str:
        """What it is, and what each tile stands for: `run: b2 b3 b4`."""
        return " ".join([f"{self.kind}:", *self.texts()])
