"""The rooms of a tournament's tables: made where a game is due, claimed seat by seat, seen by those they concern."""

from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from tilerummy import editions
from tilerummy.records.links import new_key
from tilerummy.rooms import fixtures
from tilerummy.rooms.decision import Decide, Decision, opening
from tilerummy.rooms.events import Fixture, Why
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.options import Options
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists.entrants import initials
from tilerummy.tournament.online_tables import OnlineTable, game_now, online_tables, played
from tilerummy.tournament.state import Scores, Tournament
from tilerummy.tournaments.hosted_tournament import HostedTournament

TablePhase = Literal["lobby", "playing", "over", "left", "done", "lost"]


class SeatHere(msgspec.Struct, frozen=True):
    """A player's seat at a table played here: whether a device has claimed it, and whether it is connected."""

    number: int
    claimed: bool
    here: bool


class FaultShown(msgspec.Struct, frozen=True):
    """A fault as it travels."""

    key: str
    code: str
    params: dict[str, Any]


class ResultWaiting(msgspec.Struct, frozen=True):
    """What came of a game that is over and has no result yet: the `scores` by the table's seats, and the `faults` for
    which they are not entered; none where that is done at the next look."""

    scores: Scores
    faults: tuple[FaultShown, ...]


class TableHere(msgspec.Struct, frozen=True):
    """A table of the round under way that is played here: at which game (of `games`) it is, in which `room`.

    `phase`: of that game; "done" once all have results, "lost" where the room cannot be opened and the desk has to take
    the table over. `you`: the number of the player whose seat this guest has claimed. `waiting`, for desk and
    organiser: of a game that is over, what is not entered yet.
    """

    table: int
    game: int
    games: int
    room: str
    phase: TablePhase
    seats: tuple[SeatHere, ...]
    you: int | None
    waiting: ResultWaiting | None


class Due(NamedTuple):
    """The game that is due at a table, and its room, which was made for it."""

    place: fixtures.Place
    room: Room


