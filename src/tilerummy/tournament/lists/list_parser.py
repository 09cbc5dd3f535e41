"""Lists as people bring them, from a letter, a spreadsheet or a CSV file: lines of cells.

A tab parts the cells of a line; without one a semicolon does; without both a comma, where the first line is a heading
with commas or the line begins with figures and a comma. (`Jansen, Piet` is one cell.)
"""

import csv
import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from tilerummy.rules.names import one_line

LONGEST: Final = 1_000
"""Characters in a line; what is longer holds no names or points, and stays one cell."""
_NUMBERED = re.compile(r'\s*"?\d+"?\s*,')

NAME = frozenset({"name", "naam", "nom", "navn", "nimi", "player", "speler", "joueur", "spieler", "spiller", "pelaaja"})
FIRST_NAME = frozenset({"first name", "voornaam", "prénom", "prenom", "vorname", "fornavn", "etunimi"})
LAST_NAME = frozenset(
    {"last name", "surname", "achternaam", "familienaam", "nom de famille", "nachname", "efternavn", "sukunimi"}
)
CATEGORY = frozenset(
    {"class", "category", "klasse", "categorie", "catégorie", "kategorie", "kategori", "luokka", "sarja"}
    | {"club", "klub", "verein", "vereniging", "seura", "kerho", "team", "group", "groep", "groupe", "gruppe", "ryhmä"}
)
NUMBER = frozenset({"number", "nummer", "nr", "no", "n°", "#", "numéro", "numero"})
STAGE = frozenset({"stage", "fase", "phase", "vaihe"})
ROUND = frozenset({"round", "ronde", "manche", "runde", "kierros"})
TABLE = frozenset({"table", "tafel", "tisch", "bord", "pöytä"})
GAME = frozenset({"game", "spel", "partie", "spiel", "spil", "peli"})
POINTS = frozenset({"points", "point", "score", "punten", "punkte", "pisteet"})


class Line(NamedTuple):
    """A line that is not empty: its number from 1, and its cells, each one line of visible text."""

    number: int
    cells: tuple[str, ...]


def lines_of(text: str, headings: Collection[str], commas: bool = False) -> Iterator[Line]:
    """The lines of a pasted list. A first line with one of `headings` is a heading, which may be parted by commas;
    with `commas` they part wherever no tab and no semicolon does."""
    first = True
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        cells = _cells(line, commas)
        if first and "," in line and not commas and (parted := _cells(line, True)) and has(parted, headings):
            cells, commas = parted, True
        first = False
        yield Line(number, cells)


def has(cells: Collection[str], headings: Collection[str]) -> bool:
    """Whether a line is a heading: one of its cells is one of these words."""
    return any(heading(cell) in headings for cell in cells)


def heading(cell: str) -> str:
    """A cell as headings are compared."""
    return cell.strip(" :.").casefold()


def _cells(line: str, commas: bool) -> tuple[str, ...]:
    if len(line) > LONGEST:
        return (line,)
    if "\t" in line or ";" in line:
        delimiter = "\t" if "\t" in line else ";"
    else:
        delimiter = "," if commas or _NUMBERED.match(line) else "\t"
    return tuple(map(one_line, next(csv.reader([line], delimiter=delimiter), ())))
