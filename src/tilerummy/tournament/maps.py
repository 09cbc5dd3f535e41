"""The map that holds a tournament's results: that of immutables where it is installed, as on servers, since states that
are kept then share what is equal; else one that is copied for each change, enough for a ranking."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class CopiedMap(Mapping[K, V]):
    """A map that never changes."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._held = dict(held)

    def __getitem__(self, key: K) -> V:
        return self._held[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def set(self, key: K, value: V) -> "CopiedMap[K, V]":
        """This map with one more, or another, value."""
        return CopiedMap({**self._held, key: value})


if TYPE_CHECKING:
    from immutables import Map as Map
else:
    try:
        from immutables import Map
    except ModuleNotFoundError:
        Map = CopiedMap
