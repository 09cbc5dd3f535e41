"""The books themselves: that they know nothing of the program, and count as the rulebooks do."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.bookkeeper.books.book import BOOKS
from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import value
from tests.bookkeeper.books.notation import tiles_of
from tests.bookkeeper.books.points import Outcome, nobody_out, standing
from tests.bookkeeper.proofs.able import able

HERE = Path(__file__).parent
FROM_OUTSIDE = {"tests.servers.server_process", "tests.servers.sockets"}
"""What starts the program as a process of its own, and what connects to it."""
RULES = (HERE.parents[1] / "docs" / "rules.md").read_text()


def test_the_books_are_kept_without_the_program() -> None:
    for path in HERE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] == "tilerummy"], path
            others = [name for name in names if name.startswith("tests.") and "bookkeeper" not in name]
            assert set(others) <= FROM_OUTSIDE, path


def test_melds_with_special_jokers_are_worth_what_the_rules_say() -> None:
    cases = re.findall(r"\| \*\*T\d+\*\* \| `([^`]+)` \| ([^|]+) \|", RULES)
    assert len(cases) > 40
    for meld, told in cases:
        worth = [0 if part.strip() == "illegal" else int(part) for part in told.split("/")]
        assert [value(meld, BOOKS["twist"]), value(meld, BOOKS["twist-international"])] == [worth[0], worth[-1]], meld


@pytest.mark.parametrize("edition", BOOKS)
def test_jokers_come_free_as_the_rules_say(edition: str) -> None:
    cases = re.findall(r"\| \*\*J[^*]+\*\* \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| (all|free)", RULES)
    assert len(cases) == 7
    for before, rack, after, where in cases:
        table, book = tuple(before.split(", ")), BOOKS[edition]
        position = Position(book, table, Counter(rack.split()), True, 30)
        legal = where == "all" or not book.frozen
        legal &= not (book.both_colours and before == "b3 r3 J" and rack.count("3") == 1)
        assert bool(wrong(position, Play(tuple(after.split(", "))))) != legal, (before, after)


@pytest.mark.parametrize(
    ("edition", "table", "rack", "lays"),
    [
        ("original", "b4 b5 b6, y8 r8 k8", "b3 k1", True),
        ("original", "b4 b5 b6, y8 r8 k8", "b2 k1", False),
        ("original", "k1 k2 J, b1 y1 r1, b2 y2 r2", "k9 k10", True),
        ("suomi", "k1 k2 J, b1 y1 r1, b2 y2 r2", "k9 k10", False),
        ("suomi", "k1 k2 J", "k3 k9 k10", True),
        ("suomi", "k1 k2 J", "k3 r9 k10", False),
        ("suomi", "b4 J b6 b7", "b5 k7 r7", True),
        ("suomi", "b4 J b6 b7, k1 k2 k3", "b5 b8", True),
        ("suomi", "r5 k5 y5 J", "b5 b6", True),
        ("suomi", "b1 J b3", "b2 k9", False),
        ("twist", "b2 D b5", "b3 k9", False),
        ("twist", "r2 r3 M r3 r2", "r1 r1", True),
        ("twist", "r2 r3 M r3 r2", "r1 r4", False),
        ("twist", "y2 y3 C", "r5 k9", True),
    ],
)
def test_a_proof_finds_what_can_be_laid(edition: str, table: str, rack: str, lays: bool) -> None:
    position = Position(BOOKS[edition], tuple(table.split(", ")), Counter(rack.split()), True, 0)
    play = able(position)
    assert (play is not None) == lays
    if play is not None:
        assert tiles_of(play.table) - tiles_of(position.table)


def test_games_and_matches_are_counted_as_in_the_examples() -> None:
    values = [12, 30, 7, 21]
    racks = [Counter({"k1": value}) for value in values]
    assert nobody_out(racks, values, [False] * 4, 0, BOOKS["original"]) == Outcome((-5, -23, 42, -14), (2,))
    rows = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]
    games = [Outcome(row, (row.index(max(row)),)) for row in rows]
    assert standing(games, 4, BOOKS["twist"]).points == (-24, -54, 45, 33)
    assert standing(games, 4, BOOKS["twist"]).winners == [2]
    assert standing(games[:3], 4, BOOKS["original"]).winners == [3]
    assert standing(games[:2], 4, BOOKS["sabra"]).winners == [0]
