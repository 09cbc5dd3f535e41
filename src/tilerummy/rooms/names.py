"""Names at the table: what a guest may be called, and what computer players are called."""

from typing import Any, Final

from tilerummy.rules.names import alike, one_line, unseen

MOST: Final = 24
"""Characters in a guest's name."""
COMPUTERS = ("Mika", "Noor", "Jules", "Robin", "Kim", "Luca", "Sanne", "Alex")


class NameRefused(Exception):
    """The name cannot be used; `code` is `name-empty`, `name-too-long`, `name-unseen` or `name-taken`."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def clean(name: str, taken: tuple[str, ...] = ()) -> str:
    """The name as it will be shown: composed, on one line, single spaces, told apart from those `taken`.

    Raises NameRefused.
    """
    if len(name) > MOST * 8:
        raise NameRefused("name-too-long", most=MOST)
    cleaned = one_line(name)
    if not cleaned:
        raise NameRefused("name-empty")
    if len(cleaned) > MOST:
        raise NameRefused("name-too-long", most=MOST)
    if sign := unseen(cleaned):
        raise NameRefused("name-unseen", sign=sign)
    if other := alike(cleaned, taken):
        raise NameRefused("name-taken", other=other)
    return cleaned


def for_computer(taken: tuple[str, ...]) -> str:
    """A computer player's name that nobody at the table has."""
    return next((name for name in COMPUTERS if alike(name, taken) is None), f"{COMPUTERS[0]} {len(taken)}")
