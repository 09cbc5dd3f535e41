"""Same-turn openings by Lawler's partition: first plays where the table may be used in the turn of the opening.

Such a play holds a witness: rack tiles among those it lays that make melds worth the amount by themselves. The best
play of a player who has opened is tried first. Where it holds no witness, a smallest one that the rack can make parts
all plays: those that lay all of it and, kind by kind, those that lay too few. The part whose best play costs least is
looked at next, so the first play that holds a witness is the best of all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.dispatch import best
from tilerummy.solver.objectives import cost
from tilerummy.solver.opening.one_meld import openings
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.task import Found, Task

Tiles = Counter[Tile]
Melds = tuple[Meld, ...]
Waiting = tuple[tuple[int, int, int], int, "Part", Found]


class Part(NamedTuple):
    """The plays that lay at least the rack tiles `least` and at most `most`; `opening`: melds of a witness that all of
    them lay, where one is known."""

    least: Tiles
    most: Tiles
    opening: Melds = ()


class SameTurn:
    """The searches for one first play: the states they expanded, and whether all of them came to their end."""

    def __init__(self, query: Query, amount: int, budget: Budget, start: int) -> None:
        self.query, self.amount, self.budget, self.start = query, amount, budget, start
        self.nodes, self.proved = 0, True

    def best_play(self, rack: tuple[Tile, ...]) -> tuple[Melds, Found]:
        """The melds of the opening, and the best play that lays them and no tiles but those of `rack`."""
        whole = Counter(rack)
        if not self._own(whole):
            return (), Found(None, rack, self.nodes, self.proved)
        least = whole if self.query.objective == "out" else Counter(self.query.least)
        parts: Iterable[Part] = (Part(least, whole),)
        waiting: list[Waiting] = []
        bound = made = 0
        while True:
            for part in parts:
                found = self._play(part, whole)
                bound, made = (bound if made else found.bound), made + 1
                if found.melds is not None:
                    worth = cost(self.query.position, self.query.objective, found.left)
                    heappush(waiting, (worth, made, part, found))
            if not waiting:
                return (), Found(None, rack, self.nodes, self.proved, bound)
            worth, _, part, found = heappop(waiting)
            opening = part.opening or self._own(whole - Counter(found.left))
            if opening:
                bound = worth[0] if self.proved else bound
                return opening, replace(found, nodes=self.nodes, proved=self.proved, bound=bound)
            parts = self._parted(part)

    def _parted(self, part: Part) -> Iterator[Part]:
        """The part by how much it lays of a smallest witness; nothing where its tiles make none."""
        opening = self._smallest(part.most)
        witness, least = _tiles(opening), part.least
        if opening:
            yield Part(least | witness, part.most, opening)
        for tile in in_order(witness):
            fewer = part.most.copy()
            fewer[tile] = witness[tile] - 1
            if least <= fewer:
                yield Part(least, fewer)
            least = least | Counter({tile: witness[tile]})

    def _smallest(self, tiles: Tiles) -> Melds:
        """Melds of these tiles that reach the amount, of which no tile can be left out."""
        melds = self._own(tiles)
        for tile in in_order(_tiles(melds).elements()):
            held = _tiles(melds)
            if held[tile]:
                melds = self._own(held - Counter((tile,))) or melds
        return melds

    def _own(self, tiles: Tiles) -> Melds:
        """Melds of these tiles alone that reach the amount; none where there are none, or none is found in time."""
        edition = self.query.position.edition
        if edition.opening.melds == "one":
            return tuple(islice(openings(edition, _ordered(tiles), self.amount), 1))
        return self._ask(Task(self.query.position.edition, (), _ordered(tiles), "tiles", self.amount)).melds or ()

    def _play(self, part: Part, whole: Tiles) -> Found:
        """The best play of the part for a player who has opened, and all that it leaves of the rack."""
        position = self.query.position
        may = _ordered(part.most - part.least)
        task = Task(position.edition, _ordered(part.least), may, self.query.objective, table=position.table)
        found = self._ask(task)
        return replace(found, left=_ordered(whole - (part.most - Counter(found.left))))

    def _ask(self, task: Task) -> Found:
        """Put a task to the search, with what is left of the budget. Melds that reach the amount need no proof."""
        if self.budget.ended(self.nodes, self.start):
            found = Found(None, task.may, 0, proved=False)
        else:
            found = best(task, self.budget.rest(self.nodes, self.start))
        self.nodes += found.nodes
        self.proved = self.proved and (found.proved or (task.threshold > 0 and found.melds is not None))
        return found


def _tiles(melds: Melds) -> Tiles:
    return Counter(tile for meld in melds for tile in meld.tiles)


def _ordered(tiles: Tiles) -> tuple[Tile, ...]:
    return in_order(tiles.elements())
