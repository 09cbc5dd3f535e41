"""Score sheets over HTTP: made, seen, watched, written on, taken home as CSV."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from tilerummy import editions
from tilerummy.messages import text
from tilerummy.rates import Budget
from tilerummy.records.record import Busy
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.edition.reader import change
from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.hosting import HostedSheet, KeepSheet, LinkTaken, SheetCommand, Sheets
from tilerummy.sheets.state import About, csv_lines
from tilerummy.sheets.statistics import Evening
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.csv_files import csv_file
from tilerummy.web.errors import HttpRefusal, key_of, maker, read_body, row_maker, size_cost, told
from tilerummy.web.sessions import Sessions
from tilerummy.web.sockets.watch_socket import Watched, Watchers, whole
from tilerummy.web.static_files import reader_language
from tilerummy.web.tournament_protocol import Answered

Counted = Literal["end.exhausted", "end.tie", "end.unopened", "end.loss_cap", "end.winner_bonus"]
"""The house rules by which points are counted."""


class NewSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a score sheet; `games`: how many are meant to be played, None for as many as they like.

    `changes`: what the table counts otherwise than the edition, as its words with their values. `sheet`: the id its
    maker has given it, which nobody must guess; asked for again, it is the same sheet. `about`: when and where, and a
    note; without a date, the day on which it is made.
    """

    edition: Annotated[str, Meta(max_length=60)]
    players: Annotated[tuple[Annotated[str, Meta(max_length=400)], ...], Meta(max_length=8)]
    games: Annotated[int, Meta(ge=1, le=200)] | None = None
    changes: dict[Counted, Annotated[str, Meta(max_length=40)] | int | None] = {}
    sheet: Annotated[str, Meta(pattern=r"^[a-z0-9]{16,40}$")] | None = None
    about: About | None = None


class SheetMade(msgspec.Struct, frozen=True):
    """The new sheet's id, which is its link for reading, and the key of the link for writing."""

    sheet: str
    key: str


class Evenings(msgspec.Struct, frozen=True):
    """What counts of the last sheets that a guest made or was given to write on, here or in another browser, and the
    `keys` by which they write on them, by id."""

    evenings: tuple[Evening, ...]
    keys: dict[str, str]


class SheetApi:
    """The endpoints over the score sheets of one server."""

    def __init__(self, sheets: Sheets, sessions: Sessions, watchers: Watchers, budget: Budget) -> None:
        self._sheets = sheets
        self._sessions = sessions
        self._watchers = watchers
        self._budget = budget
        self._commands = limits.sheet_commands()

    async def sheets(self, request: Request) -> Response:
        """GET: what counts of the sheets of this guest. POST: a new sheet."""
        if request.method == "POST":
            return await self._make(request)
        player = self._sessions.player(request)
        known = [] if player is None else await self._sheets.known_to(player)
        keys = {sheet.link: sheet.state.key for sheet in known}
        return reply(Evenings(tuple(sheet.evening() for sheet in known), keys))

    async def _make(self, request: Request) -> Response:
        owner = maker(request, self._sessions.player(request), self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewSheet)
        if asked.edition not in editions.names():
            raise HttpRefusal(422, "unknown-edition", known=list(editions.names()))
        players = [one_line(name) for name in asked.players]
        try:
            edition = _counted(editions.load(asked.edition), asked.changes)
            made = await self._sheets.create(
                edition, players, asked.games, owner, wall_clock(), asked.sheet, asked.about
            )
        except EditionError as error:
            raise HttpRefusal(422, "edition-faults", told(error.faults)) from None
        except Refusal as refused:
            raise HttpRefusal(422, "refused", told(refused.faults)) from None
        except LinkTaken:
            raise HttpRefusal(409, "sheet-known") from None
        return reply(SheetMade(made.link, made.state.key), 201)

    async def show(self, request: Request) -> Response:
        """GET: the sheet. POST: a command, with the key."""
        sheet, writes = await self._asked(request)
        if request.method == "POST":
            return await self._command(request, sheet, writes=writes)
        return Response(sheet.seen(writes=writes), headers={"Cache-Control": "no-store"}, media_type="application/json")

    async def watch(self, socket: WebSocket) -> None:
        """Pictures of the sheet."""

        async def asked(socket: WebSocket) -> Watched:
            sheet, writes = await self._asked(socket)

            async def picture(_: int) -> bytes:
                return whole(sheet.seen(writes=writes))

            return sheet, picture

        await self._watchers.watch(socket, asked)

    async def csv(self, request: Request) -> Response:
        """GET: the points as CSV."""
        sheet, _ = await self._asked(request)
        lang = reader_language(request)
        labels = (text(lang, key) for key in ("tournament.game", "sheet.total", "tournament.won"))
        return csv_file(csv_lines(sheet.state.sheet, *labels), f"tilerummy-{sheet.link}.csv")

    async def _command(self, request: Request, sheet: HostedSheet, *, writes: bool) -> Response:
        if not writes:
            raise HttpRefusal(403, "unknown-key")
        if not self._commands.take(sheet.id):
            raise HttpRefusal(429, "too-fast")
        player = self._sessions.player(request)
        row_maker(request, player, self._budget)
        command: SheetCommand = await read_body(request, SheetCommand)  # type: ignore[arg-type]
        try:
            if not isinstance(command, KeepSheet):
                seq = await sheet.do(command, wall_clock())
            elif player is None:
                raise HttpRefusal(401, "no-session")
            else:
                seq = await self._sheets.keep_for(player, sheet, command, wall_clock())
        except Refusal as refused:
            raise HttpRefusal(422, "refused", told(refused.faults)) from None
        except Busy:
            raise HttpRefusal(503, "busy") from None
        return reply(Answered(seq, None, None))

    async def _asked(self, request: HTTPConnection) -> tuple[HostedSheet, bool]:
        """The sheet of the address, and whether the key may write. Raises HttpRefusal."""
        sheet = await self._sheets.find(request.path_params["sheet"])
        if sheet is None:
            raise HttpRefusal(404, "unknown-sheet")
        key = key_of(request)
        if key and not sheet.writes(key):
            raise HttpRefusal(403, "unknown-key")
        return sheet, bool(key)


def _counted(edition: Edition, changes: Mapping[Counted, str | int | None]) -> Edition:
    """The edition as the table counts; itself where that is the same. Raises EditionError."""
    other: dict[str, object] = {key: value for key, value in changes.items() if value != edition.value(key)}
    return change(edition, other) if other else edition
