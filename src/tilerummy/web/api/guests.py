"""What guests ask about themselves as a whole."""

import itertools
from collections.abc import Set

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tilerummy.circles.hosting import Circles
from tilerummy.clubs.hosting import Clubs
from tilerummy.rates import Budget
from tilerummy.rooms.events import kind_of
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.jobs.forgetting import knows
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.hosting import Sheets
from tilerummy.store.statements import is_room
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.errors import HttpRefusal, maker
from tilerummy.web.guests.kept import all_kept
from tilerummy.web.guests.protocol import Forgotten
from tilerummy.web.sessions import Sessions


class GuestApi:
    """The endpoints."""

    def __init__(
        self,
        rooms: Rooms,
        tournaments: Tournaments,
        sheets: Sheets,
        circles: Circles,
        clubs: Clubs,
        sessions: Sessions,
        budget: Budget,
    ) -> None:
        self._rooms, self._circles = rooms, circles
        self._events: tuple[Tournaments | Sheets | Clubs, ...] = (tournaments, sheets, clubs)
        self._sessions = sessions
        self._budget = budget
        sessions.revocations.whenever_ended(self._ended)

    def _ended(self, names: Set[str]) -> None:
        """Who is forgotten at another server is so in the rooms and circles of this one too, whether or not a word of
        it comes."""
        self._rooms.tasks.start(self._rooms.changed_where(lambda room: knows(room, names)))
        self._circles.tasks.start(self._circles.forget(names))

    async def forget(self, request: Request) -> Response:
        """POST: the guest, wholly or not at all. One who is not known is forgotten already."""
        player, games = guest_of(request, self._sessions), 0
        if player is not None:
            maker(request, player, self._budget, limits.RESTORE_COST)
            try:
                forgotten = await self._rooms.forget(player)
            except Refusal as refusal:
                raise HttpRefusal(409, refusal.code, **refusal.params) from None
            games = sum(map(is_room, forgotten.games))
            await self._circles.forget({player})
            others = (*forgotten.made, *(one for one in forgotten.games if not is_room(one)))
            for record, registry in itertools.product(others, self._events):
                await registry.changed(record)
            self._sessions.revocations.learn(player)
        answer = reply(Forgotten(games))
        self._sessions.dismiss(answer, request)
        return answer

    async def kept(self, request: Request) -> Response:
        """GET: all that is kept of the guest, as a file."""
        player = maker(request, guest_of(request, self._sessions), self._budget, limits.RESTORE_COST)
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="tilerummy-my-data.json"'}
        return StreamingResponse(
            all_kept(self._rooms, self._circles, player), media_type="application/json", headers=headers
        )


def guest_of(request: Request, sessions: Sessions) -> str | None:
    """The guest who asks. Raises HttpRefusal for a bot, and for cookies of several guests."""
    known = sessions.found(request)
    if len(known) > 1:
        raise HttpRefusal(409, "two-sessions")
    if known and kind_of(known[0].player) == "computer":
        raise HttpRefusal(403, "not-for-bots")
    return known[0].player if known else None
