"""What one person asks the others at a table, with what they have said to it so far."""

import msgspec
from msgspec.structs import replace


class TakingBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the person on `seat` asks in the `turn` of that number: whether their last one may be taken back. Since then
    so many tiles were `drawn`. `agreed`: the seats that have; `refused`: the one that has not."""

    seat: int
    turn: int
    drawn: int
    agreed: tuple[int, ...]
    refused: int | None

    def answered(self, seat: int, *, yes: bool) -> "TakingBack":
        """With what the person on that seat says to it."""
        return replace(self, agreed=(*self.agreed, seat)) if yes else replace(self, refused=seat)
