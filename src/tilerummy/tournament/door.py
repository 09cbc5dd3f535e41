"""The door of a round that everybody has seen: which chairs are free, and who takes one.

A chair is free at a table where nothing has been played: that of a player who has left, or one more where the table may
be larger. Where there is none and the round has not begun, a new table has one: its other players come from the last
tables.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.rules.refusal import refuse
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.players import known, newcomers, replanned
from tilerummy.tournament.seating.history import Seating, Table
from tilerummy.tournament.seating.repair import moves
from tilerummy.tournament.seating.table_sizes import table_sizes
from tilerummy.tournament.stages import sizes_of
from tilerummy.tournament.state import Event, Round, StagePlay, Tournament, fold


class Chair(NamedTuple):
    """A free chair at a table (from 1): that of the player who has `left`, or one more; at a new table, with those who
    are `moving` there."""

    table: int
    left: int | None
    moving: tuple[int, ...] = ()


def chairs(state: Tournament) -> tuple[Chair, ...]:
    """The free chairs of the round that is shown or played, by table; where there are none, that of a new table."""
    play, number = state.play, state.current
    if play is None or number >= len(play.rounds) or play.rounds[number].phase == "planned":
        return ()
    begun = _begun(play, number)
    free = tuple(
        Chair(at, left)
        for at, table in enumerate(play.rounds[number].seating.tables, start=1)
        if table and at not in begun
        for left in (next((player for player in table if player in state.withdrawn), None),)
        if left is not None or len(table) < state.rule(play).tables.most
    )
    return free or _new_table(state, play.rounds[number], begun)


def _new_table(state: Tournament, round_: Round, begun: frozenset[int]) -> tuple[Chair, ...]:
    """The chair of a table that is added to full ones: of the sizes that one player more has."""
    assert state.play is not None
    tables = round_.seating.tables
    sizes = table_sizes(sum(map(len, tables)) + 1, sizes_of(state.rule(state.play)))
    if round_.phase != "published" or begun or sizes is None or len(sizes) != sum(map(bool, tables)) + 1:
        return ()
    moving: list[int] = []
    for seats in reversed(tables):
        if len(moving) + 1 < sizes[-1] < len(seats) and (mover := _mover(state, seats, moving)) is not None:
            moving.append(mover)
    return (Chair(len(tables) + 1, None, tuple(reversed(moving))),) if len(moving) + 1 == sizes[-1] else ()


def _mover(state: Tournament, seats: Table, moving: Sequence[int]) -> int | None:
    """Who of a table moves to a new one: the last who is not fixed, nor kept apart from others who do."""
    fixed = {number for number, _ in state.fixed}
    free = (one for one in reversed(seats) if one not in fixed)
    return next((one for one in free if not any({one, other} in map(set, state.apart) for other in moving)), None)


def is_untouched(play: StagePlay, number: int, table: int) -> bool:
    """Whether nothing has been played at a table of a round (from 0), here or in the hall."""
    return table not in _begun(play, number)


def _begun(play: StagePlay, number: int) -> frozenset[int]:
    """The tables of a round at which something has been played."""
    return frozenset((*play.rounds[number].rooms, *(table for at, table, _ in play.results if at == number)))


def may_sit_down(state: Tournament) -> bool:
    """Whether a player who is not on the list may still take a chair."""
    return state.format.late != "never" and len(state.stages) == 1 and bool(chairs(state))


def sit_down(state: Tournament, table: int, name: str, number: int | None) -> tuple[Event, ...]:
    """Give a free chair to a new player, or to a player of the stage who does not sit in this round; rounds that nobody
    has seen are planned again for those who are there now. Raises Refusal."""
    chair = next((one for one in chairs(state) if one.table == table), None)
    if number is not None:
        _require_standing(state, number)
    elif chair is not None and not may_sit_down(state):
        raise refuse("too-late-to-enter")
    if chair is None:
        raise refuse("no-free-chair", table=table)
    entered = () if number is not None else newcomers(state, name, beyond=True)
    after = fold(state, entered)
    if len(after.entrants) > len(state.entrants) + 1:
        raise refuse("one-latecomer")
    sits = number if number is not None else max(after.entrants.keys() - state.entrants.keys())
    return replanned(state, (*entered, _taken(after, chair, sits)))


def _require_standing(state: Tournament, number: int) -> None:
    """Raises Refusal for a player who has a seat in this round or none in this stage."""
    one, play = known(state, number), state.play
    if number in state.withdrawn:
        raise refuse("withdrawn-already", number=number)
    if play is None or state.current >= len(play.rounds) or number not in play.players:
        raise refuse("not-in-this-stage", number=number, name=one.name)
    if (table := play.rounds[state.current].table_of(number)) is not None:
        raise refuse("sits-already", name=one.name, table=table)


def _taken(state: Tournament, chair: Chair, number: int) -> Planned:
    assert state.play is not None
    at, round_ = state.current, state.play.rounds[state.current]
    old = round_.seating
    tables = [tuple(player for player in table if player not in chair.moving) for table in old.tables]
    if chair.moving:
        tables.append(chair.moving)
    table = tables[chair.table - 1]
    seats = tuple(number if player == chair.left else player for player in table)
    tables[chair.table - 1] = seats if chair.left is not None else (*table, number)
    new = Seating(tuple(tables), tuple(player for player in old.byes if player != number))
    return Planned(at, (new,), moves((old,), (new,), at), round_.order)
