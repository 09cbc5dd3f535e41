"""The tables of a tournament that are played here, over HTTP: where they are, and who takes which seat."""

from typing import assert_never

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.records.record import Busy
from tilerummy.rooms.events import kind_of
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.decide import Actor, require_its_round
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.tournaments import asked_of
from tilerummy.web.errors import HttpRefusal, read_body, told
from tilerummy.web.sessions import Sessions
from tilerummy.web.tournament_protocol import (
    BeginGame,
    Claimed,
    ClaimSeat,
    EnterResult,
    OnlineAsked,
    ReleaseSeat,
    TablesHere,
)


class OnlineTableApi:
    """The endpoint over the tables that are played on this server."""

    def __init__(self, tournaments: Tournaments, feeder: ResultsFeed, sessions: Sessions) -> None:
        self._tournaments = tournaments
        self._feed = feeder
        self._tables = feeder.tables
        self._sessions = sessions
        self._asked = limits.tournament_commands()

    async def online(self, request: Request) -> Response:
        """GET: the tables, as the key's role may see them. POST: a seat is claimed or released, a game begun, its
        result entered."""
        hosted, actor = await asked_of(self._tournaments, request)
        player = self._sessions.player(request)
        if request.method == "GET":
            return reply(TablesHere(await self._tables.shown(hosted, actor, player)))
        if not self._asked.take(f"{hosted.id} {actor}"):
            raise HttpRefusal(429, "too-fast")
        asked: OnlineAsked = await read_body(request, OnlineAsked)  # type: ignore[arg-type]
        # while the body came, the key may have been renewed
        hosted, actor = await asked_of(self._tournaments, request)
        try:
            return await self._do(hosted, actor, player, asked)
        except Refusal as refusal:
            raise HttpRefusal(422, refusal.code, **refusal.params) from None
        except Busy:
            raise HttpRefusal(503, "busy") from None

    async def _do(self, hosted: HostedTournament, actor: Actor, player: str | None, asked: OnlineAsked) -> Response:
        """Raises Refusal, Busy, HttpRefusal or StorageFailure."""
        at_table = isinstance(asked, ClaimSeat)
        if not (actor.table == asked.table if at_table else actor.role in ("desk", "organiser")):
            raise HttpRefusal(403, "not-allowed-role")
        match asked:
            case ClaimSeat():
                if player is None:
                    raise HttpRefusal(401, "no-session")
                if kind_of(player) == "computer":
                    # a tournament is between people: nobody there expects a program
                    raise HttpRefusal(403, "not-for-bots")
                _require_its_round(hosted.state.tournament, actor)
                return reply(Claimed(await self._tables.claim(hosted, asked.table, asked.number, player)))
            case ReleaseSeat():
                await self._tables.release(hosted, asked.table, asked.number)
            case BeginGame():
                await self._tables.begin(hosted, asked.table)
            case EnterResult():
                try:
                    await self._feed.enter(hosted, asked.table)
                except Refusal as refusal:
                    raise HttpRefusal(422, "refused", told(refusal.faults)) from None
            case _:
                assert_never(asked)
        return reply(TablesHere(await self._tables.shown(hosted, actor, player)))


def _require_its_round(state: Tournament, actor: Actor) -> None:
    """Raises HttpRefusal, with the tournament's own fault, for the link of a card that is for another round."""
    try:
        require_its_round(state, actor)
    except Refusal as refusal:
        raise HttpRefusal(422, "refused", told(refusal.faults)) from None
