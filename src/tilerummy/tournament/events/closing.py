"""What is decided between two stages: equals are parted, and who is next moves up."""

from collections.abc import Iterable

from msgspec.structs import replace

from tilerummy.tournament.events.rounds import InStage
from tilerummy.tournament.events.telling import names, stage_id
from tilerummy.tournament.state import Did, Event, Settlement, Settling, StagePlay, Tournament


class Settled(Event, frozen=True, tag="settled"):
    """Equals after a stage were parted, and why: `order` has all of them, the best first. Of a lot the `seed`."""

    stage: int
    how: Settling
    order: tuple[int, ...]
    reason: str
    seed: int | None = None

    def follows(self, state: Tournament) -> Tournament:
        play = state.stages[self.stage]
        others = tuple(one for one in play.settled if set(one.order) != set(self.order))
        settlement = Settlement(self.how, self.order, self.reason, self.seed)
        changed = state.with_stage(self.stage, replace(play, settled=(*others, settlement)))
        if self.seed is None:
            return changed
        return replace(changed, lots={**state.lots, (self.stage, tuple(sorted(self.order))): self.seed})

    def told(self, state: Tournament) -> Iterable[Did]:
        stage = stage_id(state, state.stages[self.stage])
        seed = {} if self.seed is None else {"seed": self.seed}
        yield f"settled-{self.how}", {"stage": stage, "names": names(state, self.order), "reason": self.reason, **seed}


class MovedUp(InStage, frozen=True, tag="moved-up"):
    """The next in the standing plays the stage under way for one who has gone; `players`: those of the stage now, in
    the order in which they come into it."""

    number: int
    gone: int
    players: tuple[int, ...]

    def changes(self, play: StagePlay) -> StagePlay:
        return replace(play, players=self.players, out=play.out | {self.gone})

    def told(self, state: Tournament) -> Iterable[Did]:
        who = {"name": state.entrants[self.number].name, "gone": state.entrants[self.gone].name}
        yield "moved-up", {"stage": stage_id(state, state.play), **who}
