"""The proof of a finished game: was it dealt as promised, and did every turn come out as it should?"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Literal

import msgspec

from tilerummy.rules.deal import all_tiles, commitment, deal, starting_draw
from tilerummy.rules.edition import content_hash
from tilerummy.rules.events import Dealt, Ended, Started
from tilerummy.rules.record import Record, rejudge, steps
from tilerummy.rules.state import GameState
from tilerummy.rules.tables import tiles_on

Point = Literal["edition", "commitment", "start", "deal", "tiles", "result", "judged"]


class Check(msgspec.Struct, frozen=True):
    """One point of the proof, and whether it holds."""

    point: Point
    holds: bool


def checks(record: Record) -> tuple[Check, ...]:
    """Every point of the proof, in order. Raises RecordError when the facts do not even follow from each other."""
    states = [step.after for step in steps(record)]
    started, ended = record.events[0], record.events[-1]
    dealt = record.events[1] if len(record.events) > 1 else None
    assert isinstance(started, Started)
    deck, salt = started.secret.deck, started.secret.salt
    lots = [lot.tile for lot in started.lots]
    revealed = isinstance(ended, Ended) and (ended.deck, ended.salt) == (deck, salt)
    return (
        Check("edition", started.edition_hash == started.edition.hash == content_hash(started.edition)),
        Check("commitment", revealed and started.commitment == commitment(salt, deck)),
        Check("start", starting_draw(lots, started.seats) == (started.lots, started.starter)),
        Check("deal", isinstance(dealt, Dealt) and _dealt_from(started, dealt)),
        Check("tiles", all(map(_complete, states[1:]))),
        Check("result", isinstance(ended, Ended) and sum(ended.result.scores) == 0),
        Check("judged", not rejudge(record)),
    )


def _dealt_from(started: Started, dealt: Dealt) -> bool:
    racks, pool = deal(started.edition, started.seats, started.secret.deck)
    secret = dealt.secret
    public = tuple(map(len, racks)) == dealt.tiles and len(pool) == dealt.pool
    return public and (racks, pool) == (secret.racks, secret.pool)


def _complete(state: GameState) -> bool:
    """Whether racks, pool and table hold exactly the edition's tiles."""
    return tiles_on(state.table) + Counter(chain(state.pool, *state.racks)) == Counter(all_tiles(state.edition))
