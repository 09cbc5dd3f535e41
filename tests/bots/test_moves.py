"""What computer players see: the openings they find, the joins, splits, loans and joker swaps of the steady level."""

import random
from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from tests.rules.situations import situation
from tilerummy.bots.borrowed_melds import loans, with_borrowed, with_joker_freed
from tilerummy.bots.expert import sees
from tilerummy.bots.extensions import divided, with_pair, with_tile
from tilerummy.bots.hidden_racks import dealt_again, unseen
from tilerummy.bots.levels import LEVELS, STRENGTHS
from tilerummy.bots.material import melds_of
from tilerummy.bots.opening import least_value
from tilerummy.bots.selection import Total, best_choice
from tilerummy.editions import load
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import decide
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import position_in, view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.judge.table_diff import laid as tiles_laid
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld, parse_meld, parse_tiles


def moved(level: str, state: GameState) -> Move:
    """The level's move for seat 0, which must be legal."""
    move = LEVELS[level](view(state, 0), random.Random(1))
    assert not isinstance(decide(state, 0, move), Illegal)
    return move


def tables(options: Iterable[Iterable[Meld]]) -> set[str]:
    return {", ".join(map(format_meld, table)) for table in options}


def laid(move: Move) -> set[str]:
    assert isinstance(move, Play)
    return set(map(format_meld, move.table))


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_to_play_is_a_draw_or_a_pass(level: str) -> None:
    assert isinstance(moved(level, situation(racks=["k1 r5 b9", "r1"], pool="k2")), Draw)
    assert isinstance(moved(level, situation(racks=["k1 r5 b9", "r1"])), Pass)


@pytest.mark.parametrize("level", ["gentle", "steady"])
@pytest.mark.parametrize(
    ("edition", "rack", "opens"),
    [
        ("original", "k9 k10 k11 r1", True),
        ("original", "k9 r9 b9 r1", False),
        ("original", "k10 r10 b10", True),
        ("suomi", "k10 r10 b10 y1", False),
        ("suomi", "k9 k10 k11 k12 r1", True),
        ("original", "k12 k13 J r1", True),
        ("original", "k5 k6 k7 r4 b4 y4 r1", True),
        ("twist", "b10 b13 D r1", True),
        ("twist", "k9 k10 C r1", True),
        ("twist", "k10 k10 M r1", True),
        ("twist-international", "k10 k10 M r1", False),
    ],
)
def test_openings_are_found_where_there_are_any(level: str, edition: str, rack: str, opens: bool) -> None:
    move = moved(level, situation(edition, racks=[rack, "r1"], pool="k2", opened=False))
    assert isinstance(move, Play) == opens


def test_the_threshold_follows_edition_and_pool() -> None:
    for edition, pool, least in [
        ("original", "k2", 30),
        ("original", "", 30),
        ("suomi", "k2", 31),
        ("belgian-tournament", "k2", 30),
        ("belgian-tournament", "", 0),
    ]:
        state = situation(edition, racks=["k1", "r1"], pool=pool, opened=False)
        assert least_value(position_in(view(state, 0))) == least


def test_jokers_are_spared_in_an_opening_that_does_without() -> None:
    move = moved("steady", situation(racks=["k10 r10 b10 y1 J k4 r7", "r1"], pool="k2 k3", opened=False))
    assert laid(move) == {"k10 r10 b10"}


def test_the_last_tiles_go_out_jokers_and_all() -> None:
    for level in LEVELS:
        state = situation(racks=["J", "r1"], table=["b4 b5 b6"], pool="k2")
        assert isinstance(moved(level, state), Play)


def test_steady_builds_on_the_table_the_way_people_do() -> None:
    """The worked examples of every rulebook: add, divide, borrow."""
    for table, rack, after in [
        (["b4 b5 b6", "y8 r8 k8"], "b3 b8 k1 y13", {"b3 b4 b5 b6", "y8 r8 k8 b8"}),
        (["r4 r5 r6 r7 r8"], "r6 k1 y13", {"r4 r5 r6", "r6 r7 r8"}),
        (["b4 r4 y4 k4"], "b5 b6 k1 y13", {"r4 y4 k4", "b4 b5 b6"}),
    ]:
        assert laid(moved("steady", situation(racks=[rack, "r1"], table=table, pool="k2"))) == after


def test_steady_frees_a_joker_and_uses_it() -> None:
    racks = ["y3 k9 r9 b1 b13 r5 y7 y11 k1 k4", "r1 r2 r3 r4 r5 r6 r7"]
    state = situation("suomi", racks=racks, table=["b3 r3 J"], pool="k2")
    assert laid(moved("steady", state)) == {"b3 r3 y3", "k9 r9 J"}


