"""Clubs over HTTP: founded, seen by who has a link, written by the keeper; the key stands in a header, or in the
address's query."""

import asyncio
from collections.abc import Callable, Set
from typing import Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.clubs import figures
from tilerummy.clubs.commands import ClubCommand, RenewClubLink
from tilerummy.clubs.hosting import Clubs, HostedClub
from tilerummy.clubs.merging import joined
from tilerummy.clubs.register_list import Comparison, compared, rows
from tilerummy.clubs.state import Club, Member, Role
from tilerummy.clubs.views import MergePreview, register_view, view
from tilerummy.records.record import Busy
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.clubs.protocol import (
    ClubAnswered,
    ClubListChange,
    ClubListed,
    ClubMade,
    Field,
    MergeAsked,
    NewClub,
    RegisterRead,
    RegisterUnderstood,
)
from tilerummy.web.api.csv_files import csv_file
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, key_of, maker, read_body, row_maker, size_cost, told
from tilerummy.web.sessions import Sessions

SHOWN: Final = 100
"""People of a list of each kind who are shown as they were understood."""
FIELDS: Final[tuple[Field, ...]] = get_args(Field)
_STATUS: Final = {"unknown-key": 403, "record-gone": 404}
_encode = msgspec.json.Encoder().encode


class ClubApi:
    """The endpoints over the clubs of one server."""

    def __init__(self, clubs: Clubs, sessions: Sessions, spending: Spending) -> None:
        self._clubs, self._sessions = clubs, sessions
        self._budget = spending.budget
        self._commands, self._readings = limits.club_commands(), limits.list_readings()

    async def make(self, request: Request) -> Response:
        """POST: a new club; the answer holds the keys of its links."""
        owner = maker(request, self._sessions.player(request), self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewClub)
        try:
            made = await self._clubs.found(asked.name, owner, wall_clock())
        except Refusal as refusal:
            raise _refused(refusal) from None
        return reply(ClubMade(made.link, made.state.keys.keeper, made.state.keys.reader), 201)

    async def club(self, request: Request) -> Response:
        """GET: the club as the key's role sees it. POST: what the keeper asks."""
        hosted, role = await self._asked(request)
        if request.method == "POST":
            return await self._command(request, hosted, role)
        await self._clubs.look(hosted, wall_clock())
        return await _seen(hosted, ("club", role), lambda club, seq, lost: view(club, hosted.link, seq, role, lost))

    async def figures(self, request: Request) -> Response:
        """GET: what the events make, with the season of the number `season`, else the newest."""
        hosted, role = await self._asked(request)
        said = request.query_params.get("season")
        season = None if said is None else _number(said)
        if season is not None and season not in hosted.state.seasons:
            raise _lacking("unknown-season")
        return await _seen(hosted, ("figures", role, season), lambda club, *_: figures.figures(club, role, season))

    async def person(self, request: Request) -> Response:
        """GET: what one person has played."""
        hosted, role = await self._asked(request)
        person = request.path_params["person"]
        return await _seen(hosted, ("person", role, person), lambda club, *_: _person(club, role, person))

    async def register(self, request: Request) -> Response:
        """GET: the register, for the keeper."""
        hosted = await self._by_keeper(request)
        return await _seen(hosted, ("register",), lambda club, seq, _: register_view(club, seq))

    async def csv(self, request: Request) -> Response:
        """GET: the register as CSV, which can be brought again."""
        hosted = await self._by_keeper(request)
        found = await asyncio.to_thread(list, rows(hosted.state))
        return csv_file(found, f"tilerummy-{hosted.link}-register.csv")

    async def read(self, request: Request) -> Response:
        """POST: how a list of people would be understood, of which nothing is taken."""
        hosted = await self._by_keeper(request)
        if not self._readings.take(hosted.id):
            raise HttpRefusal(429, "too-fast")
        asked = await read_body(request, RegisterRead, limits.RECORD)
        return reply(await asyncio.to_thread(_understood, hosted.state, asked.text))

    async def merging(self, request: Request) -> Response:
        """POST: what two entries would be as one."""
        hosted = await self._by_keeper(request)
        asked = await read_body(request, MergeAsked)
        into, gone = (hosted.state.members.get(number) for number in (asked.into, asked.gone))
        if into is None or gone is None or into is gone:
            raise _lacking("unknown-member")
        found = await asyncio.to_thread(joined, hosted.state, into, gone)
        one = found.member
        events, together = (tuple(event.name for event in events) for events in (found.events, found.together))
        return reply(MergePreview(one.name, one.also, one.category, one.named, one.note, events, together))

    async def _command(self, request: Request, hosted: HostedClub, role: Role) -> Response:
        if role != "keeper":
            raise HttpRefusal(403, "not-allowed-role")
        if not self._commands.take(hosted.id):
            raise HttpRefusal(429, "too-fast")
        row_maker(request, self._sessions.player(request), self._budget)
        asked: ClubCommand = await read_body(request, ClubCommand, limits.RECORD)  # type: ignore[arg-type]
        try:
            seq = await self._clubs.do(hosted, asked, wall_clock(), key_of(request))
        except Refusal as refusal:
            raise _refused(refusal) from None
        except Busy:
            raise HttpRefusal(503, "busy") from None
        own = isinstance(asked, RenewClubLink) and asked.which == "keeper"
        return reply(ClubAnswered(seq, hosted.state.keys.keeper if own else None))

    async def _by_keeper(self, request: Request) -> HostedClub:
        hosted, role = await self._asked(request)
        if role != "keeper":
            raise HttpRefusal(403, "not-allowed-role")
        return hosted

    async def _asked(self, request: Request) -> tuple[HostedClub, Role]:
        """The club of the address and the role of the key. Raises HttpRefusal."""
        hosted = await self._clubs.find(request.path_params["club"])
        if hosted is None or hosted.state.closed:
            raise HttpRefusal(404, "unknown-club")
        role = hosted.role(key_of(request))
        if role is None:
            raise HttpRefusal(403, "unknown-key")
        return hosted, role


