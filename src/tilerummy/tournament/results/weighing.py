"""What a game counts for a player for whom a computer player stood in: whole, half or nothing, as the desk says."""

from typing import ClassVar

from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import refuse
from tilerummy.tournament.corrections import follow
from tilerummy.tournament.decide import Command, Given, Role
from tilerummy.tournament.events.stand_ins import Weighed
from tilerummy.tournament.fields import At, Game, Name, Table
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.state import Event, Place, Tournament, Weight, fold


class Weigh(Command, frozen=True, tag="weigh"):
    """Count a game whole, half or not at all for a player for whom a computer player stood in, with the reason. The
    others keep their points."""

    role: ClassVar[Role] = "desk"
    stage: At
    round: At
    table: Table
    game: Game
    number: Number
    counts: Weight
    reason: Name

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        place = self.round, self.table, self.game
        happened = weigh(state, self.stage, place, self.number, self.counts, self.reason)
        return (*happened, *follow(fold(state, happened))) if happened else ()


def weigh(state: Tournament, stage: int, place: Place, number: int, counts: Weight, text: str) -> tuple[Event, ...]:
    """Say what a game counts for a player; nothing where it counts so. Raises Refusal."""
    result = state.stages[stage].results.get(place) if stage < len(state.stages) else None
    if result is None or number not in result.stood_in:
        raise refuse("no-stand-in", number=number)
    if dict(result.weights).get(number, "whole") == counts:
        return ()
    if not (reason := one_line(text)):
        raise refuse("no-reason")
    return (Weighed(stage, *place, number, counts, reason),)
