"""The line after a stage: who may go on to the next one, and who does, until a result of it is in."""

from typing import NamedTuple

from tilerummy.tournament.results.ranking import lines, order
from tilerummy.tournament.stages import entering
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
    if len(state.stages) < 2 or play is None or state.finished or state.current or play.results:
        return None
    if state.rule(play).places == "all" or not play.rounds:
        return None
    before = len(state.stages) - 2
    away = state.withdrawn | (play.out - set(play.players))
    here = {number for number, one in state.entrants.items() if one.ranked} - away
    ranked = tuple(line.player for line in lines(state, before) if line.player in here)
    return Cut(before, ranked, _through(state, play.index - 1, ranked, play.index))


def going_on(state: Tournament, at: int) -> tuple[int, ...]:
    """Who goes on from a stage: who came into the next one, or as it stands would; nobody where none is cut."""
    if at + 1 < len(state.stages):
        following = state.stages[at + 1]
        return () if state.rule(following).places == "all" else following.players
    play = state.stages[at]
    if state.finished:
        return ()
    ranked = tuple(player for player in order(state) if state.entrants[player].ranked)
    through = _through(state, play.index, ranked)
    return through if len(through) < len(ranked) else ()


def _through(state: Tournament, after: int, ranked: tuple[int, ...], to: int | None = None) -> tuple[int, ...]:
    """Those of `ranked` who come into the next stage after one of the format, or into that stage `to` alone."""
    following = entering(state.format, after, ranked)
    return following.players if following is not None and to in (None, following.stage) else ()
