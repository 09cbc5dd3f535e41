"""Uniform-cost search over a dynamic program by number, with special jokers: least loss first.

A state lies between two steps. At every number there are five steps: one for each colour (what the runs of that colour
do there), then one for the groups and for the two-colour jokers laid at that number. Work goes level by level of the
least that a way through a state can cost (`bounds.py`), within a level depth first; the first arrival after 13
is the best. A state between two numbers that was expanded before, at no more cost and with no more jokers used, is not
expanded again.

Order, which the kernel repeats exactly: the options of `runs.Colour`, `groups.ways`, `two_colour`;
states of the same level are expanded deepest first, of equal depth newest first.
"""

from heapq import heappop, heappush
from typing import Final, NamedTuple

from tilerummy.rules.tiles import JOKERS as JOKER_KINDS
from tilerummy.solver.limits import Limits
from tilerummy.solver.special.bounds import LOSS, MOST_OPEN, NEVER, Ahead
from tilerummy.solver.special.groups import NO_REALS, Reals, ways
from tilerummy.solver.special.reduced_cost import ReducedCostBound
from tilerummy.solver.special.runs import (
    COVERED,
    FALLING,
    MIRROR,
    SIDES,
    Colour,
    Option,
    Stock,
    Terms,
    end_points,
    is_complete,
    wanting,
)
from tilerummy.solver.special.simplex import find_prices
from tilerummy.solver.special.switches import MeldRules
from tilerummy.solver.special.two_colour import AllRuns, Runs, beginnings, turns

Used = tuple[int, int, int, int]
END: Final = 65
"""Steps from the first to after 13."""
NOTHING: Final = 1 << 62
MOST_STATES: Final = 1 << 20
"""States that may be made, by the kernel eight times as many where it has the memory; a search that needs more ends as
if its budget had."""
PRICES_AFTER: Final = 3000
"""States expanded before the search looks for prices, which take as long, and begins again with them."""
SMALL: Final = 1 << 30
"""More than what only decides between equals ever adds up to in a cost."""


class Board(NamedTuple):
    """The tiles of a search, counted per kind in canonical order (52 numbered kinds, then J D C M), and what they cost.

    `must` have to be laid, `may` can be. `leave`: cost of one tile of `may` that stays; `spend`: cost of a joker of
    `may` that is laid. `threshold`: opening value of all melds together. `free`: jokers (letters of J, D, C) that need
    not be laid even if they must, and cost nothing: the search then finds a lower bound, and melds in which the jokers
    still have to find their places. `run_only`: a bit for each kind that may lie in no group.
    """

    must: tuple[int, ...]
    may: tuple[int, ...]
    leave: tuple[int, ...]
    spend: int
    threshold: int
    free: str
    run_only: int = 0


class Joint(NamedTuple):
    """The step after the colours: groups (jokers J, D, M in them), runs that begin with a two-colour joker (one on each
    side in a mirror run), and what becomes of each run in `borders` and then in `begun`: the colour it goes on in,
    "E" end or "C" another two-colour joker."""

    groups: tuple[int, int, int]
    begun: Runs
    turns: tuple[int | str, ...]


class State(NamedTuple):
    """Between two steps: `at` = five times the numbers passed, plus the colours passed at the present number.

    `runs`: open runs per colour, `borders`: runs whose last tile is a two-colour joker, `reals`: tiles set aside for
    groups at the present number, `used`: jokers J D C M so far, `points`: opening value so far, up to the threshold,
    `cost` so far; `before` and `how`: the state and the step on the way here.
    """

    at: int
    runs: AllRuns
    borders: Runs
    reals: Reals
    used: Used
    points: int
    cost: int
    before: "State | None"
    how: Option | Joint | None


class SearchResult(NamedTuple):
    """Where a search ended: the state after 13 of the best way found (None: there is none, or it was not found in
    time). `cost`: of the best way when `proved`, else no way costs less."""

    goal: State | None
    cost: int
    proved: bool


