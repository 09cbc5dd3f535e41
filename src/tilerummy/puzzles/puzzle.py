"""A puzzle, and whether a position makes one."""

import math
from base64 import b32encode
from hashlib import sha256
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from tilerummy.puzzles.themes import Theme, themes_of
from tilerummy.puzzles.trials import Trial, trial
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_position, parse_position
from tilerummy.rules.position import Position, from_layout, layout_of
from tilerummy.rules.tiles import Tile
from tilerummy.solver.explain.steps import Step, explain
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import Answer, Budget

Flaw = Literal["nothing", "unproved", "trivial", "not-unique"]
"""Why a position makes no puzzle: nothing can be laid; the search did not end; no rearrangement is needed, or too few
steps; another choice of rack tiles lays as many."""

BUDGET: Final = Budget(nodes=300_000)
LEAST_STEPS: Final = 2
REARRANGING: Final = frozenset({"swap", "split", "take", "take-all", "join"})


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle for a mover who has opened: lay as many tiles as can be.

    `id`: eight letters and digits made of the position. `position`: a line of notation. `laid`: the rack tiles that the
    one best play lays. `steps`: how many a person needs. `difficulty`: on the scale of chess ratings, higher is harder;
    see `difficulty`.
    """

    id: str
    position: str
    laid: str
    steps: int
    themes: tuple[Theme, ...]
    difficulty: int


def puzzle(position: Position) -> Puzzle | Flaw:
    """The puzzle that a position makes, or why it makes none."""
    found = unique_best(position)
    if not isinstance(found, Answer):
        return found
    assert found.play is not None
    steps = explain(position, found.play)
    if not is_hidden(steps):
        return "trivial"
    line = format_position(layout_of(position))
    changed = len(position.table) - sum(meld in found.play.table for meld in position.table)
    return Puzzle(
        id=name_of(line),
        position=line,
        laid=" ".join(found.played),
        steps=len(steps),
        themes=themes_of(position, found.play, found.played, steps),
        difficulty=difficulty(len(steps), changed, trial(position, found.tiles)),
    )


def unique_best(position: Position) -> Answer | Flaw:
    """The play that lays the most tiles, where all others that lay as many lay the same ones; or what is wrong."""
    plays = list(best_plays(position, 2, "tiles", BUDGET))
    if not plays:
        return "nothing"
    if plays[0].status != "optimal":
        return "unproved"
    if len(plays) > 1 and (plays[1].status != "optimal" or plays[1].tiles == plays[0].tiles):
        return "not-unique"
    return plays[0]


def is_hidden(steps: tuple[Step, ...]) -> bool:
    """Whether a play is not seen at once: it takes the table apart, in some steps."""
    return len(steps) >= LEAST_STEPS and any(step.code in REARRANGING for step in steps)


def difficulty(steps: int, changed: int, tried: Trial) -> int:
    """How hard a puzzle is before people have tried it: by its steps, by how many melds change, by the levels that do
    not find it, `steady`, which looks one rearrangement ahead, and `expert`, which keeps its jokers, and by how far an
    exact search has to go."""
    failed = 300 * (not tried.solved["steady"]) + 150 * (not tried.solved["expert"])
    return round(600 + 90 * steps + 60 * changed + failed + 60 * math.log10(max(1, tried.nodes)))


def name_of(position: str) -> str:
    """The id of the puzzle of a position: the same position has the same id."""
    return b32encode(sha256(position.encode()).digest())[:8].decode().lower()


def position_of(one: Puzzle, edition: Edition) -> Position:
    """The position of a puzzle. Raises NotationError and PositionError where it is none of this edition."""
    return from_layout(parse_position(one.position), edition)


def flaw(one: Puzzle, edition: Edition) -> Flaw | None:
    """What is wrong with a puzzle by the rules that make one, or None. Raises as `position_of`."""
    position = position_of(one, edition)
    found = unique_best(position)
    if not isinstance(found, Answer):
        return found
    assert found.play is not None
    if " ".join(found.played) != one.laid:
        return "not-unique"
    return None if is_hidden(explain(position, found.play)) else "trivial"


def rated(one: Puzzle, edition: Edition) -> Puzzle:
    """The same puzzle with the difficulty that this version gives it. Raises as `position_of`, and ValueError for a
    position that makes none."""
    made = puzzle(position_of(one, edition))
    if not isinstance(made, Puzzle):
        raise ValueError(made)
    return replace(one, difficulty=made.difficulty)


def solves(one: Puzzle, played: tuple[Tile, ...]) -> bool:
    """Whether a legal play that lays these rack tiles solves the puzzle."""
    return sorted(played) == sorted(one.laid.split())
