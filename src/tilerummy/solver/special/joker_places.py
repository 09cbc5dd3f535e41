"""Places for the free jokers that the search left over: at the ends of runs and in groups of three."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tilerummy.solver.special.switches import MeldRules

Kinds = tuple[int, ...]
JOKER, DOUBLE, BORDER, MIRROR = 52, 53, 54, 55
MOST_TRIES: Final = 4096
"""Melds looked at before the search for places gives up."""


def settled(melds: list[Kinds], spare: Kinds, rules: MeldRules) -> list[Kinds] | None:
    """The melds with every spare joker laid on one of them, or None where no places are found.

    Of several ways the first: jokers in the order given, each on the first meld that takes it, after before in front.
    """
    return _settled(melds, spare, rules, iter(range(MOST_TRIES)))


def _settled(melds: list[Kinds], spare: Kinds, rules: MeldRules, tries: Iterator[int]) -> list[Kinds] | None:
    if not spare:
        return melds
    joker, others = spare[0], spare[1:]
    for at, meld in enumerate(melds):
        if MIRROR in meld:
            continue
        for longer in ((*meld, joker), (joker, *meld)):
            if next(tries, None) is None:
                return None
            if legal(longer, rules):
                found = _settled([*melds[:at], longer, *melds[at + 1 :]], others, rules, tries)
                if found is not None:
                    return found
    return None


def legal(meld: Kinds, rules: MeldRules) -> bool:
    """Whether tiles without mirror joker, one of them numbered, are a meld as laid."""
    if rules.per_set and sum(1 for kind in meld if kind >= JOKER) > rules.per_set:
        return False
    return _is_run(meld, rules) or _is_group(meld)


def _is_group(meld: Kinds) -> bool:
    numbered = [kind for kind in meld if kind < JOKER]
    if BORDER in meld or len({kind % 13 for kind in numbered}) > 1 or len(set(numbered)) < len(numbered):
        return False
    return 3 <= len(meld) + meld.count(DOUBLE) <= 4


def _is_run(meld: Kinds, rules: MeldRules) -> bool:
    """Numbers go up by one, a double joker takes two; colours change after a two-colour joker and only there."""
    start: int | None = None
    offset = 0
    segments: list[tuple[int | None, int]] = []
    """Of every stretch that is not empty: its colour, None where it holds jokers alone, and the borders before it."""
    borders = 0
    fresh = True
    for kind in meld:
        if kind == BORDER:
            borders, fresh = borders + 1, True
        else:
            if fresh:
                segments.append((None, borders))
                fresh = False
            if kind < JOKER:
                if start is not None and kind % 13 - offset != start:
                    return False
                start = kind % 13 - offset
                colour, before = segments[-1]
                if colour not in (None, kind // 13):
                    return False
                segments[-1] = (kind // 13, before)
        offset += 2 if kind == DOUBLE else 1
    if start is None or start < 0 or start + offset > 13:
        return False
    strict = not rules.border_any_colours
    return all(
        one is None or one != other or not (strict or after == before + 1)
        for (one, before), (other, after) in pairwise(segments)
    )
