"""TOML that anybody may have written. A look along it bounds it before the parser sees it, whose work can grow with
the square of dots and brackets."""

import re
import tomllib
from pathlib import Path
from typing import Any, BinaryIO, Final

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


ENDINGS: Final = (".toml", ".toml.gz")
"""What a name ends with that is the path of a file."""
Source = str | Path | BinaryIO
"""Where a text comes from: a path, or a file that is open for bytes."""


def name(source: Source) -> str:
    """What to call it."""
    return str(source) if isinstance(source, str | Path) else str(getattr(source, "name", ""))


def load(source: Source) -> str:
    """The text of a file, which gzip may have packed. Raises TomlError: `unreadable`, `file-too-large`, and the codes
    of `inputs`."""
    most = 4 * SIZE
    try:
        data = inputs.unpacked(_bytes(source, most + 1), most)
        if len(data) > most:
            raise TomlError("file-too-large", most=SIZE)
        return inputs.decode(data)
    except inputs.PackedError as error:
        raise TomlError(error.code) from None
    except inputs.EncodingError as error:
        raise TomlError(error.code, **error.params) from None


def _bytes(source: Source, most: int) -> bytes:
    try:
        if not isinstance(source, str | Path):
            return source.read(most)
        with Path(source).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:  # also letters that no path can have
        raise TomlError("unreadable", reason=getattr(error, "strerror", None) or str(error)) from None


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
