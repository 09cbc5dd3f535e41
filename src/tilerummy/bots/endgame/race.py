"""Two players with an empty pool, who know each other's rack: who goes out, or holds less when nobody can go on.

A rack can go out where all tiles but those of the other rack can lie in melds, so that what a player keeps decides
alone whether the other goes out. Both lay as little as they may, and nothing after which the other goes out at once.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from tilerummy.bots.endgame.melds import lying, most, singles, tiles_of, unbound
from tilerummy.bots.hidden_racks import unseen
from tilerummy.bots.plays import BUDGET
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.game.views import View
from tilerummy.rules.judge.tallies import tally
from tilerummy.rules.moves import Move, Pass
from tilerummy.rules.position import Position
from tilerummy.solver.query import Query
from tilerummy.solver.solve import answer

NODES: Final = 600_000
"""States that all searches for one move may expand, a bound on its time; the last may expand some more."""
AHEAD: Final = 2
"""Turns of which every reply is looked at, at most."""

FEW: Final = 4
"""Turns that win which are looked at further."""


class SpentError(Exception):
    """The states that may be expanded are."""


class Race(NamedTuple):
    """The tallies of the table, of the rack of the one who moves and of the other, and the passes up to now."""

    table: int
    mover: int
    other: int
    passed: int = 0

    def after(self, laid: int) -> "Race":
        """After the mover has laid these tiles, or none."""
        return Race(self.table + laid, self.other, self.mover - laid, 0 if laid else self.passed + 1)


class Lookout:
    """What comes of races in one edition, as far as so many states of all searches together tell."""

    def __init__(self, edition: Edition, nodes: int) -> None:
        self.edition, self.nodes = edition, nodes
        self.obliged = edition.end.pass_when_able == "refused"
        self.lie = lying(edition)
        self.possible: dict[int, bool] = {}
        self.played_out: dict[Race, int] = {}

    def worth(self, race: Race, ahead: int = 0) -> int:
        """The points that the mover wins, negative those that they lose, where all turns that come to mind are tried so
        many turns `ahead`, and then the first is made. Any win is good enough."""
        if ahead == 0 and race in self.played_out:
            return self.played_out[race]
        found = self.ended(race)
        if found is None:
            for child in self.turns(race) if ahead else islice(self.turns(race), 1):
                won = -self.worth(child, max(0, ahead - 1))
                found = won if found is None else max(won, found)
                if found > 0:
                    break
        if found is None:
            found = -self._value(race.mover)
        if ahead == 0:
            self.played_out[race] = found
        return found

    def ended(self, race: Race) -> int | None:
        """What the mover wins where all have passed or they go out at once; None where the race goes on."""
        if race.passed == 2:
            return self._value(race.other) - self._value(race.mover)
        return self._value(race.other) if self._possible(race.table + race.mover) else None

    def turns(self, race: Race) -> Iterator[Race]:
        """What comes of the mover's turns after which the other does not go out at once: a pass where that is allowed,
        single tiles; where no tile can be laid alone, the most tiles, or a pass."""
        if not self.obliged and self._safe(passed := race.after(0)):
            yield passed
        able = False
        for tile in singles(race.mover):
            if self._possible(race.table + tile):
                able = True
                if self._safe(child := race.after(tile)):
                    yield child
        if not able:
            left, nodes = most(self.edition, race.table, race.mover, "tiles")
            self._spend(nodes)
            child = race.after(0 if left is None else race.mover - left)
            if child.passed or self._safe(child):
                yield child

    def _safe(self, race: Race) -> bool:
        return race.passed == 2 or not self._possible(race.table + race.mover)

    def _possible(self, tiles: int) -> bool:
        known = self.possible.get(tiles)
        if known is None:
            found = self.lie(tiles)
            known = self.possible[tiles] = found.left is not None
            self._spend(found.nodes)
        return known

    def _spend(self, nodes: int) -> None:
        self.nodes -= nodes
        if self.nodes < 0:
            raise SpentError

    def _value(self, rack: int) -> int:
        return rack_value(self.edition, tiles_of(rack))


def best_turns(race: Race, edition: Edition, ahead: int = AHEAD, nodes: int = NODES) -> list[Race]:
    """What comes of a few turns that win against the best replies as far ahead as can be seen, in the order in which
    they come to mind; where none is seen to win, of all, the one that loses least first."""
    lookout = Lookout(edition, nodes)
    left: list[Race] = []
    winning: list[Race] = []
    try:
        left = list(lookout.turns(race))
        for far in range(ahead + 1):
            winning = []
            for child in left:
                if len(winning) < FEW and lookout.worth(child, far) < 0:
                    winning.append(child)
            left = winning or (left if far else sorted(left, key=lookout.worth))
            if len(left) == 1:
                break
    except SpentError:
        pass
    return winning or left


def raced(view: View, position: Position, ahead: int = AHEAD) -> Move | None:
    """The move that looks best; None where nothing is known or looks safe: where there are several others, where not
    both have opened, and where the table binds what can be laid."""
    if len(view.seats) != 2 or not all(seat.opened and not seat.resigned for seat in view.seats):
        return None
    edition = position.edition
    if not unbound(edition):
        return None
    rack = tally(position.rack)
    table = sum(tally(meld.tiles) for meld in view.table)
    passed = int(view.last is not None and view.last.kind == "passed")
    turns = best_turns(Race(table, rack, tally(unseen(view)), passed), edition, ahead)
    if not turns:
        return None
    laid = tiles_of(turns[0].table - table)
    return answer(Query(position, "tiles", laid, laid), BUDGET).play if laid else Pass()
