"""What waits to be written: once in a turn of the event loop each connection writes all it has, in one piece."""

import asyncio
from typing import Protocol


class Sender(Protocol):
    """A connection with something to say."""

    def flush(self) -> None:
        """Write it."""
        ...


class Outbox:
    """The connections of one server that have something to say."""

    def __init__(self) -> None:
        self._waiting: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Have the connection write after what goes on now."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(sender)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for sender in waiting:
            sender.flush()
