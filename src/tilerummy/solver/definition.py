"""What a best play is, in its shortest form: dynamic programming over the numbers, after van Rijn, Takes and Vis.

It searches where there is neither the compiled kernel nor wasmtime, and judges the kernel in the tests. It knows
numbered tiles and regular jokers, in melds with a numbered tile.

The numbers come one after another; at each one the four colours, then the groups. Between two such steps all that
matters is which runs are open, which tiles wait for groups, how many jokers are left and, up to a threshold, the points
of what lies. The cheapest way is gone on with first (Dijkstra), and a state is reached once. Of equal plays it finds
one by an order of its own: of equally cheap ways the one that has come furthest, of those the one with most jokers
left, of those the first; from a state the options in the order of `_options`, then few jokers in groups before many.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import chain, count, pairwise, product
from typing import Final, NamedTuple

from msgspec.structs import replace

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, RANK_OF, Tile, in_order
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

PRIMARY: Final = 1 << 24
SPENT: Final = 1 << 18
"""A cost is one number: what the objective counts, times PRIMARY; rack jokers spent, times SPENT; the other measure."""
STEPS: Final = 65
"""Five at each number: one for each colour, one for the groups."""
MANY: Final = 99
"""Jokers in a meld where the edition sets no limit."""
Tiles = tuple[Tile, ...]


class Run(NamedTuple):
    """What matters of an open run: its length, 3 for three and more; whether it has a numbered tile, or needs none; its
    jokers, counted where they are limited."""

    length: int
    numbered: bool
    jokers: int

    def whole(self) -> bool:
        """Whether it may end here."""
        return self.length == 3 and self.numbered

    def after(self, move: str, most: int) -> "Run":
        """The run with one tile (R) or joker (J) more, where a meld may have `most` jokers."""
        jokers = 0 if most == MANY else self.jokers + (move == "J")
        return Run(min(3, self.length + 1), self.numbered or move == "R", jokers)


Runs = tuple[Run, ...]


class State(NamedTuple):
    """Open runs by colour, tiles by colour that wait for groups, jokers left, and points, up to the threshold."""

    runs: tuple[Runs, ...]
    waiting: tuple[int, ...]
    jokers: int
    points: int


class Option(NamedTuple):
    """What is done with the tiles of a colour at a number: the move of each open run (E: it ends, R: it takes a tile,
    J: a joker) and of each new one; the runs then open, in that order; tiles that wait for groups; numbered tiles used,
    those too; jokers used."""

    moves: str
    runs: Runs
    waiting: int
    used: int
    jokers: int


class Way(NamedTuple):
    """A way to a state: the way before, and the last step: an option, or jokers in groups."""

    before: "Way | None" = None
    step: Option | int = 0


@cache
def _options(
    runs: Runs,
    tiles: tuple[int, int, int, int],
    jokers: int,
    most: int,
    free: bool,  # noqa: FBT001 (for `cache`)
    grouped: bool,  # noqa: FBT001
) -> tuple[Option, ...]:
    """All that can be done with `tiles`: how many must be laid, are there, and are there at the next two numbers (-1:
    no such number). First what ends fewest runs, then what lays most tiles, with fewest jokers, most of them in runs.

    A run that can go on does so rather than another begins or a tile is left: the longer run can do all the others can.
    A free joker is not laid where a tile is left.
    """
    least, here, *ahead = tiles
    found = []
    for moves in product(*("ERJ" if run.whole() else "RJ" for run in runs)):
        if any(one == other and moves[at] < moves[at + 1] for at, (one, other) in enumerate(pairwise(runs))):
            continue
        for begun in (reals * "R" + fakes * "J" for reals, fakes in product(range(here + 1), range(jokers + 1))):
            done = "".join(moves) + begun
            reals, used, ends = done.count("R"), done.count("J"), "E" in moves
            idle = ends or (free and used)
            if reals > here or used > jokers or (ends and begun and most == MANY):
                continue
            grown = zip((*runs, *(Run(0, free, 0) for _ in begun)), done, strict=True)
            after = tuple(run.after(move, most) for run, move in grown if move != "E")
            if any(run.jokers > most for run in after) or _lacking(after, ahead) > jokers - used:
                continue
            for waiting in range((here - reals if grouped else 0) + 1):
                if least <= reals + waiting and not (idle and reals + waiting < here):
                    found.append(Option(done, after, waiting, reals + waiting, used))
    return tuple(sorted(found, key=lambda one: (one.moves.count("E"), -one.used, one.jokers, one.waiting)))


def _lacking(runs: Runs, ahead: Sequence[int]) -> int:
    """How many jokers these runs must take at the next two numbers; `MANY` where there are no such numbers."""
    needs = (sum(not run.whole() for run in runs), sum(run.length == 1 for run in runs))
    return sum(MANY if here < 0 else max(0, need - here) for need, here in zip(needs, ahead, strict=True) if need)


@cache
def _groups(waiting: tuple[int, ...], jokers: int, most: int) -> int:
    """The fewest groups of three or four that hold exactly these tiles and jokers, each with a tile; 0: impossible."""
    size = sum(waiting) + jokers
    possible = range(max(1, *waiting), sum(waiting) + 1)
    return next((n for n in possible if 3 * n <= size <= 4 * n and jokers <= n * most), 0)


class _Work:
    """What is spent of a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.start, self.nodes = budget, budget.begin(), 0

    def count(self) -> None:
        """Count one state more. Raises TimeoutError where the budget has ended."""
        if self.budget.ended(self.nodes, self.start):
            raise TimeoutError
        self.nodes += 1


