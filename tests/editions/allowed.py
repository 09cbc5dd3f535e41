"""What each edition allows, as one table: `python -m tests.editions.allowed` writes `docs/evidence/allowed.md` again.

Melds and plays are asked of the judge; the values are those of the files.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from building import ROOT
from tilerummy import editions
from tilerummy.messages import texts
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import VALUE_POINTS, Edition
from tilerummy.rules.edition.vocabulary import NONE, SILENT
from tilerummy.rules.judge.judge import judge
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_meld, parse_position
from tilerummy.rules.position import from_layout
from tilerummy.rules.tiles import JOKERS

FILE = ROOT / "docs/evidence/allowed.md"
HEAD = """# What each edition allows

The page to open at the table: may I do this, in the edition that we play? For example, exactly 30 points open
everywhere but in `suomi`. Plays and melds are asked of the judge; `tilerummy editions show NAME` has reasons and
sections. A number is what a meld is worth in the opening; `·` means that the box has no such joker. Tiles: `k` black,
`r` red, `b` blue, `y` yellow, `J` `D` `C` `M` the jokers. `python -m tests.editions.allowed` writes this page.
"""

WHOSE = """## Whose word it is

On each point of the card: `book` where the edition's own text says it, `read` where it is read in another sense than
its words, with the value that takes it literally if a house rule can; `silent` where it says nothing, and else the
edition whose word it takes.