class Search:
    """One search, best first from the empty state to the end."""

    def __init__(self, board: Board, rules: MeldRules) -> None:
        self.board, self.rules, self.terms = board, rules, Terms(rules, board.free)
        self.tiles = [must + may for must, may in zip(board.must, board.may, strict=True)]
        self.stock = Stock(*self.tiles[52:])
        self.exact = tuple(joker not in board.free for joker in JOKER_KINDS)
        self.ahead = Ahead(board.must, self.tiles, board.leave, rules.mirror_any_colours)
        self.options: dict[tuple[int, Runs, Stock], list[Option]] = {}
        self.wanting: dict[tuple[int, int, Runs], int] = {}
        self.seen: dict[tuple[object, ...], list[State]] = {}
        self.level: list[State] = []
        self.waiting: list[tuple[int, int, int, State]] = []
        self.sale: ReducedCostBound | None = None
        self.floor, self.made = 0, 0
        self.dearest = sum(may * max(board.spend, leave) for may, leave in zip(board.may, board.leave, strict=True))
        self.goal: State | None = None
        self.goal_cost = NOTHING

    def run(self, limits: Limits) -> SearchResult:
        """Search until the end is reached, every way is closed, or the budget ends."""
        first = sum(self.board.may[52 + joker] * self._joker_cost(joker) for joker in range(4) if self.exact[joker])
        start = State(0, ((), (), (), ()), (), NO_REALS, (0, 0, 0, 0), 0, first, None, None)
        stack, self.floor, restart_after = [start], first, PRICES_AFTER
        while stack or self.waiting:
            if not stack:
                self.floor, _, _, state = heappop(self.waiting)
                stack.append(state)
            state = stack.pop()
            if state.at == END:
                return SearchResult(state, state.cost, True)
            if state.at % 5 == 0:
                if self._known(state):
                    continue
                self.seen.setdefault(self._key(state), []).append(state)
            restart_after -= 1
            if restart_after == 0 and self._price(limits):
                # from the start again, but for the best way found
                stack, self.floor = [start], first
                continue
            if self.made >= MOST_STATES or not limits.count_node():
                return SearchResult(self.goal, self.floor, False)
            self.level = []
            if state.at % 5 < 4:
                self._colour(state)
            else:
                self._join(state)
            self.level.reverse()
            stack += self.level
        return SearchResult(self.goal, self.goal_cost if self.goal else 0, True)

    def _price(self, limits: Limits) -> bool:
        """Find prices, if there are any in time, and forget all states."""
        board = self.board
        prices = find_prices(board.must, self.tiles, board.leave, self.rules.mirror_any_colours, limits)
        if prices is None:
            return False
        self.sale = ReducedCostBound(prices, board.must, board.leave)
        self.waiting.clear()
        self.seen.clear()
        return True

    def _key(self, state: State) -> tuple[object, ...]:
        """What must be equal for one state to make another superfluous: all but the free jokers used."""
        used = tuple(number for number, exact in zip(state.used, self.exact, strict=True) if exact)
        return (state.at, state.runs, state.borders, used, state.points)

    def _known(self, state: State) -> bool:
        """Whether a state that costs no more and has used no more jokers was expanded."""
        j, d, c, _ = state.used
        # two free regular jokers do all that a double joker does
        alike = not self.rules.per_set and not self.exact[0] and not self.exact[1]
        for other in self.seen.get(self._key(state), ()):
            used = other.used
            more = used[1] - d
            if other.cost <= state.cost and used[2] <= c and (more <= 0 or alike) and used[0] + 2 * max(0, more) <= j:
                return True
        return False

    def _push(self, state: State) -> None:
        """Have the state wait for its turn, unless it leads nowhere."""
        if state.at == END:
            self._finish(state)
            return
        if self._lacks(state) or (state.at % 5 == 0 and self._known(state)):
            return
        self._wait(state, max(self.floor, state.cost + self._least(state)))

    def _wait(self, state: State, floor: int) -> None:
        if floor >= self.goal_cost:
            return
        self.made += 1
        if state.at == END:
            self.goal, self.goal_cost = state, floor
        if floor == self.floor:
            self.level.append(state)
        else:
            heappush(self.waiting, (floor, -state.at, -self.made, state))

    def _lacks(self, state: State) -> bool:
        """Whether the jokers left are too few for the runs that are open and the tiles set aside for groups."""
        passed, colours = divmod(state.at, 5)
        regular, doubles, borders, mirrors = self._left(state)
        weight = regular + 2 * doubles
        lacking = 0
        for colour in range(4):
            lacking += self._wanting(passed + (colour < colours), colour, state.runs[colour])
        if lacking > weight + 2 * borders:
            return True
        highest = max(state.reals)
        if not highest:
            return False
        if colours == 4 and not ways(self.rules, self.board.free, state.reals, regular, doubles, mirrors):
            return True
        if mirrors:
            return False
        tiles = sum(state.reals) + sum(min(highest, self.tiles[at * 13 + passed]) for at in range(colours, 4))
        grouping = max(0, 3 * highest - tiles)
        return grouping > weight or grouping + lacking > weight + 2 * borders

    def _wanting(self, number: int, colour: int, runs: Runs) -> int:
        key = (number, colour, runs)
        known = self.wanting.get(key)
        if known is None:
            after = (*self.tiles[colour * 13 + number : colour * 13 + min(13, number + 3)], 0, 0, 0)
            known = self.wanting[key] = wanting(runs, number, after)
        return known

    def _least(self, state: State) -> int:
        """What is lost at least at the numbers still to come."""
        lost = self._hopeless(state)
        if self.sale is None:
            return lost
        unsold = self.sale.lost(state.at, state.runs, state.borders, state.reals, self._left(state))
        if unsold > 0 and (state.cost + unsold) % LOSS > SMALL:
            unsold += LOSS - (state.cost + unsold) % LOSS
        return NOTHING if state.cost + unsold > self.dearest else max(lost, unsold)

    def _hopeless(self, state: State) -> int:
        """What lies in no meld without jokers, where the open runs do not help, less what the jokers left can save."""
        passed, colours = divmod(state.at, 5)
        mirrored = state.used[3] < self.stock.mirrors
        bordered = 0
        for run in state.borders:
            bordered += 2 if run & MIRROR else 1
            mirrored = mirrored or run & MIRROR > 0
        lost = 0
        for colour in range(4):
            behind, open_runs = passed + (colour < colours or bordered > 0), bordered
            covered = False
            for run in state.runs[colour]:
                open_runs += 2 if run & MIRROR else 1
                covered = covered or run & (SIDES if run & MIRROR else COVERED) > 0
                mirrored = mirrored or run & MIRROR > 0
            # at a number that is passed over, runs may begin beside
            most = MOST_OPEN if covered or bordered else min(MOST_OPEN, open_runs)
            lost += self.ahead.lost[colour][min(14, behind + covered)][most]
        if not lost:
            return 0
        saved = self.ahead.saved[passed]
        beside = saved.mirrored if mirrored else 0
        used, stock = state.used, self.stock
        lost -= (stock.regular - used[0]) * (saved.regular + beside)
        lost -= (stock.doubles - used[1]) * (saved.doubles + 2 * beside)
        lost -= (stock.borders - used[2]) * saved.borders + (stock.mirrors - used[3]) * saved.mirrors
        return NOTHING if lost >= NEVER // 2 else max(0, lost)

    def _colour(self, state: State) -> None:
        """The step of one colour at one number."""
        number, colour = state.at // 5 + 1, state.at % 5
        kind = colour * 13 + number - 1
        used = state.used
        key = (kind, state.runs[colour], self._left(state))
        options = self.options.get(key)
        if options is None:
            options = self.options[key] = self._options(*key)
        here, leave, threshold = self.tiles[kind], self.board.leave[kind], self.board.threshold
        before, after = state.runs[:colour], state.runs[colour + 1 :]
        reals_before, reals_after = state.reals[:colour], state.reals[colour + 1 :]
        for option in options:
            self._push(
                State(
                    state.at + 1,
                    (*before, option.runs, *after),  # type: ignore[arg-type]
                    tuple(sorted((*state.borders, *option.borders))) if option.borders else state.borders,
                    (*reals_before, option.grouped, *reals_after),  # type: ignore[arg-type]
                    (
                        used[0] + option.regular,
                        used[1] + option.doubles,
                        used[2] + option.two_colour,
                        used[3] + option.mirrors,
                    ),
                    min(threshold, state.points + option.points),
                    state.cost + (here - option.real) * leave,
                    state,
                    option,
                )
            )

    def _left(self, state: State) -> Stock:
        return Stock(*(here - used for here, used in zip(self.stock, state.used, strict=True)))

    def _options(self, kind: int, runs: Runs, left: Stock) -> list[Option]:
        colour, at = divmod(kind, 13)
        after = tuple(self.tiles[kind + 1 : colour * 13 + 13])
        grouped = not self.board.run_only >> kind & 1
        must, here = self.board.must[kind], self.tiles[kind]
        return Colour(at + 1, colour, must, here, after, left, self.terms, grouped).options(runs)

    def _join(self, state: State) -> None:
        """The step of the groups, and of the two-colour jokers, at one number."""
        number = state.at // 5 + 1
        used = state.used
        regular, doubles, borders, mirrors = self._left(state)
        for j, d, m, tiles in ways(self.rules, self.board.free, state.reals, regular, doubles, mirrors):
            points = tiles + m if self.rules.mirror_counts else tiles
            spent = (used[0] + j, used[1] + d, used[2], used[3] + m)
            gained = state.points + points * number
            for begun in beginnings(self.terms, number, borders, mirrors - m):
                self._turn(state, Joint((j, d, m), begun, ()), spent, gained, number)

    def _turn(self, state: State, joint: Joint, used: Used, points: int, number: int) -> None:
        """Every way in which the runs that end in a two-colour joker go on."""
        mirrored = sum(1 for run in joint.begun if run & MIRROR)
        new = len(joint.begun) + mirrored
        spent = (used[0], used[1], used[2] + new, used[3] + mirrored)
        points += number * new + sum(number - 1 for run in joint.begun if run & FALLING)
        # what can lie at the next number
        enterable = [
            number < 13 and bool(self.tiles[colour * 13 + number] or self.stock.regular or self.stock.doubles)
            for colour in range(4)
        ]
        runs = (*state.borders, *joint.begun)
        for way in turns(runs, number, self.stock.borders - spent[2], self.terms, enterable):
            opened = state.runs
            if any(way.entered):
                k, r, b, y = (tuple(sorted((*mine, *new))) for mine, new in zip(state.runs, way.entered, strict=True))
                opened = (k, r, b, y)
            self._push(
                State(
                    state.at + 1,
                    opened,
                    way.still,
                    NO_REALS,
                    (spent[0], spent[1], spent[2] + way.jokers, spent[3]),
                    min(self.board.threshold, points + way.points),
                    state.cost,
                    state,
                    joint._replace(turns=way.turns),
                )
            )

    def _finish(self, state: State) -> None:
        """After 13: every run must be complete, and the jokers are accounted for."""
        board, points, cost = self.board, state.points, state.cost
        for runs in state.runs:
            for run in runs:
                if not is_complete(run, 13, self.rules):
                    return
                points += end_points(run, 13, self.rules)
        if points < board.threshold:
            return
        for joker, used in enumerate(state.used):
            kind = 52 + joker
            if not self.exact[joker]:
                continue
            if used < board.must[kind]:
                return
            from_rack, least = used - board.must[kind], self._joker_cost(joker)
            cost += from_rack * (board.spend - least) + (board.may[kind] - from_rack) * (board.leave[kind] - least)
        self._wait(state._replace(cost=cost), max(self.floor, cost))

    def _joker_cost(self, joker: int) -> int:
        """What a joker of the rack costs at least, laid or left: paid from the start."""
        return min(self.board.spend, self.board.leave[52 + joker])