class _Search:
    """One search: all of `must` and any of `may` are laid, at a cost for each tile and joker left.

    Where jokers are `free`, as many as are left are laid in the end without being asked for: runs of them alone count
    for nothing, no points are reached, and the more are left the better.
    """

    def __init__(self, task: Task, must: Counter[Tile], may: Counter[Tile], *, free: bool) -> None:
        self.must, self.may, self.free = must, may, free
        self.every: Counter[Tile] = must + may
        self.threshold, self.run_only = 0 if free else task.threshold, task.run_only
        jokers, by_value = task.edition.jokers, task.objective == "value"
        per_set = jokers.per_set
        self.most = MANY if per_set is None or per_set >= self.every["J"] else per_set
        points = (jokers.penalty, *range(1, 14))
        self.leave: list[int] = [each * PRIMARY + 1 if by_value else PRIMARY + each for each in points]
        """What it costs to leave a tile of each number; at 0, a joker."""

    def melds(self, work: _Work) -> list[Tiles] | None:
        """The melds of the cheapest way; None where there is none. Raises TimeoutError where the budget ends first."""
        order = count()
        begin = State(((),) * 4, (0,) * 4, self.every["J"], 0)
        waiting = [(0, 0, 0, 0, begin, Way())]
        seen: dict[tuple[object, ...], int] = {}
        while waiting:
            cost, at, _, _, state, way = heappop(waiting)
            if at == -STEPS:
                return self._laid(way)
            # of free jokers the more that are left the better, of others each number is another state
            alike = (at, state.runs, state.waiting, *(() if self.free else (state.jokers, state.points)))
            if seen.get(alike, -1) >= state.jokers:
                continue
            seen[alike] = state.jokers
            if at % 5 == 0:
                work.count()
            for more, after, step in self._steps(state, -at):
                end = self._end(after) if at == 1 - STEPS else 0
                if end is not None:
                    heappush(waiting, (cost + more + end, at - 1, -after.jokers, next(order), after, Way(way, step)))
        return None

    def _steps(self, state: State, at: int) -> Iterator[tuple[int, State, Option | int]]:
        """What each step costs and leads to."""
        runs, waiting, jokers, points = state
        number, colour = at // 5 + 1, at % 5
        if colour == 4:
            lacking = sum(_lacking(opened, self._ahead(each, number)) for each, opened in enumerate(runs))
            for used in range(jokers + 1 - lacking):
                if not sum(waiting) + used or _groups(waiting, used, self.most):
                    laid = min(self.threshold, points + number * (sum(waiting) + used))
                    yield 0, State(runs, (0,) * 4, jokers - used, laid), used
            return
        tile = f"{COLOURS[colour]}{number}"
        here, ahead = self.every[tile], self._ahead(colour, number)
        tiles = (self.must[tile], here, *ahead)
        for option in _options(runs[colour], tiles, jokers, self.most, self.free, tile not in self.run_only):
            opened = (*runs[:colour], tuple(sorted(option.runs)), *runs[colour + 1 :])
            wait = (*waiting[:colour], option.waiting, *waiting[colour + 1 :])
            most = max(wait)
            others = sum(min(most, self.every[f"{after}{number}"]) for after in COLOURS[colour + 1 :])
            if sum(wait) + others + jokers - option.jokers < 3 * most:
                continue
            laid = points + number * (option.used - option.waiting + option.jokers)
            after = State(opened, wait, jokers - option.jokers, min(self.threshold, laid))
            yield (here - option.used) * self.leave[number], after, option

    def _ahead(self, colour: int, number: int) -> tuple[int, ...]:
        """The tiles of a colour at the next two numbers, -1 where there is no such number."""
        return tuple(self.every[f"{COLOURS[colour]}{more}"] if more < 14 else -1 for more in (number + 1, number + 2))

    def _end(self, state: State) -> int | None:
        """What the jokers cost, those left and those of the rack that lie; None where this is no end."""
        if self.free:
            return 0
        spent = self.may["J"] - state.jokers
        if spent < 0 or state.points < self.threshold:
            return None
        return state.jokers * self.leave[0] + spent * SPENT

    def _laid(self, way: Way) -> list[Tiles]:
        """The melds that lie at the end of a way, in order."""
        steps: list[Option | int] = []
        while way.before is not None:
            steps.append(way.step)
            way = way.before
        runs: list[list[Tiles]] = [[], [], [], []]
        waiting = [0] * 4
        melds: list[Tiles] = []
        for at, step in enumerate(reversed(steps)):
            number, colour = at // 5 + 1, at % 5
            if isinstance(step, int):
                tiles = [f"{COLOURS[each]}{number}" for each in range(4) for _ in range(waiting[each])] + step * ["J"]
                groups = _groups(tuple(waiting), step, self.most)
                melds += (tuple(tiles[first::groups]) for first in range(groups))
                continue
            waiting[colour] = step.waiting
            opened = (*runs[colour], *((),) * (len(step.moves) - len(runs[colour])))
            takes = {"R": (f"{COLOURS[colour]}{number}",), "J": ("J",)}
            melds += (run for run, move in zip(opened, step.moves, strict=True) if move == "E")
            grown = [run + takes[move] for run, move in zip(opened, step.moves, strict=True) if move != "E"]
            order = sorted(range(len(grown)), key=step.runs.__getitem__)
            runs[colour] = [grown[place] for place in order]
        return sorted((*melds, *chain.from_iterable(runs)), key=_in_order)


