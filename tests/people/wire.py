"""What the servers of a town tell each other by, as badly as a bus may: words are lost, come late, or twice."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from tilerummy.bus import LocalBus
from tilerummy.bus.base import Hearer

LOST: Final = 0.2
LATE: Final = 0.2
"""How likely a word comes after the next one."""
TWICE: Final = 0.1


class Wire:
    """The ends that are open, and what is still on its way."""

    def __init__(self, chance: Random) -> None:
        self.ends: list[End] = []
        self._chance = chance
        self._late: list[Callable[[], None]] = []

    def carry(self, word: Callable[[], None]) -> None:
        """Bring a word to one end."""
        came, drawn = self._late, self._chance.random()
        self._late = []
        if drawn >= LOST + LATE:
            word()
        elif drawn >= LOST:
            self._late.append(word)
        if self._chance.random() < TWICE:
            word()
        for one in came:
            one()


class End(LocalBus):
    """One server's end of the wire."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(alone=False)
        self._wire = wire
        self._hearers: dict[str, list[Hearer]] = {}
        wire.ends.append(self)

    @property
    def up(self) -> bool:
        """It does not know what is lost."""
        return True

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`."""
        super().publish(game, seq)
        for end in self._others():
            self._wire.carry(partial(LocalBus.publish, end, game, seq))

    def say(self, topic: str, ident: str, body: bytes) -> None:
        """Say something to the other servers."""
        for end in self._others():
            self._wire.carry(partial(end.heard, topic, ident, body))

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Call `hearer` for what others say."""
        self._hearers.setdefault(topic, []).append(hearer)

    def heard(self, topic: str, ident: str, body: bytes) -> None:
        """Another server has said something."""
        for hearer in self._hearers.get(topic, ()):
            hearer(ident, body)

    def _others(self) -> "list[End]":
        return [end for end in self._wire.ends if end is not self]
