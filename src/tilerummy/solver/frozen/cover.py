"""Best-first branch and bound where an ordinary search finds plays that the edition's joker rules refuse.

A node has chosen melds for some tiles; the rest is an ordinary task, whose optimum bounds the node (`relaxation.py`).
Where the judge refuses it, the place of a bound joker of the table is asked for (`bonds.py`), and once all have one, a
tile of a meld to blame is in question: each group that can hold it makes a new node, and one more has it in no group;
there its runs are asked for in the end (Knuth's Algorithm X, in two steps). After many nodes dual prices bound them too
(`prices.py`).

A frozen meld is never taken apart: first it is decided which of its jokers are replaced (`fates.py`); with that it may
become as loose as any other. What comes to its ends is left open where its shadow can lie in its stead: if the answer
lays the shadow whole, the meld takes its place again. So the first node whose optimum is legal has the best play.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count, takewhile
from typing import Final, NamedTuple

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order, is_joker
from tilerummy.solver import unbound
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.frozen.choices import Choices
from tilerummy.solver.frozen.fates import Core, Extended, cores, extended
from tilerummy.solver.frozen.node import NONE, Melds, Node, Tiles
from tilerummy.solver.frozen.prices import NEVER, Prices
from tilerummy.solver.frozen.relaxation import relaxation, torn
from tilerummy.solver.frozen.shadows import open_cores, relaid
from tilerummy.solver.frozen.verdict import Verdict
from tilerummy.solver.objectives import cost, points, primary
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

TRIAL: Final = 300_000
"""States for a node that can still be decided further."""
PRICED: Final = 3000
"""Nodes after which prices are asked for, which take as long."""
FEW: Final = 50
"""Melds that can hold a joker, so few that those of others are not listed."""
Search = Callable[[Task, Budget], Found]
Cost = tuple[int, int, int]


class Bounded(NamedTuple):
    """A node, the least it can cost, and an answer as if no rule bound the jokers: the melds besides those chosen,
    shadows among them, and what it leaves. `best`: whether no answer costs less. `tile`: the one in question, where
    some of its melds are to be asked for only now."""

    worth: Cost
    node: Node
    melds: Melds
    left: tuple[Tile, ...]
    best: bool
    tile: Tile | None = None

    @property
    def table(self) -> Melds | None:
        """The answer as a table, None where it tears a shadow."""
        whole = relaid(self.node.shadowed, self.melds)
        undecided = self.node.frozen or self.node.cores or self.node.freed
        return None if whole is None or undecided else (*self.node.melds, *whole)


class Cover:
    """One search: the nodes that wait, and what was spent."""

    def __init__(self, task: Task, search: Search, budget: Budget, nodes: int, start: int) -> None:
        self.task, self.search, self.budget, self.nodes, self.start = task, search, budget, nodes, start
        self.rack = in_order((*task.must, *task.may))
        self.position = Position(task.edition, task.table, self.rack, opened=True, pool=0, last_turn=False)
        self.rules = task.edition.jokers
        self.verdict = Verdict(self.position)
        self.every = Counter(self.rack) + Counter(tile for meld in task.table for tile in meld.tiles)
        self.root = self._root()
        self.choices = Choices(self.position, self.root.hand + Counter(torn(task, self.root)), self._count)
        self.proved = True
        self.prices: Prices | None = None
        self.known: Cost | None = None
        self.waiting: list[tuple[Cost, int, Bounded]] = []
        self.order = count(0, -1)
        self.seen: set[object] = set()

    def best(self, known: Cost | None) -> Found | None:
        """The best play that costs less than what is known; None where there is none, or none in time: `proved` says
        which."""
        self.known = known
        self._add(self.root, None)
        while self.waiting and not self._ended():
            if not self.prices and self.choices.bonds.partners and len(self.seen) > PRICED:
                self._price()
                continue
            _, _, first = heappop(self.waiting)
            if self._legal(first):
                return self._found(first)
            for child in takewhile(lambda _: not self._ended(), self._children(first)):
                added = self._add(child, first)
                if added is not None and added.worth == first.worth and self._legal(added):
                    return self._found(added)
        self.proved = self.proved and not self.waiting
        return None

    def _root(self) -> Node:
        frozen = self.verdict.olds if self.rules.frozen else []
        loose = Counter(t for at, meld in enumerate(self.task.table) if at not in frozen for t in meld.tiles)
        whole = self.task.exact or self.task.objective == "out"
        must, may = (self.rack, ()) if whole else (self.task.must, self.task.may)
        return self._settled(Node((), loose + Counter(must), Counter(may), frozen=tuple(frozen)))

    def _legal(self, bounded: Bounded) -> bool:
        table = bounded.table
        return bounded.best and table is not None and self.verdict.legal(table)

    def _found(self, bounded: Bounded) -> Found:
        left = in_order((*bounded.node.staying, *bounded.left))
        return Found(bounded.table, left, self.nodes, self.proved, bounded.worth[0])

    # bounds

    def _add(self, node: Node | None, parent: Bounded | None) -> Bounded | None:
        """Let a node wait by the least it can cost, unless nothing better than what is known comes of it."""
        if node is None or node.key in self.seen:
            return None
        self.seen.add(node.key)
        found = self._rest(node, TRIAL if parent and self._telling(node, node.hand) else self.budget.nodes)
        if found.melds is None and found.proved:
            return None
        worth = cost(self.position, self.task.objective, in_order((*node.staying, *found.left)))
        if not found.proved:
            worth = parent.worth if parent else (found.bound, -len(self.rack), 0)
        bounded = Bounded(worth, node, found.melds or (), found.left, found.proved)
        return bounded if self._possible(node) and self._wait(bounded, self._least(node)) else None

    def _wait(self, bounded: Bounded, least: int) -> bool:
        """Let it wait, if it costs no less than that; whether it can be better than what is known."""
        worth = bounded.worth if least <= bounded.worth[0] else self._leaving(least)
        if least == NEVER or (self.known is not None and worth >= self.known):
            return False
        heappush(self.waiting, (worth, next(self.order), bounded._replace(worth=worth)))
        return True

    def _leaving(self, least: int) -> Cost:
        """The least cost that begins so."""
        jokers = sum(map(is_joker, self.rack))
        if self.task.objective == "value":
            return least, -jokers, 0
        return least, -min(least, jokers), least * min(points(self.position, (tile,)) for tile in self.rack)

    def _least(self, node: Node) -> int:
        """The least it costs by the prices, as far as there are any."""
        return self.prices.least(node) if self.prices else 0

    def _price(self) -> None:
        """From now on the prices bound the nodes too."""
        tiles = [tile for tile in self.root.may if self.root.may[tile]]
        costs = {tile: primary(self.position, self.task.objective, (tile,)) for tile in tiles}
        self.prices = Prices(self.root, costs, self.choices, self._count)
        waiting, self.waiting = self.waiting, []
        for _, _, bounded in sorted(waiting, reverse=True):
            self._wait(bounded, self._least(bounded.node))

    def _rest(self, node: Node, most: int) -> Found:
        """The best for the tiles of no chosen meld, as if no rule bound the jokers; in at most so many states."""
        search = unbound.in_no_group(self.task.edition) if node.run_only else self.search
        rest = self.budget.rest(self.nodes, self.start)
        found = search(relaxation(self.task, node), Budget(min(most, rest.nodes), rest.nanoseconds, rest.clock))
        self.nodes += found.nodes + 1
        # a trial that ends early is no loss: what bounds the parent bounds the node
        self.proved = self.proved and (found.proved or found.nodes >= TRIAL)
        return found

    def _count(self) -> bool:
        self.nodes += 1
        return not self._ended()

    def _ended(self) -> bool:
        """Whether the budget has: from then on nothing is proved."""
        over = self.budget.ended(self.nodes, self.start)
        self.proved = self.proved and not over
        return over

    # children

    def _children(self, bounded: Bounded) -> Iterator[Node | None]:
        """Nodes that are all there is of a refused one."""
        node = bounded.node
        if node.frozen:
            return self._of_frozen(node)
        if node.cores:
            return self._of_core(node, node.cores[0])
        if node.freed:
            return self._of_freed(node)
        grown = open_cores(node.shadowed, bounded.melds)
        if grown:
            return self._of_shadowed(node, grown[0])
        return self._of_tile(bounded, bounded.tile or self._in_question(bounded))

    def _of_frozen(self, node: Node) -> Iterator[Node | None]:
        """The node with the jokers of one more frozen meld kept or replaced."""
        ways = {old: self._cores(old, node) for old in node.frozen}
        old = min(ways, key=lambda each: len(ways[each]))
        left = node._replace(frozen=tuple(other for other in node.frozen if other != old))
        for core in ways[old]:
            paid = self._paid(left, core)
            yield None if paid is None else self._settled(paid)

    def _cores(self, old: int, node: Node) -> list[Core]:
        paying = self._rack_of(node) if self.rules.retrieval == "rack" else node.hand
        return cores(self.task.table, old, node.hand, paying, self.task.edition)

    def _rack_of(self, node: Node) -> Tiles:
        """The rack tiles that do not stay."""
        return Counter(self.rack) - Counter(node.staying)

    def _paid(self, node: Node, core: Core) -> Node | None:
        """The node with the tiles of a core spent, and the jokers that it frees."""
        paid, besides = Counter(core.replacing), Counter(core.besides)
        left = node.spend(besides, paid) if self.rules.retrieval == "rack" else node.spend(besides + paid)
        if left is None:
            return None
        if self.rules.freed == "rack-set":
            left = left._replace(freed=(*left.freed, *core.freed))
        else:
            left = left._replace(must=left.must + Counter(core.freed))
        if core.loose:
            return left._replace(must=left.must + Counter(core.tiles), loose=(*left.loose, core))
        return left._replace(cores=(*left.cores, core))

    def _settled(self, node: Node) -> Node:
        """The node with all decided that leaves no choice."""
        for old in node.frozen:
            ways = self._cores(old, node)
            if len(ways) == 1:
                frozen = tuple(other for other in node.frozen if other != old)
                node = node._replace(frozen=frozen, cores=(*node.cores, ways[0]))
        for core in node.cores:
            ends = self._extended(core, node)
            if all(end.shadowed for end in ends):
                node = node._replace(cores=tuple(other for other in node.cores if other is not core))
                if len(ends) == 1:
                    node = node._replace(melds=(*node.melds, Meld(core.tiles)))
                else:
                    node = node._replace(shadowed=(*node.shadowed, core))
        return node

    def _extended(self, core: Core, node: Node) -> list[Extended]:
        """All that may come of a core with the tiles at hand and those that may be freed yet. Only where a freed joker
        may go anywhere may it go to the end of a frozen meld."""
        others = [other for old in node.frozen for other in self._cores(old, node)]
        hand = node.hand + Counter(tile for other in others for tile in (*other.freed, *other.tiles * other.loose))
        if self.rules.freed != "any-set":
            rack = self._rack_of(node)
            hand = Counter({tile: min(n, rack[tile]) if is_joker(tile) else n for tile, n in hand.items()})
        return list(extended(core, hand, self.task.edition))

    def _grown(self, node: Node, end: Extended) -> Node | None:
        """The node with a core laid in full."""
        jokers = Counter(tile for tile in end.before + end.after if is_joker(tile))
        from_rack = NONE if self.rules.freed == "any-set" else jokers
        return node.lay(end.meld, end.beside - from_rack, from_rack)

    def _of_core(self, node: Node, core: Core) -> Iterator[Node | None]:
        """The node with one more core growing as its shadows do, or laid otherwise."""
        left = node._replace(cores=tuple(other for other in node.cores if other is not core))
        yield left._replace(shadowed=(*left.shadowed, core)) if core.shadows else left.lay(Meld(core.tiles), NONE)
        for end in self._extended(core, node):
            if not end.shadowed and (core.shadows or end.beside):
                yield self._grown(left, end)

    def _of_shadowed(self, node: Node, core: Core) -> Iterator[Node | None]:
        """The node with one more core laid in full."""
        left = node._replace(shadowed=tuple(other for other in node.shadowed if other is not core))
        for end in self._extended(core, node):
            if end.shadowed:
                yield self._grown(left, end)

    def _of_freed(self, node: Node) -> Iterator[Node | None]:
        """The node with one more freed joker laid with rack tiles."""
        joker = node.freed[0]
        left = node._replace(freed=node.freed[1:])
        rack = node.hand & self._rack_of(node)
        for meld in melds_of(self.task.edition, in_order((*rack.elements(), joker)), lambda parts, grows: True):
            if joker in meld.tiles and self._count():
                yield left.lay(meld, NONE, Counter(meld.tiles) - Counter((joker,)))

    def _possible(self, node: Node) -> bool:
        """Whether what is chosen can still become legal."""
        melds = (*node.melds, *(Meld(core.tiles) for core in (*node.cores, *node.shadowed)))
        rest = self.every - Counter(tile for meld in melds for tile in meld.tiles) - Counter(node.staying)
        return self.verdict.possible(melds, rest, self._rack_of(node), node.frozen)

    def _in_question(self, bounded: Bounded) -> Tile | None:
        """The tile whose place is asked for next: the one with the fewest choices of those to blame."""
        node, hand = bounded.node, bounded.node.hand
        if (joker := self._bound_joker(bounded)) is not None:
            return joker
        blamed = self._blamed(bounded) if bounded.best else node.run_only
        asked = [tile for tile in in_order(blamed) if hand[tile]] or self._telling(node, hand)
        return min(asked, key=lambda tile: self._difficulty(node, tile, hand), default=None)

    def _bound_joker(self, bounded: Bounded) -> Tile | None:
        """A bound joker of the table in no chosen meld: the first that few melds can hold, else that which the fewest
        can at the least cost."""
        counts, node = dict[Tile, int](), bounded.node
        for joker in self.choices.bonds.partners:
            if self._on_table(joker, node):
                melds = self.choices.of_table(joker, node.hand)
                if len(melds) <= FEW:
                    return joker
                counts[joker] = sum(least <= bounded.worth[0] for _, least in self._with_least(node, melds))
        return min(counts, key=counts.__getitem__, default=None)

    def _with_least(self, node: Node, melds: Iterable[Meld]) -> Iterator[tuple[Meld, int]]:
        """Melds with the least that the node costs with each."""
        prices = self.prices
        before = prices.exact(node) if prices else 0
        for meld in melds:
            yield meld, prices.rounded(before + prices.reduced(meld.tiles)) if prices else 0

    def _blamed(self, bounded: Bounded) -> set[Tile]:
        table = bounded.table
        assert table is not None, "all shadows lie"
        return self.verdict.to_blame(table, Counter((*bounded.node.staying, *bounded.left)))

    def _telling(self, node: Node, hand: Tiles) -> list[Tile]:
        """All tiles whose places can change the verdict; where it matters what jokers lie with, these first."""
        telling = [tile for tile in in_order(self.verdict.telling(node.melds)) if hand[tile]]
        jokers = [tile for tile in telling if is_joker(tile) and node.must[tile] and not self.verdict.anywhere]
        return jokers or telling

    def _difficulty(self, node: Node, tile: Tile, hand: Tiles) -> tuple[bool, int]:
        return tile in node.run_only, len(self._melds_with(node, tile, hand))

    def _on_table(self, joker: Tile, node: Node) -> bool:
        """Whether a joker of this kind lies on the table that is in none of the chosen melds."""
        return node.hand[joker] > self._rack_of(node)[joker]

    def _melds_with(self, node: Node, tile: Tile, hand: Tiles) -> list[Meld]:
        if is_joker(tile):
            of_table = self._on_table(tile, node)
            return self.choices.of_table(tile, hand) if of_table else self.choices.holding(tile, hand)
        return self.choices.runs(tile, hand) if tile in node.run_only else self.choices.groups(tile, hand)

    def _of_tile(self, bounded: Bounded, tile: Tile | None) -> Iterator[Node | None]:
        """The node with the place of one more tile decided; melds that cost more wait with the node itself."""
        if tile is None:
            return
        node, later = bounded.node, NEVER
        for meld, least in self._with_least(node, self._melds_with(node, tile, node.hand)):
            if least <= bounded.worth[0]:
                yield node.lay(meld, Counter(meld.tiles))
            else:
                later = min(later, least)
        self._wait(bounded._replace(tile=tile), later)
        if not is_joker(tile) and tile not in node.run_only:
            yield node._replace(run_only=node.run_only | {tile})
        elif not node.must[tile]:
            stays = (tile,) * node.may[tile]
            yield node._replace(may=node.may - Counter(stays), staying=in_order((*node.staying, *stays)))
