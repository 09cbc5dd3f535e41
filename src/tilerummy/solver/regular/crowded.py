"""The walk over the numbers, and how it goes on where a crowded table leaves it too much to try.

`walk.search` takes up every state that leaves less behind than the answer does, which may be hundreds of thousands.
After `PATIENCE` of them the work begins anew with two more things known. A level is now what was left behind so far and
what must still be left (`floors.py`), so most states wait for good. And a state is dropped where another one before the
same number can do all that it can (`runs.RunStates.no_worse`), with no more jokers spent and no more left behind.

Order, which the kernel repeats exactly: what a state leads to at the present level is taken up with fewer jokers spent
first, then with more runs open, then in the order of `walk.search`. What lies higher is not made: the state waits for
its next level. States that wait for the same level are taken up again deepest first, then newest first.
"""

from heapq import heappop, heappush
from typing import Final

from tilerummy.solver.limits import Spending
from tilerummy.solver.regular.floors import NEVER, Floors, States
from tilerummy.solver.regular.groups import Vector, vectors_among
from tilerummy.solver.regular.runs import options, run_states
from tilerummy.solver.regular.search import MOST_STATES, Rows, Step, Walked, arranged, search
from tilerummy.solver.regular.usable_tiles import usable

PATIENCE: Final = 1 << 14
"""States taken up before the work begins anew: far more than positions from play need."""


def walk(must: Rows, may: Rows, jokers: int, weights: list[int], spending: Spending, like: list[Vector]) -> Walked:
    """The arrangement of all `must` and the most of `may`, with at most `jokers`.

    `weights[number]`: the cost of leaving one tile of that number behind. `like[number]`: tiles in groups to try first.
    Spare jokers may lack room: the caller looks.
    """
    have = [[need + more for need, more in zip(*rows, strict=True)] for rows in zip(must, may, strict=True)]
    here = usable(have, jokers, max(map(max, have)))
    base = 0
    for colour in range(4):
        for number in range(1, 14):
            hopeless = have[colour][number] - here[colour][number]
            if hopeless > may[colour][number]:
                return Walked(0, None, True)
            base += hopeless * weights[number]
    walked = search(must, here, jokers, weights, spending, like, base, patience=PATIENCE)
    if walked.proved or spending.ended():
        return walked
    return _search(must, here, jokers, weights, spending, like, base, walked)


def _search(
    must: Rows,
    here: Rows,
    jokers: int,
    weights: list[int],
    spending: Spending,
    like: list[Vector],
    base: int,
    walked: Walked,
) -> Walked:
    """The same with floors; `walked`: how far the search without them came."""
    most = max(map(max, here))
    counts, no_worse = run_states(most).counts, run_states(most).no_worse
    open_runs = [sum(count) for count in counts]
    columns: list[Vector] = list(zip(*here, strict=True))
    ways = [
        [
            [
                options(
                    most, state, max(row), row[number], needed[number],
                    row[number + 1], row[number + 2], jokers, min(2, 13 - number),
                )
                for state in range(len(counts))
            ]
            for row, needed in zip(here, must, strict=True)
        ]
        for number in range(14)
    ]  # fmt: skip
    floors = Floors(most, jokers, ways, columns, weights)
    taken: list[list[tuple[int, int, States]]] = [[] for _ in range(15)]
    made: set[tuple[int, States, int]] = set()
    order = 0
    stack: list[tuple[int, int, Step]] = [(order, base, (1, (0, 0, 0, 0), 0, (0, 0, 0, 0), None))]
    waiting: list[tuple[int, int, int, int, Step]] = []
    level = base + floors.least(1, (0, 0, 0, 0), jokers)
    if level >= NEVER:
        return Walked(0, None, True)
    while stack or waiting:
        if stack:
            at, cost, step = stack.pop()
            number, states, spent, _, _ = step
            if number == 14:
                return Walked(cost, arranged(step, here, jokers, most), True)
            if _dropped(states, spent, cost, taken[number], no_worse):
                continue
            taken[number].append((spent, cost, states))
        else:
            level, _, newest, cost, step = heappop(waiting)
            at = -newest
            number, states, spent, _, _ = step
        if not spending.take():
            return walked._replace(cost=max(level, walked.cost))
        black, red, blue, yellow = (choice[state] for choice, state in zip(ways[number], states, strict=True))
        free = jokers - spent
        possible = (black.possible[free], red.possible[free], blue.possible[free], yellow.possible[free])
        found: list[tuple[int, int, int, int, Step]] = []
        higher = NEVER
        for needed, grouped in vectors_among(columns[number], jokers, like[number], possible):
            if needed > free:
                break
            a, b, c, d = grouped
            for way_black in black.ways[a]:
                free_black = free - needed - way_black.asked
                for way_red in red.ways[b]:
                    free_red = free_black - way_red.asked
                    if free_red < 0:
                        continue
                    for way_blue in blue.ways[c]:
                        free_blue = free_red - way_blue.asked
                        if free_blue < 0:
                            continue
                        for way_yellow in yellow.ways[d]:
                            if way_yellow.asked > free_blue:
                                continue
                            four = (way_black, way_red, way_blue, way_yellow)
                            after = (way_black.state, way_red.state, way_blue.state, way_yellow.state)
                            lie = spent + needed + sum(way.jokers for way in four)
                            left = cost + sum(way.left for way in four) * weights[number]
                            if left >= higher or (number + 1, after, lie) in made:
                                continue
                            least = left + floors.least(number + 1, after, jokers - lie)
                            if least > level:
                                higher = min(higher, least)
                            elif least == level:
                                order += 1
                                runs = sum(open_runs[state] for state in after)
                                made.add((number + 1, after, lie))
                                found.append((lie, -runs, order, left, (number + 1, after, lie, grouped, step)))
                                if order == MOST_STATES:
                                    return walked._replace(cost=max(level, walked.cost))
        found.sort(key=lambda one: one[:3], reverse=True)
        stack += [(at, left, step) for _, _, at, left, step in found]
        if higher < NEVER:
            heappush(waiting, (higher, -number, -at, cost, step))
    return Walked(0, None, True)


def _dropped(
    states: States,
    spent: int,
    cost: int,
    taken: list[tuple[int, int, States]],
    no_worse: tuple[frozenset[int], ...],
) -> bool:
    """Whether one of the states taken up can do all that this one can."""
    black, red, blue, yellow = (no_worse[state] for state in states)
    return any(
        one in black and two in red and three in blue and four in yellow and known_spent <= spent and known_cost <= cost
        for known_spent, known_cost, (one, two, three, four) in reversed(taken)
    )
