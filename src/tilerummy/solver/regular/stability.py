"""Minimal-change repair: melds of the table that need not be touched for a play that is already chosen.

The search first tries to leave as many tiles in groups as lie there. Then every meld that can be taken out of the
arrangement as it is stays, in the order in which they lie. For each of the others, in the same order, what does not
stay yet is arranged again without it, and if that succeeds within a few states it stays too. What is left over is laid
from the last arrangement.
"""

from typing import Final

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.codec import JOKER
from tilerummy.solver.regular.groups import Vector, number_of_groups
from tilerummy.solver.regular.search import Rows, search_all

Kinds = tuple[int, ...]
MOST_STATES: Final = 20
"""States a search may expand to find out whether one more meld can stay."""


def groups_of(table: list[Kinds]) -> list[Vector]:
    """Per number (index 1-13) the tiles of the four colours that lie in groups."""
    found = [[0, 0, 0, 0] for _ in range(14)]
    for meld in table:
        tiles = [kind for kind in meld if kind != JOKER]
        if len(tiles) > 1 and tiles[0] % 13 == tiles[1] % 13:
            for kind in tiles:
                found[kind % 13 + 1][kind // 13] += 1
    return [(black, red, blue, yellow) for black, red, blue, yellow in found]


def keep(
    table: list[Kinds], used: Rows, jokers: int, arrangement: Arrangement, limits: Limits
) -> tuple[list[int], Arrangement]:
    """The indices of the melds that stay, and the arrangement of all other tiles.

    `used` and `jokers` are all tiles that lie after the play, `arrangement` how.
    """
    like = groups_of(table)
    kept: list[int] = []
    for again in (False, True):
        for index, meld in enumerate(table):
            if index in kept:
                continue
            lies = take_out(meld, arrangement)
            if not lies and not again:
                continue
            _change(used, meld, -1)
            others = jokers - meld.count(JOKER)
            if not lies:
                rearranged = _arranged(used, others, like, limits)
                if rearranged is None:
                    _change(used, meld, 1)
                    continue
                arrangement = rearranged
            kept.append(index)
            jokers = others
    return sorted(kept), arrangement


def _arranged(used: Rows, jokers: int, like: list[Vector], limits: Limits) -> Arrangement | None:
    """All these tiles and jokers laid; None where there is no way, or none found within a few states."""
    trial = Limits(min(MOST_STATES, limits.limit - limits.nodes))
    found = search_all(used, jokers, trial, like).arrangement
    limits.nodes += trial.nodes
    return found if found is not None and found.has_room() else None


def _change(used: Rows, meld: Kinds, change: int) -> None:
    """Add the tiles of the meld, or take them away."""
    for kind in meld:
        if kind != JOKER:
            used[kind // 13][kind % 13 + 1] += change


def take_out(meld: Kinds, arrangement: Arrangement) -> bool:
    """Take the meld as laid out of the arrangement if it lies in it and the rest still holds."""
    tiles = [(at, kind) for at, kind in enumerate(meld) if kind != JOKER]
    if len(tiles) < 2:
        return False
    (at, kind), (_, other) = tiles[0], tiles[1]
    if kind % 13 == other % 13:
        return _take_group([kind // 13 for _, kind in tiles], kind % 13 + 1, len(meld) - len(tiles), arrangement)
    return _take_run(meld, kind // 13, kind % 13 + 1 - at, arrangement)


def _take_group(colours: list[int], number: int, jokers: int, arrangement: Arrangement) -> bool:
    row = arrangement.groups[number]
    if arrangement.group_jokers[number] < jokers or any(not row[colour] for colour in colours):
        return False
    for colour in colours:
        row[colour] -= 1
    arrangement.group_jokers[number] -= jokers
    left = arrangement.group_jokers[number]
    a, b, c, d = row
    if (a + b + c + d + left == 0 or number_of_groups((a, b, c, d), left)) and arrangement.has_room():
        return True
    for colour in colours:
        row[colour] += 1
    arrangement.group_jokers[number] += jokers
    return False


def _take_run(meld: Kinds, colour: int, first: int, arrangement: Arrangement) -> bool:
    runs, run_jokers = arrangement.runs, arrangement.run_jokers
    for at, kind in enumerate(meld):
        jokers = run_jokers[first + at][colour]
        if (jokers if kind == JOKER else runs[first + at][colour] - jokers) == 0:
            return False
    _add_run(meld, colour, first, arrangement, -1)
    if _holds([runs[number][colour] for number in range(14)]) and arrangement.has_room():
        return True
    _add_run(meld, colour, first, arrangement, 1)
    return False


def _add_run(meld: Kinds, colour: int, first: int, arrangement: Arrangement, change: int) -> None:
    for at, kind in enumerate(meld):
        arrangement.runs[first + at][colour] += change
        if kind == JOKER:
            arrangement.run_jokers[first + at][colour] += change


def _holds(places: list[int]) -> bool:
    """Whether runs of three or more can have these numbers of places at the numbers 1-13."""
    one = two = more = 0
    for number in range(1, 14):
        rest = places[number] - one - two
        if rest < 0:
            return False
        longer = min(more, rest)
        one, two, more = rest - longer, one, two + longer
    return one + two == 0
