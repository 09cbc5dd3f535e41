"""Tables that are played here: which tables of a round, in which rooms, and what comes out of a room.

A table gets a room for each game when its round starts; which one is an event. What was played there becomes a result
that is confirmed at once, unless the game has one already: whatever was entered by hand stands.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.results import Confirmed, Reported
from tilerummy.tournament.events.rounds import OnlineChosen, RoomsGiven, TableChosen
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.results.reports import faults_of
from tilerummy.tournament.state import Event, Place, Round, StagePlay, Tournament

NewRoom = Callable[[], str]
"""A fresh room's id, which nobody guesses."""


class OnlineTable(NamedTuple):
    """A table of the round under way that is played here: its players in seat order, a room for each game."""

    round: int
    table: int
    players: tuple[int, ...]
    rooms: tuple[str, ...]


def choose(state: Tournament, rules: OnlineRules, *, online: bool) -> tuple[Event, ...]:
    """All tables of the rounds that have not started are played here, or at real tables."""
    if state.finished:
        raise refuse("finished")
    if (online, rules) == (state.online, state.online_rules):
        return ()
    return (OnlineChosen(online, rules),)


def choose_table(state: Tournament, table: int, new_room: NewRoom, *, online: bool) -> tuple[Event, ...]:
    """One table of the round that is not closed, whatever holds for the others. In a round under way a table gets its
    rooms now, or is taken over by hand."""
    play, number = state.play, state.current
    if play is None:
        raise refuse("not-begun")
    if state.finished or number >= len(play.rounds):
        raise refuse("finished")
    round_ = play.rounds[number]
    if not 1 <= table <= len(round_.seating.tables) or not round_.seating.tables[table - 1]:
        raise refuse("no-such-table", table=table)
    if is_online(state, round_, table) == online:
        return ()
    if online and round_.phase == "playing":
        return (_given(state, play, number, table, new_room),)
    return (TableChosen(number, table, online),)


def rooms_given(state: Tournament, new_room: NewRoom) -> tuple[Event, ...]:
    """The rooms of the round that starts."""
    play, number = state.play, state.current
    if play is None or number >= len(play.rounds):
        return ()
    round_ = play.rounds[number]
    return tuple(
        _given(state, play, number, table, new_room)
        for table, players in enumerate(round_.seating.tables, start=1)
        if players and is_online(state, round_, table)
    )


def may_have_rooms(state: Tournament, table: int, rooms: int | None = None) -> bool:
    """Whether a table of the round that is not closed may be played here; with so many `rooms`, whether now."""
    play, number = state.play, state.current
    if play is None or number >= len(play.rounds):
        return False
    round_, tables = play.rounds[number], play.rounds[number].seating.tables
    if not 1 <= table <= len(tables) or not tables[table - 1]:
        return False
    return rooms is None or (round_.phase == "playing" and rooms == state.rule(play).games)


def is_online(state: Tournament, round_: Round, table: int) -> bool:
    """Whether a table (from 1) of a round is played here."""
    if round_.phase in ("playing", "closed"):
        return table in round_.rooms
    return round_.chosen.get(table, state.online)


def online_tables(state: Tournament) -> tuple[OnlineTable, ...]:
    """The tables of the round under way that are played here, in order."""
    play, number = state.play, state.current
    if play is None or number >= len(play.rounds) or play.rounds[number].phase != "playing":
        return ()
    round_ = play.rounds[number]
    return tuple(
        OnlineTable(number, table, round_.seating.tables[table - 1], rooms)
        for table, rooms in sorted(round_.rooms.items())
    )


def game_now(state: Tournament, table: OnlineTable) -> int | None:
    """The first game of the table (from 1) that has no result; None once there is none, or too few are left to play."""
    if state.play is None or sum(player not in state.withdrawn for player in table.players) < 2:
        return None
    results = state.play.results
    games = range(1, len(table.rooms) + 1)
    return next((game for game in games if (table.round, table.table, game) not in results), None)


def played(
    state: Tournament, room: str, points: Mapping[int, int], stood_in: Collection[int] = ()
) -> tuple[Event, ...]:
    """The result of a game that is over, by the numbers of those who were dealt in, confirmed by the judge of its room.
    Who came back to the table while it was played has none. `stood_in`: for whom a computer player played.

    Nothing where the game is no longer this round's or has a result already. Raises Refusal for points that cannot be
    the game's.
    """
    place = _place(state, room)
    if state.play is None or place is None or place in state.play.results:
        return ()
    players = state.play.rounds[place[0]].seating.tables[place[1] - 1]
    scores = tuple(points.get(player) for player in players)
    if wrong := faults_of(state, state.play, place, scores, points.keys()):
        raise Refusal(*wrong)
    by = f"room:{room}"
    return (Reported(*place, scores, by, stood_in=tuple(sorted(stood_in))), Confirmed(*place, by))


def _place(state: Tournament, room: str) -> Place | None:
    """The game that is played in a room, None where its table is not played here any more."""
    for table in online_tables(state):
        if room in table.rooms:
            return table.round, table.table, table.rooms.index(room) + 1
    return None


def _given(state: Tournament, play: StagePlay, number: int, table: int, new_room: NewRoom) -> Event:
    return RoomsGiven(number, table, tuple(new_room() for _ in range(state.rule(play).games)))
