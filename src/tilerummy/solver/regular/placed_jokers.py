"""Uniform-cost search with every joker placed: for openings that must reach an amount, or lack room.

As `search.py`, but jokers are tiles that take a place: a state also counts the jokers that lie, the points of all melds
so far (up to the threshold) and, per colour, open runs that so far hold jokers alone, since no meld may end like that.
The cost is final: what is left behind, rack jokers left behind, and rack jokers spent.
"""

from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.groups import Vector, placed_vectors
from tilerummy.solver.regular.search import MOST_STATES, NOTHING, Rows, SearchResult
from tilerummy.solver.regular.usable_tiles import usable

Open = tuple[int, int, int, int, int, int]
"""Open runs of one colour: of 1, 2, 3 or more places that hold a tile, and the same that hold jokers alone."""
CLOSED: Open = (0, 0, 0, 0, 0, 0)
Opens = tuple[Open, Open, Open, Open]


class Placing(NamedTuple):
    """One way to go on with the runs of one colour: jokers `asked` (used and still needed), tiles `left` behind,
    `places` taken, `jokers` among them, runs open `after`."""

    asked: int
    left: int
    places: int
    jokers: int
    after: Open


class Terms(NamedTuple):
    """What the jokers cost and the points ask: jokers that `must` lie and that `may`; cost of each of those left
    behind, and of each spent; the points that all melds must reach."""

    must: int
    may: int
    left: int
    spent: int
    threshold: int


class Step(NamedTuple):
    """A state of the search and how it was reached."""

    number: int
    opens: Opens
    jokers: int
    points: int
    grouped: tuple[int, int, int, int]
    group_jokers: int
    runs: tuple[Placing, Placing, Placing, Placing] | None
    before: "Step | None"


def advance(opens: Open, places: int, jokers: int) -> Open | None:
    """The open runs after a number that gives `places`, `jokers` of them jokers; None where it does not go on.

    Tiles go first to the runs that still lack one, longest first, then to new runs.
    """
    one, two, more, bare_one, bare_two, bare_more = opens
    rest = places - (one + two + bare_one + bare_two + bare_more)
    if rest < 0:
        return None
    longer = min(more, rest)
    begun = rest - longer
    tiles = places - jokers
    saved_more = min(tiles, bare_more)
    saved_two = min(tiles - saved_more, bare_two)
    saved_one = min(tiles - saved_more - saved_two, bare_one)
    begun_with_tile = min(tiles - saved_more - saved_two - saved_one, begun)
    return (
        begun_with_tile,
        one + saved_one,
        longer + two + saved_more + saved_two,
        begun - begun_with_tile,
        bare_one - saved_one,
        bare_more - saved_more + bare_two - saved_two,
    )


@cache
def placings(
    opens: Open, top: int, here: int, must: int, next_one: int, next_two: int, jokers: int, edge: int
) -> tuple[tuple[Placing, ...], ...]:
    """As `runs.options`, with the jokers placed."""
    ways = []
    for grouped in range(here + 1):
        found = []
        free = here - grouped
        for places in range(top + 1):
            for used in range(max(0, places - free), min(places, jokers) + 1):
                after = advance(opens, places, used)
                left = free - places + used
                if after is None or here - left < must:
                    continue
                first, second, _, bare_first, bare_second, bare_more = after
                at_one = first + second + bare_first + bare_second + bare_more
                at_two = first + bare_first
                if (edge == 0 and at_one) or (edge == 1 and at_two):
                    continue
                asked = used + max(0, at_one - next_one) + max(0, at_two - next_two)
                if asked <= jokers:
                    found.append(Placing(asked, left, places, used, after))
        ways.append(tuple(sorted(found, key=lambda way: (way.left, way.asked))))
    return tuple(ways)


def search_placed(
    must: Rows, may: Rows, weights: list[int], terms: Terms, limits: Limits, like: list[Vector]
) -> SearchResult:
    """The arrangement of all `must` and the best of `may`, every joker placed; see `astar.search_free`."""
    jokers = terms.must + terms.may
    have = [[need + more for need, more in zip(*rows, strict=True)] for rows in zip(must, may, strict=True)]
    most = max(map(max, have))
    here = usable(have, jokers, most)
    base = 0
    for colour in range(4):
        for number in range(1, 14):
            hopeless = have[colour][number] - here[colour][number]
            if hopeless > may[colour][number]:
                return SearchResult(0, None, True)
            base += hopeless * weights[number]
    points_above = _points_above(here)
    if points_above[0] + 13 * jokers < terms.threshold:
        return SearchResult(0, None, True)
    return _search(must, here, weights, terms, limits, like, base, points_above)


