"""Branch and bound where the sides of a mirrored run may differ in colours (TW4): the sides of such runs one after
another, the rest as an ordinary task.

A side with a regular joker in place of the mirror and of all beyond it is a run, so the rest of the tiles with such
jokers to lay costs no more than any way to go on: that is the bound. Of several best choices the first is taken, that
of the table first.
"""

from functools import cached_property, lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.tiles import in_order
from tilerummy.solver.aside import Hand, Melds, Search, Tries, cost_of, hand_of, tiles_of
from tilerummy.solver.mirrors.sides import Side, around, differs, sides
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Found, Task

HIGHEST: Final = 13


def search(task: Task, budget: Budget, plain: Search) -> Found:
    """The least cost, proved, or the best that was found when the budget ends. `plain` answers the ordinary tasks."""
    hand = hand_of(task)
    most = hand.must["M"] + hand.may["M"]
    if not most:
        return plain(task, budget)
    tries = Tries(task, budget, plain, differs)
    tree = _Tree(tries, hand)
    lying = tuple(meld for meld in task.table if differs(meld, task.edition))
    rest = hand.without(tiles_of(lying).elements())
    if lying and rest is not None:
        tries.lay(lying, rest)
    for runs in range(most + 1):
        for narrow in range(min(runs, hand.must["D"] + hand.may["D"]) + 1):
            tree.choose(runs, narrow, (), hand)
    found = tries.found()
    same = found.melds is not None and tiles_of(task.table) == hand.must and found.left == in_order(hand.may.elements())
    return replace(found, melds=task.table) if same else found


class _Tree:
    """All choices of mirrored runs whose sides differ."""

    def __init__(self, tries: Tries, hand: Hand) -> None:
        self.tries, self.task, self.edition, self.hand = tries, tries.task, tries.task.edition, hand

    @cached_property
    def sides(self) -> list[Side]:
        """All sides, each counted, since jokers make many; few or none where the budget ends."""
        return sides(self.hand, self.edition, self.tries.counted)

    @cached_property
    def narrow(self) -> list[Side]:
        return [side for side in self.sides if len(side.tiles) == 1]

    @cached_property
    def wide(self) -> list[Side]:
        return [side for side in self.sides if len(side.tiles) > 1]

    @cached_property
    def partners(self) -> dict[tuple[int, int], list[tuple[int, Side]]]:
        """The wide sides of each height and length, with their places."""
        found: dict[tuple[int, int], list[tuple[int, Side]]] = {}
        for at, side in enumerate(self.wide):
            found.setdefault((side.first, side.size), []).append((at, side))
        return found

    def choose(self, runs: int, narrow: int, melds: Melds, hand: Hand, first: int = 0) -> None:
        """Lay so many mirrored runs more, of which so many have a side of one double joker; of the others the first
        side is this one or a later one."""
        if self.tries.perfect() or self.tries.ended():
            return
        if not runs:
            self.tries.lay(melds, hand)
            return
        asked = ("M",) * runs + ("D",) * narrow
        rest = hand.without(asked)
        if rest is None or self._hopeless(melds, (), rest, 2 * runs - narrow, runs):
            return
        for at, left in enumerate(self.narrow if narrow else self.wide[first:], first):
            less = hand.without(("M", *left.tiles))
            if less is None or (rest := less.without(asked[: runs - 1] + ("D",) * (narrow - 1))) is None:
                continue
            wild = 2 * (runs - 1) - max(0, narrow - 1) + 1
            if self._hopeless(melds, left.tiles, rest, wild, runs - 1):
                continue
            for place, right in self.partners.get((left.first, left.size), ()):
                if narrow or place >= at:
                    self._pair(left, right, runs, narrow, melds, less, at)

    def _pair(self, left: Side, right: Side, runs: int, narrow: int, melds: Melds, hand: Hand, at: int) -> None:
        rest = hand.without(right.tiles) if left.alike(right) else None
        if rest is None:
            return
        meld = around(left.tiles, right.tiles, self.edition)
        if meld is not None and differs(meld, self.edition):
            after = (max(0, narrow - 1), 0 if narrow else at)
            self.choose(runs - 1, after[0], (*melds, meld), rest, after[1])

    def _hopeless(self, melds: Melds, side: tuple[str, ...], rest: Hand, wild: int, more: int) -> bool:
        """Whether no better way lays these melds, a mirrored run with this side, and what else wants so many jokers to
        be runs. What `more` mirrored runs are worth nobody knows yet."""
        if self.tries.ended():
            return True
        worth = sum(readings(meld, self.edition)[0].value for meld in melds)
        worth += HIGHEST * (2 * len(side) + 2 * side.count("D") + 1) if side else 0
        asked = replace(
            self.task,
            edition=_wild(self.edition, wild),
            must=in_order((*rest.must.elements(), *("J",) * wild)),
            may=in_order(rest.may.elements()),
            threshold=0 if more else max(0, self.task.threshold - worth),
            table=(),
        )
        found = self.tries.ask(asked)
        if not found.proved:
            return False
        cost = self.tries.cost
        return found.melds is None or (cost is not None and cost_of(self.task, found.left) >= cost)


@lru_cache(maxsize=256)
def _wild(edition: Edition, more: int) -> Edition:
    """The edition with so many regular jokers more, which may lie alone too: what is left of a side may be jokers."""
    jokers = msgspec.structs.replace(edition.jokers, all_joker_melds="allowed")
    box = msgspec.structs.replace(edition.tiles.jokers, J=edition.tiles.jokers.J + more)
    tiles = msgspec.structs.replace(edition.tiles, jokers=box)
    return msgspec.structs.replace(edition, jokers=jokers, tiles=tiles, hash=f"{edition.hash} {more}")