def _seated(melds: list[Tiles], spare: int, edition: Edition) -> list[Tiles] | None:
    """The melds with so many jokers more, each where it counts most: at an end of a meld, or else within a long one,
    which is cut; None where there is no place."""
    for _ in range(spare):
        ends = [(at, (longer,)) for at, meld in enumerate(melds) for longer in ((*meld, "J"), ("J", *meld))]
        cuts = [
            (at, ((*meld[:cut], "J"), meld[cut:])) for at, meld in enumerate(melds) for cut in range(3, len(meld) - 2)
        ]
        for choice in (ends, cuts):
            places = [
                [*melds[:at], *parts, *melds[at + 1 :]]
                for at, parts in choice
                if all(readings(Meld(part), edition) for part in parts)
            ]
            if places:
                melds = max(places, key=lambda laid: _points(laid, edition))
                break
        else:
            return None
    return sorted(melds, key=_in_order)


def _points(melds: list[Tiles], edition: Edition) -> int:
    """The opening value."""
    return sum(readings(Meld(meld), edition)[0].value for meld in melds)


def _in_order(meld: Tiles) -> list[int]:
    return [RANK_OF[tile] for tile in meld]


def _best(task: Task, must: Counter[Tile], may: Counter[Tile], work: _Work) -> list[Tiles] | None:
    """The melds of the least cost; None where there are none. Raises TimeoutError.

    Jokers nearly always find a place beside the other tiles, so that at first they are free.
    """
    idle = task.objective == "value" and not task.edition.jokers.penalty and may["J"] > 0
    if not idle:
        melds = _Search(task, must, may, free=True).melds(work)
        melds = None if melds is None else [meld for meld in melds if set(meld) != {"J"}]
        if melds is None or not (melds or must.total()):
            return None if task.threshold else melds
        spare = must["J"] + may["J"] - sum(meld.count("J") for meld in melds)
        full = _seated(melds, spare, task.edition)
        if full is not None and _points(full, task.edition) >= task.threshold:
            return full
    return _Search(task, must, may, free=False).melds(work)


def _knows(edition: Edition, tiles: Counter[Tile]) -> bool:
    """Whether there are no special jokers among the tiles, nor melds of jokers alone."""
    alone = edition.jokers.all_joker_melds == "allowed" and tiles["J"] > 2
    return not alone and not any(tiles[joker] for joker in "DCM")


def search(task: Task, budget: Budget) -> Found:
    """The least cost; unproved and without melds where the budget ends first, or of what it does not know."""
    table = Counter(tile for meld in task.table for tile in meld.tiles)
    must, may = table + Counter(task.must), Counter(task.may)
    if not _knows(task.edition, must + may):
        return Found(None, task.may, budget.nodes, proved=False)
    work = _Work(budget)
    if task.exact or task.objective == "out":
        must, may = must + may, Counter()
    try:
        melds = _best(task, must, may, work)
    except TimeoutError:
        return Found(None, task.may, work.nodes, proved=False)
    if melds is None:
        return Found(None, task.may, work.nodes, proved=True)
    laid = Counter(chain.from_iterable(melds))
    left = in_order((must + may - laid).elements())
    points = sum(NUMBER_OF.get(tile, task.edition.jokers.penalty) for tile in left)
    bound = points if task.objective == "value" else len(left)
    if laid == table:
        return Found(task.table, left, work.nodes, proved=True, bound=bound)
    kept, others = _kept(replace(task, threshold=0), melds, work)
    return Found((*kept, *map(Meld, others)), left, work.nodes, proved=True, bound=bound)


def _kept(task: Task, melds: list[Tiles], work: _Work) -> tuple[list[Meld], list[Tiles]]:
    """The melds of the table that stay: each, as it lies, without which all other tiles can be laid; and how those are
    laid. From where the budget ends on, those alone that are melds of the play."""
    kept: list[Meld] = []
    for meld in task.table:
        same = next((laid for laid in melds if sorted(laid) == sorted(meld.tiles)), None)
        if same is None:
            rest = Counter(chain.from_iterable(melds)) - Counter(meld.tiles)
            try:
                again = _best(task, rest, Counter(), work)
            except TimeoutError:
                continue
        else:
            again = [laid for laid in melds if laid is not same]
        if again is not None:
            melds = again
            kept.append(meld)
    return kept, melds
