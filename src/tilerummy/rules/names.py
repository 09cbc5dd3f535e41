"""Names that people give: on one line, visible, and told apart from each other.

What no reader sees or what turns the line around is refused, not taken out: two names that look the same must be the
same. Only the marks of direction that programs put around Hebrew and Arabic words are taken out: they change nothing in
a name. Look-alikes are found by the skeletons of Unicode's technical standard 39, by the table in `look_alikes.py`.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from tilerummy.rules.look_alikes import TABLE

STACKED: Final = 3
"""Marks on one letter: Hebrew and Vietnamese need as many."""
_IGNORED = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point of Unicode, and the empty Braille cell. Joiners within words become spaces, as controls
do, but for the one that Persian writes."""
_UNSEEN = re.compile(f"[{_IGNORED}]")
_EMOJI_STYLE = re.compile("(?<=[\u2000-\u2bff\u3000-\u32ff\U0001f000-\U0001faff])[\ufe0e\ufe0f]")
"""What keyboards put after a symbol to have it drawn in colour."""
_DIRECTION = re.compile("[\u200e\u200f\u061c]")
NON_JOINER: Final = "\u200c"
"""Between two letters of the Arabic script that would be joined: Persian writes it within words."""
_POINTS: Final = "".join(chr(code) for code in (*range(0x64B, 0x660), 0x670))
"""Vowel signs over and under Arabic letters."""
_NON_JOINERS = re.compile(f"{NON_JOINER}+")


def one_line(text: str) -> str:
    """The text composed, on one line, without controls, single spaces."""
    composed = unicodedata.normalize("NFC", _EMOJI_STYLE.sub("", _DIRECTION.sub("", text)))
    kept = "".join(map(_shown, _NON_JOINERS.sub(_parted, composed)))
    return " ".join(kept.split())


def unseen(name: str) -> str | None:
    """The first thing in a name that nobody can see, or one mark too many, as `U+200B`; None for a name without."""
    found = _UNSEEN.search(name)
    if found is not None:
        return f"U+{ord(found[0]):04X}"
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > STACKED:
            return f"U+{ord(letter):04X}"
    return None


def visible(text: str) -> str:
    """A text on one line without anything that nobody can see, and with no more marks on a letter than it needs."""
    kept, marks = "", 0
    for letter in _UNSEEN.sub(" ", one_line(text)):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        kept += letter if marks <= STACKED else ""
    return " ".join(kept.split())


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that a reader could take for this name; None where all differ."""
    own = looks(name)
    return next((other for other in others if not own.isdisjoint(looks(other))), None)


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[tuple[str, str]]:
    """How a name looks, as it is and in small letters: two that look alike have one of these in common."""
    return frozenset({("as it is", skeleton(name)), ("small", skeleton(name.casefold()))})


def skeleton(name: str) -> str:
    """What is left of a name when all letters that look the same are the same letter (UTS 39, section 4)."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name.replace(NON_JOINER, "")))
    return unicodedata.normalize("NFD", letters.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """For each letter of the table the one, or the few, that stand for all that look like it."""
    found, stands = {}, ""
    for word in TABLE.split():
        if word.endswith(":"):
            stands = "".join(chr(int(code, 16)) for code in word[:-1].split("+"))
        else:
            found[int(word, 16)] = stands
    return found


def _shown(letter: str) -> str:
    return letter if letter.isprintable() or letter == NON_JOINER or _UNSEEN.match(letter) else " "


def _parted(found: re.Match[str]) -> str:
    """What stays of a non-joiner: it, where it parts two letters; nothing, where they are not joined anyway."""
    before = found.string[: found.start()].rstrip(_POINTS)[-1:]
    after = found.string[found.end() : found.end() + 1]
    if before not in _letters("final") or after not in _letters("final") or not before or not after:
        return " "
    return NON_JOINER if before in _letters("initial") else ""


@lru_cache
def _letters(form: str) -> frozenset[str]:
    """The letters of the Arabic script that have such a form: a `final` one, all; an `initial` one, those that join the
    next letter."""
    forms = (unicodedata.decomposition(chr(code)).split() for code in range(0xFB50, 0xFEFF))
    return frozenset(chr(int(found[1], 16)) for found in forms if found[:1] == [f"<{form}>"] and len(found) == 2)
