"""The map of results is the same with and without immutables."""

from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from tilerummy.tournament import maps

KEYS = st.tuples(st.integers(0, 3), st.integers(0, 3))


def test_where_immutables_is_installed_its_map_is_taken() -> None:
    assert maps.Map is Map


@given(st.lists(st.tuples(KEYS, st.integers())))
def test_a_copied_map_is_the_map_of_immutables(changes: list[tuple[tuple[int, int], int]]) -> None:
    shared: Map[tuple[int, int], int] = Map()
    copied: maps.CopiedMap[tuple[int, int], int] = maps.CopiedMap()
    for key, value in changes:
        before, kept = copied, dict(copied)
        shared, copied = shared.set(key, value), copied.set(key, value)
        assert before == kept
    assert dict(shared) == dict(copied)
    again: maps.CopiedMap[tuple[int, int], int] = maps.CopiedMap(dict(shared))
    assert (copied, hash(copied)) == (again, hash(again))
    assert all(copied[key] == shared[key] and key in copied for key in shared)
