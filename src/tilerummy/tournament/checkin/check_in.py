"""A check-in as its events have left it, and who paid. Nothing here judges."""

from typing import Literal

import msgspec

CheckInPhase = Literal["none", "open", "closed"]


class CheckIn(msgspec.Struct, frozen=True):
    """A check-in before the first tables of the stage that was begun as number `stage`. `until`: the instant (in
    milliseconds) from which the desk alone checks people in; `names`: everybody sees who is missing. Who is `here` and
    has `paid`, and who was `absent` when it closed, by their tickets."""

    phase: CheckInPhase = "none"
    until: int | None = None
    names: bool = False
    stage: int = 0
    here: frozenset[int] = frozenset()
    paid: frozenset[int] = frozenset()
    absent: tuple[int, ...] = ()

    def taken_back(self, before: "CheckIn") -> "CheckIn":
        """As it was `before` a step that is taken back: who came or paid since has not gone."""
        here = self.here if self.stage == before.stage else before.here
        return msgspec.structs.replace(before, here=here, paid=self.paid)
