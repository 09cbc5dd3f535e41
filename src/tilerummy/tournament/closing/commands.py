"""What may be asked between two stages."""

from typing import ClassVar

from tilerummy.tournament import decide
from tilerummy.tournament.closing import equals, reserves
from tilerummy.tournament.decide import Given, Role
from tilerummy.tournament.fields import Name, Numbers, SomeNumbers
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.state import Event, Settling, Tournament


class Settle(decide.Command, frozen=True, tag="settle"):
    """Part those who are `equal` at the line after a stage, by the format's rule, by a play-off that these `won`, as
    many as go on and the best first, or by a lot that is drawn now; and say why."""

    equal: SomeNumbers
    how: Settling
    reason: Name
    won: Numbers = ()

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return equals.settle(state, self.equal, self.how, self.won, self.reason, given.new_seed)


class MoveUp(decide.Command, frozen=True, tag="move-up"):
    """Let the next in the standing play for one who goes on and has left, before a result of the stage is in."""

    role: ClassVar[Role] = "desk"
    number: Number

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return reserves.move_up(state, self.number)
