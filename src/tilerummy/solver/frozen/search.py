"""Branch and bound where what lies on the table binds what may be laid: frozen melds with a joker, jokers that may be
replaced from the rack only, freed jokers that need a new meld.

Each frozen meld has a few possible fates; for every combination of them the rest is an ordinary task. A relaxed task,
in which nothing is bound, tells the least cost there can be; the search ends as soon as that is reached.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.melds.runs import last_place
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.solver.frozen.cover import Cover
from tilerummy.solver.frozen.jokers import joker_melds
from tilerummy.solver.frozen.melds import Fate, fates
from tilerummy.solver.past_last import search as past_last
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Found, Task

Cost = tuple[int, int, int]


def handles(edition: Edition) -> bool:
    """Whether the table before the turn matters for what may be laid."""
    jokers = edition.jokers
    return (
        jokers.sets == "frozen"
        or jokers.retrieval == "rack"
        or jokers.freed != "any-set"
        or jokers.group_needs == "both"
        or jokers.double_needs == "both"
    )


class Hand(NamedTuple):
    """The tiles of a task by where they come from: loose ones of the table, rack tiles that must and that may go."""

    table: Counter[Tile]
    forced: Counter[Tile]
    rack: Counter[Tile]

    def every(self) -> Counter[Tile]:
        """All of them."""
        return self.table + self.forced + self.rack

    def without(self, from_rack: Counter[Tile], from_any: Counter[Tile]) -> "Hand | None":
        """The hand after these tiles are laid, from the table before the rack; None where there are too few."""
        if not from_rack <= self.forced + self.rack:
            return None
        more = from_any - self.table
        paid = from_rack + more
        if not paid <= self.forced + self.rack:
            return None
        return Hand(self.table - from_any, self.forced - paid, self.rack - (paid - self.forced))


class Best:
    """The best way found so far, and what was spent on it."""

    def __init__(self, task: Task, budget: Budget) -> None:
        self.task, self.budget = task, budget
        self.melds: tuple[Meld, ...] | None = None
        self.left: tuple[Tile, ...] = task.may
        self.cost: Cost | None = None
        self.nodes, self.proved, self.start = 0, True, budget.begin()

    def search(self, task: Task) -> Found:
        """Put a task of regular jokers to the ordinary search."""
        found = past_last.search(task, self.budget.rest(self.nodes, self.start), regular.search)
        self.nodes += found.nodes
        self.proved = self.proved and found.proved
        return found

    def ended(self) -> bool:
        """Whether the budget has: from then on nothing is proved."""
        over = self.budget.ended(self.nodes, self.start)
        self.proved = self.proved and not over
        return over

    def offer(self, melds: tuple[Meld, ...], left: tuple[Tile, ...]) -> None:
        """Take this way if it is better."""
        cost = _cost(self.task, left)
        if self.cost is None or cost < self.cost:
            self.melds, self.left, self.cost = melds, left, cost

    def found(self, bound: int) -> Found:
        """The answer."""
        return Found(self.melds, self.left, self.nodes, self.proved, bound)


def _cost(task: Task, left: tuple[Tile, ...]) -> Cost:
    """Loss by the objective, rack jokers laid, the other measure."""
    penalty = task.edition.jokers.penalty
    points = sum(penalty if is_joker(tile) else int(tile[1:]) for tile in left)
    laid = sum(map(is_joker, task.may)) - sum(map(is_joker, left))
    return (points, laid, len(left)) if task.objective == "value" else (len(left), laid, points)


def search(task: Task, budget: Budget) -> Found:
    """The least cost, proved, or the best that was found when the budget ends."""
    jokers = task.edition.tiles.jokers
    if task.edition.jokers.sets == "free" or jokers.total > jokers.J:
        return _loose(task, budget)
    table = task.table
    best = Best(task, budget)
    frozen = tuple(meld for meld in table if any(map(is_joker, meld.tiles)))
    loose = tuple(meld for meld in table if meld not in frozen)
    on_table = Counter(tile for meld in table for tile in meld.tiles)
    in_frozen = Counter(tile for meld in frozen for tile in meld.tiles)
    forced = Counter(task.must)
    exact = task.exact or task.objective == "out"
    may = Counter(task.may)
    hand = Hand(on_table - in_frozen, forced + may, Counter()) if exact else Hand(on_table - in_frozen, forced, may)
    relaxed = best.search(task._replace(must=in_order((*on_table.elements(), *task.must)), table=()))
    if relaxed.melds is None and relaxed.proved:
        return best.found(relaxed.bound)
    least = _cost(task, relaxed.left) if relaxed.melds is not None and relaxed.proved else None
    choices = [fates(meld, hand.every() + Counter("J" * len(frozen)), task.edition) for meld in frozen]
    for chosen in _fewest_changes(choices):
        if best.ended():
            break
        _rest(best, hand, chosen, loose)
        if best.cost is not None and best.cost == least:
            break
    if best.cost is not None:
        loss = best.cost[0]
        return best.found(loss if best.proved else relaxed.bound)
    return best.found(relaxed.bound)


def _fewest_changes(choices: list[list[Fate]]) -> Iterator[tuple[Fate, ...]]:
    """Every combination of fates, those that leave more melds as they lie first."""
    for changed in range(len(choices) + 1):
        yield from _changing(choices, changed)


def _changing(choices: list[list[Fate]], changed: int) -> Iterator[tuple[Fate, ...]]:
    """Every combination of fates that changes so many melds."""
    if not choices:
        yield ()
        return
    first, others = choices[0], choices[1:]
    for fate in first:
        more = changed - bool(fate.beside or fate.replacing)
        if 0 <= more <= len(others):
            yield from ((fate, *rest) for rest in _changing(others, more))


def _rest(best: Best, hand: Hand, chosen: tuple[Fate, ...], loose: tuple[Meld, ...]) -> None:
    """The best for the tiles that these fates leave."""
    rules = best.task.edition.jokers
    replacing = Counter(tile for fate in chosen for tile in fate.replacing)
    beside = Counter(tile for fate in chosen for tile in fate.beside)
    freed = sum(fate.freed for fate in chosen)
    melds = tuple(fate.meld for fate in chosen)
    if rules.retrieval != "rack":
        replacing, beside = Counter(), replacing + beside
    if rules.freed == "any-set":
        # a freed joker may itself lie beside a frozen meld
        hand = hand._replace(table=hand.table + Counter({"J": freed}))
        freed = 0
    rest = hand.without(replacing, beside)
    if rest is None:
        return
    for sets, after in _freed_sets(rest, freed, rules.freed == "rack-set", last_place(best.task.edition)):
        if best.ended():
            return
        _ordinary(best, after, melds + sets, loose)


def _freed_sets(hand: Hand, freed: int, from_rack: bool, last: int) -> Iterator[tuple[tuple[Meld, ...], Hand]]:
    """Every way to lay freed jokers in new melds."""
    if not freed:
        yield (), hand
        return
    for meld in joker_melds(hand.forced + hand.rack if from_rack else hand.every(), last):
        tiles = Counter(meld.tiles) - Counter("J")
        after = hand.without(tiles, Counter()) if from_rack else hand.without(Counter(), tiles)
        if after is not None:
            for others, rest in _freed_sets(after, freed - 1, from_rack, last):
                yield (meld, *others), rest


def _ordinary(best: Best, hand: Hand, melds: tuple[Meld, ...], loose: tuple[Meld, ...], kept_back: int = 0) -> None:
    """The rest as an ordinary task, with `kept_back` jokers staying on the rack. Where its melds would hold too many
    jokers, every meld of one of them is tried."""
    if best.ended():
        return
    task = best.task
    lying = _still_lying(loose, hand.table + hand.forced)
    must = in_order((hand.table + hand.forced - Counter(tile for meld in lying for tile in meld.tiles)).elements())
    may = in_order(hand.rack.elements())
    threshold = max(0, task.threshold - sum(_value(meld, task.edition) for meld in melds)) if task.threshold else 0
    found = best.search(Task(task.edition, must, may, task.objective, threshold, task.exact, lying))
    left = in_order((*found.left, *"J" * kept_back))
    if found.melds is None or (best.cost is not None and _cost(task, left) >= best.cost):
        return
    most = task.edition.jokers.per_set
    if most is None or all(meld.tiles.count("J") <= most for meld in found.melds):
        best.offer((*melds, *found.melds), left)
        return
    one = hand.without(Counter(), Counter("J"))
    if one is None:
        return
    for meld in joker_melds(hand.every(), last_place(task.edition)):
        if best.ended():
            return
        after = one.without(Counter(), Counter(meld.tiles) - Counter("J"))
        if after is not None:
            _ordinary(best, after, (*melds, meld), loose, kept_back)
    if hand.rack["J"]:
        fewer = hand._replace(rack=hand.rack - Counter("J"))
        _ordinary(best, fewer, melds, loose, kept_back + 1)


def _still_lying(loose: tuple[Meld, ...], must: Counter[Tile]) -> tuple[Meld, ...]:
    """The melds of the table whose tiles are all still to be laid."""
    lying: list[Meld] = []
    for meld in loose:
        tiles = Counter(meld.tiles)
        if tiles <= must:
            lying.append(meld)
            must = must - tiles
    return tuple(lying)


def _value(meld: Meld, edition: Edition) -> int:
    found = readings(meld, edition)
    return found[0].value if found else 0


def _loose(task: Task, budget: Budget) -> Found:
    """Melds may be taken apart, but what frees a joker or where it goes is bound, or frozen melds hold special jokers:
    the unbound best, if the judge allows it; else as good a play that leaves every meld with a joker as it lies; else
    the best by branch and bound. Where the budget ends first, the play that leaves them, with the unbound best as
    bound."""
    plain = special.search if special.handles(task.edition) else regular.search
    search = partial(past_last.search, plain=plain)
    start = budget.begin()
    found = search(task, budget)
    still = tuple(meld for meld in task.table if any(map(is_joker, meld.tiles)))
    if found.melds is None or not still:
        return found
    position = Position(task.edition, task.table, in_order((*task.must, *task.may)), True, 0, False)
    if played_legally(position, Play((), found.melds)) is not None:
        return found
    moving = (tile for meld in task.table if meld not in still for tile in meld.tiles)
    kept = search(task._replace(must=in_order((*moving, *task.must)), table=()), budget.rest(found.nodes, start))
    nodes = found.nodes + kept.nodes
    if kept.melds is not None and found.proved and kept.left == found.left:
        return Found((*still, *kept.melds), kept.left, nodes, True, found.bound)
    cover = Cover(task, search, budget, nodes, start)
    best = cover.best()
    if best is not None or cover.proved:
        return best or Found(None, task.may, cover.nodes, True)
    if kept.melds is None:
        return Found(None, task.may, cover.nodes, False, found.bound)
    return Found((*still, *kept.melds), kept.left, cover.nodes, False, found.bound)
