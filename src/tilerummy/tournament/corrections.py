"""What a corrected result changes that was decided before: who goes on to a stage, and who sits where in a round.

What nobody has seen follows at once. What was shown is told, until it is planned again or kept with a reason.
"""

from typing import NamedTuple

from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import refuse
from tilerummy.tournament.events.rounds import Kept, Recut
from tilerummy.tournament.results.cuts import going_on
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.seating.plan import planned_from
from tilerummy.tournament.stages import BY_STANDING
from tilerummy.tournament.state import Event, StagePlay, Tournament, fold


class Overtaken(NamedTuple):
    """What follows from the results no longer: the players of a stage (`round` -1) or the tables of the round that is
    not closed. `before` and `after`: the players it is for and those it should be for, the best first."""

    stage: int
    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]


def overtaken(state: Tournament) -> tuple[Overtaken, ...]:
    """What follows no longer, and was not kept, in order."""
    found = [_stage(state, at) for at in range(1, len(state.stages))]
    found.append(_round(state))
    return tuple(one for one in found if one is not None)


def follow(state: Tournament) -> tuple[Event, ...]:
    """What nobody has seen, put right after a correction."""
    play = state.play
    if play is None or state.finished or state.current >= len(play.rounds):
        return ()
    return planned_again(state) if play.rounds[state.current].phase == "planned" else ()


def planned_again(state: Tournament) -> tuple[Event, ...]:
    """The round that is not closed planned again, for the players that the results speak for now."""
    cut = _stage(state, len(state.stages) - 1) if state.current == 0 else None
    recut = () if cut is None else (Recut(cut.after),)
    return (*recut, *planned_from(fold(state, recut), state.current))


def keep(state: Tournament, stage: int, number: int, text: str) -> tuple[Event, ...]:
    """Leave it as it is, with a reason. Raises Refusal where nothing is to be kept, or without a reason."""
    reason = one_line(text)
    found = next((one for one in overtaken(state) if (one.stage, one.round) == (stage, number)), None)
    if found is None:
        raise refuse("nothing-to-keep")
    if not reason:
        raise refuse("no-reason")
    return (Kept(stage, number, found.after, reason),)


def _stage(state: Tournament, at: int) -> Overtaken | None:
    if at < 1:
        return None
    play = state.stages[at]
    stage = state.rule(play)
    after = _cut(state, at)
    ordered = stage.seating_of(1) in BY_STANDING
    return (
        None
        if _same(after, play.players, ordered=ordered) or _same(after, play.kept, ordered=ordered)
        else Overtaken(at, -1, play.players, after)
    )


def _cut(state: Tournament, at: int) -> tuple[int, ...]:
    """Who goes on to a stage by the results as they are now. Who left before it stays out, and who left in it in."""
    return going_on(state, at, lambda player: _may_come(state, state.stages[at], player))


def _may_come(state: Tournament, play: StagePlay, player: int) -> bool:
    return player in play.players or player not in play.out | state.withdrawn


def _round(state: Tournament) -> Overtaken | None:
    if state.now is None:
        return None
    stage, number = state.now
    round_ = state.stages[stage].rounds[number]
    here = set(round_.order)
    after = tuple(line.player for line in lines(state, stage) if line.player in here) if here else ()
    return None if after in (round_.order, round_.kept) else Overtaken(stage, number, round_.order, after)


def _same(one: tuple[int, ...], other: tuple[int, ...], *, ordered: bool) -> bool:
    return one == other if ordered else set(one) == set(other)
