"""The walk over the numbers with special jokers: best first by what it costs to leave tiles behind.

A state lies between two steps. At every number there are five steps: one for each colour (what the runs of that colour
do there), then one for the groups and for the two-colour jokers laid at that number. The first time all numbers are
passed, the cost is the least there is, because states are taken up in the order of their cost, the newest first among
equals.
"""

from heapq import heappop, heappush
from typing import NamedTuple

from tilerummy.rules.tiles import JOKERS as JOKER_KINDS
from tilerummy.rules.tiles import KINDS, RANK_OF, Tile
from tilerummy.solver.query import Budget

from .special_bounds import Table, hopeless
from .special_groups import NO_REALS, Reals, ways
from .special_rules import MeldRules
from .special_runs import (
    COLOUR,
    COLOUR_AT,
    ENTERED,
    FALLING,
    JOKERS,
    JOKERS_AT,
    LED,
    LENGTH,
    MIRROR,
    NO_COLOUR,
    REAL,
    Colour,
    Option,
    Stock,
    Terms,
    end_points,
    is_complete,
    must_end,
)

Runs = tuple[int, ...]
Counts = tuple[int, ...]
CLOCK_EVERY = 256


class Board(NamedTuple):
    """The tiles of a walk, counted per kind in canonical order (52 numbered kinds, then J D C M), and what they cost.

    `must` have to be laid, `may` can be. `leave`: cost of one tile of `may` that stays; `spend`: cost of a joker of
    `may` that is laid. `threshold`: opening value of all melds together. `most`: costs above it are of no interest.
    `free`: jokers (letters of J, D, C) that need not be laid even if they must, and cost nothing: the walk then finds a
    lower bound, and melds in which the jokers still have to find their places.
    """

    must: Counts
    may: Counts
    leave: Counts
    spend: int
    threshold: int
    most: int
    free: str


class State(NamedTuple):
    """Between two steps: `at` = five times the numbers passed, plus the colours passed at the present number.

    `runs`: open runs per colour, `borders`: runs whose last tile is a two-colour joker, `reals`: tiles set aside for
    groups at the present number, `used`: jokers J D C M so far, `points`: opening value so far, up to the threshold.
    """

    at: int
    runs: tuple[Runs, Runs, Runs, Runs]
    borders: Runs
    reals: Reals
    used: tuple[int, int, int, int]
    points: int


class Joint(NamedTuple):
    """The step after the colours: groups (jokers J, D, M in them), runs that begin with a two-colour joker (one on each
    side in a mirror run), and what becomes of each run in `borders` and then in `begun`: the colour it goes on in,
    "E" end or "C" another two-colour joker."""

    groups: tuple[int, int, int]
    begun: Runs
    turns: tuple[int | str, ...]


class Trail(NamedTuple):
    """How a walk went: the steps from number 1 on, each an `Option` or a `Joint`, with its state before it."""

    steps: tuple[tuple[State, Option | Joint], ...]


class Walked(NamedTuple):
    """`trail` None: there is no way (`proved`), or the budget ended. `bound`: no way costs less."""

    trail: Trail | None
    cost: int
    bound: int
    nodes: int
    proved: bool


START = State(0, ((), (), (), ()), (), NO_REALS, (0, 0, 0, 0), 0)