def test_frozen_sets_are_extended_and_never_borrowed_from() -> None:
    table = ["b4 b5 b6 J"]
    state = situation("original-classic", racks=["b3 k4 r4 y9", "r1"], table=table, pool="k2")
    assert laid(moved("steady", state)) == {"b3 b4 b5 b6 J"}


def test_the_melds_of_some_tiles() -> None:
    held = Counter(parse_tiles("b3 b4 b5 b6 r5 k5 J"))
    plain = {format_meld(meld) for meld in melds_of(held, load("original"), jokers=False)}
    assert plain == {"b3 b4 b5", "b4 b5 b6", "b3 b4 b5 b6", "k5 r5 b5"}
    joined = {format_meld(meld) for meld in melds_of(held, load("original"))}
    assert {"k5 r5 J", "b5 b6 J", "J b3 b4", "b3 b4 b5 b6 J"} <= joined


def test_the_special_jokers_find_their_melds() -> None:
    held = Counter(parse_tiles("b2 b5 r5 y2 y3 D C M k7 k7 r7 r7"))
    found = {format_meld(meld) for meld in melds_of(held, load("twist"))}
    assert {"b2 D b5", "r5 b5 D", "y2 y3 C", "k7 M k7", "k7 r7 M r7 k7"} <= found
    assert not any(set("DCM") & set(meld) for meld in (format_meld(m) for m in melds_of(held, load("original"))))


def test_the_choice_among_melds_that_compete() -> None:
    held = Counter(parse_tiles("k5 k6 k7 r5 b5 r6 b6"))
    rules = load("original")
    chosen = best_choice(melds_of(held, rules), held, rules, lambda total: (total.tiles,))
    assert sum(len(meld.tiles) for meld in chosen) == 6
    assert best_choice(melds_of(held, rules), held, rules, lambda total: (-total.tiles,)) == ()
    assert Total() == Total(0, 0, 0)


def test_tables_with_one_more_tile() -> None:
    rules = load("original")
    table = tuple(map(parse_meld, ["b4 b5 b6", "y8 r8 k8"]))
    assert tables(with_tile(table, "b7", rules)) == {"b4 b5 b6 b7, y8 r8 k8"}
    assert tables(with_tile(table, "b8", rules)) == {"b4 b5 b6, y8 r8 k8 b8"}
    assert tables(with_tile(table, "k1", rules)) == set()
    stated = (parse_meld("run: b4 J=b5 b6"),)
    assert tables(with_tile(stated, "b3", rules)) == {"run: b3 b4 J=b5 b6"}
    mirrored = (parse_meld("r2 r3 M r3 r2"),)
    assert tables(with_pair(mirrored, "r1", load("twist"))) == {"r1 r2 r3 M r3 r2 r1"}
    run = (parse_meld("r1 r2 r3 r4 r5 r6"),)
    assert tables(divided(run, "r3", rules)) == {"r1 r2 r3, r3 r4 r5 r6"}
    assert tables(divided(run, "r6", rules)) == set()


def test_what_the_table_can_spare() -> None:
    table = tuple(map(parse_meld, ["r1 r2 r3 r4", "k8 r8 b8", "y1 y2 y3 y4 y5 y6 y7", "b9 b10 b11 J"]))
    free = {loan.tile for loan in loans(table, load("original"))}
    assert free == {"r1", "r4", "y1", "y4", "y7", "b9", "b11"}
    frozen = {loan.tile for loan in loans(table, load("suomi"))}
    assert frozen == {"r1", "r4", "y1", "y4", "y7"}


def test_borrowed_tiles_come_from_different_melds() -> None:
    table = tuple(map(parse_meld, ["b5 b6 b7 b8", "k8 r8 b8 y8"]))
    options = tables(with_borrowed(table, Counter(["k5", "r5"]), load("original"), jokers=False))
    assert options == {"b6 b7 b8, k8 r8 b8 y8, k5 r5 b5"}


def test_freed_jokers_go_into_a_new_meld() -> None:
    table = (parse_meld("b3 r3 J"),)
    options = tables(with_joker_freed(table, Counter(parse_tiles("y3 k9 r9")), load("original")))
    assert options == {"b3 r3 y3, k9 r9 J"}


def test_the_upper_levels_keep_their_jokers_for_the_end() -> None:
    state = situation(racks=["k1 k2 J y9", "r1"], table=["b4 b5 b6"], pool="k2")
    for level in ("expert", "master", "champion"):
        assert isinstance(moved(level, state), Draw)


def test_master_does_not_lay_down_to_a_few_tiles_that_it_cannot_finish() -> None:
    few = situation(racks=["k1 k2 k3 y9 r12", "r1"], table=["b4 b5 b6"], pool="k2")
    assert isinstance(moved("expert", few), Play)
    assert isinstance(moved("master", few), Draw)
    many = situation(racks=["k1 k2 k3 y9 r12 b1 b9 b11 y2 y4 r5 r7", "r1"], table=["b4 b5 b6"], pool="k2")
    assert laid(moved("master", many)) == {"b4 b5 b6", "k1 k2 k3"}


