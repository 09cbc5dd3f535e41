"""The deal of promise and words, written apart from the rules after docs/games.md, with bytes and lists alone.

`python -m tests.oracle.deal` writes the vectors that the page is tested against.
"""

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "golden" / "deals.json"


def promise(salt: str, deck: list[str], draws: list[str], form: int) -> str:
    said = (
        b"tilerummy deal %d\n" % form
        + salt.encode()
        + b"\n"
        + " ".join(deck).encode()
        + b"\n"
        + " ".join(draws).encode()
    )
    return sha256(said).hexdigest()


def dealt(salt: str, tiles: list[str], words: Sequence[str | None], name: str) -> list[str]:
    key = sha256(b"\n".join([salt.encode(), *(b"" if word is None else word.encode() for word in words)])).hexdigest()
    pool: list[int] = []
    block = 0
    result = tiles[:]
    for size in range(len(tiles), 1, -1):
        while True:
            if not pool:
                digest = sha256(b"%s %s %d" % (key.encode(), name.encode(), block)).digest()
                pool = [int(digest[at : at + 4].hex(), 16) for at in range(0, 32, 4)]
                block += 1
            number = pool.pop(0)
            if number // size < 2**32 // size:
                break
        at = number % size
        result[size - 1], result[at] = result[at], result[size - 1]
    return result


def vectors() -> list[dict[str, Any]]:
    """A few deals, each with what it comes from."""
    chance = random.Random(7)
    cases: list[dict[str, Any]] = []
    sealed = sha256(b"a word that is withheld").hexdigest()
    for form, words in (
        (2, ["abcdefghijklmnop"]),
        (2, ["w" * 16, None]),
        (3, ["w" * 16, None]),
        (3, [None, None, "x" * 64, "Y-_" * 6]),
    ):
        box = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)] * 2 + ["J", "J"]
        deck, draws = chance.sample(box, len(box)), chance.sample(box, len(box))
        salt = f"{chance.getrandbits(256):064x}"
        seals = [sealed if word is None else sha256(word.encode()).hexdigest() for word in words]
        cases.append(
            {
                "shuffle": {"deck": deck, "draws": draws, "salt": salt, **({"form": form} if form > 2 else {})},
                "words": words,
                "seals": seals if form > 2 else None,
                "commitment": promise(salt, deck, draws, form),
                "deck": dealt(salt, deck, words, "deck"),
                "draws": dealt(salt, draws, words, "draws"),
            }
        )
    return cases


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n")
