"""Roles by unguessable links. Anyone with a link has its role; there are no accounts.

The card of a table is for one round, so its word ends with the round. Every key can be renewed; the old one is nobody's
at once.
"""

import hashlib
import hmac
import re
import secrets
from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from tilerummy.records.links import ALPHABET, LENGTH, new_key
from tilerummy.rules.refusal import refuse
from tilerummy.tournament.checkin.tickets import Ticket
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.fields import Id

TABLES: Final = 1_000
"""Tables that have keys: more than a hall holds."""
CODE: Final = 8
"""Letters of a card's key that are typed: 40 bits, tried at the pace of a table's phones."""
MARK: Final = 12
"""Digits of a browser's mark: of 1,000 browsers, two are alike once in 500 million events."""
_TICKET = re.compile(r"([1-9][0-9]{0,6})\.[a-z0-9]{16}")
_CARD = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)-([1-9][0-9]{0,3})\.[a-z0-9]{16}")


class Keys(msgspec.Struct, frozen=True, tag_field="t", tag="keys", forbid_unknown_fields=True):
    """A tournament's secrets: the keys of its links; those of the tables follow from `tables`. `browsers` is the secret
    of their marks, which is never renewed; empty in rows of older versions, where `tables` was both. `referee` is empty
    until it is renewed: the first one follows from the secret of the marks. `own`: the tickets whose own link was
    renewed, and how often."""

    organiser: str
    desk: str
    tables: str
    browsers: str = ""
    referee: str = ""
    own: tuple[tuple[Ticket, Annotated[int, Meta(ge=1)]], ...] = ()

    @property
    def marking(self) -> str:
        """The secret of the browsers' marks: the same for the whole event."""
        return self.browsers or self.tables

    @property
    def refereeing(self) -> str:
        """The key of the referee's link."""
        return self.referee or _letters(hmac.digest(self.marking.encode(), b"referee", hashlib.sha256))


class Renew(msgspec.Struct, frozen=True, tag_field="t", tag="renew", forbid_unknown_fields=True):
    """Renew the organiser's, the desk's or the referee's key, or those of all tables' cards: the old ones
    open nothing any more.

    `key`: the organiser's new one, where the client makes it; so it is known even if the answer is lost.
    """

    id: Id
    which: Literal["organiser", "desk", "referee", "tables"]
    key: Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{{LENGTH}}}$")] | None = None

    def __post_init__(self) -> None:
        if self.key is not None and self.which != "organiser":
            raise ValueError("only the organiser's key can be chosen")


class RenewOwn(msgspec.Struct, frozen=True, tag_field="t", tag="renew-own", forbid_unknown_fields=True):
    """Renew the own link of the person with a ticket: the old one opens nothing any more."""

    id: Id
    ticket: Ticket


Renewal = Renew | RenewOwn


def new_keys() -> Keys:
    """Fresh keys of 79 bits, and secrets for the tables' ones and the browsers' marks."""
    return Keys(new_key(), new_key(), secrets.token_hex(16), secrets.token_hex(16))


def renewed(keys: Keys, asked: Renewal) -> Keys:
    """The keys with one of them new. Raises Refusal for a chosen key that is one of these."""
    if isinstance(asked, RenewOwn):
        often = dict(keys.own)
        often[asked.ticket] = often.get(asked.ticket, 0) + 1
        return msgspec.structs.replace(keys, own=tuple(sorted(often.items())))
    if asked.key in (keys.organiser, keys.desk, keys.refereeing):
        raise refuse("key-in-use")
    match asked.which:
        case "organiser":
            return msgspec.structs.replace(keys, organiser=asked.key or new_key())
        case "desk":
            return msgspec.structs.replace(keys, desk=new_key())
        case "referee":
            return msgspec.structs.replace(keys, referee=new_key())
        case "tables":
            return msgspec.structs.replace(keys, tables=secrets.token_hex(16), browsers=keys.marking)


def table_key(keys: Keys, stage: int, round_: int, table: int) -> str:
    """The key on the card of a table (from 1) for a round of a stage (both from 0)."""
    place = f"{stage + 1}-{round_ + 1}-{table}"
    digest = hmac.digest(keys.tables.encode(), place.encode(), hashlib.sha256)
    return f"{place}.{_letters(digest)}"


@lru_cache(maxsize=4096)
def ticket_key(keys: Keys, ticket: int) -> str:
    """The key of a person's own link: the same for the whole event, unless it is renewed."""
    often = dict(keys.own).get(ticket, 0)
    digest = hmac.digest(keys.marking.encode(), f"ticket {ticket}{f' {often}' * (often > 0)}".encode(), hashlib.sha256)
    return f"{ticket}.{_letters(digest)}"


def _letters(digest: bytes) -> str:
    """A key out of a digest."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH])


@lru_cache(maxsize=256)
def round_keys(keys: Keys, stage: int, round_: int, tables: int) -> tuple[str, ...]:
    """The keys of all tables of a round: remembered, as every picture for the desk holds them."""
    return tuple(table_key(keys, stage, round_, table) for table in range(1, tables + 1))


def typed_code(text: str) -> str:
    """The code of a card in typed text: its letters and figures."""
    return "".join(letter for letter in text.lower() if letter in ALPHABET)


def code_of(key: str) -> str:
    """What is typed of a card's key where no phone reads it."""
    return key.partition(".")[2][:CODE]


def browser_mark(keys: Keys, player: str) -> str:
    """The mark of a guest's browser in this tournament, from which nobody learns who the guest is."""
    return hmac.digest(keys.marking.encode(), f"browser {player}".encode(), hashlib.sha256).hex()[:MARK]


def actor_of(keys: Keys, key: str) -> Actor | None:
    """Who has this key; the public has none (""). None for a key that is not ours."""
    if not key:
        return Actor("public")
    if hmac.compare_digest(key.encode(), keys.organiser.encode()):
        return Actor("organiser")
    if hmac.compare_digest(key.encode(), keys.desk.encode()):
        return Actor("desk")
    if hmac.compare_digest(key.encode(), keys.refereeing.encode()):
        return Actor("referee")
    if own := _TICKET.fullmatch(key):
        ticket = int(own[1])
        return Actor("entrant", ticket=ticket) if hmac.compare_digest(key, ticket_key(keys, ticket)) else None
    card = _CARD.fullmatch(key)
    stage, round_, table = (int(number) for number in card.groups()) if card else (0, 0, 0)
    if not 1 <= table <= TABLES:
        return None
    wanted = table_key(keys, stage - 1, round_ - 1, table)
    return Actor("table", table, (stage - 1, round_ - 1)) if hmac.compare_digest(key, wanted) else None
