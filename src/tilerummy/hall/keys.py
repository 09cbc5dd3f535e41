"""Roles by unguessable links. Whoever has a link has its role; nobody has an account."""

import hashlib
import hmac
import secrets
from typing import Final

import msgspec

from tilerummy.tournament.deciding import Actor

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that do not look like others: 4.95 bits each."""
LENGTH: Final = 16
"""Letters of a key: 79 bits, which nobody guesses."""
TABLES: Final = 1_000
"""Tables that have keys: more than a hall holds."""


class Keys(msgspec.Struct, frozen=True, tag_field="t", tag="keys", forbid_unknown_fields=True):
    """A tournament's secrets: the keys of its links; those of the tables follow from `tables`."""

    organiser: str
    desk: str
    tables: str


def new_keys() -> Keys:
    """Fresh keys of 79 bits, and a secret for the tables' ones."""
    return Keys(new_key(), new_key(), secrets.token_hex(16))


def new_key() -> str:
    """A word nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))


def table_key(keys: Keys, table: int) -> str:
    """The key on the card of a table: the same in every round, so that cards are printed once."""
    digest = hmac.new(keys.tables.encode(), f"table {table}".encode(), hashlib.sha256).digest()
    mark = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:LENGTH])
    return f"{table}.{mark}"


def actor_of(keys: Keys, key: str) -> Actor | None:
    """Who has this key; the public has none (""). None for a key that is not ours."""
    if not key:
        return Actor("public")
    if hmac.compare_digest(key.encode(), keys.organiser.encode()):
        return Actor("organiser")
    if hmac.compare_digest(key.encode(), keys.desk.encode()):
        return Actor("desk")
    number, dot, _ = key.partition(".")
    if dot and number.isascii() and number.isdecimal() and 1 <= int(number[:5]) <= TABLES:
        table = int(number[:5])
        if hmac.compare_digest(key.encode(), table_key(keys, table).encode()):
            return Actor("table", table)
    return None
