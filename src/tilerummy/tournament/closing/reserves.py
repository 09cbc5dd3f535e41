"""Who goes on and leaves before anything is played makes room: the next in the standing moves up."""

from typing import NamedTuple

from tilerummy.rules.refusal import refuse
from tilerummy.tournament.closing.cut import open_cut
from tilerummy.tournament.door import is_untouched
from tilerummy.tournament.events.closing import MovedUp
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.plan import planned_from
from tilerummy.tournament.seating.repair import moves
from tilerummy.tournament.state import Event, Tournament, fold


class Reserve(NamedTuple):
    """Who moves up, and for whom."""

    number: int
    gone: int


def reserve(state: Tournament) -> Reserve | None:
    """Who may move up into the stage under way, until a result of it is in."""
    cut, play = open_cut(state), state.play
    if cut is None or play is None:
        return None
    gone = next((player for player in play.players if player in state.withdrawn), None)
    number = next((player for player in cut.through if player not in play.players), None)
    return None if gone is None or number is None else Reserve(number, gone)


def move_up(state: Tournament, number: int) -> tuple[Event, ...]:
    """Let the next in the standing play. Tables that nobody has seen follow the standing; at those that were shown they
    take the chair. Raises Refusal for anybody else, and where it is too late."""
    found = reserve(state)
    if found is None:
        raise refuse("nobody-moves-up")
    if found.number != number:
        raise refuse("not-the-next", number=found.number, name=state.entrants[found.number].name)
    assert state.play is not None
    play = state.play
    there = {*play.players, number} - {found.gone}
    ranked = tuple(line.player for line in lines(state, len(state.stages) - 2) if line.player in there)
    up = MovedUp(number, found.gone, ranked)
    if play.rounds[0].phase == "planned":
        return (up, *planned_from(fold(state, (up,)), 0))
    return (up, *_chair(state, found))


def _chair(state: Tournament, found: Reserve) -> tuple[Event, ...]:
    """The chair of who has gone, for who moves up. Raises Refusal where a game there may have begun."""
    assert state.play is not None
    round_ = state.play.rounds[0]
    table = round_.table_of(found.gone)
    if table is not None and not is_untouched(state.play, 0, table):
        raise refuse("table-begun", table=table)
    old = round_.seating
    tables = tuple(tuple(found.number if player == found.gone else player for player in seats) for seats in old.tables)
    byes = tuple(sorted(found.number if player == found.gone else player for player in old.byes))
    new = Seating(tables, byes)
    return () if new == old else (Planned(0, (new,), moves((old,), (new,), 0), round_.order),)
