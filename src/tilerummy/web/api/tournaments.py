"""Tournaments over HTTP: made, seen, watched, run; the key of a link stands in the address's query or in a header."""

import hmac
from functools import partial
from typing import Any

import structlog
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from tilerummy import formats
from tilerummy.records.newest import Newest
from tilerummy.records.record import Busy
from tilerummy.rooms.jobs.scheduler import TooMuchWork
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Conflict
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.format.reader import FormatError
from tilerummy.tournament.lists.entrants import MOST
from tilerummy.tournaments import backup
from tilerummy.tournaments.checkin_views import own
from tilerummy.tournaments.counting import count
from tilerummy.tournaments.hosted_tournament import Command, HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.keys import Renew, code_of, typed_code
from tilerummy.tournaments.sign_up_views import NO_SIGN_UP
from tilerummy.tournaments.views import card_keys, undoable
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.new_rooms import READ_SECONDS
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, key_of, maker, read_body, read_bytes, row_maker, size_cost, told
from tilerummy.web.sessions import Sessions
from tilerummy.web.sockets.watch_socket import Watched, Watchers, whole
from tilerummy.web.tournament_protocol import (
    Answered,
    CardCode,
    CardKey,
    FormatListed,
    NewTournament,
    ServerShown,
    TournamentMade,
)

log = structlog.get_logger()


