"""What servers that share a store tell each other of a room beside its log: who is here, what is said and shown.

Nothing of it is kept or needed for the game: who hears none of it reads the store a moment later.
"""

from collections.abc import Callable, Coroutine, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from tilerummy.bus import Bus
from tilerummy.rooms.host import TOPICS, Topic
from tilerummy.rooms.presence.elsewhere import Here, decode_here
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.live_draft import Laid, decode_laid
from tilerummy.rooms.views.messages_out import Reacted

SAID_AGAIN: Final = 3.0
"""Seconds between two words of a server about who is connected to it."""
ROOMS: Final = 500
"""Rooms in one such word: it is read in about a millisecond."""
_encode_shown, _decode_shown = msgspec.json.Encoder().encode, msgspec.json.Decoder(Reacted).decode
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, Here]).decode


class Neighbours:
    """The other servers, as the rooms of this one hear and tell them. `find`: the room of this id, if it is loaded;
    `changed`: its rows are others now."""

    def __init__(
        self,
        bus: Bus,
        find: Callable[[str], Room | None],
        changed: Callable[[str], Coroutine[Any, Any, None]],
        start: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._bus = bus
        self._find = find
        self._changed = changed
        self._start = start
        for topic in TOPICS:
            bus.hear(topic, self._hearer(topic))
        bus.hear("all-here", self._hear_all)

    def tell(self, topic: Topic, room: str, body: bytes = b"") -> None:
        """Say something about a room to the servers that have it too."""
        self._bus.say(topic, room, body)

    def introduce(self, here: Mapping[str, Here]) -> None:
        """Say who is here to all servers, of many rooms at once."""
        rooms = iter(here.items())
        while piece := dict(islice(rooms, ROOMS)):
            self._bus.say("all-here", "", _encode(piece))

    def _hear_all(self, _: str, body: bytes) -> None:
        for ident, here in _decode(body).items():
            if (room := self._find(ident)) is not None:
                room.audience.hear(room.state, here)

    def _hearer(self, topic: Topic) -> Callable[[str, bytes], None]:
        def hear(ident: str, body: bytes) -> None:
            room = self._find(ident)
            if room is not None:
                self._hear(topic, room, body)

        return hear

    def _hear(self, topic: Topic, room: Room, body: bytes) -> None:
        match topic:
            case "here":
                room.audience.hear(room.state, decode_here(body))
            case "who":
                room.announce()
            case "react":
                shown = _decode_shown(body)
                by = room.state.person_on(shown.seat) if shown.seat < len(room.state.sitters) else None
                room.audience.say(_encode_shown(shown), by)
            case "draft":
                if room.state.options.live:
                    room.draft.hear_shown(body)
            case "laid":
                self._start(_hear_laid(room, decode_laid(body)))
            case "chat":
                self._start(room.more_said())
            case "rack":
                self._start(room.rearranged())
            case "changed":
                self._start(self._changed(room.id))


async def _hear_laid(room: Room, laid: Laid) -> None:
    """A draft counts from a server alone that has who is to move; it may come before the row that lets them."""
    await room.record.catch_up_if_behind(laid.on)
    if room.state.game is not None and room.audience.elsewhere.has(laid.server, room.state.game.turn):
        room.draft.hear_laid(laid)
