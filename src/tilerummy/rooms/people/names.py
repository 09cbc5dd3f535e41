"""Names at the table: what a guest may be called, and what computer players are called."""

from typing import Final

from tilerummy.rules.names import alike, one_line, unseen
from tilerummy.rules.refusal import refuse

MOST: Final = 24
"""Characters in a guest's name."""
NOBODY: Final = "N. N."
"""The name in the place of a guest's who asked to be forgotten; it is read alike in every language."""
COMPUTERS = ("Mika", "Noor", "Jules", "Robin", "Kim", "Luca", "Sanne", "Alex")


def clean(name: str, taken: tuple[str, ...] = ()) -> str:
    """The name as it will be shown: composed, on one line, single spaces, told apart from those `taken`.

    Raises Refusal `name-empty`, `name-too-long`, `name-unseen` or `name-taken`.
    """
    if len(name) > MOST * 8:
        raise refuse("name-too-long", most=MOST)
    cleaned = one_line(name)
    if not cleaned:
        raise refuse("name-empty")
    if len(cleaned) > MOST:
        raise refuse("name-too-long", most=MOST)
    if sign := unseen(cleaned):
        raise refuse("name-unseen", sign=sign)
    if other := alike(cleaned, taken):
        raise refuse("name-taken", other=other)
    return cleaned


def for_computer(taken: tuple[str, ...]) -> str:
    """A computer player's name that nobody at the table has."""
    return next((name for name in COMPUTERS if alike(name, taken) is None), f"{COMPUTERS[0]} {len(taken)}")
