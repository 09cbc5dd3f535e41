"""The line after a stage: who may go on to the next one, and who does, until a result of it is in."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tilerummy.tournament.results.cuts import entering, going_on
from tilerummy.tournament.results.ranking import lines, order
from tilerummy.tournament.state import Tournament


class Cut(NamedTuple):
    """A line that may still change: after which stage (from 0, of those begun), who may go on, the best first, and who
    does."""

    stage: int
    ranked: tuple[int, ...]
    through: tuple[int, ...]


def open_cut(state: Tournament) -> Cut | None:
    """The line before the stage under way while none of its results is in; None where nobody was cut."""
    play = state.play
    if len(state.stages) < 2 or play is None or state.finished or state.current or play.results or not play.rounds:
        return None
    at = len(state.stages) - 1
    away = state.withdrawn | (play.out - set(play.players))

    def may(player: int) -> bool:
        return state.entrants[player].ranked and player not in away

    ranked = tuple(line.player for line in lines(state, at - 1) if may(line.player))
    on = going_on(state, at, may)
    return Cut(at - 1, ranked, on) if len(on) < len(ranked) else None


def through(state: Tournament, at: int) -> tuple[int, ...]:
    """Who goes on from a stage: who came into the next one, or as it stands would; nobody where none is cut, or the
    beaten play on."""
    if at + 1 < len(state.stages):
        here, following = state.stages[at].players, state.stages[at + 1]
        return () if state.rule(following).repechage else _cut(here, following.players)
    if state.finished:
        return ()
    ranked = tuple(player for player in order(state) if state.entrants[player].ranked)
    following_stage = entering(state, set(ranked).__contains__)
    if following_stage is None or state.format.stages[following_stage.stage].repechage:
        return ()
    return _cut(ranked, following_stage.players)


def _cut(here: Collection[int], players: Sequence[int]) -> tuple[int, ...]:
    """Those of a stage who play the next one, where others do not; who waited meanwhile was not cut."""
    on = tuple(player for player in players if player in here)
    return on if len(on) < len(here) else ()
