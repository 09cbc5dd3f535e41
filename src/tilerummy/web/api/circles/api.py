"""Circles over HTTP: founded, joined, seen by their members, played in."""

import asyncio
import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.circles.decide import ChooseTable, CircleCommand, JoinCircle, role_of
from tilerummy.circles.hosting import Circles, HostedCircle
from tilerummy.circles.season import Quarter, quarter_of
from tilerummy.circles.state import Table
from tilerummy.circles.views import CircleInvitation, CircleListed, view
from tilerummy.records.record import Busy
from tilerummy.rooms.commands import Sit
from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.circles.protocol import (
    ChooseUsual,
    CircleAnswered,
    CircleAsked,
    CircleMade,
    CirclePage,
    NewCircle,
    OpenTable,
    SitDown,
)
from tilerummy.web.api.new_rooms import edition_of
from tilerummy.web.api.rooms import listing
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, key_of, maker, read_body, size_cost
from tilerummy.web.protocol import NewRoom
from tilerummy.web.sessions import Sessions

_SEASON: Final = re.compile(r"([12][0-9]{3})-([1-4])")
_STATUS: Final = {"unknown-circle": 404, "not-keeper": 403, "members-only": 403}
_CALLED: Final = {"name-taken": "circle-name-taken", "record-full": "circle-record-full"}
"""Codes that say at a table what they say of it."""


class CircleApi:
    """The endpoints over the circles of one server."""

    def __init__(self, circles: Circles, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._circles, self._rooms, self._sessions = circles, rooms, sessions
        self._budget = spending.budget
        self._opened = limits.circle_tables()

    async def circles(self, request: Request) -> Response:
        """GET: the guest's circles. POST: a new one."""
        player = self._sessions.player(request)
        if request.method == "GET":
            found = [] if player is None else await self._circles.of(player)
            return reply([CircleListed(one.link, one.state.name) for one in found])
        player = maker(request, player, self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewCircle)
        try:
            made = await self._circles.found(asked.name, player, asked.called, self._rooms.now())
        except Refusal as refusal:
            raise _refused(refusal) from None
        return reply(CircleMade(made.link), 201)

    async def invitation(self, request: Request) -> Response:
        """GET: what the link whose key comes along opens."""
        hosted = await self._circles.find(request.path_params["circle"])
        role = None if hosted is None or hosted.state.over else role_of(hosted.state, key_of(request))
        if hosted is None or role is None:
            raise HttpRefusal(404, "unknown-circle")
        circle, member = hosted.state, hosted.state.member(self._sessions.player(request))
        called, keeper = (None, False) if member is None else (member.name, circle.keeps(member))
        return reply(CircleInvitation(circle.name, len(circle.members), role, called, keeper))

    async def circle(self, request: Request) -> Response:
        """GET: the circle as its member sees it, with the season of `season` (`2026-4`), else the one that goes on.
        POST: what a guest asks."""
        player = self._sessions.player(request)
        if request.method == "POST":
            return await self._command(request, player)
        hosted = await self._circles.of_member(request.path_params["circle"], player)
        member = None if hosted is None else hosted.state.member(player)
        if hosted is None or member is None:
            raise HttpRefusal(404, "unknown-circle")
        today = quarter_of(self._rooms.now())
        season = _season(request.query_params.get("season")) or today
        rooms = await self._circles.tables(hosted)
        results = await self._circles.results.of(hosted.id)
        here = {
            sitter.player
            for room in rooms
            for sitter, connected in zip(room.state.sitters, room.audience.presence.newest.seats, strict=False)
            if connected and sitter is not None and sitter.player is not None
        }
        # a table of many games takes a while
        shown = await asyncio.to_thread(view, hosted, member, results, season, today, frozenset(here))
        return reply(CirclePage(shown, tuple(listing(room, player) for room in rooms)))

    async def _command(self, request: Request, player: str | None) -> Response:
        player = maker(request, player, self._budget, limits.ROW_COST + size_cost(request))
        asked: CircleAsked = await read_body(request, CircleAsked)  # type: ignore[arg-type]
        link = request.path_params["circle"]
        # who is no member learns nothing but by a key
        comes = isinstance(asked, JoinCircle)
        hosted = await (self._circles.find(link) if comes else self._circles.of_member(link, player))
        if hosted is None:
            raise HttpRefusal(404, "unknown-circle")
        try:
            return reply(await self._answer(request, hosted, player, asked))
        except Refusal as refusal:
            raise _refused(refusal) from None
        except Busy:
            raise HttpRefusal(503, "busy") from None

    async def _answer(self, request: Request, hosted: HostedCircle, player: str, asked: CircleAsked) -> CircleAnswered:
        match asked:
            case OpenTable():
                return CircleAnswered(hosted.seq, await self._opens(request, hosted, player, asked))
            case SitDown():
                return CircleAnswered(hosted.seq, await self._sit(hosted, player, asked))
            case ChooseUsual():
                command: CircleCommand | ChooseTable = ChooseTable(asked.id, await self._table(request, asked.table))
            case _:
                command = asked
        return CircleAnswered(await self._circles.do(hosted, player, command, self._rooms.now()), None)

    async def _opens(self, request: Request, hosted: HostedCircle, player: str, asked: OpenTable) -> str:
        maker(request, player, self._budget, limits.ROOM_COST)
        if not self._opened.take(hosted.id):
            raise HttpRefusal(429, "too-fast")
        return await self._circles.open_table(hosted, player, asked.zone)

    async def _sit(self, hosted: HostedCircle, player: str, asked: SitDown) -> str:
        room, member = await self._rooms.find(asked.room), hosted.state.member(player)
        if room is None or member is None or room.state.circle != hosted.id:
            raise HttpRefusal(404, "unknown-room")
        if room.state.seat_of(player) is None:
            await room.carry_out(player, Sit(asked.id, member.name, None, asked.zone), self._rooms.now())
        return room.id

    async def _table(self, request: Request, asked: NewRoom) -> Table:
        """What a keeper chose. Raises HttpRefusal."""
        if asked.computers or asked.start or asked.name is not None:
            raise HttpRefusal(422, "circle-table-people")
        edition = await edition_of(asked, self._rooms.scheduler, address_of(request))
        return Table(edition, asked.seats, asked.limit, asked.hints, asked.options)


def _refused(refusal: Refusal) -> HttpRefusal:
    code = _CALLED.get(refusal.code, refusal.code)
    return HttpRefusal(_STATUS.get(code, 422), code, **refusal.params)


def _season(asked: str | None) -> Quarter | None:
    """The season asked for; None where none is. Raises HttpRefusal."""
    if asked is None:
        return None
    if (found := _SEASON.fullmatch(asked)) is None:
        raise HttpRefusal(422, "malformed")
    return Quarter(int(found[1]), int(found[2]))
