"""Groups at one number: which numbers of tiles split into plain groups, groups with a double joker and mirror groups.

All groups at one number are decided together, because jokers have no colour: of `reals` (how many numbered tiles of
each colour go to groups) and of j regular, d double and m mirror jokers either nothing is left over or the split is
impossible. The answers depend on the rules only, so they are kept.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tilerummy.solver.special.switches import MeldRules

Reals = tuple[int, int, int, int]
"""Numbered tiles per colour, in the order k r b y."""


class Side(NamedTuple):
    """A group, or one side of a mirror group: which colours are real, and the jokers beside them."""

    colours: tuple[int, ...]
    regular: int
    doubles: int


class Group(NamedTuple):
    """One group; `right` is None where there is no mirror joker."""

    left: Side
    right: Side | None


NO_REALS: Reals = (0, 0, 0, 0)


def _side(left: Reals, regular: int, doubles: int) -> Side:
    return Side(tuple(colour for colour in range(4) if left[colour]), regular, doubles)


SUBSETS: tuple[Reals, ...] = tuple((k, r, b, y) for k, r, b, y in product(range(2), repeat=4))
"""Every choice of colours, one numbered tile of each."""


def _plain(rules: MeldRules) -> Iterator[tuple[Reals, int, int, int, Group]]:
    """Groups without a mirror joker: three or four colours, or a double joker beside exactly two other tiles."""
    for reals in SUBSETS:
        for regular in range(5):
            for doubles in range(2):
                physical = sum(reals) + regular
                fits = physical == 2 if doubles else physical in (3, 4)
                if fits and _few_jokers(reals, regular + doubles, rules):
                    yield reals, regular, doubles, 0, Group(_side(reals, regular, doubles), None)


def _few_jokers(reals: Reals, jokers: int, rules: MeldRules) -> bool:
    return (rules.all_jokers or any(reals)) and (not rules.per_set or jokers <= rules.per_set)


def _mirrored(rules: MeldRules) -> Iterator[tuple[Reals, int, int, int, Group]]:
    """Mirror groups: as many represented tiles on each side, of the same colours unless the rules leave them free."""
    seen: set[tuple[Reals, int, int]] = set()
    for size in range(rules.mirror_least, rules.mirror_most + 1):
        sides = [
            (reals, regular, doubles)
            for reals in SUBSETS
            for doubles in range(3)
            if (regular := size - sum(reals) - 2 * doubles) >= 0
        ]
        for (left, left_j, left_d), (right, right_j, right_d) in product(sides, repeat=2):
            both = sum(1 for colour in range(4) if left[colour] or right[colour])
            reals = (left[0] + right[0], left[1] + right[1], left[2] + right[2], left[3] + right[3])
            key = (reals, left_j + right_j, left_d + right_d)
            if key in seen or (both > size and not rules.mirror_any_colours):
                continue
            if _few_jokers(reals, key[1] + key[2] + 1, rules):
                seen.add(key)
                yield *key, 1, Group(_side(left, left_j, left_d), _side(right, right_j, right_d))


@lru_cache(maxsize=64)
def _kinds(rules: MeldRules) -> tuple[tuple[Reals, int, int, int, Group], ...]:
    """Every group as numbers of tiles (reals, regular, double, mirror jokers), plain ones first."""
    return (*_plain(rules), *_mirrored(rules))


@lru_cache(maxsize=200_000)
def split(rules: MeldRules, reals: Reals, regular: int, doubles: int, mirrors: int) -> tuple[Group, ...] | None:
    """Groups that use exactly these tiles, or None. No tiles at all: no groups."""
    first = next((colour for colour in range(4) if reals[colour]), None)
    if first is None and not (regular or doubles or mirrors):
        return ()
    if first is None and not rules.all_jokers:
        return None
    for part, part_j, part_d, part_m, group in _kinds(rules):
        if part_j > regular or part_d > doubles or part_m > mirrors:
            continue
        if (first is not None and not part[first]) or any(p > r for p, r in zip(part, reals, strict=True)):
            continue
        rest = (reals[0] - part[0], reals[1] - part[1], reals[2] - part[2], reals[3] - part[3])
        others = split(rules, rest, regular - part_j, doubles - part_d, mirrors - part_m)
        if others is not None:
            return (group, *others)
    return None


@lru_cache(maxsize=200_000)
def ways(
    rules: MeldRules, free: str, reals: Reals, regular: int, doubles: int, mirrors: int
) -> tuple[tuple[int, int, int, int], ...]:
    """The numbers of jokers, at most these, with which `reals` splits: (regular, double, mirror, represented tiles).
    Of the `free` jokers no more than are needed."""
    found = [
        (j, d, m)
        for m in range(mirrors + 1)
        for d in range(doubles + 1)
        for j in range(regular + 1)
        if split(rules, reals, j, d, m) is not None
    ]
    return tuple(
        (j, d, m, sum(reals) + j + 2 * d)
        for j, d, m in found
        if not any(
            other != (j, d, m)
            and other[2] == m
            and (other[0] <= j if "J" in free else other[0] == j)
            and (other[1] <= d if "D" in free else other[1] == d)
            for other in found
        )
    )
