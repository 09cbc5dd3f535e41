"""Looking back over HTTP: a game turn by turn, its record, and what could have been played."""

import hashlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rates import Budget
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.jobs.reviews import OwnTurn, Unreadable, read_turns
from tilerummy.rooms.jobs.scheduler import TooMuchWork
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.replays import replay
from tilerummy.rules.game.events import Event
from tilerummy.rules.game.record import Record, dumps
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.errors import HttpRefusal, maker, read_bytes, refused
from tilerummy.web.leaving import while_asked
from tilerummy.web.protocol import GameAnalysis, Review
from tilerummy.web.sessions import Sessions

READ_SECONDS: Final = 4.0
"""What the reading of a record may take; a long game takes a tenth of a second."""


class ReplayApi:
    """The endpoints about a room's game, and about a record of one; `find` gives the room of an address or raises
    HttpRefusal."""

    def __init__(
        self, find: Callable[[Request], Awaitable[Room]], rooms: Rooms, sessions: Sessions, budget: Budget
    ) -> None:
        self._find = find
        self._store = rooms.store
        self._reviews = rooms.reviews
        self._scheduler = rooms.scheduler
        self._sessions = sessions
        self._budget = budget

    async def replay(self, request: Request) -> Response:
        """GET: the game up to now, as the guest may know it."""
        room, player = await self._find(request), self._sessions.player(request)
        if room.state.phase != "over" and (bar := room.bar(player)) is not None:
            raise HttpRefusal(403, bar)
        try:
            unheard = frozenset() if player is None else await self._store.blocked(player)
            return reply(replay(room, player, unheard))
        except Refusal as refusal:
            raise HttpRefusal(409, refusal.code, **refusal.params) from None

    async def record(self, request: Request) -> Response:
        """GET: the record of a game that is over."""
        room = await self._find(request)
        if room.state.phase != "over":
            raise HttpRefusal(409, "not-over")
        events = tuple(event for entry in room.entries for event in entry.events if isinstance(event, Event))
        sitters = [sitter for sitter in room.state.sitters if sitter]
        names = tuple(sitter.name for sitter in sitters)
        bots = tuple(seat for seat, sitter in enumerate(sitters) if sitter.kind == "computer" and not sitter.of_server)
        headers = {"Content-Disposition": f'attachment; filename="tilerummy-{room.id}.jsonl"'}
        return Response(dumps(Record(names, events, bots)), media_type="application/jsonl", headers=headers)

    async def review(self, request: Request) -> Response:
        """GET: what the guest could have laid in each of their turns of a game that is over."""
        room = await self._find(request)
        player = self._sessions.player(request)
        return await _worked_out(request, self._review(room, player, address_of(request)))

    async def analysis(self, request: Request) -> Response:
        """GET: what could have been laid in every turn of a game that is over."""
        room = await self._find(request)
        return await _worked_out(request, self._analysis(room, address_of(request)))

    async def analyse(self, request: Request) -> Response:
        """POST: the same of a record that the guest sends."""
        maker(request, self._sessions.player(request), self._budget, limits.ANALYSIS_COST)
        record = await read_bytes(request, limits.RECORD)
        turns = await self._turns(record, address_of(request))
        key = hashlib.sha256(record).hexdigest()
        return await _worked_out(request, self._analysis_of(turns, key, address_of(request)))

    async def _turns(self, record: bytes, address: str) -> tuple[OwnTurn, ...]:
        try:
            turns = await self._scheduler.read(address, READ_SECONDS, read_turns, record)
        except TooMuchWork:
            raise HttpRefusal(503, "busy") from None
        if isinstance(turns, Unreadable):
            raise HttpRefusal(422, "bad-record", reason=turns.code, line=turns.line)
        return turns

    async def _analysis_of(self, turns: tuple[OwnTurn, ...], key: str, asker: str) -> GameAnalysis:
        return GameAnalysis(await self._reviews.analysis_of_record(turns, key, asker))

    async def _review(self, room: Room, player: str | None, asker: str) -> Review:
        return Review(await self._reviews.review(room, player, asker))

    async def _analysis(self, room: Room, asker: str) -> GameAnalysis:
        return GameAnalysis(await self._reviews.analysis(room, asker))


async def _worked_out(request: Request, work: Coroutine[Any, Any, object]) -> Response:
    try:
        return reply(await while_asked(request, work))
    except Refusal as refusal:
        raise refused(refusal) from None
