"""The people of a guest: whom they have played with, a table for some of these, and whom they want to see no more."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.decide import person
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.acquainted import Company, Known, alias
from tilerummy.rooms.people.inviting import invite
from tilerummy.rooms.people.outcomes import count
from tilerummy.rooms.people.unheard import Unheard
from tilerummy.rooms.people.wishes import Wish, people_of, want
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.guests import guest_of
from tilerummy.web.api.reports import meant
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body
from tilerummy.web.people.protocol import (
    CompanyShown,
    NewCompany,
    PeopleShown,
    PersonAsked,
    PersonKnown,
    SomebodyAsked,
)
from tilerummy.web.protocol import RoomMade
from tilerummy.web.sessions import Sessions

LISTED: Final = 50
"""People that are listed at once."""
COMPANIES: Final = 3
"""Companies that are offered: the family, the club, the friend of last week."""


class PeopleApi:
    """The endpoints over the rooms of one server."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending, unheard: Unheard) -> None:
        self._rooms = rooms
        self._unheard = unheard
        self._store = rooms.store
        self._sessions = sessions
        self._spending = spending

    async def people(self, request: Request) -> Response:
        """GET: some of the guest's people; `after` asks for those after an alias."""
        player = guest_of(request, self._sessions)
        if player is None:
            return reply(PeopleShown((), None, (), counted=True))
        return await self._shown(player, request.query_params.get("after"))

    async def act(self, request: Request) -> Response:
        """POST: what the guest wants of somebody; answered with their people."""
        player = self._asks(request, limits.ROW_COST)
        asked = await read_body(request, PersonAsked)
        people, _ = await people_of(self._rooms, player)
        (one,) = _named(player, people, (request.path_params["alias"],))
        return await self._want(player, one.player, one.name, asked.act)

    async def block(self, request: Request) -> Response:
        """POST: the guest blocks a person who has a seat in a room of theirs, or wrote a line there."""
        player = self._asks(request, limits.ROW_COST)
        asked = await read_body(request, SomebodyAsked)
        room = await self._rooms.find(request.path_params["room"])
        if room is None:
            raise HttpRefusal(404, "unknown-room")
        if room.state.seat_of(player) is None:
            raise HttpRefusal(403, "not-seated")
        other = await meant(self._store, room, asked.seat, asked.line)
        if other is None or other.player == player:
            raise HttpRefusal(422, "unknown-person")
        return await self._want(player, other.player, other.name, "block")

    async def play(self, request: Request) -> Response:
        """POST: a table with seats for some of the guest's people, or the one that waits for them already."""
        player = self._asks(request, limits.ROOM_COST)
        asked = await read_body(request, NewCompany)
        people, together = await people_of(self._rooms, player)
        guests = _named(player, [one for one in people if not one.blocked], asked.aliases)
        if not self._spending.invitations.take(player):
            raise HttpRefusal(429, "too-fast")
        try:
            room = await invite(self._rooms, person(asked.name, player, zone=asked.zone), guests, together)
        except Refusal as refusal:
            status = 409 if refusal.code == "invitations-full" else 422
            raise HttpRefusal(status, refusal.code, **refusal.params) from None
        return reply(RoomMade(room), 201)

    def _asks(self, request: Request, cost: int) -> str:
        """The guest who asks for something. Raises HttpRefusal."""
        return maker(request, guest_of(request, self._sessions), self._spending.budget, cost)

    async def _want(self, player: str, other: str, name: str, act: Wish) -> Response:
        """Keep what the guest wants; answered with their people. Raises HttpRefusal."""
        try:
            await want(self._rooms, player, other, name, act)
        except Refusal as refusal:
            raise HttpRefusal(409, refusal.code, **refusal.params) from None
        if act in ("block", "unblock"):
            await self._unheard.changed(player)
        return await self._shown(player, None)

    async def _shown(self, player: str, after: str | None) -> Response:
        counted = await count(self._rooms, player)
        people, together = await people_of(self._rooms, player)
        shown = [_shown(player, one) for one in people]
        start = next((at + 1 for at, one in enumerate(shown) if one.alias == after), 0)
        page = shown[start : start + LISTED]
        following = page[-1].alias if len(shown) > start + LISTED else None
        names = {one.player: one.name for one in people}
        first = together[:COMPANIES] if start == 0 else []
        offered = tuple(_company(player, names, company) for company in first)
        return reply(PeopleShown(tuple(page), following, offered, counted))


def _named(player: str, people: Sequence[Known], aliases: Sequence[str]) -> list[Known]:
    """The people of these aliases. Raises HttpRefusal for somebody else."""
    by_alias = {alias(player, one.player): one for one in people}
    found = [by_alias[asked] for asked in dict.fromkeys(aliases) if asked in by_alias]
    if len(found) < len(aliases):
        raise HttpRefusal(404, "unknown-person")
    return found


def _shown(player: str, one: Known) -> PersonKnown:
    return PersonKnown(
        alias=alias(player, one.player),
        name=one.name,
        games=one.games,
        won=one.won,
        lost=one.their_won,
        points=one.points,
        theirs=one.their_points,
        last=one.last,
        hidden=one.hidden,
        blocked=one.blocked,
    )


def _company(player: str, names: dict[str, str], company: Company) -> CompanyShown:
    players = sorted(company.players, key=lambda one: (names[one], one))
    return CompanyShown(tuple(alias(player, one) for one in players), tuple(names[one] for one in players))