def _points_above(here: Rows) -> list[int]:
    """Per number the points of all tiles with a higher one."""
    above = [0] * 14
    for number in range(12, -1, -1):
        above[number] = above[number + 1] + (number + 1) * sum(row[number + 1] for row in here)
    return above


def _most_runs(copies: int, jokers: int) -> int:
    """Most runs of a colour through one number. Three places of each lie at the five numbers around it, where there are
    at most `copies` of each tile. Side by side they may count more than in one: k9 k10 k11 and J k12 k13."""
    return min(copies + jokers, (5 * copies + jokers) // 3)


def _search(
    must: Rows,
    here: Rows,
    weights: list[int],
    terms: Terms,
    limits: Limits,
    like: list[Vector],
    cost: int,
    points_above: list[int],
) -> SearchResult:
    jokers = terms.must + terms.may
    tops = [_most_runs(max(row), jokers) for row in here]
    threshold = terms.threshold
    seen: set[tuple[int, Opens, int, int]] = set()
    stack = [Step(1, (CLOSED, CLOSED, CLOSED, CLOSED), 0, 0, (0, 0, 0, 0), 0, None, None)]
    waiting: list[tuple[int, int, int, Step]] = []
    made = 0
    goal_cost, goal = NOTHING, None
    while stack or waiting:
        if not stack:
            cost, _, _, step = heappop(waiting)
            stack.append(step)
        step = stack.pop()
        number, opens, spent, points = step.number, step.opens, step.jokers, step.points
        if (number, opens, spent, points) in seen:
            continue
        if number == 14:
            return SearchResult(cost, _arrangement(step), True)
        if not limits.count_node():
            return SearchResult(cost, None if goal is None else _arrangement(goal), False)
        seen.add((number, opens, spent, points))
        black, red, blue, yellow = (
            placings(
                opens[colour], tops[colour], here[colour][number], must[colour][number],
                here[colour][number + 1], here[colour][number + 2], jokers, min(2, 13 - number),
            )
            for colour in range(4)
        )  # fmt: skip
        free = jokers - spent
        joker_above = 13 if number < 13 else 0
        level = []
        vector = (here[0][number], here[1][number], here[2][number], here[3][number])
        for needed, grouped in placed_vectors(vector, jokers, like[number]):
            if needed > free:
                break
            for way_black in black[grouped[0]]:
                free_black = free - needed - way_black.asked
                if free_black < 0:
                    continue
                for way_red in red[grouped[1]]:
                    free_red = free_black - way_red.asked
                    if free_red < 0:
                        continue
                    for way_blue in blue[grouped[2]]:
                        free_blue = free_red - way_blue.asked
                        if free_blue < 0:
                            continue
                        for way_yellow in yellow[grouped[3]]:
                            if way_yellow.asked > free_blue:
                                continue
                            ways = (way_black, way_red, way_blue, way_yellow)
                            lie = spent + needed + sum(way.jokers for way in ways)
                            laid = sum(grouped) + needed + sum(way.places for way in ways)
                            score = min(threshold, points + number * laid)
                            if score + points_above[number] + joker_above * (jokers - lie) < threshold:
                                continue
                            more = sum(way.left for way in ways) * weights[number]
                            if number == 13:
                                if lie < terms.must:
                                    continue
                                more += (jokers - lie) * terms.left + (lie - terms.must) * terms.spent
                            if cost + more >= goal_cost:
                                continue
                            after = (way_black.after, way_red.after, way_blue.after, way_yellow.after)
                            if (number + 1, after, lie, score) in seen:
                                continue
                            step_on = Step(number + 1, after, lie, score, grouped, needed, ways, step)
                            made += 1
                            if number == 13:
                                goal_cost, goal = cost + more, step_on
                            if more:
                                heappush(waiting, (cost + more, -number, -made, step_on))
                            else:
                                level.append(step_on)
                            if made == MOST_STATES:
                                return SearchResult(cost, None if goal is None else _arrangement(goal), False)
        level.reverse()
        stack += level
    return SearchResult(0, None, True)


def _arrangement(goal: Step) -> Arrangement:
    """How the tiles lie on the way to `goal`."""
    found = Arrangement()
    step = goal
    while step.before is not None and step.runs is not None:
        number = step.number - 1
        found.groups[number] = list(step.grouped)
        found.group_jokers[number] = step.group_jokers
        for colour, way in enumerate(step.runs):
            found.runs[number][colour] = way.places
            found.run_jokers[number][colour] = way.jokers
        step = step.before
    return found
