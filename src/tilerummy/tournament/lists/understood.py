"""What a list says, as it was understood: shown to the desk before anything of it is taken."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal

import msgspec

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.lists.entrants import Entrant, Row, read_names, rows_of
from tilerummy.tournament.lists.result_lists import read_results, scores_of
from tilerummy.tournament.results.plausible import Box
from tilerummy.tournament.results.reports import Check
from tilerummy.tournament.state import Tournament

SHOWN: Final = 3
"""Players or results of a list that are shown as they were understood."""
MOST_ODD: Final = 10
"""Odd lines of a list that are shown."""
CUT: Final = 80
"""Characters of an odd line that are shown."""
_SIGNS = re.compile(r"""[";=<>|@_/\\{}\[\]]|\d|,(?! )""")
"""What names hold rarely, and lines that were parted in the wrong place often."""


class Odd(msgspec.Struct, frozen=True):
    """A line that can be taken and looks strange: it may be a `heading`, it has more or fewer `cells` than most lines,
    or its name has `signs` that names rarely have."""

    line: int
    text: str
    code: Literal["heading", "cells", "signs"]


class Understood(msgspec.Struct, frozen=True):
    """How many players or games a list has, the first names with their classes or the first points (table, game, name,
    points), lines that look strange, and the faults because of which nothing of it can be taken."""

    count: int
    first: tuple[tuple[str, ...], ...]
    odd: tuple[Odd, ...]
    faults: tuple[Fault, ...]


def entrants_understood(text: str, taken: Collection[Entrant]) -> Understood:
    """A list of players as it would be entered beside those that are `taken`."""
    found, faults = read_names(text, taken)
    headed, rows = rows_of(text)
    odd = sorted(_odd(rows, headed=headed), key=lambda one: one.line)
    return Understood(len(found), tuple(found[:SHOWN]), tuple(odd[:MOST_ODD]), faults)


def results_understood(state: Tournament, text: str, by: str, box: Box | None) -> Understood:
    """A list of results as it would be entered; what is only rare in it is no fault yet."""
    try:
        read_results(state, text, by, Check(box, sure=True))
        faults: tuple[Fault, ...] = ()
    except Refusal as refusal:
        faults = refusal.faults
    games = scores_of(state, text)[0] if state.play is not None else {}
    lines = sorted((score, place) for place, scores in games.items() for score in scores)
    first = ((*place, state.entrants[score.player].name, score.points) for score, place in lines[:SHOWN])
    return Understood(len(games), tuple(tuple(map(str, cells)) for cells in first), (), faults)


def _odd(rows: Sequence[Row], *, headed: bool) -> Iterator[Odd]:
    """At most one for each line."""
    most, often = Counter(len(row.cells) for row in rows).most_common(1)[0] if rows else (0, 0)
    for at, row in enumerate(rows):
        if not at and not headed and _may_be_heading(rows):
            yield _told(row, "heading")
        elif not _width(row) <= most <= len(row.cells) and 2 * often > len(rows):
            yield _told(row, "cells")
        elif _SIGNS.search(row.name):
            yield _told(row, "signs")


def _may_be_heading(rows: Sequence[Row]) -> bool:
    """Whether the first line has a class that nobody else has, and no figure before the name."""
    first = rows[0]
    alone = bool(first.category) and all(row.category != first.category for row in rows[1:])
    return alone and len(rows) > 1 and first.name == next(filter(None, first.cells), "")


def _width(row: Row) -> int:
    """Cells up to the last that is not empty."""
    return max((at for at, cell in enumerate(row.cells, start=1) if cell), default=0)


def _told(row: Row, code: Literal["heading", "cells", "signs"]) -> Odd:
    return Odd(row.line, " · ".join(filter(None, row.cells))[:CUT], code)