class OnlineTables:
    """The rooms of all tables that are played on this server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def due(self, hosted: HostedTournament, table: OnlineTable) -> Due | None:
        """The game that is due at a table, its room made where it is not there yet; None for a table without such a
        game, for a room that cannot be opened, and for one that was made for something else. Raises StorageFailure."""
        game = game_now(hosted.state.tournament, table)
        if game is None:
            return None
        place = fixtures.Place(hosted.link, table.table, game)
        room = await self._rooms.find(table.rooms[game - 1]) or await self._opened(hosted, table, game)
        return Due(place, room) if room is not None and fixtures.is_for(room.state, place) else None

    async def _opened(self, hosted: HostedTournament, table: OnlineTable, game: int) -> Room | None:
        room, owner = table.rooms[game - 1], f"tournament:{hosted.link}"
        before = await self._rooms.find(table.rooms[game - 2]) if game > 1 else None
        last = fixtures.Place(hosted.link, table.table, game - 1)
        try:
            opened = _first_decision(hosted.link, hosted.state.tournament, table, game)
            if before is not None and before.state.next is None:
                opens = fixtures.only_for(last, lambda now: _opening(now, before.id, room, opened))
                await before.ask(owner, room, opens)
            return await self._rooms.ensure(room, owner, opened)
        except Refusal:
            # No edition, or none for so many players: the desk is shown that nothing can be played there.
            return None

    async def claim(self, hosted: HostedTournament, table: int, number: int, player: str) -> str:
        """A guest takes their own seat; the room where it is. Raises Refusal, Busy or StorageFailure."""
        due = await self._open(hosted, table)
        await _ask(due, player, lambda state: fixtures.claim(state, number, player))
        return due.room.id

    async def release(self, hosted: HostedTournament, table: int, number: int) -> None:
        """A seat may be claimed again. Raises Refusal, Busy or StorageFailure."""
        due = await self._open(hosted, table)
        await _ask(due, due.room.state.owner, lambda state: fixtures.release(state, number))

    async def begin(self, hosted: HostedTournament, table: int) -> None:
        """The game begins without those who are not there. Raises Refusal, Busy or StorageFailure."""
        due = await self._open(hosted, table)
        await _ask(due, due.room.state.owner, fixtures.begin)

    async def keep_up(self, hosted: HostedTournament, due: Due) -> None:
        """A game that was dropped is taken up, and who has withdrawn from the tournament plays no longer.

        Raises Refusal, Busy or StorageFailure.
        """
        owner, gone = due.room.state.owner, hosted.state.tournament.withdrawn
        if _why(hosted, due.room.id) is None:
            await _ask(due, owner, fixtures.take_up)
        await _ask(due, owner, lambda state: fixtures.withdraw(state, gone))

    async def drop(self, hosted: HostedTournament) -> None:
        """Nobody plays on in a room for which the tournament waits no longer. Raises Busy or StorageFailure."""
        for _, ident in await self._rooms.store.unfinished(f"tournament:{hosted.link}"):
            room = None if _why(hosted, ident) is None else await self._rooms.find(ident)
            if room is not None:
                owner = room.state.owner
                await room.ask(owner, new_key(), partial(_dropped, hosted, ident))

    async def shown(self, hosted: HostedTournament, actor: Actor, player: str | None) -> tuple[TableHere, ...]:
        """The tables that are played here as `actor`, at the guest's device, may see them: a table of this round itself
        alone, the public those it may watch. Raises StorageFailure."""
        state = hosted.state.tournament
        found = [
            await self._shown(hosted, table, player, staff=actor.role in ("desk", "organiser"))
            for table in online_tables(state)
            if actor.role != "table" or (actor.table == table.table and actor.round == state.now)
        ]
        watched = actor.role not in ("public", "entrant") or state.online_rules.watch
        return tuple(one for one in found if watched)

    async def _shown(
        self, hosted: HostedTournament, table: OnlineTable, player: str | None, *, staff: bool
    ) -> TableHere:
        game, games = game_now(hosted.state.tournament, table), len(table.rooms)
        due = await self.due(hosted, table)
        if due is None:
            phase: TablePhase = "done" if game is None else "lost"
            return TableHere(table.table, game or games, games, table.rooms[(game or games) - 1], phase, (), None, None)
        room = due.room
        players = room.state.fixture.players if room.state.fixture else ()
        here = room.audience.presence.newest
        seats = tuple(
            SeatHere(number, sitter.player is not None, here.seats[seat])
            for seat, (number, sitter) in enumerate(zip(players, room.state.sitters, strict=True))
            if sitter is not None
        )
        seat = room.state.seat_of(player)
        return TableHere(
            table=table.table,
            game=game or games,
            games=games,
            room=room.id,
            phase=room.state.phase,
            seats=seats,
            you=None if seat is None else players[seat],
            waiting=_waiting(hosted, table, room) if staff and room.state.phase == "over" else None,
        )

    async def _open(self, hosted: HostedTournament, number: int) -> Due:
        """What a table plays now. Raises Refusal."""
        table = next((one for one in online_tables(hosted.state.tournament) if one.table == number), None)
        due = None if table is None else await self.due(hosted, table)
        if due is None:
            raise refuse("not-playing")
        return due


def _why(hosted: HostedTournament, room: str) -> Why | None:
    """Why the tournament waits for the game of one of its rooms no longer, None while it does."""
    state = hosted.state.tournament
    rounds = ((play, number, round_) for play in state.stages for number, round_ in enumerate(play.rounds))
    for play, number, round_ in rounds:
        for table, rooms in round_.rooms.items():
            if room in rooms and (number, table, rooms.index(room) + 1) in play.results:
                return "settled"
    for one in online_tables(state):
        if room in one.rooms:
            game = game_now(state, one)
            return "too-few" if game is None else None if one.rooms[game - 1] == room else "taken-over"
    return "taken-over"


def _dropped(hosted: HostedTournament, ident: str, state: RoomState) -> Decision | None:
    return fixtures.drop(state, _why(hosted, ident))


def _waiting(hosted: HostedTournament, table: OnlineTable, room: Room) -> ResultWaiting:
    points = fixtures.scores(room.state)
    scores = tuple(points.get(player) for player in table.players)
    try:
        played(hosted.state.tournament, room.id, points)
    except Refusal as refusal:
        return ResultWaiting(scores, tuple(FaultShown(one.key, one.code, one.params) for one in refusal.faults))
    return ResultWaiting(scores, ())


def _first_decision(link: str, state: Tournament, table: OnlineTable, game: int) -> Decision:
    """How a table's room for a game begins. Raises Refusal."""
    rules, edition = state.online_rules, state.format.edition
    if edition not in editions.names():
        raise refuse("unknown-edition", known=list(editions.names()))
    players = tuple(number for number in table.players if number not in state.withdrawn)
    return fixtures.set_up(
        editions.load(edition),
        rules.limit,
        Fixture(link, table.table, game, len(table.rooms), players),
        _called(state, players),
        Options(chat="players", live=False, open=False, away=rules.away, away_seconds=rules.away_seconds),
    )


def _called(state: Tournament, players: tuple[int, ...]) -> dict[int, str]:
    """The players' names at the table: no fuller than the public may see them."""
    if not state.initials:
        return {number: state.entrants[number].name for number in players}
    return {number: f"{initials(state.entrants[number].name)} ({number})" for number in players}


def _opening(state: RoomState, before: str, room: str, opened: Decision) -> Decision | None:
    return opening(state, room, fixtures.following(opened, before, state)) if state.next is None else None


async def _ask(due: Due, actor: str, decide: Decide) -> None:
    """Ask something of the room, if it is still the one of this game. Raises Refusal, Busy or StorageFailure."""
    await due.room.ask(actor, new_key(), fixtures.only_for(due.place, decide))
