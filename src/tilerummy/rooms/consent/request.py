"""What one person asks the others at a table, with what they have said to it so far; and what they have agreed on."""

from typing import Self

import msgspec
from msgspec.structs import replace

from tilerummy.rooms.consent.events import (
    Consent,
    GoingOn,
    PauseAnswered,
    PauseAsked,
    Paused,
    TakeBackAnswered,
    TakeBackAsked,
    WentOn,
)


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What the person on `seat` asks in the `turn` of that number. `agreed`: the seats that have; `refused`: the one
    that has not."""

    seat: int
    turn: int
    agreed: tuple[int, ...]
    refused: int | None

    def answered(self, seat: int, *, yes: bool) -> Self:
        """With what the person on that seat says to it."""
        return replace(self, agreed=(*self.agreed, seat)) if yes else replace(self, refused=seat)


class TakingBack(Asked, frozen=True, tag="take-back"):
    """Whether their last turn may be taken back. Since then so many tiles were `drawn`."""

    drawn: int


class Pausing(Asked, frozen=True, tag="pause"):
    """Whether the game may stand for a while."""


Request = TakingBack | Pausing


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game stands: `until` then (ms) at the latest, with so much time `left` to the turn (ms; None: no limit).
    `ready`: the seats that want to go on."""

    until: int
    left: int | None
    ready: tuple[int, ...]


def agreed_on(request: Request | None, pause: Pause | None, event: Consent) -> tuple[Request | None, Pause | None]:
    """The request and the pause after one more event."""
    match event:
        case TakeBackAsked():
            return TakingBack(event.seat, event.turn, (), None, event.drawn), pause
        case PauseAsked():
            return Pausing(event.seat, event.turn, (), None), pause
        case TakeBackAnswered() | PauseAnswered():
            return request and request.answered(event.seat, yes=event.yes), pause
        case Paused():
            return None, Pause(event.until, event.left, ())
        case GoingOn():
            return request, pause and replace(pause, ready=(*pause.ready, event.seat))
        case WentOn():
            return request, None
