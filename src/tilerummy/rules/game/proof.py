"""The proof of a finished game: was it dealt as promised, and did every turn come out as it should?"""

from collections import Counter
from itertools import chain
from typing import Literal

import msgspec

from tilerummy.rules.edition.edition import content_hash
from tilerummy.rules.game.deal import all_tiles, commitment, deal, is_whole, starting_draw
from tilerummy.rules.game.events import Dealt, Ended, Redealt, Started
from tilerummy.rules.game.promise import SEALED, mixed, promised, seal
from tilerummy.rules.game.record import Record, Search, Step, rejudge, steps
from tilerummy.rules.game.redeal import redeal
from tilerummy.rules.game.scoring import game_sum
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.judge.table_diff import tiles_on

Point = Literal["promised", "edition", "commitment", "seals", "words", "start", "deal", "tiles", "result", "judged"]


class Check(msgspec.Struct, frozen=True):
    """One `point` of the proof, and whether it `holds`."""

    point: Point
    holds: bool


def checks(record: Record, seen: str | None = None, search: Search | None = None) -> tuple[Check, ...]:
    """Every point of the proof, in order, by the rule of the record's own form; `seen` is the commitment that a player
    wrote down before the game, `search` proves again that who passed could lay nothing. Raises RecordError when the
    events do not even follow from each other."""
    told = tuple(steps(record))
    started, ended = record.events[0], record.events[-1]
    dealt = record.events[1] if len(record.events) > 1 else None
    assert isinstance(started, Started)
    secret = started.secret
    revealed = isinstance(ended, Ended) and (ended.deck, ended.salt, ended.shuffle) == (
        secret.deck,
        secret.salt,
        secret.shuffle,
    )
    promise = () if seen is None else (Check("promised", seen == started.commitment),)
    sealed = secret.shuffle is not None and secret.shuffle.form == SEALED
    seals = (Check("seals", _as_sealed(started)),) if sealed or started.seals is not None else ()
    words = () if started.words is None else (Check("words", _made_of_words(started)),)
    return (
        *promise,
        Check("edition", started.edition_hash == started.edition.hash == content_hash(started.edition)),
        Check("commitment", revealed and started.commitment == _commitment(started)),
        *seals,
        *words,
        Check("start", _may_start(started)),
        Check("deal", isinstance(dealt, Dealt) and _dealt_from(started, dealt) and all(map(_redealt_from, told))),
        Check("tiles", all(_complete(step.after) for step in told[1:])),
        Check("result", isinstance(ended, Ended) and _adds_up(started, ended)),
        Check("judged", not rejudge(record, search)),
    )


def _adds_up(started: Started, ended: Ended) -> bool:
    return game_sum(started.edition, ended.result.winners) in (None, sum(ended.result.scores))


def _commitment(started: Started) -> str:
    secret = started.secret
    return commitment(secret.salt, secret.deck) if secret.shuffle is None else promised(secret.shuffle)


def _as_sealed(started: Started) -> bool:
    """Whether the promise asks for seals, there is a place for each seat's, and every word is the one of its seal."""
    shuffle, words, seals = started.secret.shuffle, started.words, started.seals
    if shuffle is None or shuffle.form != SEALED or words is None or seals is None:
        return False
    fits = len(seals) == len(words) == started.seats
    return fits and all(word is None or seal(word) == sealed for word, sealed in zip(words, seals, strict=True))


def _made_of_words(started: Started) -> bool:
    """Whether the deck is the promised one, shuffled again by what every seat said."""
    shuffle, words = started.secret.shuffle, started.words
    if shuffle is None or words is None or len(words) != started.seats or not is_whole(shuffle, started.edition):
        return False
    return shuffle.salt == started.secret.salt and mixed(shuffle, words)[0] == started.secret.deck


def _may_start(started: Started) -> bool:
    """Whether the lots lie in the box, each as often as there, come from the promised draw where there is one, and make
    this seat start."""
    lots = [lot.tile for lot in started.lots]
    if Counter(lots) - Counter(all_tiles(started.edition)):
        return False
    shuffle = started.secret.shuffle
    draws = lots if shuffle is None else mixed(shuffle, started.words or ())[1]
    return starting_draw(draws, started.seats) == (started.lots, started.starter)


def _dealt_from(started: Started, dealt: Dealt) -> bool:
    racks, pool = deal(started.edition, started.seats, started.secret.deck)
    secret = dealt.secret
    public = tuple(map(len, racks)) == dealt.tiles and len(pool) == dealt.pool
    return public and (racks, pool) == (secret.racks, secret.pool)


def _redealt_from(step: Step) -> bool:
    """Whether a new deal, where this is one, was asked for by a seat that may, and made of promise and words."""
    if step.before is None or not isinstance(step.event, Redealt):
        return True
    again = redeal(step.before, step.event.seat)
    return not isinstance(again, Illegal) and again.events == (step.event,)


def _complete(state: GameState) -> bool:
    """Whether racks, pool and table hold exactly the edition's tiles."""
    return tiles_on(state.table) + Counter(chain(state.pool, *state.racks)) == Counter(all_tiles(state.edition))
