"""Where chance enters: the operating system's randomness, never a seeded generator."""

import secrets

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.promise import SEALED, Shuffle

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ROOM_LENGTH = 12
_random = secrets.SystemRandom()


def shuffled(edition: Edition) -> Shuffle:
    """A shuffled deck, an independent draw for the first turn, a new salt."""
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    _random.shuffle(deck)
    _random.shuffle(draws)
    return Shuffle(deck=tuple(deck), draws=tuple(draws), salt=f"{_random.getrandbits(256):064x}", form=SEALED)


def new_room_id() -> str:
    """A link nobody guesses: 59 bits, without letters that look like others."""
    return "".join(_random.choice(_ALPHABET) for _ in range(ROOM_LENGTH))
