"""What a person at an event asks for, and what the event shows those who ask."""

from typing import Final, NamedTuple, Protocol

from tilerummy.tournament.decide import Actor
from tilerummy.tournaments.hosted_tournament import Command, Held

ROOMS: Final = "rooms"


class RoomOver(NamedTuple):
    """A game that was played here is over: what its room says, and for whom a computer player played."""

    room: str
    points: tuple[tuple[int, int], ...]
    stood_in: tuple[int, ...] = ()


class Asked(NamedTuple):
    """A command with who asks it; of a room, nobody."""

    actor: Actor | None
    what: Command | RoomOver

    def __repr__(self) -> str:
        return f"{self.actor.role if self.actor else ROOMS}: {self.what}"


class Running(Protocol):
    """An event under way, with who was dealt in at its rooms."""

    dealt: dict[str, tuple[int, ...]]

    @property
    def now(self) -> Held:
        """The event as it is."""
        ...
