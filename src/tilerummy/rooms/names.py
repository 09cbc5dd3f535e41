"""Names at the table: what a guest may be called, and what computer players are called."""

import unicodedata
from typing import Final

MOST: Final = 24
"""Characters in a guest's name."""
COMPUTERS = ("Mika", "Noor", "Jules", "Robin", "Kim", "Luca", "Sanne", "Alex")


class NameRefused(Exception):
    """The name cannot be used; `code` is `name-empty`, `name-too-long` or `name-taken`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean(name: str, taken: tuple[str, ...] = ()) -> str:
    """The name as it will be shown: composed, without control or invisible characters, single spaces.

    Raises NameRefused.
    """
    if len(name) > MOST * 8:
        raise NameRefused("name-too-long")
    cleaned = one_line(name)
    if not cleaned:
        raise NameRefused("name-empty")
    if len(cleaned) > MOST:
        raise NameRefused("name-too-long")
    if cleaned.casefold() in {other.casefold() for other in taken}:
        raise NameRefused("name-taken")
    return cleaned


def one_line(text: str) -> str:
    """The text composed, without control or invisible characters, single spaces."""
    visible = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text))
    return " ".join(visible.split())


def for_computer(taken: tuple[str, ...]) -> str:
    """A computer player's name that nobody at the table has."""
    used = {other.casefold() for other in taken}
    return next((name for name in COMPUTERS if name.casefold() not in used), f"{COMPUTERS[0]} {len(taken)}")
