"""Deals by name and number, so that nobody learns from the deals by which they are measured."""

import operator
import random
from collections.abc import Iterator
from typing import Any, Final, Literal

from tilerummy.rules.edition.edition import Edition

SUITE: Final = 1
"""The deals of this number never change."""
Split = Literal["train", "validation", "test"]
SPLITS: Final[dict[Split, int]] = {"train": 1_000_000, "validation": 1_000, "test": 10_000}
"""The deals of each, numbered from 0: to learn from, to choose by, to measure by."""


def dealt(edition: Edition, seats: int, split: Split, number: int) -> random.Random:
    """The stream that shuffles one deal. Raises ValueError for what is not there."""
    if not 0 <= number < size(split):
        raise ValueError(f"the deals of {split} are numbered from 0 to {size(split) - 1}, not {number}")
    name = "" if split == "test" else f"{split} "
    return random.Random(f"{SUITE} {name}{edition.id} {seats} {number}")


def size(split: str) -> int:
    """How many deals there are. Raises ValueError for a name that is none."""
    if split not in SPLITS:
        raise ValueError(f"a split is one of {', '.join(SPLITS)}, not {split!r}")
    return SPLITS[split]


def asked(edition: Edition, seats: int, options: dict[str, Any] | None) -> Iterator[random.Random] | None:
    """The deals that the `options` of a reset ask for: those of `split` from number `deal` on (0), and from its first
    again after its last; None where they ask for none. Raises TypeError and ValueError for other deals."""
    if not options or "split" not in options:
        return None
    split, first = options["split"], operator.index(options.get("deal", 0))
    dealt(edition, seats, split, first)
    return _from(edition, seats, split, first)


def _from(edition: Edition, seats: int, split: Split, number: int) -> Iterator[random.Random]:
    while True:
        yield dealt(edition, seats, split, number)
        number = (number + 1) % size(split)
