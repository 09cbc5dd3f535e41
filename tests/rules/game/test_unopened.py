"""Losers who have not opened, where the edition has them pay a fixed amount (docs/rules.md 5.1)."""

import random
from collections.abc import Callable
from functools import cache, partial
from itertools import count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.whole_games import shuffled
from tests.rules.situations import play, situation
from tilerummy.bots.whole_game import moved, play_game
from tilerummy.editions import load, names
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import Edition, content_hash
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import Decided, begin, decide, resign, settled, time_out
from tilerummy.rules.game.events import Ended, Result, Unopened
from tilerummy.rules.game.evolve import fold
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, RecordError, dumps, loads, rejudge
from tilerummy.rules.game.scoring import pool_exhausted, rack_empty, resignation, values_scored
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.unopened import last_chance
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.tiles import KINDS
from tilerummy.solver.ability import ability, proved

OPENS = "k10 k11 k12"
LAST = "b6"


def about_to_end(other: str, **more: object) -> GameState:
    """A game of two that the seat to move ends with its last tile; the other has not opened."""
    return situation("duel", racks=(LAST, other), table=["b3 b4 b5"], pool="r1", opened=(True, False), **more)  # type: ignore[arg-type]


def ended(decided: Decided | Illegal) -> Ended:
    assert isinstance(decided, Decided)
    last = decided.events[-1]
    assert isinstance(last, Ended)
    return last


def gone_out(state: GameState) -> Ended:
    return ended(moved(state, 0, play("b3 b4 b5 b6")))


@pytest.mark.parametrize("edition", names())
def test_only_the_duel_knows_a_fixed_amount(edition: str) -> None:
    assert load(edition).end.unopened == (100 if edition == "duel" else None)


def test_who_could_have_opened_pays_twice_as_much_and_the_record_shows_with_what() -> None:
    result = gone_out(about_to_end(f"{OPENS} r1")).result
    assert result.scores == (200, -200)
    assert result.values == (0, 34)
    assert result.unopened == (Unopened(seat=1, pays=200, proof="able", opening=(OPENS,)),)


def test_who_could_not_pays_the_amount_whatever_is_on_the_rack() -> None:
    for rack in ("k1 r5", "k1 k2 k3", "k13 r12 b10 y9 k7 r6 b4 y3 k2 r9 b1 y11"):
        result = gone_out(about_to_end(rack)).result
        assert result.scores == (100, -100)
        assert result.unopened == (Unopened(seat=1, pays=100, proof="unable", opening=()),)


def test_what_nobody_proved_costs_the_amount_and_is_said() -> None:
    result = ended(decide(about_to_end(f"{OPENS} r1"), 0, play("b3 b4 b5 b6"))).result
    assert result.scores == (100, -100)
    assert result.unopened == (Unopened(seat=1, pays=100, proof="unproved", opening=()),)


def test_an_opening_that_is_none_proves_nothing() -> None:
    state = about_to_end(f"{OPENS} r1")
    made = decide(state, 0, play("b3 b4 b5 b6"))
    assert isinstance(made, Decided)
    for laid in (play("k10 k11", opening=["k10 k11"]), play("r11 r12 r13", opening=["r11 r12 r13"])):
        (bill,) = ended(settled(state, made, {1: Ability(laid)})).result.unopened
        assert (bill.pays, bill.proof, bill.opening) == (100, "unproved", ())


def test_who_has_opened_pays_the_rack() -> None:
    opened = situation("duel", racks=(LAST, "J k1"), table=["b3 b4 b5"], pool="r1")
    result = gone_out(opened).result
    assert (result.scores, result.unopened) == ((51, -51), ())
    free = change(load("duel"), {"end.unopened": None})
    without = msgspec.structs.replace(about_to_end("J k1"), edition=free)
    assert gone_out(without).result.scores == (51, -51)


def test_the_tile_of_the_last_draw_came_too_late() -> None:
    state = about_to_end(OPENS)
    late = msgspec.structs.replace(state, fresh=((), ("k12",)))
    assert gone_out(state).result.scores == (200, -200)
    assert gone_out(late).result.scores == (100, -100)


