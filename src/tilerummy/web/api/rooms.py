"""Guests, editions and rooms over HTTP."""

from starlette.requests import Request
from starlette.responses import Response

from tilerummy import editions
from tilerummy.bots.levels import STRENGTHS
from tilerummy.editions.texts import about, card_lines, title
from tilerummy.rooms.commands import Leave
from tilerummy.rooms.consent.people import asked
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.blocking import apart
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rooms.views.projection import edition_shown, end_shown
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.refusal import Refusal
from tilerummy.store import StorageFailure
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.new_rooms import edition_of, sitters_of
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body, size_cost
from tilerummy.web.guests.devices import Devices
from tilerummy.web.protocol import (
    Card,
    CardPoint,
    EditionListed,
    Levels,
    NewRoom,
    RoomListed,
    RoomMade,
    Session,
)
from tilerummy.web.sessions import Sessions, bearer, new_guest
from tilerummy.web.static_files import asked_language


class RoomApi:
    """The endpoints over the rooms of one server."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._budget = spending.budget
        self._new_guests = spending.new_guests
        self._devices = Devices(rooms.store)

    async def session(self, request: Request) -> Response:
        """POST: know the guest, or make one."""
        known = self._sessions.found(request)
        if bearer(request) is not None and not known:
            raise HttpRefusal(401, "bad-key")
        if len(known) > 1:
            # Nobody can tell which of them this is: to choose would take a seat away, or give another player's.
            raise HttpRefusal(409, "two-sessions")
        if not known and not self._new_guests.take(address_of(request)):
            raise HttpRefusal(429, "too-fast")
        session = known[0] if known else self._sessions.new(new_guest())
        answer = reply(Session(session.player))
        if known and not self._sessions.due(session):
            await self._devices.note(session, request)
            return answer
        renewed = self._sessions.renewed(session)
        try:
            await self._devices.keep(renewed, request)
        except StorageFailure:
            if not known:
                raise
        else:
            self._sessions.admit(answer, request, renewed)
        return answer

    async def editions(self, _: Request) -> Response:
        """GET: the editions to choose from, the default first."""
        return reply([listed(editions.load(name)) for name in editions.names()])

    async def levels(self, _: Request) -> Response:
        """GET: the levels of computer players."""
        levels = self._rooms.levels
        return reply(Levels(levels, tuple(map(STRENGTHS.get, levels))))

    async def edition_card(self, request: Request) -> Response:
        """GET: the rules card of an edition in the language of `lang`, else of the browser."""
        name = request.path_params["edition"]
        if name not in editions.names():
            raise HttpRefusal(404, "unknown-edition", known=list(editions.names()))
        return reply(_card(editions.load(name), request))

    async def room_card(self, request: Request) -> Response:
        """GET: the rules card of a room, house rules and all."""
        return reply(_card((await self.find(request)).state.edition, request))

    async def rooms(self, request: Request) -> Response:
        """GET: the guest's rooms that are not over. POST: a new room."""
        player = self._sessions.player(request)
        if request.method == "POST":
            return await self._make(request, player)
        mine = [] if player is None else await self._rooms.mine(player)
        return reply([listing(room, player) for room in mine])

    async def open_rooms(self, request: Request) -> Response:
        """GET: tables that wait for strangers, without those where the guest sits already."""
        player = self._sessions.player(request)
        waiting = [room for room in await self._rooms.open() if room.state.seat_of(player) is None]
        foreign = frozenset() if player is None or not waiting else await apart(self._rooms.store, player)
        waiting = [room for room in waiting if foreign.isdisjoint((room.state.owner, *room.state.people))]
        return reply([listing(room, player) for room in waiting if room.state.owner != player])

    async def decline(self, request: Request) -> Response:
        """POST: the guest does not come to a table to which they are invited; answered with their rooms."""
        player, room = self._sessions.player(request), await self.find(request)
        if player is None or room.state.seat_kept_for(player) is None:
            raise HttpRefusal(404, "unknown-room")
        maker(request, player, self._budget, limits.ROW_COST)
        answer = await room.command(player, Leave(f"decline-{room.seq}"))
        if isinstance(answer, Refused):
            raise HttpRefusal(409, answer.code, **answer.params)
        return reply([listing(room, player) for room in await self._rooms.mine(player)])

    async def find(self, request: Request) -> Room:
        """The room of the address. Raises HttpRefusal."""
        room = await self._rooms.find(request.path_params["room"])
        if room is None:
            raise HttpRefusal(404, "unknown-room")
        return room

    async def _make(self, request: Request, player: str | None) -> Response:
        player = maker(request, player, self._budget, limits.ROOM_COST + size_cost(request))
        asked = await read_body(request, NewRoom)
        edition = await edition_of(asked, self._rooms.scheduler, address_of(request))
        try:
            sitters = sitters_of(asked, player, self._rooms.levels)
            room = await self._rooms.create(
                edition, asked.limit, player, sitters, start=asked.start, hints=asked.hints, options=asked.options
            )
        except Refusal as refusal:
            raise HttpRefusal(422, refusal.code, **refusal.params) from None
        return reply(RoomMade(room), 201)


def listed(edition: Edition) -> EditionListed:
    """An edition to choose."""
    shown = edition_shown(edition)
    return EditionListed(
        id=edition.id,
        name=edition.name,
        revision=edition.revision,
        players=(edition.players.least, edition.players.most),
        limit=edition.clock.limit_seconds,
        limit_optional=edition.clock.optional,
        same_turn=edition.opening.table_use == "same-turn",
        jokers=shown.jokers,
        palette=shown.palette,
        copies=edition.tiles.copies,
        penalty=edition.jokers.penalty,
        by_games=edition.match.winner == "games-then-points",
        round_games=edition.match.games_per_round,
        redeal=edition.deal.redeal,
        end=end_shown(edition),
    )


def _card(edition: Edition, request: Request) -> Card:
    lang = asked_language(request)
    points = tuple(
        CardPoint(line.key, line.section, line.heading, line.text, line.ref, line.changed, line.reading, line.strict)
        for line in card_lines(edition, lang)
    )
    return Card(edition_shown(edition), title(edition, lang), points, about(edition, lang))


def listing(room: Room, player: str | None) -> RoomListed:
    """A room in a guest's list."""
    state = room.state
    mover = state.mover
    invited = state.invited or (None,) * len(state.sitters)
    expected = [sitter or kept for sitter, kept in zip(state.sitters, invited, strict=True)]
    return RoomListed(
        room=room.id,
        edition=edition_shown(state.edition),
        phase=state.phase,
        names=tuple(sitter.name if sitter else None for sitter in expected),
        seats=len(state.sitters),
        your_turn=mover is not None and mover.player == player,
        asked=state.phase == "playing" and state.seat_of(player) in asked(state),
        updated=room.record.changed_at,
        host=next((sitter.name for sitter in state.sitters if sitter and sitter.player == state.owner), None),
        turn=mover.name if mover else None,
        deadline=None if state.pause else room.deadline,
        limit=state.limit,
        free=expected.count(None),
        invited=state.seat_kept_for(player) is not None,
    )