async def _seen(
    hosted: HostedClub, what: tuple[object, ...], make: Callable[[Club, int, Set[str]], object]
) -> Response:
    """A picture of the club as JSON, made once for all who see the same."""
    body = await hosted.seen(what, lambda *now: _encode(make(*now)))
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _person(club: Club, role: Role, key: str) -> figures.ClubPersonShown:
    found = figures.person(club, role, key)
    if found is None:
        raise _lacking("unknown-person")
    return found


def _understood(club: Club, text: str) -> RegisterUnderstood:
    try:
        found = compared(club, text)
    except Refusal as refusal:
        return RegisterUnderstood(0, 0, 0, 0, (), (), (), told(refusal.faults))
    new, changed = len(found.new), len(found.changed)
    return RegisterUnderstood(
        *(new + changed + found.same, new, changed, found.same),
        *(_listed(found.new), _listed(found.namesakes), _changed(found)),
        (),
    )


def _listed(members: tuple[Member, ...]) -> tuple[ClubListed, ...]:
    return tuple(ClubListed(one.name, one.category) for one in members[:SHOWN])


def _changed(found: Comparison) -> tuple[ClubListChange, ...]:
    changes = []
    for pair in found.changed[:SHOWN]:
        before, after = _listed(pair)
        what: tuple[Field, ...] = tuple(field for field in FIELDS if getattr(pair[0], field) != getattr(pair[1], field))
        changes.append(ClubListChange(before, after, what))
    return tuple(changes)


def _number(said: str) -> int:
    if not (said.isascii() and said.isdecimal() and len(said) <= 7):
        raise HttpRefusal(422, "malformed")
    return int(said)


def _lacking(code: str) -> HttpRefusal:
    return HttpRefusal(404, "refused", told((Fault("", code, {}),)))


def _refused(refusal: Refusal) -> HttpRefusal:
    if (status := _STATUS.get(refusal.code)) is not None:
        return HttpRefusal(status, "unknown-club" if status == 404 else refusal.code)
    return HttpRefusal(422, "refused", told(refusal.faults))
