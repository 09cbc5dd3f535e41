"""Who the people on lists are: a register finds them by their name, its other forms, or name and club."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol


class Known(Protocol):
    """Somebody of a register. `also`: how else lists have them, with `; club` after it where two people have one
    name."""

    @property
    def name(self) -> str: ...
    @property
    def also(self) -> Sequence[str]: ...
    @property
    def club(self) -> str: ...


class Directory:
    """Finds people of a register: a name that two of them have tells nothing without the club."""

    def __init__(self, people: Sequence[Known]) -> None:
        self._people = people
        self._shared = Counter(plain(one.name) for one in people)
        self._found = {name: at for at, one in enumerate(people) for name in self._names(one)}

    def find(self, name: str, club: str) -> int | None:
        """Where in the register somebody stands whom a list has under this name, of this club."""
        found = self._found.get(plain(f"{name}; {club}"))
        return self._found.get(plain(name)) if found is None else found

    def twice(self) -> Iterator[int]:
        """Who has a name that somebody before them has."""
        seen: set[str] = set()
        for at, one in enumerate(self._people):
            for name in self._names(one):
                if name in seen:
                    yield at
                seen.add(name)

    def _names(self, one: Known) -> Sequence[str]:
        alone = [one.name] if self._shared[plain(one.name)] == 1 else []
        return list(dict.fromkeys(map(plain, [f"{one.name}; {one.club}", *one.also, *alone])))


def plain(name: str) -> str:
    """A name as it is compared: without capitals, and with single spaces."""
    return " ".join(name.casefold().split())
