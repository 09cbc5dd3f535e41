"""Reports from people at a table to the server's owner, over HTTP."""

import secrets
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.beside.chat import said_by
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rules.names import visible
from tilerummy.store import Report, Store
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body
from tilerummy.web.protocol import NewReport, ReportMade
from tilerummy.web.sessions import Sessions


class ReportApi:
    """The endpoint over the rooms of one server."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._spending = spending

    async def report(self, request: Request) -> Response:
        """POST: a seat of a room, or a line of its chat, by a guest who has a seat there."""
        player = maker(request, self._sessions.player(request), self._spending.budget, limits.REPORT_COST)
        asked = await read_body(request, NewReport)
        room = await self._rooms.find(request.path_params["room"])
        if room is None:
            raise HttpRefusal(404, "unknown-room")
        if room.state.seat_of(player) is None:
            raise HttpRefusal(403, "not-seated")
        reported = await meant(self._rooms.store, room, asked.seat, asked.line)
        if reported is None:
            raise HttpRefusal(422, "report-nobody")
        if reported.player == player:
            raise HttpRefusal(422, "report-oneself")
        if not self._spending.reports.take(player):
            raise HttpRefusal(429, "too-fast")
        ident, text = secrets.token_hex(4), visible(asked.text)
        who, name, line = reported
        report = Report(ident, room.id, who, name, player, asked.reason, text, line, self._rooms.now())
        if not await self._rooms.store.keep_report(report, limits.REPORTS):
            raise HttpRefusal(503, "reports-full")
        return reply(ReportMade(ident), 201)


class Meant(NamedTuple):
    """A person at a table, by which name, and the line that it is about (empty: none)."""

    player: str
    name: str
    line: str


async def meant(store: Store, room: Room, seat: int | None, line: int | None) -> Meant | None:
    """Who has the seat, or wrote the chat line of that number (one of the two); None where that is nobody, or a
    computer."""
    if line is not None and seat is None:
        for said in await store.said(room.id, line - 1):
            if said.number == line and said.body:
                return Meant(said.actor, *said_by(said))
    elif seat is not None and line is None and seat < len(room.state.sitters):
        sitter = room.state.sitters[seat]
        if sitter is not None and sitter.player is not None:
            return Meant(sitter.player, sitter.name, "")
    return None