"""

MELDS = {
    "a 1 after 13": "b12 b13 b1",
    "a joker after 13": "b12 b13 J",
    "a run laid downwards": "b6 b5 b4",
    "two jokers and a tile": "J b8 J",
    "three jokers": "J J b8 J",
    "jokers alone": "J J J",
    "the same tile twice in a group": "k7 r7 r7",
    "a double joker for two numbers": "b2 D b5",
    "a double joker as one number": "b8 D b10",
    "two colours around a two-colour joker": "y2 y3 C r5",
    "one colour around it": "y2 y3 C y5",
    "a mirrored run": "r2 r3 M r3 r2",
    "a mirrored run up to 13": "r12 r13 M r13 r12",
    "one that falls from 13": "r13 r12 M r12 r13",
    "a mirrored group": "k5 r5 M r5 k5",
    "other colours on its other side": "k5 r5 M b5 y5",
}


class Case(NamedTuple):
    """A play: what it is, the position, the table after it, the melds that open."""

    what: str
    position: str
    table: str
    opening: str = ""


PLAYS = (
    Case("opening with exactly 30", "| b9 b10 b11 k1 | unopened", "b9 b10 b11", "b9 b10 b11"),
    Case("with two melds", "| b1 b2 b3 b4 r6 r7 r8 | unopened", "b1 b2 b3 b4, r6 r7 r8", "b1 b2 b3 b4, r6 r7 r8"),
    Case("with a joker", "| b10 b11 J k1 | unopened", "b10 b11 J", "b10 b11 J"),
    Case("and adding to the table", "b4 b5 b6 | b3 r11 b11 k11 | unopened", "b3 b4 b5 b6, r11 b11 k11", "r11 b11 k11"),
    Case("and taking its joker", "b6 b7 J | b8 r11 b11 k11 | unopened", "b6 b7 b8, r11 b11 k11 J", "r11 b11 k11"),
    Case("opening with 3 once the pool is empty", "| k1 r1 b1 k9 | unopened | pool 0", "k1 r1 b1", "k1 r1 b1"),
    Case("the table alone rearranged", "r3 r4 r5 r6, k6 b6 y6 | k1", "r3 r4 r5, r6 k6 b6 y6"),
    Case("adding to a meld with a joker", "b6 J b8 | b9", "b6 J b8 b9"),
    Case("a second joker to it", "b6 J b8 | J", "b6 J b8 J"),
    Case("the joker for its tile, in a new meld", "b6 J b8 | b7 k9 k10", "b6 b7 b8, k9 k10 J"),
    Case("... in an old meld", "b6 J b8, k9 k10 k11 | b7", "b6 b7 b8, k9 k10 k11 J"),
    Case("... with a tile of the table", "b6 J b8, b7 r7 k7 y7 | k9 k10", "b6 b7 b8, r7 k7 y7, k9 k10 J"),
    Case("... to the rack", "b6 J b8 | b7", "b6 b7 b8"),
    Case("... and the meld then taken apart", "b4 J b6 b7 | b5 k9 k10 r7 k7", "b4 b5 b6, b7 r7 k7, k9 k10 J"),
    Case("of a group of three for one colour", "b3 r3 J | y3 k9 k10", "b3 r3 y3, k9 k10 J"),
    Case("... for both colours", "b3 r3 J | y3 k3 k9 k10", "b3 r3 y3 k3, k9 k10 J"),
    Case("a meld with a joker split", "r2 r3 J r5 r6 | r1 r7 b9 b10", "r1 r2 r3, r5 r6 r7, b9 b10 J"),
    Case("its joker moved to the other end", "b6 b7 J | b4", "b4 J b6 b7"),
    Case("a double joker for one of its tiles", "b3 r3 D | y3 r10 r13", "b3 r3 y3, r10 D r13"),
)


def page() -> str:
    """The page, from the files."""
    every = [editions.load(name) for name in editions.NAMES]
    parts = [HEAD]
    for title, rows in (("Melds", _melds(every)), ("Plays", _plays(every)), ("Values that differ", _values(every))):
        parts.append(f"\n## {title}\n\n{_table(every, rows)}")
    parts.append(f"\n{WHOSE}{_table(every, _whose(every))}")
    return "".join(parts)


def _table(every: list[Edition], rows: Iterator[str]) -> str:
    names = " | ".join(f"`{edition.id}`" for edition in every)
    return f"| | {names} |\n|---|{'---|' * len(every)}\n{''.join(rows)}"


def _melds(every: list[Edition]) -> Iterator[str]:
    for what, tiles in MELDS.items():
        yield _row(f"{what}: `{tiles}`", (_worth(tiles, edition) for edition in every))


def _worth(tiles: str, edition: Edition) -> str:
    if _foreign(tiles, edition):
        return "·"
    found = readings(parse_meld(tiles), edition)
    return str(found[0].value) if found else "no"


def _plays(every: list[Edition]) -> Iterator[str]:
    for case in PLAYS:
        shown = f"`{case.position}` to `{case.table}`".replace(" | ", " ¦ ").replace("| ", "¦ ")
        yield _row(f"{case.what}: {shown}", (_allowed(case, edition) for edition in every))


def _allowed(case: Case, edition: Edition) -> str:
    if _foreign(case.position, edition):
        return "·"
    play = Play(parse_position(case.opening).table, parse_position(case.table).table)
    return "yes" if judge(from_layout(parse_position(case.position), edition), play) else "no"


def _foreign(text: str, edition: Edition) -> bool:
    """Whether a joker of the text is none of the box."""
    return any(joker in text and not edition.tiles.jokers[joker] for joker in JOKERS)


def _values(every: list[Edition]) -> Iterator[str]:
    """The words on which the files differ, named as the page names its switches."""
    named = texts("en")
    for key in VALUE_POINTS:
        if key in ("tiles.jokers", "tiles.palette", "match.tie_breaks"):
            continue
        values = [edition.value(key) for edition in every]
        if len(set(values)) > 1:
            label = named.get(f"page.house-{key.replace('.', '-').replace('_', '-')}", "")
            yield _row(f"{label} `{key}`".strip(), map(_said, values))


def _whose(every: list[Edition]) -> Iterator[str]:
    for key in dict.fromkeys(point.key for edition in every for point in card(edition)):
        yield _row(f"`{key}`", (_word(key, edition) for edition in every))


def _word(key: str, edition: Edition) -> str:
    """Whose word an edition has on a point."""
    point = next((point for point in card(edition) if point.key == key), None)
    if point is None:
        return "·"
    if point.strict is not None:
        return point.strict if point.strict == SILENT else f"read ({point.strict})" if point.strict != NONE else "read"
    if edition.base is not None and point.ref == editions.load(edition.base).ref(key):
        return edition.base
    return "book" if re.match(r"00\d|5\.[14]", point.ref) else SILENT


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _row(first: str, cells: Iterator[str]) -> str:
    return f"| {first} | {' | '.join(cells)} |\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
