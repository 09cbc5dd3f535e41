"""Whether a mover could lay a tile, proved by the search within a budget that is the same on every machine.

Without a kernel the definition proves less within less: then a mover of whom nothing is proved may pass, and the game
goes on until all have.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tilerummy.rules.game.endings import Decided, settled, stuck
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.unopened import chances
from tilerummy.rules.judge.ability import Ability, must_lay
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.solver.query import Budget, Query
from tilerummy.solver.regular import backend
from tilerummy.solver.solve import answer, has_kernel, solve

BUDGET: Final = Budget(nodes=100_000)
FEW: Final = Budget(nodes=backend.DEFINED)
"""Counted in states alone, so that every machine comes to the same answer, with a kernel or without."""


def ability(position: Position) -> Ability:
    """What the mover could lay: the play of most tiles, or of any one tile where the budget ends before that is found;
    with neither a play nor a proof it ended before both. Of one position several ask: after the turn before, in the
    turn, and when it passes."""
    return _ability(position, position.table)


def forget() -> None:
    """Remember no answer: for who measures, or tries another search."""
    _ability.cache_clear()


@lru_cache(maxsize=1 << 8)
def _ability(position: Position, _: tuple[Meld, ...]) -> Ability:
    """The same, by the table too: a play keeps what lies there in the order in which it lies."""
    budget = BUDGET if has_kernel() else FEW
    found = solve(position, "tiles", budget)
    play = _of_one_tile(position, budget) if found.status == "out-of-budget" else found.play
    return Ability(play, found.status == "no-play")


def _of_one_tile(position: Position, budget: Budget) -> Play | None:
    """A play of a single tile, of which the search is through much sooner; the tiles share the budget."""
    for tile in dict.fromkeys(position.rack):
        found = answer(Query(position, "tiles", least=(tile,), most=(tile,)), budget)
        if found.play is not None:
            return found.play
        budget = budget.rest(found.nodes, 0)
    return None


def first_able(positions: Iterable[Position]) -> tuple[Ability, ...]:
    """The abilities of movers one after another, up to the first who is not proved to be stuck."""
    found: list[Ability] = []
    for position in positions:
        found.append(ability(position))
        if not found[-1].stuck:
            break
    return tuple(found)


def nobody_can_lay(state: GameState) -> bool:
    """Whether the game ends because nobody who is still to move could lay a tile, where the edition obliges them to."""
    if state.pool or state.over is not None or not must_lay(state.edition, 0):
        return False
    return all(found.stuck for found in first_able(position_of(state, seat) for seat in state.to_move))


def openings(state: GameState) -> dict[int, Ability]:
    """Whether those who have not opened could have in their last turn, where the edition asks that of losers."""
    return {seat: ability(chance) for seat, chance in chances(state).items()}


def proved(before: GameState, decided: Decided) -> Decided:
    """What was decided in the state `before`, with all that the search proves: the end of a game in which nobody can
    lay any more, and which losers could have opened."""
    if nobody_can_lay(decided.state):
        over = proved(decided.state, stuck(decided.state))
        return Decided((*decided.events, *over.events), over.state)
    looked = {} if decided.state.over is None else openings(before)
    return settled(before, decided, looked) if looked else decided
