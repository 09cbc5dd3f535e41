"""How a language writes, as `language.toml` in its folder says: its decimal sign, its direction, its plural forms.

The rules of plural forms are those of the Unicode CLDR for whole numbers, in its own syntax; where none holds it is
`other`.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

_FOLDER: Final = Path(__file__).parent
_RELATION: Final = re.compile(r"n(?: % (\d+))? (!?=) (\d+)(?:\.\.(\d+))?")
_LEFTWARD: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of a script that runs from right to left."""
_APART: Final = "\u2068{}\u2069"
"""First strong isolate: what is within runs as its own letters do, and moves nothing beside it."""


def decimal(lang: str, value: float, places: int = 1, sign: str = "") -> str:
    """A number with so many places after the point or comma that the language has; `sign`: "+" shows that of all."""
    written = f"{value:{sign}.{places}f}"
    return written.replace(".", _ways(lang)["decimal"])


def direction(lang: str) -> Literal["ltr", "rtl"]:
    """How the language runs, as HTML names it."""
    found: Literal["ltr", "rtl"] = _ways(lang).get("direction", "ltr")
    return found


def plural(lang: str, count: int) -> str:
    """The plural category of a whole number of things."""
    rules: dict[str, str] = _ways(lang)["plural"]
    return next((form for form, rule in rules.items() if _holds(rule, abs(count))), "other")


def apart(lang: str, said: str) -> str:
    """What is filled into a sentence, set apart where it or the sentence runs from right to left: so `b4` stays `b4`,
    and a name takes no full stop along."""
    alone = said.isdecimal() or not said
    return _APART.format(said) if _LEFTWARD.search(said) or (direction(lang) == "rtl" and not alone) else said


@cache
def _ways(lang: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / lang / "language.toml").read_text(encoding="utf-8"))


@cache
def _relations(rule: str) -> list[list[tuple[int, bool, range]]]:
    """A rule as alternatives, each of relations that all hold: a modulus (0: none), whether within, a range."""
    return [[_relation(one) for one in either.split(" and ")] for either in rule.split(" or ")]


def _relation(written: str) -> tuple[int, bool, range]:
    found = _RELATION.fullmatch(written)
    assert found is not None, written
    modulus, sign, low, high = found.groups()
    return int(modulus or 0), sign == "=", range(int(low), int(high or low) + 1)


def _holds(rule: str, n: int) -> bool:
    return any(
        all(((n % modulus if modulus else n) in values) == within for modulus, within, values in either)
        for either in _relations(rule)
    )
