"""Tables that the desk arranges by hand: moved, swapped, split and merged, where nothing has been played.

What is asked names the tables as they were seen, so that nobody changes what another has changed meanwhile.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.door import is_untouched
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.fields import Numbers
from tilerummy.tournament.seating.apart import together
from tilerummy.tournament.seating.history import Seating, Table
from tilerummy.tournament.seating.locks import elsewhere
from tilerummy.tournament.seating.plan import planned_from
from tilerummy.tournament.seating.repair import moves
from tilerummy.tournament.state import Event, StagePlay, Tournament, fold

MOST_TABLES: Final = 6
"""Tables that are changed at once."""


class TableChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table (0: those who sit out) with its numbers in seat order, as it was seen and as it is to be; a table after
    the last is a new one."""

    table: Annotated[int, Meta(ge=0, le=1000)]
    before: Numbers
    after: Numbers


TableChanges = Annotated[tuple[TableChange, ...], Meta(min_length=1, max_length=MOST_TABLES)]


def change_tables(state: Tournament, asked: Sequence[TableChange], *, sure: bool = False) -> tuple[Event, ...]:
    """Tables of the round that is not closed as they are to be; rounds after it that nobody has seen are planned again.

    Raises Refusal with everything that is wrong; unless `sure`, also where a lock would not be kept any more.
    """
    play, number = state.play, state.current
    if play is None:
        raise refuse("not-begun")
    if state.now is None:
        raise refuse("finished")
    old = play.rounds[number].seating
    if wrong := [*_stale(play, number, old, asked), *_misplaced(state, asked), *_sizes(state, play, asked)]:
        raise Refusal(*wrong)
    new = _changed(old, {one.table: one.after for one in asked})
    if new == old:
        return ()
    if not sure and (broken := _broken(state, old, new)):
        raise Refusal(*broken)
    planned = Planned(number, (new,), moves((old,), (new,), number), play.rounds[number].order)
    return (planned, *planned_from(fold(state, (planned,)), number + 1))


def _stale(play: StagePlay, number: int, old: Seating, asked: Sequence[TableChange]) -> list[Fault]:
    """Tables that are others than they were seen, or at which something has been played."""
    now = {0: old.byes, **dict(enumerate(old.tables, start=1)), len(old.tables) + 1: ()}
    tables = [one.table for one in asked]
    found = [Fault("tables", "table-twice", {"table": at}) for at in sorted(set(tables)) if tables.count(at) > 1]
    for one in asked:
        if one.table not in now:
            found.append(Fault("tables", "no-such-table", {"table": one.table}))
        elif now[one.table] != one.before:
            found.append(Fault("tables", "table-changed" if one.table else "byes-changed", {"table": one.table}))
        elif one.table and one.before != one.after and not is_untouched(play, number, one.table):
            found.append(Fault("tables", "table-begun", {"table": one.table}))
    return found


def _misplaced(state: Tournament, asked: Sequence[TableChange]) -> list[Fault]:
    """Players who would sit twice, or nowhere, or at another table though they have left."""
    was = {player: one.table for one in asked for player in one.before}
    seated = [player for one in asked for player in one.after]
    found = [
        Fault("tables", "sits-twice-or-nowhere", {"number": player})
        for player in sorted({*was, *seated})
        if player not in was or (seated.count(player) != 1 and not (player in state.withdrawn and player not in seated))
    ]
    return found + [
        Fault("tables", "withdrawn-already", {"number": player})
        for one in asked
        for player in one.after
        if player in state.withdrawn and was.get(player) != one.table
    ]


def _sizes(state: Tournament, play: StagePlay, asked: Sequence[TableChange]) -> list[Fault]:
    """Tables that would be too small or too large for the stage."""
    sizes = state.rule(play).tables
    return [
        Fault(
            "tables",
            "table-size",
            {"table": one.table, "count": len(one.after), "least": sizes.least, "most": sizes.most},
        )
        for one in asked
        if one.table and one.after and not sizes.least <= len(one.after) <= sizes.most
    ]


def _broken(state: Tournament, old: Seating, new: Seating) -> list[Fault]:
    """Who would leave the table they are fixed to, and who would meet a player they are kept apart from."""
    apart, fixed, _ = state.locks
    names = {number: one.name for number, one in state.entrants.items()}
    away = {one.player for one in elsewhere((new,), fixed)} - {one.player for one in elsewhere((old,), fixed)}
    met = sorted({*together((new,), apart)} - {*together((old,), apart)})
    return [
        Fault("tables", "unlikely-fixed", {"name": names[player], "table": fixed[player] + 1})
        for player in sorted(away)
    ] + [Fault("tables", "unlikely-apart", {"one": names[one], "other": names[other]}) for one, other in met]


def _changed(old: Seating, after: Mapping[int, Table]) -> Seating:
    tables = dict(enumerate(old.tables, start=1)) | {table: seats for table, seats in after.items() if table}
    return Seating(tuple(tables[at] for at in sorted(tables)), tuple(sorted(after.get(0, old.byes))))
