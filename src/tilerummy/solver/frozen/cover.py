"""Best-first branch and bound where an ordinary search finds plays that the edition's joker rules refuse.

What became of the table's jokers is decided by the melds that hold certain tiles: the jokers, the tiles of their old
melds, what they stood for, and the other tiles of their new melds. A node has chosen melds for some of these tiles; the
rest is an ordinary task, whose optimum bounds the node. Where the judge refuses it, one of the tiles is chosen, the one
with fewest melds (Knuth's Algorithm X), and each meld that can hold it makes a new node; a rack tile may also stay
there. Nodes whose melds no completion makes legal are dropped: every other tile is then taken to lie where it does no
harm. Once all these tiles are in chosen melds, the others cannot change the verdict. So the first node whose optimum is
legal has the best play.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import combinations, islice
from typing import Final, NamedTuple

from tilerummy.rules.judge.joker_accounts import Turn, accounts, hold_together
from tilerummy.rules.judge.joker_images import pieces
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import COLOURS, JOKERS, KINDS, NUMBER_OF, Tile, in_order, is_joker
from tilerummy.solver.every_meld import melds_of
from tilerummy.solver.objectives import cost
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

MOST_MELDS: Final = 20_000
"""Melds that are looked at, as far as the budget has five states for each; where there are more, nothing is proved."""
LONE: Final = {tile: Meld((tile,)) for tile in KINDS}
"""A tile in a place of its own."""
Search = Callable[[Task, Budget], Found]
Tiles = Counter[Tile]
Cost = tuple[int, int, int]


class Node(NamedTuple):
    """Chosen melds, the tiles that are still to be laid and that may be, and rack tiles that stay."""

    melds: tuple[Meld, ...]
    must: Tiles
    may: Tiles
    staying: tuple[Tile, ...]


class Cover:
    """One search: its melds by the tiles they hold, the nodes that wait, and what was spent."""

    def __init__(self, task: Task, search: Search, budget: Budget, nodes: int, start: int) -> None:
        self.task, self.search, self.budget, self.nodes, self.start = task, search, budget, nodes, start
        self.rack = in_order((*task.must, *task.may))
        self.position = Position(task.edition, task.table, self.rack, True, 0, False)
        self.olds = [at for at, meld in enumerate(task.table) if any(map(is_joker, meld.tiles))]
        self.asked = self._in_question()
        self.first = self._telling()
        self.proved = True
        self.holding: dict[Tile, list[tuple[Meld, Tiles]]] = defaultdict(list)
        self.waiting: list[tuple[Cost, int, int, Node, Found]] = []
        self.made = 0

    def best(self) -> Found | None:
        """The best play, proved; None where there is none in time: then `proved` says whether there is none at all."""
        if not self._list_melds():
            self.proved = False
            return None
        self._add(self._root())
        while self.waiting and not self._ended():
            worth, _, _, node, found = heappop(self.waiting)
            melds = (*node.melds, *(found.melds or ()))
            if played_legally(self.position, Play((), melds)) is not None:
                left = in_order((*node.staying, *found.left))
                return Found(melds, left, self.nodes, self.proved, worth[0])
            for child in self._children(node):
                self._add(child)
        self.proved = self.proved and not self.waiting
        return None

    def _root(self) -> Node:
        table = Counter(tile for meld in self.task.table for tile in meld.tiles)
        whole = self.task.exact or self.task.objective == "out"
        must, may = (self.rack, ()) if whole else (self.task.must, self.task.may)
        return Node((), table + Counter(must), Counter(may), ())

    def _list_melds(self) -> bool:
        """Sort every meld of all tiles by what it holds; False where there are too many. The old ones come first."""
        every = in_order((*self.rack, *(tile for meld in self.task.table for tile in meld.tiles)))
        most = max(0, min(MOST_MELDS, (self.budget.nodes - self.nodes) // 5))
        found = list(islice(melds_of(self.task.edition, every), most))
        self.nodes += len(found)
        free = self.task.edition.jokers.sets == "free"
        seen: set[tuple[Tile, ...]] = set()
        for meld in (*self.task.table, *found):
            key = in_order(meld.tiles) if free else meld.tiles
            if key not in seen:
                seen.add(key)
                tiles = Counter(meld.tiles)
                for tile in tiles:
                    self.holding[tile].append((meld, tiles))
        return len(found) < most

    def _in_question(self) -> set[Tile]:
        """Jokers, the tiles of their old melds, and what they stood for or lacked."""
        asked: set[Tile] = set(JOKERS)
        for old in self.olds:
            meld = self.task.table[old]
            asked |= set(meld.tiles)
            for reading in readings(meld, self.task.edition):
                for tile, stands in zip(meld.tiles, reading.stands, strict=True):
                    asked |= {stood for stood_for in pieces(tile, stands) for stood in stood_for}
                if reading.kind == "group":
                    numbers = {NUMBER_OF[tile] for tile in meld.tiles if tile in NUMBER_OF}
                    asked |= {f"{colour}{number}" for colour in COLOURS for number in numbers}
        return asked

    def _telling(self) -> set[Tile]:
        """The tiles that are decided first: jokers, or where these may go anywhere, the groups of three with one."""
        rules = self.task.edition.jokers
        if (rules.sets, rules.retrieval, rules.freed) != ("free", "rack-or-table", "any-set"):
            return set(JOKERS)
        threes = (self.task.table[old].tiles for old in self.olds if len(self.task.table[old].tiles) == 3)
        return {tile for tiles in threes for tile in tiles if not is_joker(tile)}

    def _children(self, node: Node) -> Iterator[Node]:
        """The node with one more tile in question decided."""
        every = node.must + node.may
        undecided = [tile for tile in in_order(self.asked | self._beside(node)) if every[tile]]
        if not undecided:
            return
        first = [tile for tile in undecided if tile in self.first and node.must[tile]] or undecided
        choices = {tile: [meld for meld, tiles in self.holding[tile] if tiles <= every] for tile in first}
        tile = min(choices, key=lambda kind: len(choices[kind]))
        for meld in choices[tile]:
            tiles = Counter(meld.tiles)
            yield Node((*node.melds, meld), node.must - tiles, node.may - (tiles - node.must), node.staying)
        if not node.must[tile]:
            stays = (tile,) * node.may[tile]
            yield Node(node.melds, node.must, node.may - Counter(stays), (*node.staying, *stays))

    def _beside(self, node: Node) -> set[Tile]:
        """The tiles that lie with a joker in a chosen meld."""
        return {tile for meld in node.melds if any(map(is_joker, meld.tiles)) for tile in meld.tiles}

    def _add(self, node: Node) -> None:
        """Let a node wait by the least it can cost, unless nothing legal comes of it."""
        if self._ended() or not self._may_be_legal(node):
            return
        found = self._rest(node)
        if found.melds is not None:
            self.made += 1
            worth = cost(self.position, self.task.objective, in_order((*node.staying, *found.left)))
            heappush(self.waiting, (worth, -len(node.melds), self.made, node, found))

    def _rest(self, node: Node) -> Found:
        """The best for the tiles of no chosen meld, as if no rule bound the jokers."""
        lying: list[Meld] = []
        must = node.must
        for meld in self.task.table:
            if Counter(meld.tiles) <= must:
                lying.append(meld)
                must = must - Counter(meld.tiles)
        task = Task(
            self.task.edition,
            in_order(must.elements()),
            in_order(node.may.elements()),
            self.task.objective,
            exact=self.task.exact,
            table=tuple(lying),
        )
        found = self.search(task, self.budget.rest(self.nodes, self.start))
        self.nodes += found.nodes + 1
        self.proved = self.proved and found.proved
        return found

    def _may_be_legal(self, node: Node) -> bool:
        """Whether the joker rules could still hold, with every other tile in a place of its own."""
        if not node.melds:
            return True
        beside, every = self._beside(node), node.must + node.may
        rest = [LONE[tile] for tile in self.asked | beside for _ in range(every[tile])]
        laid = Counter(self.rack) - Counter(node.staying)
        turn = Turn(self.position, Play((), (*node.melds, *rest)), laid)
        rules = self.task.edition.jokers
        if rules.sets == "frozen":
            # a frozen meld may still come to lie whole while one of its tiles is open
            olds = [old for old in self.olds if not any(every[tile] for tile in self.task.table[old].tiles)]
            return hold_together(turn, [tuple(accounts(turn, old, rules)) for old in olds])
        needs = [tuple(accounts(turn, old, rules)) for old in self.olds]
        # where it matters what a joker lies with, as many old melds may fail as there are jokers whose meld is open
        failing = sum(every[joker] for joker in JOKERS) if self.first == set(JOKERS) else 0
        return any(hold_together(turn, some) for some in combinations(needs, max(0, len(needs) - failing)))

    def _ended(self) -> bool:
        """Whether the budget has: from then on nothing is proved."""
        over = self.budget.ended(self.nodes, self.start)
        self.proved = self.proved and not over
        return over
