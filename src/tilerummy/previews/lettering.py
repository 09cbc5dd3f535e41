"""How long a text is in the page's letters, about, and what stands in its place where it does not fit."""

import re
import unicodedata
from itertools import accumulate
from typing import Final

NARROW: Final = frozenset("iljtfrI1.,:;'’|!()[]-·/ ")
ROOMY: Final = frozenset("mwMW@%—…")
"""Signs that take about a third of the size, and about the whole of it."""
_OURS: Final = re.compile(r"[ -ɏא-ת׳״Ḁ-ỿ‐-…€−\u2067\u2069]")
"""What the page's letters have, those for Hebrew beside them, and the signs of `directed`."""


def length(text: str, size: float) -> float:
    """The length of a text in letters of a size, rather more than less."""
    return size * sum(map(_ems, text))


def _ems(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign in NARROW:
        return 0.34
    if sign in ROOMY:
        return 1.0
    return 0.72 if sign.isupper() else 0.58


def fitted(text: str, size: float, least: float, room: float) -> tuple[float, str]:
    """The size in which a text fits, and as much of it as does in the least one."""
    text = drawable(text)
    found = min(size, size * room / max(1.0, length(text, size)))
    return (found, text) if found >= least else (least, _cut(text, least, room))


def broken(text: str, size: float, least: float, room: float) -> tuple[float, list[str]]:
    """The same in two lines, where one would be smaller than the two are."""
    text = drawable(text)
    middle = len(text) / 2
    spaces = sorted((at for at, sign in enumerate(text) if sign == " "), key=lambda at: abs(at - middle))
    one, whole = fitted(text, size, least, room)
    if one == size or not spaces:
        return one, [whole]
    lines = [text[: spaces[0]], text[spaces[0] + 1 :]]
    two = max(least, min(fitted(line, size * 0.82, least, room)[0] for line in lines))
    return (two, [fitted(line, two, two, room)[1] for line in lines]) if two > one or whole != text else (one, [whole])


def _cut(text: str, size: float, room: float) -> str:
    ends = accumulate(map(_ems, text), initial=_ems("…"))
    most = sum(size * end <= room for end in ends) - 1
    return text if most == len(text) else f"{text[: max(0, most)].rstrip()}…"


def drawable(text: str) -> str:
    """The text without signs that are no letters and that the page's letters lack, such as little pictures."""
    kept = "".join(sign for sign in text if _OURS.match(sign) or unicodedata.category(sign)[0] in "LMN")
    return " ".join(kept.split())


def directed(text: str) -> str:
    """The text as its first letter runs: the rasteriser takes all to run from left to right."""
    strong = (way for sign in text if (way := unicodedata.bidirectional(sign)) in ("L", "R", "AL"))
    return text if next(strong, "L") == "L" else f"\N{RIGHT-TO-LEFT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def foreign(svg: str) -> bool:
    """Whether a picture holds letters that the page's fonts lack."""
    return any(not _OURS.match(sign) for sign in svg)
