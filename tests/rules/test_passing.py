"""Passing once the pool is empty, where an edition obliges players who can lay a tile (docs/rules.md 4.6)."""

import random

import msgspec
import pytest

from tests.rules.situations import play, situation
from tilerummy.bots.whole_game import moved, play_game
from tilerummy.cli.typed import typed_position
from tilerummy.editions import load, names
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import Edition, content_hash
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import Decided, decide, stuck, time_out
from tilerummy.rules.game.events import Ended, Passed
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, dumps, loads, rejudge
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.moves import Pass
from tilerummy.solver.ability import ability, nobody_can_lay, proved


def end_of(edition: str = "original", racks: tuple[str, ...] = ("b6 k1", "r1"), **more: object) -> GameState:
    """A game whose pool is empty, with one run on the table."""
    return situation(edition, racks=racks, table=["b3 b4 b5"], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", names())
def test_only_where_the_book_obliges_is_a_pass_refused_to_who_can_lay(edition: str) -> None:
    state = end_of(edition)
    verdict = judge(position_of(state, 0), Pass(), ability(position_of(state, 0)))
    assert isinstance(verdict, Illegal) == (load(edition).end.pass_when_able == "refused")


def test_the_refusal_names_the_tiles_and_the_rule() -> None:
    found = decide(end_of(), 0, Pass(), Ability(play("b3 b4 b5 b6")))
    assert isinstance(found, Illegal)
    (violation,) = found.violations
    assert (violation.code, violation.params) == ("pass-while-able", {"tiles": "b6"})
    assert (violation.point, violation.ref) == ("end.pass_when_able", "001 1E")


def test_a_play_that_is_none_obliges_nobody() -> None:
    position = position_of(end_of(), 0)
    for laid in (play("b3 b4 b5 b7"), play("b3 b4 b5"), play("b3 b4 b5", "k1")):
        assert isinstance(judge(position, Pass(), Ability(laid)), Legal)


def test_an_opening_is_laid_too() -> None:
    state = end_of(racks=("k10 k11 k12 r1", "r2"), opened=False)
    found = ability(position_of(state, 0))
    assert found.play == play("b3 b4 b5", "k10 k11 k12", opening=["k10 k11 k12"])
    low = end_of(racks=("k1 k2 k3 r1", "r2"), opened=False)
    assert ability(position_of(low, 0)) == Ability(None, stuck=True)


def test_a_tile_that_can_be_added_is_found_where_all_that_could_be_laid_is_too_much_to_search() -> None:
    position = typed_position(
        "b7 y7 D, r4 M r4, k6 k7 k8, k8 k9 C b11 b12 J, k4 k5 k6, k3 r3 b3, k2 r2 b2, y9 y10 y11, y4 y5 y6, "
        "b9 C r11 r12 r13, r6 r7 r8, k3 k4 k5, k10 b10 y10, k1 r1 y1 "
        "| b5 b7 b8 k1 k12 k12 r10 r10 r13 y1 y4 y6 y9 | opened | pool 0",
        load("twist"),
        "en",
    )
    assert isinstance(judge(position, Pass(), ability(position)), Illegal)


def test_a_pass_says_what_was_proved() -> None:
    state = end_of(racks=("k1", "b6"))
    stuck, unproved = Passed(seat=0, proof="stuck"), Passed(seat=0, proof="unproved")
    for known, told in ((Ability(None, stuck=True), stuck), (UNKNOWN, unproved)):
        found = decide(state, 0, Pass(), known)
        assert isinstance(found, Decided)
        assert found.events == (told,)
    free = decide(end_of("sabra", racks=("k1", "b6")), 0, Pass())
    assert isinstance(free, Decided)
    assert free.events == (Passed(seat=0),)


def test_the_game_ends_at_once_when_nobody_can_lay() -> None:
    state = end_of(racks=("b6 k1", "r1", "y9"))
    assert not nobody_can_lay(state)
    made = moved(state, 0, play("b3 b4 b5 b6"))
    assert isinstance(made, Decided)
    *_, over = made.events
    assert isinstance(over, Ended)
    assert (over.result.reason, over.result.winners, over.result.scores) == ("stuck", (0, 1), (4, 4, -8))


def test_who_resigned_keeps_no_game_going() -> None:
    state = msgspec.structs.replace(end_of(racks=("k1", "b6", "y9")), resigned=(False, True, False))
    assert nobody_can_lay(state)
    assert not nobody_can_lay(msgspec.structs.replace(state, resigned=(False, False, False)))


def test_a_time_out_is_no_pass() -> None:
    state = end_of()
    decided = time_out(state, None)
    assert [type(event).__name__ for event in decided.events] == ["TimedOut"]
    assert proved(state, decided).state.over is None


def never_opened() -> Record:
    """A game in which nobody has a rack that opens, so that the empty pool ends it."""
    edition = change(load("original"), {"opening.amount": 300})
    return play_game(edition, ["gentle"] * 4, random.Random(1))


def test_a_record_of_such_an_end_is_judged_alike() -> None:
    record = loads(dumps(never_opened()))
    over = record.events[-1]
    assert isinstance(over, Ended)
    assert over.result.reason == "stuck"
    assert rejudge(record) == rejudge(record, ability) == ()
    assert [check.point for check in checks(record, None, ability) if not check.holds] == []


def test_an_end_that_was_claimed_too_early_is_found() -> None:
    record = never_opened()
    easy = msgspec.structs.replace(record.events[0].edition, hash="")  # type: ignore[union-attr]
    easy = msgspec.structs.replace(easy, opening=msgspec.structs.replace(easy.opening, amount=0))
    start = msgspec.structs.replace(record.events[0], edition=easy)
    forged = Record(record.players, (start, *record.events[1:]))
    assert [found.index for found in rejudge(forged, ability)][-1] == len(record.events) - 1


def test_a_pass_of_who_could_lay_is_found_by_who_searches() -> None:
    state = end_of()
    passed = decide(state, 0, Pass())
    assert isinstance(passed, Decided)
    assert isinstance(decide(state, 0, Pass(), ability(position_of(state, 0))), Illegal)
    assert passed.events == (Passed(seat=0, proof="unproved"),)


def test_nothing_is_stuck_while_the_pool_has_tiles() -> None:
    assert not nobody_can_lay(situation(racks=["k1", "r1"], pool="b9"))
    assert stuck(end_of(racks=("k1", "r1"))).state.over is not None


def without_the_word(edition: Edition) -> Edition:
    """The edition as a record of before the word had it."""
    plain = msgspec.to_builtins(edition)
    del plain["end"]["pass_when_able"]
    del plain["references"]["end.pass_when_able"]
    old = msgspec.convert(plain, Edition)
    return msgspec.structs.replace(old, hash=content_hash(old))


def test_an_older_edition_lets_everybody_pass() -> None:
    old = without_the_word(load("original"))
    assert old.end.pass_when_able == "allowed"
    assert old.hash != load("original").hash
    (line,) = [point for point in card(old) if point.key == "end.pass_when_able"]
    assert (line.message, line.ref) == ("end-pass-when-able-allowed", "")
    position = msgspec.structs.replace(position_of(end_of(), 0), edition=old)
    assert isinstance(judge(position, Pass(), ability(position)), Legal)
