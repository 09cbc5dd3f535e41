"""The default bus: hints within one process."""

from tilerummy import metrics
from tilerummy.bus.base import Listener


class LocalBus:
    """Calls every listener at once."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`."""
        metrics.BUS.inc("hint", "sent")
        for listener in self._listeners:
            listener(game, seq)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""
        self._listeners.append(listener)