def test_champion_opens_with_as_little_as_it_can() -> None:
    state = situation(racks=["k10 r10 b10 y10 r1 r2 r3 k4", "r1"], pool="k2", opened=False)
    move = moved("champion", state)
    assert isinstance(move, Play)
    assert [len(meld.tiles) for meld in move.opening] == [3]


def test_champion_lays_as_little_as_it_can_once_the_pool_is_empty() -> None:
    state = situation(racks=["y9 y10 r4 k1", "k5 k9"], table=["y6 y7 y8", "r1 r2 r3", "k7 b7 r7"])
    move, greedy = moved("champion", state), moved("expert", state)
    assert isinstance(move, Play)
    assert isinstance(greedy, Play)
    assert sum(len(meld.tiles) for meld in move.table) == 9 + 1
    assert sum(len(meld.tiles) for meld in greedy.table) == 9 + 3


def test_the_rack_of_one_opponent_is_known_once_the_pool_is_empty() -> None:
    box = list(all_tiles(load("original")))
    table = ["k1 k2 k3", "y5 y6 y7"]
    for tile in parse_tiles(" ".join(table)):
        box.remove(tile)
    mine, theirs = box[:40], box[40:]
    seen = view(situation(racks=[" ".join(mine), " ".join(theirs)], table=table), 0)
    assert dealt_again(seen, unseen(seen), random.Random(1)) == {1: tuple(theirs)}


def test_every_level_has_a_strength_above_that_of_the_one_before() -> None:
    assert list(STRENGTHS) == list(LEVELS)
    assert sorted(STRENGTHS.values()) == list(STRENGTHS.values())
    assert len(set(STRENGTHS.values())) == len(STRENGTHS)


@pytest.mark.parametrize(("level", "least", "most"), [("dreamy", 0, 15), ("easy", 20, 45), ("gentle", 60, 60)])
def test_beginners_often_miss_that_they_can_open(level: str, least: int, most: int) -> None:
    state = situation(racks=["k10 r10 b10 y1", "r1"], pool="k2", opened=False)
    seen = view(state, 0)
    opened = sum(isinstance(LEVELS[level](seen, random.Random(seed)), Play) for seed in range(60))
    assert least <= opened <= most


def test_who_is_obliged_and_sees_nothing_lays_one_tile_where_others_lay_the_most() -> None:
    state = situation(racks=["r6 b6 k1", "r1"], table=["r4 r5 r6 r7 r8", "b4 b5 b6 b7 b8"])
    seen = view(state, 0)
    many = [tiles_laid(state.table, LEVELS["dreamy"](seen, random.Random(seed))) for seed in range(20)]
    assert set(many) == {1, 2}
    assert many.count(1) > many.count(2)
    assert tiles_laid(state.table, moved("gentle", state)) == 2


def test_casual_now_and_then_sees_a_rearrangement() -> None:
    state = situation(racks=["r6 k1 y13", "r1"], table=["r4 r5 r6 r7 r8"], pool="k2")
    seen = view(state, 0)
    saw = sum(isinstance(LEVELS["casual"](seen, random.Random(seed)), Play) for seed in range(200))
    assert 2 <= saw <= 25


def test_keen_overlooks_the_more_the_more_steps_there_are() -> None:
    assert [round(sees(steps), 2) for steps in (1, 4, 10)] == [0.83, 0.5, 0.04]
    state = situation(racks=["r9 k1 y13", "r1"], table=["r5 r6 r7 r8"], pool="k2")
    hard = situation(racks=["b6 k1 y13 k9", "r1"], table=["r5 r6 r7 r8", "k5 k6 k7 k8", "y6 y7 y8"], pool="k2")
    for position, least, most in ((state, 180, 200), (hard, 20, 180)):
        shown = view(position, 0)
        expert = LEVELS["expert"](shown, random.Random(0))
        saw = sum(LEVELS["keen"](shown, random.Random(seed)) == expert for seed in range(200))
        assert least <= saw <= most


def test_a_challenger_is_a_champion_in_every_other_game_and_a_master_in_the_others() -> None:
    state = situation(racks=["k1 k2 k3 y9 r12 b1 b9 b11 y2 y4 r5 r7", "r1"], table=["b4 b5 b6"], pool="k2 k3 k4")
    games = [msgspec.structs.replace(state, commitment=str(game)) for game in range(40)]
    waits = sum(isinstance(LEVELS["challenger"](view(game, 0), random.Random(1)), Draw) for game in games)
    assert 10 <= waits <= 30
    assert isinstance(moved("master", state), Play)
    assert isinstance(moved("champion", state), Draw)
