"""The default bus: hints within one process, and nobody else to talk to."""

from collections.abc import Callable

from tilerummy import metrics
from tilerummy.bus.base import Hearer, Listener


class LocalBus:
    """Calls every listener to hints at once. Servers that share a store without a bus between them have this one too,
    and are not `alone`: they learn from each other by their polls."""

    def __init__(self, *, alone: bool = True) -> None:
        self.alone = alone
        self._listeners: list[Listener] = []

    @property
    def up(self) -> bool:
        """Whether messages arrive: where there is nobody to send one, all do."""
        return self.alone

    async def start(self) -> None:
        """There is nothing to connect."""

    async def close(self) -> None:
        """There is nothing to let go."""

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`."""
        metrics.BUS.inc("hint", "sent")
        for listener in self._listeners:
            listener(game, seq)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""
        self._listeners.append(listener)

    def say(self, topic: str, ident: str, body: bytes) -> None:
        """Nobody else listens."""

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Nobody else says anything."""

    def follow(self, ident: str) -> None:
        """Hints of this process come without asking."""

    def unfollow(self, ident: str) -> None:
        """Hints of this process come without asking."""

    def whenever_up(self, listener: Callable[[], None]) -> None:
        """It never comes back, as it never goes away."""
