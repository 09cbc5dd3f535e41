"""The deal: who starts, who gets what, and that it can be proved."""

import hashlib
import random
from collections import Counter

import msgspec
import pytest

from tilerummy.editions import load, names
from tilerummy.rules.game.deal import all_tiles, commitment, deal, starting_draw
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.events import Lot
from tilerummy.rules.tiles import is_joker


@pytest.mark.parametrize("edition", names())
def test_the_box_holds_the_tiles_of_the_edition(edition: str) -> None:
    assert len(all_tiles(load(edition))) == load(edition).tiles.total


@pytest.mark.parametrize("edition", names())
def test_everybody_gets_fourteen_tiles_and_the_rest_is_the_pool_in_order(edition: str) -> None:
    rules = load(edition)
    deck = list(all_tiles(rules))
    random.Random(edition).shuffle(deck)
    racks, pool = deal(rules, rules.players.most, deck)
    assert [len(rack) for rack in racks] == [14] * rules.players.most
    assert Counter([*pool, *(tile for rack in racks for tile in rack)]) == Counter(deck)
    order = [tile for tile in deck if not is_joker(tile)] if rules.deal.joker_each else deck
    assert list(pool) == order[-len(pool) :]


def test_a_duel_deals_one_joker_to_each() -> None:
    rules = load("duel")
    deck = [tile for tile in all_tiles(rules) if not is_joker(tile)] + ["J", "J"]
    racks, pool = deal(rules, 2, deck)
    assert [sum(map(is_joker, rack)) for rack in racks] == [1, 1]
    assert not any(map(is_joker, pool))


def test_a_wrong_deck_or_number_of_seats_is_refused() -> None:
    rules = load("original")
    deck = all_tiles(rules)
    with pytest.raises(ValueError, match="deck"):
        deal(rules, 2, ("k1", *deck[1:], "k1"))
    with pytest.raises(ValueError, match="seats"):
        deal(rules, 5, deck)


def test_the_highest_number_starts() -> None:
    assert starting_draw(["k3", "r13", "b12"], 3) == (
        (Lot(1, 0, "k3"), Lot(1, 1, "r13"), Lot(1, 2, "b12")),
        1,
    )


def test_only_those_tied_for_the_highest_draw_again() -> None:
    lots, starter = starting_draw(["k9", "r9", "b4", "y2", "k2", "b1", "y8"], 3)
    assert [(lot.round, lot.seat, lot.tile) for lot in lots] == [
        (1, 0, "k9"),
        (1, 1, "r9"),
        (1, 2, "b4"),
        (2, 0, "y2"),
        (2, 1, "k2"),
        (3, 0, "b1"),
        (3, 1, "y8"),
    ]
    assert starter == 1


def test_a_joker_drawn_for_the_first_turn_is_put_aside() -> None:
    lots, starter = starting_draw(["J", "J", "k2", "k1"], 2)
    assert [(lot.seat, lot.tile) for lot in lots] == [(0, "J"), (0, "J"), (0, "k2"), (1, "k1")]
    assert starter == 0


def test_a_draw_that_runs_out_of_tiles_still_names_somebody() -> None:
    assert starting_draw(["k5", "r5", "J"], 2)[1] == 0


def test_the_commitment_is_a_hash_of_salt_and_deck_that_anyone_can_compute() -> None:
    expected = hashlib.sha256(b"pepper k1 r2 J").hexdigest()
    assert commitment("pepper", ["k1", "r2", "J"]) == expected
    assert commitment("pepper", ["r2", "k1", "J"]) != expected


def test_a_game_begins_with_its_proof_and_its_first_mover() -> None:
    rules = load("original")
    deck = all_tiles(rules)
    started, dealt = begin(rules, 2, deck, ["k1", "k2"], "salt")
    assert started.commitment == commitment("salt", deck)
    assert started.edition == rules
    assert started.edition_hash == rules.hash
    assert not started.edition.examples.melds
    state = fold([started, dealt])
    assert (state.turn, state.turn_number) == (1, 1)
    assert state.racks == dealt.secret.racks


def test_a_record_names_the_edition_that_was_dealt() -> None:
    one = load("original")
    other = msgspec.structs.replace(one, name="Ours")
    assert one == other  # the name is no rule
    for edition in (one, other, one):
        started, _ = begin(edition, 2, all_tiles(edition), all_tiles(edition), "salt")
        assert started.edition.name == edition.name
        assert not started.edition.examples.melds


def test_a_state_has_its_racks_in_order_whatever_a_record_says() -> None:
    edition = load("original")
    started, dealt = begin(edition, 2, all_tiles(edition), all_tiles(edition), "salt")
    mixed = tuple(rack[::-1] for rack in dealt.secret.racks)
    turned = msgspec.structs.replace(dealt, secret=msgspec.structs.replace(dealt.secret, racks=mixed))
    assert mixed != dealt.secret.racks
    assert fold((started, turned)) == fold((started, dealt))
