"""A new deal for a player with three pairs, before the first turn, where the edition has it (docs/rules.md 5.1)."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bookkeeper.books import deal as book
from tests.bookkeeper.books.book import BOOKS
from tests.bots.whole_games import shuffled
from tilerummy.editions import load, names
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import Decided, begin, begin_promised, decide, resign
from tilerummy.rules.game.events import Event, Redealt, SeenRedealt, seen
from tilerummy.rules.game.evolve import OutOfOrderError, evolve, fold
from tilerummy.rules.game.promise import SEALED, Form, Shuffle, seal
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, RecordError, dumps, loads, rejudge
from tilerummy.rules.game.redeal import doubles, may_ask, redeal
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Draw
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.tiles import is_joker

DUEL = load("duel")
WORDS = ("a-word-of-seat-0", "a-word-of-seat-1")
OWN = change(load("original"), {"deal.redeal": "own"})


def games(edition: Edition) -> Iterator[tuple[Event, ...]]:
    """The first events of games, one after another."""
    stream = random.Random(edition.id)
    while True:
        deck, draws = (tuple(shuffled(edition, stream)) for _ in range(2))
        shuffle = Shuffle(deck=deck, draws=draws, salt=f"{stream.getrandbits(256):064x}", form=SEALED)
        yield begin_promised(edition, shuffle, WORDS, tuple(map(seal, WORDS)))


def with_doubles(edition: Edition, seat: int = 1) -> tuple[Event, ...]:
    """The first events of a game in which that seat, and no other, may ask."""
    return next(
        events
        for events in games(edition)
        if [len(doubles(rack)) >= 3 for rack in fold(events).racks] == [other == seat for other in (0, 1)]
    )


def asked(state: GameState, seat: int = 1) -> tuple[Redealt, GameState]:
    answer = redeal(state, seat)
    assert isinstance(answer, Decided)
    (event,) = answer.events
    assert isinstance(event, Redealt)
    return event, answer.state


def codes(answer: Decided | Illegal) -> list[tuple[str, str]]:
    assert isinstance(answer, Illegal)
    return [(violation.code, violation.ref) for violation in answer.violations]


@pytest.mark.parametrize("edition", names())
def test_three_books_have_a_new_deal(edition: str) -> None:
    assert load(edition).deal.redeal == ("all" if edition in ("deutschland", "duel", "polska") else None)


@pytest.mark.parametrize(
    ("rack", "found"),
    [
        ("k3 k3 r8 r8 y10 y10 b1", "k3 r8 y10"),
        ("k3 k3 k3 r8 r8 J J", "k3 r8"),
        ("k3 k3 k3 k3 r8 r8", "k3 k3 r8"),
        ("k3 r3 b3 y3", ""),
    ],
)
def test_pairs_are_counted_of_numbered_tiles(rack: str, found: str) -> None:
    assert doubles(parse_tiles(rack)) == parse_tiles(found)


def test_all_get_a_new_rack_and_who_starts_stays() -> None:
    before = fold(with_doubles(DUEL))
    event, after = asked(before)
    assert event.doubles == doubles(before.racks[1])
    assert len(event.doubles) >= 3
    assert event.tiles == (14, 14)
    assert after.racks != before.racks
    assert after.racks[0] != before.racks[0]
    assert [sum(map(is_joker, rack)) for rack in after.racks] == [1, 1]
    assert (after.turn, after.turn_number, after.table) == (before.turn, 1, ())
    assert after.deck == before.deck, "what was promised is shown as it was"


def test_only_the_own_rack_is_new_where_the_edition_says_so() -> None:
    before = fold(with_doubles(OWN))
    _, after = asked(before)
    assert after.racks[0] == before.racks[0]
    assert after.racks[1] != before.racks[1]
    assert sorted((*after.racks[1], *after.pool)) == sorted((*before.racks[1], *before.pool))


def test_the_joker_of_the_own_rack_is_dealt_first() -> None:
    house = change(DUEL, {"deal.redeal": "own"})
    _, after = asked(fold(with_doubles(house)))
    assert [sum(map(is_joker, rack)) for rack in after.racks] == [1, 1]


@given(st.integers(0, 50), st.sampled_from([DUEL, OWN]))
def test_the_new_deal_is_made_of_promise_and_words_by_the_book(time: int, edition: Edition) -> None:
    before = msgspec.structs.replace(fold(with_doubles(edition)), redeals=time)
    event, _ = asked(before)
    assert edition.deal.redeal is not None
    lay = [Counter(rack) for rack in before.racks], before.pool
    by, rules = (before.salt, WORDS, time + 1), BOOKS["duel" if edition is DUEL else "original"]
    racks, pool = book.dealt_again(edition.deal.redeal, before.deck, lay, 1, by, rules)
    assert [sorted(rack) for rack in event.secret.racks] == [sorted(rack.elements()) for rack in racks]
    assert list(event.secret.pool) == pool


def test_who_may_not_ask_is_told_why_by_the_books_section() -> None:
    state = fold(with_doubles(DUEL))
    assert codes(redeal(state, 0)) == [("too-few-doubles", "5.1")]
    assert codes(redeal(fold(with_doubles(load("original"))), 1)) == [("no-redeal", "1A")]
    assert state.turn is not None
    drawn = decide(state, state.turn, Draw())
    assert isinstance(drawn, Decided)
    assert {code for seat in (0, 1) for code, _ in codes(redeal(drawn.state, seat))} == {"redeal-late"}
    over = resign(state, 0)
    assert isinstance(over, Decided)
    assert codes(redeal(over.state, 1)) == [("game-over", "")]
    assert not may_ask(over.state, 1)


def test_asked_twice_needs_three_doubles_again() -> None:
    state = fold(with_doubles(DUEL))
    event, after = asked(state)
    again = redeal(after, 1)
    assert isinstance(again, Illegal) != (len(doubles(event.secret.racks[1])) >= 3)
    with pytest.raises(OutOfOrderError):
        evolve(None, event)


def record(events: tuple[Event, ...]) -> Record:
    ended = resign(fold(events), 0)
    assert isinstance(ended, Decided)
    return Record((), (*events, *ended.events))


@pytest.mark.parametrize("edition", [DUEL, OWN], ids=["all", "own"])
def test_a_record_with_a_new_deal_is_read_judged_and_proved(edition: Edition) -> None:
    first = with_doubles(edition)
    event, _ = asked(fold(first))
    told = loads(dumps(record((*first, event))))
    assert not rejudge(told)
    assert {check.point for check in checks(told) if not check.holds} == set()
    swapped = msgspec.structs.replace(event.secret, racks=event.secret.racks[::-1])
    forged = record((*first, msgspec.structs.replace(event, secret=swapped)))
    assert {check.point for check in checks(forged) if not check.holds} >= {"deal", "judged"}
    unasked = record((*first, msgspec.structs.replace(event, seat=0)))
    assert {check.point for check in checks(unasked) if not check.holds} >= {"deal", "judged"}


def test_a_new_deal_after_a_turn_is_no_record() -> None:
    first = with_doubles(DUEL)
    event, _ = asked(fold(first))
    state = fold(first)
    assert state.turn is not None
    drawn = decide(state, state.turn, Draw())
    assert isinstance(drawn, Decided)
    with pytest.raises(RecordError, match="out-of-order"):
        loads(dumps(Record((), (*first, *drawn.events, event))))


def test_a_record_of_an_edition_without_the_word_stays_what_it_was() -> None:
    first = with_doubles(load("original"))
    text = dumps(record(first))
    assert '"deal":{"tiles":14,"joker_each":false}' in text
    assert loads(text).events[:2] == first


@pytest.mark.parametrize("form", [2, SEALED, None])
def test_a_new_deal_follows_a_promise_of_every_version(form: Form | None) -> None:
    """Of before words were sealed, of today, and of before there were words (None)."""
    stream = random.Random(f"form {form}")
    while True:
        deck, draws = (tuple(shuffled(DUEL, stream)) for _ in range(2))
        if form is None:
            first: tuple[Event, ...] = begin(DUEL, 2, deck, draws, "5a" * 32)
        else:
            shuffle = Shuffle(deck=deck, draws=draws, salt="5a" * 32, form=form)
            first = begin_promised(DUEL, shuffle, WORDS, tuple(map(seal, WORDS)) if form == SEALED else None)
        if may_ask(fold(first), 1):
            break
    event, after = asked(fold(first))
    told = loads(dumps(record((*first, event))))
    assert not rejudge(told)
    assert {check.point for check in checks(told) if not check.holds} == set()
    assert after.racks == event.secret.racks


def test_a_record_with_a_word_of_a_newer_version_says_which() -> None:
    text = dumps(record(with_doubles(DUEL))).replace('"redeal":"all"', '"redeal":"all","redraw":"all"', 1)
    with pytest.raises(RecordError, match=r"unknown-word: deal\.redraw"):
        loads(text)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_viewer_sees_the_pairs_and_the_own_rack_alone(viewer: int | None) -> None:
    event, _ = asked(fold(with_doubles(DUEL)))
    shown = seen(event, viewer)
    assert isinstance(shown, SeenRedealt)
    assert shown.rack == (() if viewer is None else event.secret.racks[viewer])
    assert (shown.seat, shown.doubles, shown.tiles, shown.pool) == (1, event.doubles, (14, 14), 78)