def test_who_never_had_a_turn_could_not_have_opened() -> None:
    state = msgspec.structs.replace(about_to_end(OPENS), moved=(True, False))
    assert last_chance(state, 1) is None
    (bill,) = gone_out(state).result.unopened
    assert (bill.pays, bill.proof) == (100, "unable")


def test_the_turn_under_way_is_a_chance_with_every_tile() -> None:
    state = situation("duel", racks=(OPENS, "k1"), pool="r1", opened=False)
    state = msgspec.structs.replace(state, fresh=(("k12",), ()))
    assert ended(proved(state, checked(resign(state, 0)))).result.scores == (-200, 200)
    # who gives up in the other's turn had the last chance before
    waiting = msgspec.structs.replace(state, turn=1)
    assert ended(proved(waiting, checked(resign(waiting, 0)))).result.scores == (-100, 100)


def test_a_time_out_may_end_such_a_game() -> None:
    state = situation("duel", racks=("k9 r2", OPENS), opened=False, turn=1)
    state = msgspec.structs.replace(state, passed=(0,))
    result = ended(proved(state, time_out(state, None))).result
    # the lowest rack has not opened either, and wins
    assert result.winners == (0,)
    assert (result.scores, [bill.seat for bill in result.unopened]) == ((200, -200), [1])


def test_of_several_losers_each_pays_their_own_way() -> None:
    edition = change(load("original"), {"end.unopened": 50})
    state = situation(
        racks=(LAST, OPENS, "k1 k2", "y7"), table=["b3 b4 b5"], pool="r1", opened=(True, False, False, True)
    )
    result = gone_out(msgspec.structs.replace(state, edition=edition)).result
    assert result.scores == (157, -100, -50, -7)
    assert [bill.proof for bill in result.unopened] == ["able", "unable"]


def test_the_amount_to_open_may_be_waived_in_the_last_turns() -> None:
    edition = change(load("belgian-tournament"), {"end.unopened": 50})
    racks = ("k9 b9", "k1 k2 k3")
    late = msgspec.structs.replace(
        situation(racks=racks, opened=(True, False), last_turns=(1,), turn=1), edition=edition
    )
    early = msgspec.structs.replace(late, last_turns=None, pool=("r1",))
    assert [ability(chance).stuck for state in (late, early) if (chance := last_chance(state, 1))] == [False, True]


def checked(decided: Decided | Illegal) -> Decided:
    assert isinstance(decided, Decided)
    return decided


def resigned_at_once(seed: int) -> Record:
    """A duel in which the first to move gives up in the first turn."""
    edition, stream = load("duel"), random.Random(seed)
    events = begin(edition, 2, shuffled(edition, stream), shuffled(edition, stream), "")
    state = fold(events)
    assert state.turn is not None
    return Record((), (*events, *proved(state, checked(resign(state, state.turn))).events))


def never_opened() -> Record:
    """A game of four in which no rack is worth enough to open, so that the empty pool ends it."""
    edition = change(load("original"), {"opening.amount": 300, "end.unopened": 50})
    return play_game(edition, ["gentle"] * 4, random.Random(1))


def result_of(record: Record) -> Result:
    return ended(Decided(record.events, fold(record.events))).result


@cache
def given_up(proof: str) -> Record:
    """The first duel that is given up at once by a player who could have opened, or could not."""
    return next(record for record in map(resigned_at_once, count()) if result_of(record).unopened[0].proof == proof)


@pytest.mark.parametrize("make", [partial(given_up, "able"), partial(given_up, "unable"), never_opened])
def test_a_record_is_judged_alike(make: Callable[[], Record]) -> None:
    record = make()
    again = loads(dumps(record))
    assert again == record
    assert result_of(again).unopened
    assert rejudge(again) == rejudge(again, ability) == ()
    assert [check.point for check in checks(again, None, ability) if not check.holds] == []


