"""Whom a guest knows, and what they want of these people."""

import asyncio
from typing import Final, Literal

from msgspec.structs import replace

from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.acquainted import Company, Known, companies, known
from tilerummy.rooms.people.inviting import part
from tilerummy.rules.refusal import refuse
from tilerummy.store import Acquaintance

Wish = Literal["hide", "show", "forget", "block", "unblock"]
"""Out of the list, and back; the games until now do not count any more; nothing to do with them, and again."""
MEETINGS: Final = 8_000
"""Games with others, once for each of these, that the list of a guest's people is made of: the last ones."""
ACQUAINTANCES: Final = 1_000
"""People of one guest whom they have hidden, forgotten or blocked."""


async def people_of(rooms: Rooms, player: str) -> tuple[list[Known], list[Company]]:
    """The guest's people and companies, as far as their games are counted, those of last first. Raises
    StorageFailure."""
    met, wanted = await rooms.store.meetings(player, MEETINGS), await rooms.store.acquaintances(player)
    return await asyncio.to_thread(lambda: (known(met, wanted), companies(met, wanted)))


async def want(rooms: Rooms, player: str, other: str, name: str, wish: Wish) -> None:
    """Keep what a guest wants of another, whom they know by that name, and do what follows from it. Raises Refusal
    `people-full`, or StorageFailure."""
    kept = {one.other: one for one in await rooms.store.acquaintances(player)}
    wanted = _after(kept.get(other) or Acquaintance(player, other, name), wish, rooms.now())
    if not await rooms.store.keep_acquaintance(wanted, ACQUAINTANCES):
        raise refuse("people-full", most=ACQUAINTANCES)
    if wish == "block":
        await part(rooms, player, other)


def _after(kept: Acquaintance, wish: Wish, now: int) -> Acquaintance:
    match wish:
        case "hide" | "show":
            return replace(kept, hidden=int(wish == "hide"))
        case "forget":
            return replace(kept, hidden=0, forgotten=now)
        case "block" | "unblock":
            return replace(kept, blocked=now if wish == "block" else None)
