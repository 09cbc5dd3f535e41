"""Uniform-cost search (Dijkstra) over a dynamic program by number: which rack tiles to lay, least cost first.

Between two numbers all that matters is which runs are open and how many jokers are spent. Jokers are never placed: a
run or group that asks for more tiles of a kind than there are costs jokers; those not needed are spare and laid at the
end. Work goes cost level by cost level (the cost of what was left behind so far), within a level depth first; the
first arrival after 13 leaves the least. A state reached before with no more jokers spent is not expanded again.

Order, which the kernel repeats exactly: `groups.vectors`, then per colour `runs.options`; states of equal cost are
expanded deepest first, of equal depth newest first.
"""

from heapq import heappop, heappush
from typing import NamedTuple

from tilerummy.solver.limits import Limits
from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.groups import Vector, vectors_among
from tilerummy.solver.regular.runs import Options, options, run_states

Rows = list[list[int]]
"""Tiles by colour, then by number: index 1-13, with 14 and 15 empty."""
NOTHING = 1 << 62
NO_WEIGHTS = [1] * 14
States = tuple[int, int, int, int]
MOST_STATES = 1 << 20
"""States that may wait at once; a search that needs more ends as if its budget had."""


class SearchResult(NamedTuple):
    """Where a search ended: the least `cost` (a lower bound when not `proved`), and how the tiles lie (None: no way,
    or not found in time)."""

    cost: int
    arrangement: Arrangement | None
    proved: bool


Step = tuple[int, States, int, Vector, "Step | None"]
"""A state of the search and how it was reached: the number to come, the runs open before it, jokers spent; tiles given
to groups on the way, and the step before."""


def search_all(must: Rows, jokers: int, limits: Limits, like: list[Vector]) -> SearchResult:
    """The arrangement of exactly `must`. The search begins where a run with the lowest tile can, and ends after the
    highest one where no run is unfinished."""
    numbers = [number for number in range(1, 14) if any(row[number] for row in must)]
    if not numbers:
        return SearchResult(0, Arrangement(spare=jokers), True)
    first = max(1, numbers[0] - min(2, jokers))
    return search(must, must, jokers, NO_WEIGHTS, limits, like, 0, first, numbers[-1])


def search(
    must: Rows,
    here: Rows,
    jokers: int,
    weights: list[int],
    limits: Limits,
    like: list[Vector],
    cost: int,
    first: int = 1,
    last: int = 13,
    restart_after: int = MOST_STATES,
) -> SearchResult:
    """The search from `first` to `last` where `must` of the tiles `here` must lie; `cost`: of what is left behind in
    any case. Not proved where it ends as its budget does, or has expanded as many states as `restart_after`.

    `weights[number]`: the cost of leaving one tile of that number behind. `like[number]`: tiles in groups to try first.
    """
    most = max(map(max, here))
    needs = run_states(most).needs
    tops = [max(row) for row in here]
    at_number: list[Vector] = list(zip(*here, strict=True))
    known_options: list[tuple[dict[int, Options], ...]] = [({}, {}, {}, {}) for _ in range(14)]
    known_vectors: list[dict[Vector, tuple[tuple[int, Vector], ...]]] = [{} for _ in range(14)]
    seen: list[dict[States, int]] = [{} for _ in range(15)]
    stack: list[Step] = [(first, (0, 0, 0, 0), 0, (0, 0, 0, 0), None)]
    waiting: list[tuple[int, int, int, Step]] = []
    made = taken = 0
    goal_cost, goal = NOTHING, None
    while stack or waiting:
        if not stack:
            cost, _, _, step = heappop(waiting)
            stack.append(step)
        step = stack.pop()
        number, states, spent, _, _ = step
        known = seen[number].get(states)
        if known is not None and known <= spent:
            continue
        if number > last and not any(needs[state] for state in states):
            return SearchResult(cost, arranged(step, here, jokers, most), True)
        if taken == restart_after or not limits.count_node():
            found = None if goal is None else arranged(goal, here, jokers, most)
            return SearchResult(cost, found, False)
        taken += 1
        seen[number][states] = spent
        seen_next = seen[number + 1]
        for colour, known_here in enumerate(known_options[number]):
            state = states[colour]
            if state not in known_here:
                row = here[colour]
                known_here[state] = options(
                    most, state, tops[colour], row[number], must[colour][number],
                    row[number + 1], row[number + 2], jokers, min(2, 13 - number),
                )  # fmt: skip
        options_black, options_red, options_blue, options_yellow = known_options[number]
        black, few_black, can_black = options_black[states[0]]
        red, few_red, can_red = options_red[states[1]]
        blue, few_blue, can_blue = options_blue[states[2]]
        yellow, few_yellow, can_yellow = options_yellow[states[3]]
        weight = weights[number]
        level = []
        free = jokers - spent
        possible = (can_black[free], can_red[free], can_blue[free], can_yellow[free])
        # `vectors_among` remembers too, but by far longer keys
        vectors = known_vectors[number].get(possible)
        if vectors is None:
            vectors = vectors_among(at_number[number], jokers, like[number], possible)
            known_vectors[number][possible] = vectors
        for needed, grouped in vectors:
            if needed > free:
                break
            a, b, c, d = grouped
            free_black = free - needed - few_red[b] - few_blue[c] - few_yellow[d]
            if few_black[a] > free_black:
                continue
            for asked, left, used, state_black in black[a]:
                if asked > free_black:
                    continue
                free_red = free_black - asked + few_red[b]
                left_black, used_black = left, spent + needed + used
                for asked, left, used, state_red in red[b]:
                    if asked > free_red:
                        continue
                    free_blue = free_red - asked + few_blue[c]
                    left_red, used_red = left_black + left, used_black + used
                    for asked, left, used, state_blue in blue[c]:
                        if asked > free_blue:
                            continue
                        free_yellow = free_blue - asked + few_yellow[d]
                        left_blue, used_blue = left_red + left, used_red + used
                        for asked, left, used, state_yellow in yellow[d]:
                            more = (left_blue + left) * weight
                            if asked > free_yellow or cost + more >= goal_cost:
                                continue
                            after = (state_black, state_red, state_blue, state_yellow)
                            known = seen_next.get(after)
                            if known is not None and known <= used_blue + used:
                                continue
                            step_on = (number + 1, after, used_blue + used, grouped, step)
                            made += 1
                            if number >= last and not any(needs[state] for state in after):
                                goal_cost, goal = cost + more, step_on
                            if more:
                                heappush(waiting, (cost + more, -number, -made, step_on))
                            else:
                                level.append(step_on)
                            if made == MOST_STATES:
                                found = None if goal is None else arranged(goal, here, jokers, most)
                                return SearchResult(cost, found, False)
        level.reverse()
        stack += level
    return SearchResult(0, None, True)


def arranged(goal: Step, here: Rows, jokers: int, most: int) -> Arrangement:
    """How the tiles lie on the way to `goal`."""
    counts = run_states(most).counts
    number, states, spent, grouped, before = goal
    found = Arrangement(spare=jokers - spent)
    while before is not None:
        number -= 1
        found.groups[number] = list(grouped)
        found.group_jokers[number] = max(0, 3 * max(grouped) - sum(grouped))
        for colour in range(4):
            places = sum(counts[states[colour]])
            found.runs[number][colour] = places
            found.run_jokers[number][colour] = max(0, places - here[colour][number] + grouped[colour])
        _, states, _, grouped, before = before
    found.drop_joker_runs()
    return found
