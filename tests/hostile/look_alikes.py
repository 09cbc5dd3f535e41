"""The table of letters that look alike, from confusable-homoglyphs' copy of Unicode's data: `python -m
tests.hostile.look_alikes` writes it into the package."""

import textwrap
import unicodedata
from pathlib import Path
from typing import Any

from confusable_homoglyphs.confusables import confusables_data

from tilerummy.rules import look_alikes

_DATA: dict[str, list[dict[str, Any]]] = confusables_data
_HEAD = """\"\"\"Which letters look alike, as hexadecimal code points: a word with a colon stands for those that follow.

Made by `python -m tests.hostile.look_alikes` from the data of Unicode's technical standard 39.
\"\"\"

from typing import Final

TABLE: Final = \"\"\"
"""


def module() -> str:
    """The text of `rules/look_alikes.py`."""
    alike: dict[str, list[str]] = {}
    for letter in sorted(filter(_is_met, _DATA)):
        if (stands := _prototype(letter)) != letter:
            alike.setdefault(stands, []).append(letter)
    words = [
        f"{'+'.join(map(_code, stands))}: {' '.join(map(_code, group))}" for stands, group in sorted(alike.items())
    ]
    return _HEAD + textwrap.fill(" ".join(words), 120) + '\n"""\n'


def _is_met(letter: str) -> bool:
    """Whether it is left of a name whose letters are taken apart."""
    return len(letter) == 1 and unicodedata.normalize("NFKD", letter) == letter


def _prototype(letter: str) -> str:
    """The letter that stands for all that look like this one: in the data it has many, each of them it alone."""
    found = _DATA[letter]
    if len(found) != 1:
        return letter
    target = str(found[0]["c"]).strip("\u200e")
    back = _DATA.get(target, ())
    return min(letter, target) if len(back) == 1 and back[0]["c"] == letter else target


def _code(letter: str) -> str:
    return f"{ord(letter):x}"


if __name__ == "__main__":
    Path(look_alikes.__file__).write_text(module(), encoding="utf-8")
