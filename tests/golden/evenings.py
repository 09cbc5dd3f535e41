"""A family's evenings and what they say together: what the page must count of the same sheets without a connection.

`python -m tests.golden.evenings` writes them again; `webapp/tests/pages/evenings.test.ts` holds the page to them.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from tests.sheets.family import Night, year
from tilerummy import editions
from tilerummy.sheets.decide import open_sheet
from tilerummy.sheets.hosting import SheetCommand, decide
from tilerummy.sheets.state import About, Sheet, fold_sheet
from tilerummy.sheets.statistics import Evening, statistics
from tilerummy.sheets.views import SheetShown, view

FILE = Path(__file__).parent / "evenings.json"
_ASKED: tuple[dict[str, Any], ...] = (
    {},
    {"year": "2025"},
    {"edition": "twist"},
    {"year": "2026", "edition": "xp-160"},
    {"pair": ["ANN", "Cas"]},
    {"year": "2031"},
)
EVENINGS = 16


def begun(night: Night) -> Sheet:
    """The sheet of an evening as it is begun."""
    opened = open_sheet(editions.load(night.edition), night.players, None, About(night.day, night.place))
    return fold_sheet(None, (opened,))


def shown(night: Night) -> SheetShown:
    """The sheet of an evening as a server shows it in the end."""
    sheet = begun(night)
    for said in night.commands:
        sheet = fold_sheet(sheet, decide(sheet, msgspec.convert(said, SheetCommand, strict=False)))
    return view(sheet, night.ident, 1, writes=False)


def text() -> str:
    """The file's content."""
    evenings = [msgspec.convert(msgspec.to_builtins(shown(night)), Evening) for night in year(EVENINGS)]
    cases = [{"asked": asked, "counted": msgspec.to_builtins(statistics(evenings, **asked))} for asked in _ASKED]
    lines = [json.dumps(msgspec.to_builtins(one)) for one in evenings]
    counted = [json.dumps(case) for case in cases]
    return '{"evenings": [\n' + ",\n".join(lines) + '\n],\n"cases": [\n' + ",\n".join(counted) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