class TournamentApi:
    """The endpoints over the tournaments of one server."""

    def __init__(
        self, tournaments: Tournaments, sessions: Sessions, watchers: Watchers, spending: Spending, *, restores: bool
    ) -> None:
        self._tournaments = tournaments
        self._sessions = sessions
        self._watchers = watchers
        self._budget, self._sign_ups = spending.budget, spending.sign_ups
        self._restores = restores
        self._commands = limits.tournament_commands()
        # awaited before a picture is made, so that making it holds up nobody
        self._counts = Newest[HostedTournament, None](lambda one: partial(count, one.state.tournament))

    async def formats(self, _: Request) -> Response:
        """GET: the formats to choose from."""
        return reply([_listed(formats.load(name)) for name in formats.names()])

    async def server(self, _: Request) -> Response:
        """GET: what this server allows."""
        return reply(ServerShown(self._restores))

    async def make(self, request: Request) -> Response:
        """POST: a new tournament; the answer holds the organiser's and the desk's keys."""
        owner = maker(request, self._sessions.player(request), self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewTournament)
        name = one_line(asked.name)
        if not name or len(name) > 2 * MOST:
            raise HttpRefusal(422, "name-too-long" if name else "name-empty", most=2 * MOST)
        if sign := unseen(name):
            raise HttpRefusal(422, "name-unseen", sign=sign)
        format_ = await self._format(asked, address_of(request))
        hosted = await self._tournaments.create(name, format_, owner, wall_clock(), initials=asked.initials)
        return reply(_made(hosted), 201)

    async def show(self, request: Request) -> Response:
        """GET: the tournament as the key's role sees it; with `?parts=N` what has changed since number N. POST: a
        command."""
        hosted, actor = await asked_of(self._tournaments, request)
        if request.method == "POST":
            return await self._command(request, hosted, actor)
        try:
            since = request.query_params.get("parts")
            await self._counts.of(hosted)
            if since is None:
                seen = hosted.seen(actor)
            else:
                seen = b"{%s}" % hosted.changed_since(actor, int(since) if since.isdecimal() and len(since) < 16 else 0)
        except Exception:
            log.exception("picture-failed", record=hosted.id)
            # what made the fault can be taken back all the same
            undo = undoable(hosted.state.tournament, actor)
            step: dict[str, Any] = {"step": undo.step} if undo else {}
            raise HttpRefusal(500, "internal", **step) from None
        return Response(seen, headers={"Cache-Control": "no-store"}, media_type="application/json")

    async def card(self, request: Request) -> Response:
        """POST: the key of the card with a code, of a round that everybody can see."""
        hosted, _ = await asked_of(self._tournaments, request)
        if not self._commands.take(f"{hosted.id} card {address_of(request)}"):
            raise HttpRefusal(429, "too-fast")
        code = typed_code((await read_body(request, CardCode)).code).encode()
        held = hosted.state
        keys = card_keys(held.tournament, held.keys)[:1] if held.tournament.now else ()
        for key in (key for round_ in keys for key in round_):
            if hmac.compare_digest(code_of(key).encode(), code):
                return reply(CardKey(key))
        raise HttpRefusal(404, "no-such-card")

    async def sign_up(self, request: Request) -> Response:
        """GET: how it stands with who signed up from this browser."""
        hosted, _ = await asked_of(self._tournaments, request)
        player = self._sessions.player(request)
        return reply(hosted.sign_up(player) if player else NO_SIGN_UP)

    async def own(self, request: Request) -> Response:
        """GET: what an entrant's own link says of them."""
        hosted, actor = await asked_of(self._tournaments, request)
        if actor.ticket is None:
            raise HttpRefusal(403, "not-allowed-role")
        return reply(own(hosted.state.tournament, actor.ticket))

    async def watch(self, socket: WebSocket) -> None:
        """Pictures as the key's role sees them; with `?parts` one, and then what has changed."""

        async def asked(socket: WebSocket) -> Watched:
            hosted, actor = await asked_of(self._tournaments, socket)
            key, in_parts = key_of(socket), "parts" in socket.query_params

            async def picture(since: int) -> bytes | None:
                await self._counts.of(hosted)
                if hosted.actor(key) != actor:
                    return None
                return hosted.changed_since(actor, since) if in_parts else whole(hosted.seen(actor))

            return hosted, picture

        await self._watchers.watch(socket, asked)

    async def backup(self, request: Request) -> Response:
        """GET: the whole tournament as one file, for the organiser."""
        hosted, actor = await asked_of(self._tournaments, request)
        if actor.role != "organiser":
            raise HttpRefusal(403, "not-allowed-role")
        headers = {"Content-Disposition": f'attachment; filename="tournament-{hosted.link}.jsonl"'}
        return Response(
            backup.dumps(hosted.link, [entry.row for entry in hosted.entries]),
            media_type="application/jsonl",
            headers=headers,
        )

    async def restore(self, request: Request) -> Response:
        """POST: a tournament from such a file, on another machine; with `?branch` also beside the one it comes from."""
        if not self._restores:
            raise HttpRefusal(403, "restore-off")
        maker(request, self._sessions.player(request), self._budget, limits.RESTORE_COST)
        data = await read_bytes(request, limits.BACKUP)
        try:
            branch = "branch" in request.query_params
            return reply(
                _made(await self._tournaments.restore(data, wall_clock(), address_of(request), branch=branch)), 201
            )
        except backup.BackupError as error:
            raise HttpRefusal(422, "not-a-backup", line=error.line) from None
        except TooMuchWork:
            raise HttpRefusal(503, "busy") from None
        except Conflict:
            raise HttpRefusal(409, "tournament-known") from None

    async def _format(self, asked: NewTournament, address: str) -> Format:
        """The format asked for; one that a guest wrote is read apart. Raises HttpRefusal with all faults."""
        if (asked.format is None) == (asked.toml is None):
            raise HttpRefusal(422, "one-format")
        if asked.format is not None and asked.format not in formats.names():
            raise HttpRefusal(422, "unknown-format", known=list(formats.names()))
        try:
            if asked.toml is None:
                return formats.load(asked.format or "")
            return await self._tournaments.scheduler.read(address, READ_SECONDS, formats.loads, asked.toml)
        except FormatError as error:
            raise HttpRefusal(422, "format-faults", told(error.faults)) from None
        except TooMuchWork:
            raise HttpRefusal(503, "busy") from None

    async def _command(self, request: Request, hosted: HostedTournament, actor: Actor) -> Response:
        player = self._sessions.player(request)
        # the public's link is everybody's: what one stranger asks keeps nobody else from asking
        public = actor.role == "public"
        rates, whose = (self._sign_ups, address_of(request)) if public else (self._commands, actor)
        if actor.role in ("table", "public"):
            actor = _at_browser(hosted, actor, player)
        if not rates.take(f"{hosted.id} {whose}"):
            raise HttpRefusal(429, "too-fast")
        row_maker(request, player, self._budget)
        command: Command = await read_body(request, Command)  # type: ignore[arg-type]
        try:
            seq = await hosted.do(actor, command, wall_clock(), key_of(request))
        except Refusal as refusal:
            status = 403 if refusal.faults[0].code == "not-allowed-role" else 422
            raise HttpRefusal(status, "refused", told(refusal.faults)) from None
        except Busy:
            raise HttpRefusal(503, "busy") from None
        own = isinstance(command, Renew) and command.which == "organiser"
        undo = undoable(hosted.state.tournament, actor)
        return reply(Answered(seq, hosted.state.keys.organiser if own else None, undo.step if undo else None))


async def asked_of(tournaments: Tournaments, request: HTTPConnection) -> tuple[HostedTournament, Actor]:
    """The tournament of the address and the role of the key. Raises HttpRefusal."""
    hosted = await tournaments.find(request.path_params["tournament"])
    if hosted is None:
        raise HttpRefusal(404, "unknown-tournament")
    key = key_of(request)
    actor = hosted.actor(key)
    if actor is None:
        raise HttpRefusal(403, "unknown-key")
    return hosted, actor


def _at_browser(hosted: HostedTournament, actor: Actor, player: str | None) -> Actor:
    """A player's link at a browser: two have to agree on a result, and each signs up one. Raises HttpRefusal without a
    session."""
    if player is None:
        raise HttpRefusal(401, "no-session")
    return hosted.at_browser(actor, player)


def _listed(format_: Format) -> FormatListed:
    stages = tuple(stage.id for stage in format_.stages)
    return FormatListed(format_.id, format_.name, format_.edition, stages)


def _made(hosted: HostedTournament) -> TournamentMade:
    return TournamentMade(hosted.link, hosted.state.keys.organiser, hosted.state.keys.desk)
