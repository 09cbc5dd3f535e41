"""Where chance enters: the operating system's randomness, never a seeded generator."""

import secrets

from tilerummy.rules.deal import all_tiles
from tilerummy.rules.edition import Edition
from tilerummy.rules.events import Event
from tilerummy.rules.game import begin

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ROOM_LENGTH = 12
_random = secrets.SystemRandom()


def deal_game(edition: Edition, seats: int) -> tuple[Event, ...]:
    """The first facts of a fresh game: a shuffled deck, an independent draw for the first turn, a new salt."""
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    _random.shuffle(deck)
    _random.shuffle(draws)
    return begin(edition, seats, deck, draws, secrets.token_hex(16))


def new_room_id() -> str:
    """A link nobody guesses: 59 bits, without letters that look like others."""
    return "".join(_random.choice(_ALPHABET) for _ in range(ROOM_LENGTH))