class Walk:
    """One search, best first from the empty state to the end."""

    def __init__(self, board: Board, rules: MeldRules) -> None:
        self.board, self.rules, self.terms = board, rules, Terms(rules, board.free)
        self.tiles = [must + may for must, may in zip(board.must, board.may, strict=True)]
        self.stock = Stock(*self.tiles[52:])
        self.exact = tuple(joker not in board.free for joker in JOKER_KINDS)
        self.colours: list[Colour | None] = [None] * 52
        self.options: dict[tuple[int, Runs], list[Option]] = {}
        self.seen: dict[tuple[object, ...], list[tuple[int, State]]] = {self._key(START): [(0, START)]}
        self.queue: list[tuple[int, int, int, State]] = [(0, 0, 0, START)]
        self.came: dict[int, tuple[State, Option | Joint]] = {}
        self.pushed = 0
        self.hopeless: dict[tuple[str, bool], Table] = {}

    def run(self, budget: Budget) -> Walked:
        """Walk until the end is reached, every way is closed, or the budget ends."""
        nodes, floor = 0, 0
        clock, until = budget.clock, None
        if clock is not None and budget.nanoseconds is not None:
            until = clock() + budget.nanoseconds
        while self.queue:
            floor, _, cost, state = heappop(self.queue)
            if not any(known is state for _, known in self.seen[self._key(state)]):
                continue
            if state.at == 66:
                return Walked(self._trail(state), cost, cost, nodes, True)
            nodes += 1
            late = nodes % CLOCK_EVERY == 0 and until is not None and clock is not None and clock() > until
            if nodes > budget.nodes or late:
                return Walked(None, 0, floor, nodes, False)
            if state.at == 65:
                self._finish(state, cost)
            elif state.at % 5 < 4:
                self._colour(state, cost)
            else:
                self._join(state, cost)
        return Walked(None, 0, self.board.most + 1, nodes, True)

    def _key(self, state: State) -> tuple[object, ...]:
        """What must be equal for one state to make another superfluous: all but the free jokers used."""
        used = tuple(number for number, exact in zip(state.used, self.exact, strict=True) if exact)
        return (state.at, state.runs, state.borders, state.reals, used, state.points)

    def _push(self, state: State, cost: int, before: State, step: Option | Joint) -> None:
        """Take a state into the queue unless one that costs no more has used no more jokers."""
        floor = cost + self._ahead(state)
        if floor > self.board.most:
            return
        key = self._key(state)
        known = self.seen.get(key)
        j, d, c, _ = state.used
        if known is None:
            self.seen[key] = [(cost, state)]
        else:
            for other_cost, other in known:
                used = other.used
                if other_cost <= cost and used[0] <= j and used[1] <= d and used[2] <= c:
                    return
            still = [
                (other_cost, other)
                for other_cost, other in known
                if other_cost < cost or other.used[0] < j or other.used[1] < d or other.used[2] < c
            ]
            self.seen[key] = [*still, (cost, state)]
        self.came[id(state)] = (before, step)
        self.pushed -= 1
        heappush(self.queue, (floor, self.pushed, cost, state))

    def _ahead(self, state: State) -> int:
        """What is lost at least at the numbers not begun; open runs may still help tiles at the next two of them, or
        three behind a double joker."""
        used, stock = state.used, self.stock
        regular, doubles, borders = stock.regular - used[0], stock.doubles - used[1], stock.borders - used[2]
        if regular + doubles + borders > 1 or state.borders or state.at > 65:
            return 0
        key = ("J" * regular + "D" * doubles + "C" * borders, used[3] < stock.mirrors)
        table = self.hopeless.get(key)
        if table is None:
            table = self.hopeless[key] = hopeless(self.board.must, self.tiles, self.board.leave, *key)
        return table[min(13, (state.at + 4) // 5 + 2 + (used[1] > 0))]

    def _trail(self, state: State) -> Trail:
        steps: list[tuple[State, Option | Joint]] = []
        while state.at:
            state, step = self.came[id(state)]
            steps.append((state, step))
        return Trail(tuple(reversed(steps))[:-1])

    def _colour(self, state: State, cost: int) -> None:
        """The step of one colour at one number."""
        number, colour = state.at // 5 + 1, state.at % 5
        kind = colour * 13 + number - 1
        runs = state.runs[colour]
        options = self.options.get((kind, runs))
        if options is None:
            options = self.options[(kind, runs)] = self._options_of(kind, number, colour, runs)
        here, leave, threshold = self.tiles[kind], self.board.leave[kind], self.board.threshold
        stock, used = self.stock, state.used
        regular, doubles = stock.regular - used[0], stock.doubles - used[1]
        borders, mirrors = stock.borders - used[2], stock.mirrors - used[3]
        before, after = state.runs[:colour], state.runs[colour + 1 :]
        reals_before, reals_after = state.reals[:colour], state.reals[colour + 1 :]
        for option in options:
            if option.regular > regular or option.doubles > doubles:
                continue
            if option.two_colour > borders or option.mirrors > mirrors:
                continue
            if option.deficit > (
                regular - option.regular + 2 * (doubles - option.doubles) + 2 * (borders - option.two_colour)
            ):
                continue
            ends = tuple(sorted((*state.borders, *option.borders))) if option.borders else state.borders
            successor = State(
                state.at + 1,
                (*before, option.runs, *after),  # type: ignore[arg-type]
                ends,
                (*reals_before, option.grouped, *reals_after),  # type: ignore[arg-type]
                (
                    used[0] + option.regular,
                    used[1] + option.doubles,
                    used[2] + option.two_colour,
                    used[3] + option.mirrors,
                ),
                min(threshold, state.points + option.points),
            )
            self._push(successor, cost + (here - option.real) * leave, state, option)

    def _options_of(self, kind: int, number: int, colour: int, runs: Runs) -> list[Option]:
        maker = self.colours[kind]
        if maker is None:
            after = tuple(self.tiles[kind + 1 : colour * 13 + 13])
            maker = Colour(number, colour, self.board.must[kind], self.tiles[kind], after, self.stock, self.terms)
            self.colours[kind] = maker
        return maker.options(runs)

    def _join(self, state: State, cost: int) -> None:
        """The step of the groups, and of the two-colour jokers, at one number."""
        number = state.at // 5 + 1
        stock, used = self.stock, state.used
        regular, doubles = stock.regular - used[0], stock.doubles - used[1]
        borders, mirrors = stock.borders - used[2], stock.mirrors - used[3]
        for j, d, m, tiles in ways(self.rules, state.reals, regular, doubles, mirrors):
            points = tiles + m if self.rules.mirror_counts else tiles
            spent = (used[0] + j, used[1] + d, used[2], used[3] + m)
            gained = state.points + points * number
            for begun in self._begun(number, borders, mirrors - m):
                self._turn(state, cost, Joint((j, d, m), begun, ()), spent, gained, number)

    def _begun(self, number: int, borders: int, mirrors: int) -> list[Runs]:
        """The runs that may begin with a two-colour joker at `number`, mirror runs with one on each side."""
        if number == 13 or not borders:
            return [()]
        found = [(begun(self.terms, 0),) * plain for plain in range(borders + 1)]
        blanks: tuple[int, ...] = (MIRROR, MIRROR | FALLING) if self.rules.mirror_counts and number > 1 else (MIRROR,)
        if mirrors and not 0 < self.rules.per_set < 3:
            for blank in blanks:
                found += [(*runs, begun(self.terms, blank)) for runs in found if len(runs) + 2 <= borders]
        return found

    def _turn(
        self, state: State, cost: int, joint: Joint, used: tuple[int, int, int, int], points: int, number: int
    ) -> None:
        """Every way in which the runs that end in a two-colour joker go on."""
        mirrored = sum(1 for run in joint.begun if run & MIRROR)
        new = len(joint.begun) + mirrored
        spent = (used[0], used[1], used[2] + new, used[3] + mirrored)
        points += number * new + sum(number - 1 for run in joint.begun if run & FALLING)
        runs = (*state.borders, *joint.begun)
        if not runs:
            successor = State(state.at + 1, state.runs, (), NO_REALS, spent, min(self.board.threshold, points))
            self._push(successor, cost, state, joint)
            return
        for turns, entered, ends, extra, gained in self._turns(runs, number, self.stock.borders - spent[2]):
            used = (spent[0], spent[1], spent[2] + extra, spent[3])
            opened = tuple(tuple(sorted((*mine, *new))) for mine, new in zip(state.runs, entered, strict=True))
            total = min(self.board.threshold, points + gained)
            successor = State(state.at + 1, opened, ends, NO_REALS, used, total)  # type: ignore[arg-type]
            self._push(successor, cost, state, joint._replace(turns=turns))

    def _turns(
        self, runs: Runs, number: int, borders: int
    ) -> list[tuple[tuple[int | str, ...], tuple[Runs, Runs, Runs, Runs], Runs, int, int]]:
        """What may become of the runs: (turns, runs per colour, runs still at a border, further jokers, points)."""
        ways: list[tuple[tuple[int | str, ...], tuple[Runs, Runs, Runs, Runs], Runs, int, int]]
        ways = [((), ((), (), (), ()), (), 0, 0)]
        for run in runs:
            sides = 2 if run & MIRROR else 1
            plain = run & ~COLOUR
            longer: list[tuple[tuple[int | str, ...], tuple[Runs, Runs, Runs, Runs], Runs, int, int]] = []
            for turns, entered, ends, extra, points in ways:
                if is_complete(plain, number, self.rules):
                    gained = points + end_points(plain, number, self.rules)
                    longer.append(((*turns, "E"), entered, ends, extra, gained))
                if number == 13 or must_end(plain):
                    continue
                if extra + sides <= borders and (longer_run := again(run, self.terms)) is not None:
                    gained = points + sides * (number + 1)
                    longer.append(((*turns, "C"), entered, tuple(sorted((*ends, longer_run))), extra + sides, gained))
                for colour in range(4):
                    if colour != (run & COLOUR) >> COLOUR_AT and self._enterable(colour, number):
                        lists = list(entered)
                        lists[colour] = (*lists[colour], plain | ENTERED)
                        longer.append(((*turns, colour), tuple(lists), ends, extra, points))  # type: ignore[arg-type]
            ways = longer
        return ways

    def _enterable(self, colour: int, number: int) -> bool:
        """Whether anything can lie in `colour` at the number after `number`."""
        return bool(self.tiles[colour * 13 + number] or self.stock.regular or self.stock.doubles)

    def _finish(self, state: State, cost: int) -> None:
        """After 13: every run must be complete, and the jokers are accounted for."""
        points = state.points
        for runs in state.runs:
            for run in runs:
                if not is_complete(run, 13, self.rules):
                    return
                points += end_points(run, 13, self.rules)
        if points < self.board.threshold:
            return
        board = self.board
        for joker, used in enumerate(state.used):
            kind = 52 + joker
            if not self.exact[joker]:
                continue
            if used < board.must[kind]:
                return
            from_rack = used - board.must[kind]
            cost += from_rack * board.spend + (board.may[kind] - from_rack) * board.leave[kind]
        self._push(State(66, ((), (), (), ()), (), NO_REALS, (0, 0, 0, 0), 0), cost, state, Joint((0, 0, 0), (), ()))


def begun(terms: Terms, blank: int) -> int:
    """A run that begins with a two-colour joker (a mirror run with one on each side), from the empty run `blank`."""
    run = blank + 1 | NO_COLOUR << COLOUR_AT
    if terms.rules.all_jokers:
        run |= REAL
    if "C" in terms.free and not blank & MIRROR:
        run |= LED
    if terms.rules.per_set:
        run |= (3 if blank & MIRROR else 1) << JOKERS_AT
    return run


def again(run: int, terms: Terms) -> int | None:
    """The run with one more two-colour joker (on each side), None where it would hold too many jokers."""
    rules = terms.rules
    complete_again = "C" in terms.free and run & LENGTH == LENGTH and not run & MIRROR
    run = run - complete_again if run & LENGTH == LENGTH else run + 1
    if rules.border_any_colours:
        run = run & ~COLOUR | NO_COLOUR << COLOUR_AT
    if rules.per_set:
        jokers = ((run & JOKERS) >> JOKERS_AT) + (2 if run & MIRROR else 1)
        if jokers > rules.per_set:
            return None
        run = run & ~JOKERS | jokers << JOKERS_AT
    return run


def counts(tiles: tuple[Tile, ...]) -> Counts:
    """How many of each kind, in canonical order."""
    found = [0] * len(KINDS)
    for tile in tiles:
        found[RANK_OF[tile]] += 1
    return tuple(found)
