"""A family's year in a browser: each evening as the sheet that was begun, and the commands of its phones."""

from collections.abc import Sequence

import msgspec
from playwright.sync_api import Page

from tests.golden.evenings import begun
from tests.sheets.family import Night
from tilerummy.sheets.views import view

_KEEP = """(nights) => {
    for (const kept of nights) localStorage.setItem(`tilerummy.sheet.${kept.id}`, JSON.stringify(kept));
}"""


def keep(page: Page, nights: Sequence[Night]) -> None:
    """Keep the evenings on the device of a page, which counts them itself."""
    page.evaluate(_KEEP, [_kept(at, night) for at, night in enumerate(nights)])


def _kept(at: int, night: Night) -> object:
    paper = msgspec.to_builtins(view(begun(night), night.ident, 0, writes=True))
    pending = [{"command": command, "seq": None} for command in msgspec.to_builtins(night.commands)]
    rest = {"id": night.ident, "shared": False, "key": "", "writes": True, "seq": 0, "refused": [], "used": at}
    return {**rest, "paper": paper, "pending": pending}
