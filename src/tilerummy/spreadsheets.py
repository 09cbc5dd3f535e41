"""Cells that are shown in spreadsheets: never a formula, whatever a player's name is."""

import unicodedata
from itertools import dropwhile
from typing import Final

_BEGINNINGS: Final = ("=", "+", "-", "@")


def plain(cell: str) -> str:
    """A text that no spreadsheet takes for a formula: what begins like one gets an apostrophe, as OWASP advises.
    Spreadsheets fold full-width signs and pass over spaces, so both are looked through, and so is what nobody sees. The
    page has the same in `cells.ts`; `tests/golden/cells.json` holds them together."""
    looked_at = "".join(dropwhile(_is_unseen, unicodedata.normalize("NFKC", cell)))
    is_number = looked_at.removeprefix("-").isdecimal()
    return f"'{cell}" if looked_at.startswith(_BEGINNINGS) and not is_number else cell


def typed(cell: str) -> str:
    """The text of which `plain` made a cell, as typed."""
    return cell[1:] if cell.startswith("'") and plain(cell[1:]) == cell else cell


def _is_unseen(letter: str) -> bool:
    """Whether it is a space, a control or a mark without a shape."""
    return unicodedata.category(letter)[0] in "ZC"