@pytest.mark.parametrize(
    ("bill", "found"),
    [
        (Unopened(seat=0, pays=100, proof="unable", opening=()), ((), (2,))),
        (Unopened(seat=0, pays=100, proof="unproved", opening=()), ((), (2,))),
        (Unopened(seat=0, pays=200, proof="able", opening=("k1 k2 k3",)), ((2,), (2,))),
        (Unopened(seat=0, pays=50, proof="unproved", opening=()), ((2,), (2,))),
    ],
)
def test_a_forged_proof_is_found(bill: Unopened, found: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """What is claimed to be none is only found by who searches."""
    record = given_up("able")
    result = result_of(record)
    (true,) = result.unopened
    scores = tuple(score * bill.pays // true.pays for score in result.scores)
    false = msgspec.structs.replace(result, scores=scores, unopened=(msgspec.structs.replace(bill, seat=true.seat),))
    last = msgspec.structs.replace(record.events[-1], result=false)
    forged = Record((), (*record.events[:-1], last))
    assert tuple(one.index for one in rejudge(forged)) == found[0]
    assert tuple(one.index for one in rejudge(forged, ability)) == found[1]


def test_nobody_pays_who_has_no_seat() -> None:
    record = given_up("unable")
    bill = Unopened(seat=2, pays=100, proof="unable", opening=())
    result = msgspec.structs.replace(result_of(record), unopened=(bill,))
    text = dumps(Record((), (*record.events[:-1], msgspec.structs.replace(record.events[-1], result=result))))
    with pytest.raises(RecordError, match="out-of-order"):
        loads(text)


def without_the_word(edition: Edition) -> Edition:
    """The edition as a record of before the word had it."""
    plain = msgspec.to_builtins(edition)
    del plain["end"]["unopened"]
    del plain["references"]["end.unopened"]
    old = msgspec.convert(plain, Edition)
    return msgspec.structs.replace(old, hash=content_hash(old))


def test_an_older_duel_lets_the_unopened_pay_their_rack() -> None:
    old = without_the_word(load("duel"))
    assert old.hash != load("duel").hash
    (line,) = [point for point in card(old) if point.key == "end.unopened"]
    assert (line.message, line.ref) == ("end-unopened-none", "")
    result = gone_out(msgspec.structs.replace(about_to_end("J k1"), edition=old)).result
    assert (result.scores, result.unopened) == ((51, -51), ())


RACKS = st.lists(st.lists(st.sampled_from(KINDS), min_size=1, max_size=8), min_size=2, max_size=4)


@given(RACKS, st.lists(st.sampled_from([None, 100, 200]), min_size=4, max_size=4), st.integers(0, 3))
def test_every_scoring_sums_to_zero_and_losers_pay_what_they_owe(
    held: list[list[str]], owes: list[int | None], to_move: int
) -> None:
    edition = load("twist")
    owed = {seat: pays for seat, pays in enumerate(owes[: len(held)]) if pays is not None}
    out = rack_empty(edition, [[], *held], {seat + 1: pays for seat, pays in owed.items()})
    exhausted = pool_exhausted(edition, held, to_move % len(held), owed=owed)
    for scoring in (out, exhausted, resignation(edition, held, 0, owed)):
        assert sum(scoring.points) == 0
    assert all(exhausted.points[seat] in (-pays, 0) or seat in exhausted.winners for seat, pays in owed.items())
    assert all(out.points[seat + 1] == -pays for seat, pays in owed.items())


def test_a_sheet_counts_the_same() -> None:
    edition, rng = load("duel"), random.Random(5)
    for _ in range(50):
        racks = [tuple(rng.sample(KINDS, rng.randint(1, 9))) for _ in range(2)]
        owed = {1: 200}
        counts = list(map(len, racks))
        values = [sum(50 if tile in "JDCM" else int(tile[1:]) for tile in rack) for rack in racks]
        assert values_scored(edition, values, None, counts, owed=owed) == pool_exhausted(edition, racks, owed=owed)
    assert values_scored(edition, [0, 7], 0, owed={1: 100}).points == (100, -100)
    assert parse_tiles("J") == ("J",)
