"""Who may come in and speak at one room, as its host wants it: beside the record, so that no act makes a move stale.

Nobody's id leaves the server, nor stands in what is kept: guests are known by their marks, and the host knows them by
aliases, which are other ones at every table.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

import msgspec

from tilerummy.records.aside import Aside
from tilerummy.rooms import commands
from tilerummy.rooms.beside.chat import Allow, Chat
from tilerummy.rooms.events import RoomEvent, seated
from tilerummy.rooms.presence.audience import Audience
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import DoorShown, Person
from tilerummy.rooms.views.viewer import OPEN
from tilerummy.rules.refusal import refuse
from tilerummy.store import Said, Store
from tilerummy.store.sessions import mark

ACTS: Final = 200
"""How often a host can put out, mute, close or take it back in one room: far more than an evening needs."""
KNOWN: Final = 500
"""People without a seat who may come back to a table that was closed while they were there: a school that looks on."""
LISTED: Final = 200
"""People whom a host is shown: those with a seat, those muted or put out, those who wrote, then others who look on."""


class Act(msgspec.Struct, frozen=True):
    """What a host did, as it lies in the store. `who`: marks; of `close`, of those who may come back."""

    act: commands.DoorAct
    who: tuple[str, ...] = ()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Act).decode


class Around(NamedTuple):
    """What a room knows of who is there: its state, who looks, who wrote, and what `happened` to it up to now."""

    state: RoomState
    audience: Audience
    chat: Chat
    happened: Callable[[], Iterable[RoomEvent]]


class Door(Aside):
    """Who may come into one room, and speak there. `number` is that of the newest act."""

    def __init__(self, store: Store, room: str, acts: Iterable[Said]) -> None:
        super().__init__(store, room, "door_act", 2 * ACTS)
        self.closed = False
        self._known: frozenset[str] = frozenset()
        self._out: set[str] = set()
        self._muted: set[str] = set()
        self._shown: tuple[object, bytes] = ((), OPEN)
        for act in acts:
            self._take(act)

    def bar(self, state: RoomState, player: str | None) -> str | None:
        """The code of what keeps this guest (None: a person without a session) out of the room; None where nothing
        does, and for its host and who has a seat."""
        if not (self.closed or self._out) or (player is not None and _belongs(state, player)):
            return None
        own = None if player is None else mark(player)
        if own in self._out:
            return "put-out"
        return "table-closed" if self.closed and own not in self._known else None

    def gag(self, state: RoomState, player: str) -> str | None:
        """The code of what keeps this guest from saying anything."""
        return "muted" if mark(player) in self._muted else self.bar(state, player)

    def frame(self, player: str | None, around: Around) -> bytes:
        """What this guest is told of who may come in and speak: the host all of it, others their own part."""
        if player is not None and player == around.state.owner:
            seen = (self.number, around.audience.crowd.number, around.chat.lines, around.state.sitters, player)
            if self._shown[0] != seen:
                people = tuple(person for _, person in self._people(around)) or None
                self._shown = seen, _encode(DoorShown(self.closed, mark(player) in self._muted, people))
            return self._shown[1]
        muted = bool(self._muted) and player is not None and mark(player) in self._muted
        return _encode(DoorShown(self.closed, muted, None)) if self.closed or muted else OPEN

    async def act(self, player: str, asked: commands.Door, around: Around, now: int, allow: Allow | None) -> int | None:
        """Keep what the host asks, unless it was kept already; the seat of who is put out, if they have one. Raises
        Refusal, StorageFailure, or Conflict where the room is gone."""

        def body() -> bytes:
            act = self._decided(player, asked, around)
            if self.number >= ACTS:
                raise refuse("door-full", most=ACTS)
            if allow is not None and not allow():
                raise refuse("too-fast")
            return _encode(act)

        await self._keep(mark(player), asked.id, body, now)
        if asked.act != "put-out":
            return None
        seats = _seats(around.state).items()
        return next((seat for own, seat in seats if self._alias(own) == asked.alias), None)

    def _decided(self, player: str, asked: commands.Door, around: Around) -> Act:
        """Raises Refusal."""
        if around.state.fixture is not None:
            raise refuse("fixture")
        if player != around.state.owner:
            raise refuse("not-owner")
        if asked.act == "close":
            here = sorted(around.audience.onlookers() - self._out)[:KNOWN]
            return Act("close", (*sorted(map(mark, seated(around.happened()))), *here))
        if asked.act == "open":
            return Act("open")
        for own, person in self._people(around):
            if person.alias == asked.alias:
                if asked.act == "put-out" and person.seat is not None and not around.state.gathering:
                    raise refuse("put-out-seated")
                return Act(asked.act, (own,))
        raise refuse("door-nobody")

    async def inherit(self, room: str, now: int) -> None:
        """What holds in the room that this one goes on from holds here too; done again, it changes nothing. Raises
        StorageFailure, or Conflict where this room is gone."""
        before = Door(self._store, room, await self._store.said(room, 0, self._beside))
        acts = [Act("put-out", tuple(sorted(before._out)))] if before._out else []
        acts += [Act("mute", tuple(sorted(before._muted)))] if before._muted else []
        acts += [Act("close", tuple(sorted(before._known)))] if before.closed else []
        for act in acts:
            await self._keep("", act.act, partial(_encode, act), now)

    def _people(self, around: Around) -> Iterator[tuple[str, Person]]:
        """Those whom the host can mute or put out, with their marks."""
        state, seats, here = around.state, _seats(around.state), around.audience.onlookers()
        names: dict[str, str] = {}
        lines: dict[str, list[int]] = {}
        for actor, line in around.chat.lines:
            names[own := mark(actor)] = line.name
            lines.setdefault(own, []).append(line.number)
        known = dict.fromkeys((*seats, *sorted(self._out | self._muted), *names, *sorted(here)))
        known.pop(mark(state.owner), None)
        for own in [*known][:LISTED]:
            seat = seats.get(own)
            sitter = None if seat is None else state.sitters[seat]
            name = names.get(own) if sitter is None else sitter.name
            said = tuple(lines.get(own, ()))
            yield own, Person(self._alias(own), name, seat, own in here, own in self._muted, own in self._out, said)

    def _alias(self, own: str) -> str:
        return hashlib.sha256(f"{self._record}:{own}".encode()).hexdigest()[:16]

    def _take(self, said: Said) -> None:
        super()._take(said)
        act = _decode(said.body)
        match act.act:
            case "close":
                self.closed, self._known = True, frozenset(act.who)
            case "open":
                self.closed, self._known = False, frozenset()
            case "put-out":
                self._out.update(act.who)
            case "let-in":
                self._out.difference_update(act.who)
                self._known |= frozenset(act.who)
            case "mute":
                self._muted.update(act.who)
            case "unmute":
                self._muted.difference_update(act.who)


def _seats(state: RoomState) -> dict[str, int]:
    """The seats of guests, by their marks."""
    return {mark(on.player): seat for seat, on in enumerate(state.sitters) if on and on.player}


def _belongs(state: RoomState, player: str) -> bool:
    return player == state.owner or state.seat_of(player) is not None
