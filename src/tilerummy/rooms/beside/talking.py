"""What people at a table say and show each other, and whom the host lets in and speak: kept beside the record."""

from collections.abc import Awaitable
from typing import TypeVar

import msgspec

from tilerummy.rooms import commands
from tilerummy.rooms.beside.chat import Allow
from tilerummy.rooms.host import storing
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.answers import answer
from tilerummy.rooms.views.messages_out import Accepted, Reacted, Refused
from tilerummy.rules.refusal import refuse
from tilerummy.store import Conflict

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


async def say(room: Room, player: str, asked: commands.Say, allow: Allow | None = None) -> Accepted | Refused:
    """Keep a line of the chat, then tell everyone; the answer is given once it is on disk."""

    async def said() -> int:
        gag = room.door.gag(room.state, player)
        await _kept(room, room.chat.say(room.state, player, asked, room.server.now(), allow, gag))
        return room.seq

    return await answer(asked.id, said())


async def act(room: Room, player: str, asked: commands.Door, allow: Allow | None = None) -> Accepted | Refused:
    """Keep what the host does at the door, then tell those concerned; the answer is given once it is on disk."""

    async def acted() -> int:
        if not room.server.alone:
            await room.record.refresh()
        now = room.server.now()
        seat = await _kept(room, room.door.act(player, asked, room.around, now, allow))
        return room.seq if seat is None else await room.carry_out(player, commands.Empty(asked.id, seat), now)

    return await answer(asked.id, acted())


async def _kept(room: Room, work: Awaitable[T]) -> T:
    try:
        with storing(room.server):
            done = await work
    except Conflict:
        await room.record.refresh()
        raise refuse("record-gone") from None
    finally:
        room.audience.wake()  # what other servers said may have been read, whatever became of this
    room.server.tell("chat", room.id)
    return done


def react(room: Room, player: str, asked: commands.React) -> Refused | None:
    """Show a reaction to all viewers of the table; to a muted person, only the answer."""
    seat = room.state.seat_of(player)
    if (gag := room.door.gag(room.state, player)) is not None:
        return Refused("react", gag, {}, ())
    if seat is not None and room.state.options.chat != "off":
        room.audience.say(frame := _encode(Reacted(seat, asked.reaction)), player)
        room.server.tell("react", room.id, frame)
    return None
