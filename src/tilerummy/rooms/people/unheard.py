"""Whose lines and reactions a guest does not see any more, at whichever table they look on, at all servers."""

from tilerummy.bus import Bus
from tilerummy.rooms.hosting import Rooms


class Unheard:
    """What the servers that share a store tell each other of people who are blocked. Who hears nothing of it knows it
    from the guest's next visit on."""

    def __init__(self, rooms: Rooms, bus: Bus) -> None:
        self._rooms = rooms
        self._bus = bus
        bus.hear("unheard", self._hear)

    async def changed(self, player: str) -> None:
        """The guest blocks somebody, or does so no longer. Raises StorageFailure."""
        self._bus.say("unheard", "", player.encode())
        await self._look(player)

    def _hear(self, _: str, body: bytes) -> None:
        self._rooms.tasks.start(self._look(body.decode()))

    async def _look(self, player: str) -> None:
        viewers = [one for room in self._rooms.loaded for one in room.audience.viewers if one.player == player]
        if viewers:
            unheard = await self._rooms.store.blocked(player)
            for viewer in viewers:
                viewer.unheard = unheard
