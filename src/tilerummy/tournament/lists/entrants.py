"""Who takes part: one list of names read with all its faults at once, and names as they are shown in public."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import looks, unseen
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.lists import list_parser as pasted

MOST: Final = 40
"""Characters in a name or a category."""
MOST_NUMBER: Final = 2 * MOST_ENTRANTS
"""The highest number a player may draw: who leaves keeps theirs."""
Number = Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
"""The number a player drew; they keep it for the whole event."""
HEADINGS = pasted.NAME | pasted.FIRST_NAME | pasted.LAST_NAME
"""The words of which a heading has one."""
OTHERS: Final = (
    pasted.CATEGORY | pasted.NUMBER | pasted.PLACE | pasted.RATING | pasted.POINTS | pasted.TABLE | pasted.GAME
)
"""Words of headings that say something else; two of them in a first line are one without a name."""
_MARKED_UP = re.compile(r"\s*(?:<[?!]|<(?:html|body|table)\b|[\[{]\s*[\[{\"\n])", re.IGNORECASE)
"""How a file begins that is for programs: XML, a web page, JSON."""
_LISTED = re.compile(r"(?:[-–—*]\s+|[•·▪◦]\s*)?(?:[#＃]?\d{1,4}(?:\s*[.):\-–．）：－、]\s*|\s+))?")
_FIGURES = re.compile(r"[#＃]?\d+\s*[.)．）、]?")


class Entrant(msgspec.Struct, frozen=True):
    """A player who takes part. `category`: junior, senior, a club; empty for none. A substitute who only fills a seat
    is not `ranked`: they go on to no further stage."""

    number: Number
    name: str
    category: str = ""
    ranked: bool = True


def read_names(text: str, taken: Collection[Entrant] = ()) -> tuple[list[tuple[str, str]], tuple[Fault, ...]]:
    """Names and categories from a pasted list or CSV, one player a line, and every fault it has.

    Cells are parted as `pasted` says. Under a heading the columns it names are read (first and last name together, and
    a class or club); without one the first cell that is more than a figure is the name, and the next the category. A
    bullet and figures before a name are taken off: `14 Klaas`, `14. Klaas`, `- Klaas`. Lines and first columns without
    anything count for nothing.
    Each fault's key is the line, counted from 1.
    """
    if wrong := _of_another_program(text):
        return [], (wrong,)
    found: list[tuple[str, str]] = []
    faults: list[Fault] = []
    seen = {key: 0 for entrant in taken for key in looks(entrant.name)}
    for line, name, category, _ in rows_of(text)[1]:
        if not is_name(name):
            faults.append(Fault(f"{line}", "name-empty", {"line": line}))
        elif len(name) > MOST or len(category) > MOST:
            faults.append(Fault(f"{line}", "name-too-long", {"line": line, "most": MOST}))
        elif sign := unseen(name + category):
            faults.append(Fault(f"{line}", "name-unseen", {"line": line, "sign": sign}))
        elif (first := next((seen[key] for key in looks(name) if key in seen), None)) is not None:
            code = "name-twice" if first else "name-entered"
            faults.append(Fault(f"{line}", code, {"line": line, "name": name, "first": first}))
        else:
            seen |= dict.fromkeys(looks(name), line)
            found.append((name, category))
    if not found and not faults:
        faults.append(Fault("", "no-names", {}))
    if len(found) + len(taken) > MOST_ENTRANTS:
        faults.append(Fault("", "too-many-entrants", {"count": len(found) + len(taken), "most": MOST_ENTRANTS}))
    return found, tuple(faults)


def _of_another_program(text: str) -> Fault | None:
    """What is wrong with a file that is no list of names: one for programs, or columns of which none is the name."""
    if _MARKED_UP.match(text):
        return Fault("1", "not-a-list", {"line": 1})
    first = next(pasted.lines_of(text, HEADINGS | OTHERS), None)
    if first is None or pasted.has(first.cells, HEADINGS):
        return None
    known = sum(pasted.heading(cell) in OTHERS for cell in first.cells)
    return Fault(f"{first.number}", "no-name-column", {"line": first.number}) if known > 1 else None


def is_name(name: str) -> bool:
    """Whether there is a letter in it."""
    return any(map(str.isalpha, name))


def initials(name: str) -> str:
    """A name for the public list of an event whose players did not agree to more: `Ann van Dijk` is A. v. D."""
    return " ".join(f"{word[0]}." for word in name.split())


class Row(NamedTuple):
    """A line that is not empty: its number from 1, what it says, and its cells."""

    line: int
    name: str
    category: str
    cells: tuple[str, ...]


def rows_of(text: str) -> tuple[bool, list[Row]]:
    """Whether a list has a heading, and the lines that say who takes part."""
    lines = list(pasted.lines_of(text, HEADINGS))
    if lines and pasted.has(lines[0].cells, HEADINGS):
        return True, list(_under_heading(lines))
    return False, list(_without_heading(lines))


def _under_heading(lines: Sequence[pasted.Line]) -> Iterator[Row]:
    names, category = _columns(lines[0].cells)
    for number, cells in lines[1:]:
        name = " ".join(cells[column] for column in names if column < len(cells))
        beside = cells[category] if category is not None and category < len(cells) else ""
        yield Row(number, _bare(name), beside, cells)


def _without_heading(lines: Sequence[pasted.Line]) -> Iterator[Row]:
    empty = min((next((at for at, cell in enumerate(cells) if cell), 0) for _, cells in lines), default=0)
    for number, cells in lines:
        begin = next((at for at in range(empty, len(cells)) if not _FIGURES.fullmatch(cells[at])), empty)
        name, beside = (*cells[begin:], "", "")[:2]
        yield Row(number, _bare(name), beside, cells)


def _columns(cells: Sequence[str]) -> tuple[tuple[int, ...], int | None]:
    """Where a heading has the name, in one column or two, and the category."""

    def column(words: Collection[str]) -> int | None:
        return next((at for at, cell in enumerate(cells) if pasted.heading(cell) in words), None)

    first, last, whole = column(pasted.FIRST_NAME), column(pasted.LAST_NAME), column(pasted.NAME)
    parts = (whole, last) if first is None else (first, whole if last is None else last)
    return tuple(at for at in parts if at is not None), column(pasted.CATEGORY)


def _bare(name: str) -> str:
    """Without a bullet or figures before it."""
    return name[match.end() :] if (match := _LISTED.match(name)) else name
