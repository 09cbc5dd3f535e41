"""TOML that anybody may have written. A look along it bounds it before the parser sees it, whose work can grow with
the square of dots and brackets."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from tilerummy import inputs
from tilerummy.coded import Coded

SIZE: Final = 65_536
"""Characters in a file: the largest edition, with all its examples, has a sixth of them."""
LINES: Final = 3_000
"""Lines in a file; each may open a table."""
DOTS: Final = 16
"""Dots between names in a line: an edition needs one."""
DEPTH: Final = 16
"""Brackets within brackets: an edition's examples need four."""
_TEXT = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)$")
_BRACKET = re.compile(r"[\[{]|[\]}]")


class TomlError(Coded, ValueError):
    """A text that is no TOML, or more of it than is read."""


def load(path: str | Path) -> str:
    """The text of a file. Raises TomlError: `unreadable`, `file-too-large`, `not-text`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(4 * SIZE + 1)
    except (OSError, ValueError) as error:  # also letters that no path can have
        raise TomlError("unreadable", reason=getattr(error, "strerror", None) or str(error)) from None
    if len(data) > 4 * SIZE:
        raise TomlError("file-too-large", most=SIZE)
    try:
        return inputs.decode(data)
    except inputs.EncodingError as error:
        raise TomlError(error.code, **error.params) from None


def read(text: str) -> dict[str, Any]:
    """The document in a text. Raises TomlError: `file-too-large`, `toml-too-deep`, `not-toml`."""
    text = inputs.normalised(text)
    if len(text) > SIZE or text.count("\n") > LINES:
        raise TomlError("file-too-large", most=SIZE)
    bare = _TEXT.sub("''", text)
    if any(line.count(".") > DOTS for line in bare.split("\n")) or _depth(bare) > DEPTH:
        raise TomlError("toml-too-deep", most=DEPTH)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also figures without end
        raise TomlError("not-toml", line=_line(text, str(error))) from None


def _line(text: str, said: str) -> int:
    """The line of which the parser says that it is no TOML; the last where something is missing at the end."""
    place = _AT_LINE.search(said)
    return int(place[1]) if place else 1 + text.rstrip("\n").count("\n")


def _depth(bare: str) -> int:
    deepest = depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
