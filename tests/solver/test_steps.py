"""A play as steps: the rulebooks' examples literally, and every public position as a sound sequence of pictures."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.oracle.orders import tables
from tests.oracle.solver_positions import random_position
from tests.oracle.special_cases import freed_position
from tests.oracle.steps import fewest_steps, plays
from tests.oracle.sweep import edition_of
from tilerummy import editions
from tilerummy.messages import languages, text
from tilerummy.rules.judge.judge import judge
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF
from tilerummy.solver.explain.steps import Step, explain
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve

At = Callable[..., Position]

EXAMPLES = {
    "M1": (
        "b4 b5 b6, y8 r8 k8 | b3 b8",
        "b3 b4 b5 b6, y8 r8 k8 b8",
        ["Add b3 to b4 b5 b6: b3 b4 b5 b6.", "Add b8 to y8 r8 k8: y8 r8 k8 b8."],
    ),
    "M2": (
        "b4 r4 y4 k4 | b3 b5 b6",
        "r4 y4 k4, b3 b4 b5 b6",
        ["Take b4 from b4 r4 y4 k4, leaving r4 y4 k4.", "Lay b3 b4 b5 b6."],
    ),
    "M3": (
        "b8 b9 b10 | b11 k8 y8",
        "b9 b10 b11, b8 k8 y8",
        ["Add b11 to b8 b9 b10: b8 b9 b10 b11.", "Take b8 from b8 b9 b10 b11, leaving b9 b10 b11.", "Lay b8 k8 y8."],
    ),
    "M4": (
        "r4 r5 r6 r7 r8 | r6",
        "r4 r5 r6, r6 r7 r8",
        ["Split r4 r5 r6 r7 r8 into r4 r5 r6 and r7 r8.", "Add r6 to r7 r8: r6 r7 r8."],
    ),
    "M5": (
        "y1 y2 y3 y4, k1 r1 b1 y1 | b1",
        "b1 y1 r1, y2 y3 y4, k1 b1 y1",
        [
            "Take y1 from y1 y2 y3 y4, leaving y2 y3 y4.",
            "Take r1 from k1 r1 b1 y1, leaving k1 b1 y1.",
            "Lay b1 y1 r1.",
        ],
    ),
    "M6": (
        "y5 y6 y7, r5 r6 r7, k5 k6 k7 k8 k9 | k10 b5",
        "y5 r5 k5 b5, y6 r6 k6, y7 r7 k7, k8 k9 k10",
        [
            "Take y5 y6 y7 off the table.",
            "Take r5 r6 r7 off the table.",
            "Add k10 to k5 k6 k7 k8 k9: k5 k6 k7 k8 k9 k10.",
            "Take k5 k6 k7 from k5 k6 k7 k8 k9 k10, leaving k8 k9 k10.",
            "Lay y5 r5 k5 b5.",
            "Lay y6 r6 k6.",
            "Lay y7 r7 k7.",
        ],
    ),
    "J1a": (
        "b3 r3 J | y3 k12 k13",
        "b3 r3 y3, J k12 k13",
        ["Put y3 in the place of J in b3 r3 J and take J.", "Lay J k12 k13."],
    ),
    "J1b": (
        "b3 r3 J | y3 k3 k12 k13",
        "b3 r3 y3 k3, J k12 k13",
        ["Put y3 in the place of J in b3 r3 J and take J.", "Add k3 to b3 r3 y3: b3 r3 y3 k3.", "Lay J k12 k13."],
    ),
    "J1c": (
        "b3 r3 J | k3 k12 k13",
        "b3 r3 k3, J k12 k13",
        ["Put k3 in the place of J in b3 r3 J and take J.", "Lay J k12 k13."],
    ),
    "J2": (
        "r2 r3 J r5 r6 | r1 r7 k12 k13",
        "r1 r2 r3, r5 r6 r7, J k12 k13",
        [
            "Add r1 r7 to r2 r3 J r5 r6: r1 r2 r3 J r5 r6 r7.",
            "Split r1 r2 r3 J r5 r6 r7 into r1 r2 r3 J and r5 r6 r7.",
            "Take J from r1 r2 r3 J, leaving r1 r2 r3.",
            "Lay J k12 k13.",
        ],
    ),
    "J3": (
        "b6 b7 J | b5 k12 k13",
        "b5 b6 b7, J k12 k13",
        ["Add b5 to b6 b7 J: b5 b6 b7 J.", "Take J from b5 b6 b7 J, leaving b5 b6 b7.", "Lay J k12 k13."],
    ),
    "J3'": (
        "b6 b7 J | b4",
        "b4 J b6 b7",
        ["Take J from b6 b7 J, leaving b6 b7.", "Add b4 J to b6 b7: b4 J b6 b7."],
    ),
    "J4": (
        "k1 k2 J, b1 y1 r1, b2 y2 r2 | k12 k13",
        "b1 y1 r1 k1, b2 y2 r2 k2, J k12 k13",
        [
            "Take k1 k2 J off the table.",
            "Add k1 to b1 y1 r1: b1 y1 r1 k1.",
            "Add k2 to b2 y2 r2: b2 y2 r2 k2.",
            "Lay J k12 k13.",
        ],
    ),
    "joining two runs": (
        "b1 b2 b3, b5 b6 b7 | b4 b8",
        "b1 b2 b3 b4 b5 b6 b7 b8",
        [
            "Add b4 to b1 b2 b3: b1 b2 b3 b4.",
            "Join b1 b2 b3 b4 and b5 b6 b7: b1 b2 b3 b4 b5 b6 b7.",
            "Add b8 to b1 b2 b3 b4 b5 b6 b7: b1 b2 b3 b4 b5 b6 b7 b8.",
        ],
    ),
    "a joker replaced by a tile of the table": (
        "J y4 b4, k4 k5 k6 k7 k8 | y6 y7",
        "k4 b4 y4, k5 k6 k7 k8, J y6 y7",
        [
            "Take k4 from k4 k5 k6 k7 k8, leaving k5 k6 k7 k8.",
            "Put k4 in the place of J in J y4 b4 and take J.",
            "Lay J y6 y7.",
        ],
    ),
    "fewer steps when a part is laid again": (
        "k3 k4 k5 k6 k7 k8 | k9 r6 J",
        "k3 k4 k5, k7 k8 k9, k6 r6 J",
        ["Take k6 k7 k8 from k3 k4 k5 k6 k7 k8, leaving k3 k4 k5.", "Lay k7 k8 k9.", "Lay k6 r6 J."],
    ),
    "one of a group's two jokers": (
        "y3 J J r3 | k11 r11",
        "r3 y3 J, k11 r11 J",
        ["Take J from y3 J J r3, leaving y3 J r3.", "Lay k11 r11 J."],
    ),
    "a tile and two jokers are a run or a group": (
        "b4 J J | y4 k12 k13",
        "b4 y4 J, J k12 k13",
        ["Put y4 in the place of J in b4 J J and take J.", "Lay J k12 k13."],
    ),
    "tiles for both ends, one of them from the table": (
        "k9 k10 k11 k12, b9 b10 b11 b12 J | k7 k13",
        "k7 J k9 k10 k11 k12 k13, b9 b10 b11 b12",
        [
            "Take J from b9 b10 b11 b12 J, leaving b9 b10 b11 b12.",
            "Add k7 J k13 to k9 k10 k11 k12: k7 J k9 k10 k11 k12 k13.",
        ],
    ),
}

FROZEN = {
    "the joker is replaced first": (
        "b3 r3 J | y3 k12 k13",
        "b3 r3 y3, J k12 k13",
        ["Put y3 in the place of J in b3 r3 J and take J.", "Lay J k12 k13."],
    ),
    "the other meld is taken apart": (
        "k9 k10 k11 k12, J k9 k10 | b9 y9 b10 y10",
        "J k9 k10 k11 k12, k9 b9 y9, k10 b10 y10",
        [
            "Take k9 k10 k11 k12 off the table.",
            "Add k11 k12 to J k9 k10: J k9 k10 k11 k12.",
            "Lay k9 b9 y9.",
            "Lay k10 b10 y10.",
        ],
    ),
}


def sentence(step: Step, lang: str = "en") -> str:
    return text(lang, f"step.{step.code}", **step.params)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_steps_the_rulebooks_describe(at: At, name: str) -> None:
    line, after, said = EXAMPLES[name]
    steps = explain(at(line), Play((), parse_position(after).table))
    assert [sentence(step) for step in steps] == said


@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_meld_is_not_taken_apart(at: At, name: str) -> None:
    line, after, said = FROZEN[name]
    steps = explain(at(line, "original-classic"), Play((), parse_position(after).table))
    assert [sentence(step) for step in steps] == said


def test_a_step_in_every_language(at: At) -> None:
    steps = [
        step
        for line, after, _ in EXAMPLES.values()
        for step in explain(at(line), Play((), parse_position(after).table))
    ]
    assert {step.code for step in steps} == {"swap", "add", "split", "take", "take-all", "join", "lay"}
    for step in steps:
        assert len({sentence(step, lang) for lang in languages()}) == len(languages())


def test_the_opening_comes_first_where_the_table_may_be_used_at_once(at: At) -> None:
    position = at("b4 b5 b6 | k10 r10 b10 b7 | unopened", "sabra")
    found = solve(position)
    assert found.play is not None
    said = [sentence(step) for step in explain(position, found.play)]
    assert said == ["Lay k10 r10 b10.", "Add b7 to b4 b5 b6: b4 b5 b6 b7."]


def test_every_picture_is_sound(public: list[tuple[dict[str, Any], Position]]) -> None:
    for _, position in public[::3]:
        found = solve(position)
        if found.play is not None:
            assert_sound(position, found.play)


@pytest.mark.parametrize(
    "name", ["xp-160", "suomi", "original-classic", "sabra", "original-past-one", "suomi-past-one"]
)
def test_every_picture_is_sound_by_other_rules(name: str) -> None:
    edition, random = edition_of(name), Random(4)
    for _ in range(200):
        position = random_position(edition, random)
        found = solve(position, budget=Budget(nodes=5000))
        if found.play is not None:
            assert_sound(position, found.play)


@pytest.mark.parametrize("name", ["suomi", "original-classic", "classic-strict"])
def test_a_frozen_meld_is_whole_until_its_joker_is_replaced(name: str) -> None:
    edition, random = edition_of(name), Random(4)
    for position in filter(None, (freed_position(edition, random) for _ in range(60))):
        for play in tables(position):
            if judge(position, play):
                assert_sound(position, play)


@pytest.mark.parametrize("table", ["b5 b6 b7, b5 J b7 b8 J", "b5 b6 b7, J b5 J b7 b8"])
def test_two_frozen_melds_do_not_lie_on_the_same_tiles(at: At, table: str) -> None:
    position = at("b5 J b7, b5 J b7 b8 | b6", "original-classic")
    assert_sound(position, Play((), parse_position(table).table))


@pytest.mark.parametrize("name", ["original", "xp-160"])
def test_no_fewer_steps_are_enough(name: str) -> None:
    for position, play, steps in islice(plays(editions.load(name), Random(8), most=4), 25):
        assert fewest_steps(position, play, steps) == steps, (position, play)


def assert_sound(position: Position, play: Play) -> None:
    """Every picture on the way holds tiles of the table and the rack that can lie so, and the last one is the play."""
    steps = explain(position, play)
    lying = Counter(tile for meld in position.table for tile in meld.tiles)
    rack = Counter(tile for meld in play.table for tile in meld.tiles) - lying
    for step in steps:
        now = Counter(tile for piece in step.pieces for tile in piece) + Counter(step.hand)
        assert lying <= now <= lying + rack, (position, step)
        rack -= now - lying
        lying = now
        assert all(map(_one_number_or_in_row, step.pieces)), (position, step)
        if position.edition.jokers.frozen and step.code in ("take", "take-all", "split"):
            assert "J" not in step.params["meld"], (position, step)
    assert not rack, position
    assert not steps[-1].hand, position
    assert _table(steps[-1].pieces) == _table([meld.tiles for meld in play.table]), position


def test_untouched_melds_are_in_no_step(public: list[tuple[dict[str, Any], Position]]) -> None:
    for _, position in public[::7]:
        found = solve(position)
        if found.play is not None:
            kept = Counter(position.table) & Counter(found.play.table)
            for step in explain(position, found.play):
                assert not Counter(meld.tiles for meld in kept.elements()) - Counter(step.pieces)


def _table(pieces: Any) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(piece)) for piece in pieces)


def _one_number_or_in_row(piece: tuple[str, ...]) -> bool:
    real = [(at, tile) for at, tile in enumerate(piece) if tile in NUMBER_OF]
    numbers = {NUMBER_OF[tile] for _, tile in real}
    after_13 = piece[-1][1:] == "1" and len(numbers) > 1
    places = {NUMBER_OF[tile] - at + 13 * (after_13 and at == len(piece) - 1) for at, tile in real}
    in_row = len(places) <= 1 and len({tile[0] for _, tile in real}) <= 1
    return in_row or (len(numbers) == 1 and len({tile for _, tile in real}) == len(real) and len(piece) <= 4)
