"""Deals of promise and words, mixed by the bookkeeper's book.

`python -m tests.golden.deals` writes the vectors that the page is tested against.
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.bookkeeper.books.deal import commitment, mixed, mixed_as, seal

VECTORS: Final = Path(__file__).parent / "deals.json"
DEALS: Final[Sequence[tuple[int, list[str | None]]]] = (
    (2, ["abcdefghijklmnop"]),
    (2, ["w" * 16, None]),
    (3, ["w" * 16, None]),
    (3, [None, None, "x" * 64, "Y-_" * 6]),
)
"""The form of each, and the words."""


def vectors() -> list[dict[str, Any]]:
    """A few deals, each with what it comes from."""
    chance = random.Random(7)
    return [_vector(chance, form, words) for form, words in DEALS]


def _vector(chance: random.Random, form: int, words: list[str | None]) -> dict[str, Any]:
    box = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)] * 2 + ["J", "J"]
    deck, draws = chance.sample(box, len(box)), chance.sample(box, len(box))
    salt = f"{chance.getrandbits(256):064x}"
    shuffle = {"deck": deck, "draws": draws, "salt": salt}
    return {
        "shuffle": shuffle | ({"form": form} if form > 2 else {}),
        "words": words,
        "seals": [seal(word or "a word that is withheld") for word in words] if form > 2 else None,
        "commitment": commitment({**shuffle, "form": form}),
        "deck": mixed(shuffle, words, "deck"),
        "draws": mixed(shuffle, words, "draws"),
        "redealt": mixed_as(mixed(shuffle, words, "deck"), salt, words, "redeal 1"),
    }


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n")
