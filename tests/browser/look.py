"""The look of the page as a digest, kept with the pictures that `screenshot.py` makes, so that a test sees old ones."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KEPT = DOCS / "pictures.sha256"
_PAGE = ROOT / "webapp" / "src"
_WHOLE = ("app.css", "look/*.css", "look/*.svg", "pages/replay/drawing/*.ts", "pages/replay/sending/picture.ts")
_STYLED = ("ui/**/*.svelte", "pages/table/**/*.svelte")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def digest() -> str:
    """The SHA-256 of every style that a table has, and of what draws the moving picture."""
    return hashlib.sha256("\n".join(_parts()).encode()).hexdigest()


def _parts() -> Iterator[str]:
    for pattern in _WHOLE:
        for file in sorted(_PAGE.glob(pattern)):
            yield file.read_text(encoding="utf-8")
    for pattern in _STYLED:
        for file in sorted(_PAGE.glob(pattern)):
            yield from _STYLE.findall(file.read_text(encoding="utf-8"))
