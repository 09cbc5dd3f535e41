"""A guest's games that are over: how each ended, with whom, and how long they thought."""

import re

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.consent.events import Paused, WentOn
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.outcomes import ended
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rules.game.events import Dealt, Event, Turn
from tilerummy.web.answers import reply
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.protocol import PastGame, PastGames
from tilerummy.web.sessions import Sessions

_PLACE = re.compile(r"([0-9]{1,15})-([\w-]{1,60})")


class PastGamesApi:
    """The endpoint."""

    def __init__(self, rooms: Rooms, sessions: Sessions) -> None:
        self._rooms = rooms
        self._sessions = sessions

    async def finished(self, request: Request) -> Response:
        """GET: some of them, the last first; `before` asks for those before. Raises HttpRefusal."""
        player = self._sessions.player(request)
        if player is None:
            return reply(PastGames((), None))
        asked = request.query_params.get("before")
        place = None if asked is None else _PLACE.fullmatch(asked)
        if asked is not None and place is None:
            raise HttpRefusal(422, "malformed")
        rooms, after = await self._rooms.finished(player, place and (int(place[1]), place[2]))
        games = tuple([_past(room, player) for room in rooms])
        return reply(PastGames(games, after and f"{after[0]}-{after[1]}"))


def _past(room: Room, player: str) -> PastGame:
    state, you = room.state, room.state.seat_of(player)
    assert you is not None
    sitters = [sitter for sitter in state.sitters if sitter]
    at, result = ended(room)
    thought = thought_in(room, you)
    return PastGame(
        room=room.id,
        edition=edition_shown(state.edition),
        ended=at,
        names=tuple(sitter.name for sitter in sitters),
        levels=tuple(sitter.level for sitter in sitters),
        scores=result.scores,
        winners=result.winners,
        you=you,
        turns=len(thought),
        seconds=sum(thought) / 1000,
    )


def thought_in(room: Room, seat: int) -> list[int]:
    """The milliseconds of each turn of a seat, since the turn before ended or the tiles were dealt, without pauses."""
    begun, paused, thought = 0, None, list[int]()
    for entry in room.entries:
        for event in entry.events:
            if isinstance(event, Paused):
                paused = entry.row.at
            elif paused is not None and isinstance(event, WentOn | Event):
                begun, paused = begun + entry.row.at - paused, None
            if isinstance(event, Turn) and event.seat == seat:
                thought.append(entry.row.at - begun)
            if isinstance(event, Dealt | Turn):
                begun = entry.row.at
    return thought
