"""What games count that a computer player played for somebody."""

from collections.abc import Iterable

from msgspec.structs import replace

from tilerummy.tournament.events import telling
from tilerummy.tournament.state import Did, Event, Tournament, Weight


class Weighed(Event, frozen=True, tag="weighed"):
    """The desk said what a game counts for a player for whom a computer player stood in, and why."""

    stage: int
    round: int
    table: int
    game: int
    number: int
    counts: Weight
    reason: str

    def follows(self, state: Tournament) -> Tournament:
        play, place = state.stages[self.stage], (self.round, self.table, self.game)
        before = play.results[place]
        weights = {number: weight for number, weight in before.weights if number != self.number}
        if self.counts != "whole":
            weights[self.number] = self.counts
        result = replace(before, weights=tuple(sorted(weights.items())))
        counted = play.counted.set(place, result) if place in play.counted else play.counted
        return state.with_stage(self.stage, replace(play, results=play.results.set(place, result), counted=counted))

    def told(self, state: Tournament) -> Iterable[Did]:
        where: telling.Parameters = {
            "stage": telling.stage_id(state, state.stages[self.stage]),
            "round": self.round + 1,
            "table": self.table,
            "game": self.game,
        }
        yield f"weighed-{self.counts}", {**where, "name": state.entrants[self.number].name, "reason": self.reason}
