"""Ratings of players as a list brings them, such as the `season.csv` of `tilerummy tournament season`."""

import math
from collections import defaultdict
from collections.abc import Collection
from typing import Final

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import looks
from tilerummy.tournament.lists import list_parser as pasted
from tilerummy.tournament.lists.entrants import HEADINGS, Entrant, Row, rows_of

HIGHEST: Final = 10_000.0
"""A rating: openskill and Elo stay far below."""
Ratings = tuple[tuple[int, float], ...]
"""Players by number with their ratings, the higher the stronger."""


def read_ratings(text: str, entrants: Collection[Entrant]) -> tuple[Ratings, tuple[Fault, ...]]:
    """The ratings of these entrants in a list whose heading has a column for them, and every fault it has; empty where
    it has none.

    People are found by name, and by class or club where a list has the name more than once; others in the list count
    for nothing.
    """
    lines = list(pasted.lines_of(text, HEADINGS))
    heading = [pasted.heading(cell) for cell in lines[0].cells] if lines else []
    column = next((at for at, cell in enumerate(heading) if cell in pasted.RATING), None)
    if column is None or not pasted.has(lines[0].cells, HEADINGS):
        return (), ()
    rows: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows_of(text)[1]:
        for look in looks(row.name):
            rows[look].append(row)
    found: list[tuple[int, float]] = []
    faults: list[Fault] = []
    for one in entrants:
        here = list({row.line: row for look in looks(one.name) for row in rows.get(look, ())}.values())
        if len(here) > 1:
            here = [row for row in here if row.category.casefold() == one.category.casefold()]
            if len(here) != 1:
                faults.append(Fault("", "rating-ambiguous", {"name": one.name}))
                continue
        said = here[0].cells[column] if here and column < len(here[0].cells) else ""
        if not said:
            continue
        if (rating := _rating(said)) is None:
            faults.append(Fault(f"{here[0].line}", "not-a-rating", {"line": here[0].line, "said": said}))
        else:
            found.append((one.number, rating))
    return tuple(found), tuple(faults)


def is_rating(value: float) -> bool:
    """Whether a rating may be so high."""
    return math.isfinite(value) and abs(value) <= HIGHEST


def _rating(said: str) -> float | None:
    try:
        value = float(said.replace(",", "."))
    except ValueError:
        return None
    return value if is_rating(value) else None
