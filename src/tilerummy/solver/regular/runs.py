"""Open runs of one colour, between two numbers: all that the search over the numbers must remember of them.

A state counts the open runs of length 1, 2 and at least 3. Tiles of the next number continue the unfinished ones, then
the finished ones (a longer run can do all that a shorter one can), and the rest begin new runs. So the number of tiles
that go to runs alone decides the next state.
"""

from functools import cache
from typing import NamedTuple


class RunStates(NamedTuple):
    """The states with at most `most` open runs; a state is its index in `counts`.

    `counts[s]`: open runs of length 1, 2, 3 or more. `needs[s]`: tiles the next number must give. `after[s][tiles]`:
    the next state when it gives that many (-1: fewer than needed). State 0 has no open run. `no_worse[s]`: the states
    that can go on in every way `s` can, s itself too: no less finished, no more of length 1, no more unfinished, no
    fewer in all; the next states are so again.
    """

    counts: tuple[tuple[int, int, int], ...]
    needs: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]
    no_worse: tuple[frozenset[int], ...]


@cache
def run_states(most: int) -> RunStates:
    """The states with at most `most` runs side by side, in order of runs, then of finished, then of two-tile ones."""
    counts = tuple(
        (total - done - two, two, done)
        for total in range(most + 1)
        for done in range(total, -1, -1)
        for two in range(total - done, -1, -1)
    )
    index = {state: at for at, state in enumerate(counts)}
    after = []
    for one, two, done in counts:
        row = [-1] * (most + 1)
        for tiles in range(one + two, most + 1):
            longer = min(done, tiles - one - two)
            row[tiles] = index[(tiles - one - two - longer, one, two + longer)]
        after.append(tuple(row))
    needs = tuple(one + two for one, two, _ in counts)
    no_worse = tuple(
        frozenset(
            at
            for at, other in enumerate(counts)
            if other[0] <= state[0]
            and needs[at] <= sum(state[:2])
            and other[2] >= state[2]
            and sum(other) >= sum(state)
        )
        for state in counts
    )
    return RunStates(counts, needs, tuple(after), no_worse)


class Option(NamedTuple):
    """One way to use the tiles of one colour at one number, once its groups are fed.

    `asked`: jokers used here, and those the open runs will still need. `left`: tiles left behind. `jokers`: jokers
    used here. `state`: the open runs after it.
    """

    asked: int
    left: int
    jokers: int
    state: int


class Options(NamedTuple):
    """`ways[grouped]`: the ways to go on when so many tiles are given to groups, those that leave fewer behind first;
    `fewest[grouped]`: the fewest jokers one of them asks. `possible[free]`: bit n is set where there are ways for n
    with so many jokers at hand."""

    ways: tuple[tuple[Option, ...], ...]
    fewest: tuple[int, ...]
    possible: tuple[int, ...]


@cache
def options(
    most: int, state: int, top: int, here: int, must: int, next_one: int, next_two: int, jokers: int, edge: int
) -> Options:
    """The ways to go on from `state`.

    `top`: most runs of this colour that can be of use side by side. `here`, `next_one`, `next_two`: tiles of the colour
    with this number and the two after it; `must` of those here must lie. `edge`: numbers after this one, at most 2.
    """
    states = run_states(most)
    ways = []
    for grouped in range(here + 1):
        found = []
        for tiles in range(states.needs[state], top + 1):
            used = min(tiles, here - grouped)
            after = states.after[state][tiles]
            one, two, _ = states.counts[after]
            if used + grouped < must or (edge == 0 and one + two) or (edge == 1 and one):
                continue
            asked = tiles - used + max(0, one + two - next_one) + max(0, one - next_two)
            if asked <= jokers:
                found.append(Option(asked, here - grouped - used, tiles - used, after))
        ways.append(tuple(sorted(found, key=lambda way: (way.left, way.asked))))
    fewest = tuple(min((way.asked for way in found), default=jokers + 1) for found in ways)
    possible = tuple(
        sum(1 << grouped for grouped, asked in enumerate(fewest) if asked <= free) for free in range(jokers + 1)
    )
    return Options(tuple(ways), fewest, possible)
