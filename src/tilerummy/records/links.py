"""The words of unguessable links: a link gives what it opens to anyone who has it; there are no accounts."""

import secrets
from typing import Final

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that do not look like others: 4.95 bits each."""
LENGTH: Final = 16
"""Letters of a key: 79 bits, which nobody guesses."""


def new_key() -> str:
    """A word nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
