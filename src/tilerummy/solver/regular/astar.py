"""A* search with an admissible lower bound and dominance pruning, for tables that leave the plain search too much.

`search.search` expands every state that leaves less behind than the answer does, which may be hundreds of thousands.
After `ASTAR_AFTER` of them it starts again with two more things known. A level is now what was left behind so far and
what must still be left (`lower_bounds.py`), so most states wait for good. And a state is dropped where another one
before the same number dominates it (`runs.RunStates.no_worse`), with no more jokers spent and no more left behind.

Order, which the kernel repeats exactly: what a state leads to at the present level is expanded with fewer jokers spent
first, then with more runs open, then in the order of `search.search`. What lies higher is not made: the state waits for
its next level. States that wait for the same level are expanded again deepest first, then newest first.
"""

from heapq import heappop, heappush
from typing import Final

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.groups import Vector, vectors_among
from tilerummy.solver.regular.lower_bounds import NEVER, LowerBounds, States
from tilerummy.solver.regular.runs import options, run_states
from tilerummy.solver.regular.search import MOST_STATES, Rows, SearchResult, Step, arranged, search
from tilerummy.solver.regular.usable_tiles import usable

ASTAR_AFTER: Final = 1 << 14
"""States expanded before the search starts again: far more than positions from play need."""


def search_free(
    must: Rows, may: Rows, jokers: int, weights: list[int], limits: Limits, like: list[Vector]
) -> SearchResult:
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
                return SearchResult(0, None, True)
            base += hopeless * weights[number]
    result = search(must, here, jokers, weights, limits, like, base, restart_after=ASTAR_AFTER)
    if result.proved or limits.ended():
        return result
    return _search(must, here, jokers, weights, limits, like, base, result)


def _search(
    must: Rows,
    here: Rows,
    jokers: int,
    weights: list[int],
    limits: Limits,
    like: list[Vector],
    base: int,
    result: SearchResult,
) -> SearchResult:
    """The same with floors; `result`: how far the search without them came."""
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
    floors = LowerBounds(most, jokers, ways, columns, weights)
    taken: list[list[tuple[int, int, States]]] = [[] for _ in range(15)]
    made: set[tuple[int, States, int]] = set()
    order = 0
    stack: list[tuple[int, int, Step]] = [(order, base, (1, (0, 0, 0, 0), 0, (0, 0, 0, 0), None))]
    waiting: list[tuple[int, int, int, int, Step]] = []
    level = base + floors.least(1, (0, 0, 0, 0), jokers)
    if level >= NEVER:
        return SearchResult(0, None, True)
    while stack or waiting:
        if stack:
            at, cost, step = stack.pop()
            number, states, spent, _, _ = step
            if number == 14:
                return SearchResult(cost, arranged(step, here, jokers, most), True)
            if _dropped(states, spent, cost, taken[number], no_worse):
                continue
            taken[number].append((spent, cost, states))
        else:
            level, _, newest, cost, step = heappop(waiting)
            at = -newest
            number, states, spent, _, _ = step
        if not limits.count_node():
            return result._replace(cost=max(level, result.cost))
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
                                    return result._replace(cost=max(level, result.cost))
        found.sort(key=lambda one: one[:3], reverse=True)
        stack += [(at, left, step) for _, _, at, left, step in found]
        if higher < NEVER:
            heappush(waiting, (higher, -number, -at, cost, step))
    return SearchResult(0, None, True)


def _dropped(
    states: States,
    spent: int,
    cost: int,
    taken: list[tuple[int, int, States]],
    no_worse: tuple[frozenset[int], ...],
) -> bool:
    """Whether one of the states expanded can do all that this one can."""
    black, red, blue, yellow = (no_worse[state] for state in states)
    return any(
        one in black and two in red and three in blue and four in yellow and known_spent <= spent and known_cost <= cost
        for known_spent, known_cost, (one, two, three, four) in reversed(taken)
    )
