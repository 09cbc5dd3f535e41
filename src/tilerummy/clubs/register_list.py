"""A register read from a pasted list or CSV, whole or not at all, and written as one.

Columns are known by their headings, in any of the languages; a list without a heading has a name in each line, and a
class or club beside it. Who has the same name and the same class or club is the same person.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tilerummy.clubs.names import Taken, entry, whole
from tilerummy.clubs.state import Club, Member
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.spreadsheets import typed
from tilerummy.tournament.lists import list_parser as pasted
from tilerummy.tournament.lists.entrants import HEADINGS, Row, rows_of

COLUMNS: Final = ("name", "class", "also", "named", "note")
"""The headings of a register as it is written."""
ALSO: Final = frozenset(
    {"also", "ook", "auch", "også", "myös", "aussi", "alias", "also known as", "ook bekend als"}
    | {"también", "anche", "também", "także", "másként", "גם"}
)
NAMED: Final = frozenset(
    {"named", "genoemd", "genannt", "nævnt", "nimetty", "nommé", "agreed", "consent"}
    | {"nombrado", "nominato", "nomeado", "wymieniany", "nevezve", "בשם"}
)
NOTE: Final = frozenset(
    {"note", "notitie", "notiz", "huomautus", "remarque", "remark", "opmerking", "bemerkung"}
    | {"nota", "observación", "osservazione", "observação", "uwaga", "megjegyzés", "הערה"}
)
PARTED: Final = "|"
"""What stands between the other names of one person."""
_YES = frozenset(
    {"yes", "y", "ja", "j", "oui", "o", "kyllä", "k", "x", "1", "true", "waar", "wahr", "vrai"}
    | {"sí", "si", "s", "sì", "sim", "tak", "t", "igen", "i", "כן"}
)
_NO = frozenset(
    {"no", "n", "nee", "nein", "nej", "non", "ei", "e", "", "-", "0", "false", "onwaar", "falsch", "faux"}
    | {"não", "nao", "nie", "nem", "לא"}
)
MOST_FAULTS: Final = 100
"""Faults of a list that are told at once."""
_PLAIN_CELLS = 2
"""Cells in a line of a list without a heading: name, and class or club."""


class Listed(NamedTuple):
    """Somebody of a list; None where it has no such column."""

    line: int
    name: str
    category: str | None
    also: tuple[str, ...] | None
    named: bool | None
    note: str | None


class Comparison(NamedTuple):
    """A list beside the register: who is new, who is otherwise now (as they were, and as they are), how many are the
    same; `namesakes`: new people who have the name of somebody else."""

    new: tuple[Member, ...]
    changed: tuple[tuple[Member, Member], ...]
    same: int
    namesakes: tuple[Member, ...]


def changes(club: Club, text: str) -> tuple[Member, ...]:
    """The entries that are new or otherwise after a list. Raises Refusal with every fault."""
    found = compared(club, text)
    return (*found.new, *(after for _, after in found.changed))


def compared(club: Club, text: str) -> Comparison:
    """What a list says beside the register. Raises Refusal with every fault, each with its line."""
    faults: list[Fault] = []
    listed = list(_listed(text, faults))
    if not listed and not faults:
        faults.append(Fault("", "no-names", {}))
    taken, lines = Taken(club.members.values()), dict[str, int]()
    new, changed, namesakes, same = list[Member](), list[tuple[Member, Member]](), list[Member](), 0
    said = set[int]()
    for one in listed:
        known = _known(club, taken, one)
        if known is not None and known.number in said:
            known = None
        try:
            member = entry(club.came + len(new) + 1 if known is None else known.number, _said(one, known))
        except Refusal as refusal:
            faults += [_at(one.line, fault) for fault in refusal.faults]
            continue
        first = lines.setdefault(whole(member.name, member.category), one.line)
        if first != one.line:
            faults.append(_at(one.line, Fault("", "listed-twice", {"name": member.name, "first": first})))
            continue
        if known is not None:
            said.add(known.number)
            taken.drop(known)
        if (other := taken.clash(member)) is not None:
            other_name = _name(club, new, other)
            faults.append(_at(one.line, Fault("", "member-there", {"name": member.name, "other": other_name})))
        elif known is None:
            namesakes += [member] if taken.namesakes(member.name) else []
            new.append(member)
        elif known == member:
            same += 1
        else:
            changed.append((known, member))
        taken.add(member if other is None or known is None else known)
    if faults:
        raise Refusal(*faults[:MOST_FAULTS])
    return Comparison(tuple(new), tuple(changed), same, tuple(namesakes))


def rows(club: Club) -> Iterator[tuple[str, ...]]:
    """The register as lines under the heading `COLUMNS`, which can be brought again."""
    yield COLUMNS
    for one in sorted(club.members.values(), key=lambda one: (one.name.casefold(), one.category, one.number)):
        yield one.name, one.category, f" {PARTED} ".join(one.also), "yes" if one.named else "no", one.note


def _known(club: Club, taken: Taken, one: Listed) -> Member | None:
    """Who of the register this is: a list without a class or club says less of who it means, and so does an entry."""
    number = taken.same(one.name, one.category or "")
    if number is None:
        alike = [club.members[other] for other in taken.namesakes(one.name) if other in club.members]
        number = alike[0].number if len(alike) == 1 and (one.category is None or not alike[0].category) else None
    return None if number is None else club.members.get(number)


def _said(one: Listed, known: Member | None) -> Member:
    """What a list says, and where it says nothing, what is known."""
    before = known or Member(0, one.name)
    return Member(
        before.number,
        one.name,
        before.also if one.also is None else one.also,
        before.category if one.category is None else one.category,
        before.named if one.named is None else one.named,
        before.note if one.note is None else one.note,
    )


def _listed(text: str, faults: list[Fault]) -> Iterator[Listed]:
    lines = list(pasted.lines_of(text, HEADINGS))
    headed, found = rows_of(text)
    columns = _columns(lines[0].cells) if headed else {}
    wide = next((row for row in found if len([*filter(None, row.cells)]) > _PLAIN_CELLS), None)
    if not headed and wide is not None:
        faults.append(_at(wide.line, Fault("", "heading-lacking", {"words": ", ".join(COLUMNS)})))
        return
    for row in found:
        cells = {word: typed(row.cells[at]) if at < len(row.cells) else "" for word, at in columns.items()}
        name, category = typed(row.name), typed(row.category)
        named = _agreed(row, cells.get("named"), faults)
        also = cells.get("also")
        names = None if also is None else tuple(name.strip() for name in also.split(PARTED))
        yield Listed(
            *(row.line, name, category if category or "class" in columns else None),
            *(names, named, cells.get("note")),
        )


def _columns(cells: Iterable[str]) -> dict[str, int]:
    """Where a heading has what, besides names."""
    known = {"class": pasted.CATEGORY, "also": ALSO, "named": NAMED, "note": NOTE}
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        for word, words in known.items():
            if pasted.heading(cell) in words:
                found.setdefault(word, at)
    return found


def _agreed(row: Row, said: str | None, faults: list[Fault]) -> bool | None:
    if said is None:
        return None
    word = pasted.heading(said)
    if word not in _YES | _NO:
        faults.append(_at(row.line, Fault("", "neither-yes-nor-no", {"said": said})))
    return word in _YES


def _name(club: Club, new: Iterable[Member], number: int) -> str:
    found = club.members.get(number) or next((one for one in new if one.number == number), None)
    return "" if found is None else found.name


def _at(line: int, fault: Fault) -> Fault:
    """The fault with the line at which it is."""
    return Fault(f"{line}", fault.code, {**fault.params, "line": line})
