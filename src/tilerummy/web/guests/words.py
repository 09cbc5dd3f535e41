"""The words on a recovery sheet: drawn by chance, and read as people type them.

They are of the English list of BIP 39 (`bip39/`, MIT, from github.com/trezor/python-mnemonic): 2,048 words of everyday
use, 11 bits each, none of which begins with the same four letters as another.
"""

import re
import secrets
import unicodedata
from bisect import bisect_left
from pathlib import Path
from typing import Final

from tilerummy.rules.refusal import refuse

COUNT: Final = 7
"""Words on a sheet: 77 bits, which nobody guesses, also where the hashes of all sheets are known."""
LONGEST: Final = 400
"""Characters in what is typed, at most: seven words, numbered, with room around them."""
LIST: Final = tuple((Path(__file__).parent / "bip39" / "english.txt").read_text(encoding="ascii").split())
"""All words, in the order of the alphabet."""
_BETWEEN: Final = re.compile(r"[\W\d_]+")


def new_words() -> tuple[str, ...]:
    """The words of a new sheet."""
    return tuple(secrets.choice(LIST) for _ in range(COUNT))


def read_words(typed: str) -> tuple[str, ...]:
    """The words that were typed, in capitals or not, with anything but letters between them, each whole or with as many
    of its first letters as tell it from all others. Raises Refusal."""
    parts = [part for part in _BETWEEN.split(unicodedata.normalize("NFKC", typed).casefold()) if part]
    words = tuple(_word(part, number) for number, part in enumerate(parts, 1))
    if len(words) != COUNT:
        raise refuse("recovery-count", count=len(words), words=COUNT)
    return words


def _word(part: str, number: int) -> str:
    at = bisect_left(LIST, part)
    begun = [word for word in LIST[at : at + 2] if word.startswith(part)]
    # a whole word may be the beginning of others
    if not begun or (len(begun) > 1 and begun[0] != part):
        raise refuse("recovery-word", number=number, word=part[:20])
    return begun[0]
