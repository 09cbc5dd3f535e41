"""The promise before a deal: what the server has shuffled is fixed before the seats say a random word each, and the
deal is made of both.

Commit, then reveal, on every side: the server shows the digest of its shuffle, each seat the seal of its word, and only
when all seals are there are the words said. A player who knows the deck can only choose whether to say the sealed
word; a seat that does not is named. docs/games.md describes every step for other programs.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from tilerummy.rules.tiles import Tile

Words = tuple[str | None, ...]
"""What each seat said, None where nothing was said in time."""
Seals = tuple[str | None, ...]
"""The digest of each seat's word, shown before any word; None where none came in time."""
Form = Literal[2, 3]
SEALED: Final[Form] = 3
"""The form of deals whose words are sealed before they are said."""


class Shuffle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the server fixes: two shuffles of the edition's tiles, `deck` for the deal and `draws` for the first turn,
    and the `salt` that hides them. `form`: the rule of the deal; 2 is of before words were sealed."""

    deck: tuple[Tile, ...]
    draws: tuple[Tile, ...]
    salt: str
    form: Form = 2


def promised(shuffle: Shuffle) -> str:
    """The digest that is shown before anybody says a word: SHA-256, in hex, of four lines."""
    lines = (f"tilerummy deal {shuffle.form}", shuffle.salt, " ".join(shuffle.deck), " ".join(shuffle.draws))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seal(word: str) -> str:
    """The digest that is shown before the word is said: SHA-256, in hex."""
    return hashlib.sha256(word.encode()).hexdigest()


def withheld(seals: Seals | None, words: Words | None) -> tuple[int, ...]:
    """The seats that sealed a word and did not say it in time: the deal is made without them."""
    pairs = enumerate(zip(seals or (), words or (), strict=False))
    return tuple(seat for seat, (sealed, word) in pairs if sealed is not None and word is None)


def mixed(shuffle: Shuffle, words: Words) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Deck and draws as they are dealt: the server's, shuffled again by salt and words."""
    key = _key(shuffle.salt, words)
    return _shuffled(shuffle.deck, f"{key} deck"), _shuffled(shuffle.draws, f"{key} draws")


def mixed_again(tiles: Sequence[Tile], salt: str, words: Words, time: int) -> tuple[Tile, ...]:
    """The tiles for a new deal, the `time`th of the game (from 1): the promise and the words decide it too."""
    return _shuffled(tiles, f"{_key(salt, words)} redeal {time}")


def _key(salt: str, words: Words) -> str:
    return hashlib.sha256("\n".join([salt, *(word or "" for word in words)]).encode()).hexdigest()


def _shuffled(tiles: Sequence[Tile], key: str) -> tuple[Tile, ...]:
    """The shuffle of Fisher and Yates, from the last place to the second."""
    dealt, numbers = list(tiles), _numbers(key)
    for last in range(len(dealt) - 1, 0, -1):
        at = _below(last + 1, numbers)
        dealt[last], dealt[at] = dealt[at], dealt[last]
    return tuple(dealt)


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each as likely as the others: the last, incomplete row is passed over."""
    most = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < most) % bound


def _numbers(key: str) -> Iterator[int]:
    """Numbers of 32 bits, eight from each SHA-256 of the key, a space and a counter."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{key} {block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4]) for at in range(0, 32, 4))
        block += 1
