"""Who takes part: one list of names read with all its faults at once, and names as they are shown in public."""

import csv
import re
import unicodedata
from collections.abc import Collection, Iterator
from io import StringIO
from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.rules.edition_faults import Fault
from tilerummy.tournament.format import MOST_ENTRANTS

MOST = 40
"""Characters in a name or a category."""
MOST_NUMBER = 2 * MOST_ENTRANTS
Number = Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
"""The number a player drew; he keeps it for the whole event."""
_HEADERS = {"name", "naam", "nom", "navn", "nimi", "player", "speler", "joueur", "spieler", "spiller", "pelaaja"}
_LISTED = re.compile(r"^\s*(?:[-*•]|\d{1,4}[.)])\s+")


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part. `category`: junior, senior, a club; empty for none. A substitute who only fills a seat
    is not `ranked`: he goes on to no further stage."""

    number: Number
    name: str
    category: str = ""
    ranked: bool = True


def read_names(text: str, taken: Collection[Entrant] = ()) -> tuple[list[tuple[str, str]], tuple[Fault, ...]]:
    """Names and categories from a pasted list or CSV, one player a line, and every fault it has.

    Leading figures and bullets are taken off. A tab or a semicolon parts name and category; a comma does where the
    first line is a heading. Each fault's key is the line, counted from 1.
    """
    found: list[tuple[str, str]] = []
    faults: list[Fault] = []
    seen = {entrant.name.casefold(): 0 for entrant in taken}
    for line, (name, category) in _cells(text):
        if not name:
            faults.append(Fault(f"{line}", "name-empty", {"line": line}))
        elif len(name) > MOST or len(category) > MOST:
            faults.append(Fault(f"{line}", "name-too-long", {"line": line, "most": MOST}))
        elif (first := seen.get(name.casefold())) is not None:
            code = "name-twice" if first else "name-entered"
            faults.append(Fault(f"{line}", code, {"line": line, "name": name, "first": first}))
        else:
            seen[name.casefold()] = line
            found.append((name, category))
    if not found and not faults:
        faults.append(Fault("", "no-names", {}))
    if len(found) + len(taken) > MOST_ENTRANTS:
        faults.append(Fault("", "too-many-entrants", {"count": len(found) + len(taken), "most": MOST_ENTRANTS}))
    return found, tuple(faults)


def one_line(text: str) -> str:
    """The text composed, without control or invisible characters, single spaces."""
    visible = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text))
    return " ".join(visible.split())


def initials(name: str) -> str:
    """A name for the public list of an event whose players did not agree to more: `Ann van Dijk` is A. v. D."""
    return " ".join(f"{word[0]}." for word in name.split())


def _cells(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Name and category of every line that is not empty, with its number."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    commas = False
    first = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        delimiter = "\t" if "\t" in line else ";" if ";" in line else "," if commas else None
        cells = next(csv.reader(StringIO(line), delimiter=delimiter)) if delimiter else [line]
        if first:
            first = False
            heading = re.split(r"[\t;,]", line)[0].strip().strip('"').casefold()
            if heading in _HEADERS:
                commas = "," in line
                continue
        name, category = (*cells, "")[:2]
        yield number, (one_line(_LISTED.sub("", name)), one_line(category))
