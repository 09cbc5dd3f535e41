"""The tables of a tournament's next rounds, as events: planned again, or adapted after a change."""

from collections.abc import Sequence

from tilerummy.rules.refusal import refuse
from tilerummy.tournament.events.rounds import Finished, Planned, StageBegun
from tilerummy.tournament.results.cuts import entering
from tilerummy.tournament.results.ranking import order
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.repair import adapted, moves
from tilerummy.tournament.seating.table_sizes import byes
from tilerummy.tournament.stages import BY_STANDING, seat, sizes_of
from tilerummy.tournament.state import Event, StagePlay, Tournament, fold


def next_stage(state: Tournament) -> tuple[Event, ...]:
    """The next stage with its first tables, or the end. Raises Refusal where a stage cannot be seated."""
    following = entering(state, lambda player: _goes_on(state, player))
    if following is None:
        return (Finished(),)
    begun = StageBegun(*following)
    return (begun, *next_rounds(fold(state, (begun,))))


def _goes_on(state: Tournament, player: int) -> bool:
    """Whether a player is there for the next stage; who only fills a seat plays the first alone."""
    return player not in state.withdrawn and (not state.stages or state.entrants[player].ranked)


def next_rounds(state: Tournament) -> tuple[Event, ...]:
    """Tables for the round after the last planned one, and for those with it that need no results. Raises Refusal."""
    first = len(_playing(state).rounds)
    return (Planned(first, _seated(state, first), order=_followed(state, first)),)


def too_few(state: Tournament) -> bool:
    """Whether so few are left that the stage has no table for anybody: it is over then, whatever rounds it has."""
    left = len(_there(state))
    return byes(left, sizes_of(state.rule(_playing(state)))) == left


def planned_from(state: Tournament, first: int) -> tuple[Event, ...]:
    """The planned rounds from `first` on for the players who are there now, and who moved; nothing where everybody has
    the seat they had. Where too few are left, what follows the stage, unless a round goes on: then its end does.
    Raises Refusal."""
    play = _playing(state)
    old = [round_.seating for round_ in play.rounds[first:]]
    if not old:
        return ()
    if too_few(state):
        return next_stage(state) if first == state.current else ()
    stage = state.rule(play)
    if stage.seating_of(first + 1) == "meet-new":
        stood = _stood(play, first)
        try:
            new = adapted(old, sorted(_there(state)), sizes_of(stage), state.seed, stood, state.locks)
        except ValueError:
            raise refuse("cannot-be-seated", count=len(_there(state))) from None
    else:
        new = _seated(state, first)
    moved = moves(old, new, first)
    planned = Planned(first, new, moved, _followed(state, first))
    same = old == list(new) and planned.order == play.rounds[first].order
    return () if same else (planned,)


def _seated(state: Tournament, first: int) -> tuple[Seating, ...]:
    play = _playing(state)
    players = _there(state)
    try:
        stood, met = _stood(play, first), _met(state, first)
        return seat(state.rule(play), first + 1, players, state.seed, stood, state.locks, met)
    except ValueError:
        raise refuse("cannot-be-seated", count=len(players)) from None


def _there(state: Tournament) -> Sequence[int]:
    """Who plays the coming rounds of the stage, the best first: before its first results as they came into it."""
    play = _playing(state)
    if any(round_.phase == "closed" for round_ in play.rounds):
        return order(state)
    return [player for player in play.players if player not in state.withdrawn]


def _followed(state: Tournament, first: int) -> tuple[int, ...]:
    """The standing that the tables of a round follow from, empty where they follow from none."""
    play = _playing(state)
    return tuple(_there(state)) if first and state.rule(play).seating_of(first + 1) in BY_STANDING else ()


def _stood(play: StagePlay, first: int) -> list[Seating]:
    return [round_.seating for round_ in play.rounds[:first]]


def _met(state: Tournament, first: int) -> list[Seating]:
    """The tables of the last stage, where the best of each of them have come into this one."""
    if first or len(state.stages) < 2 or not state.rule(_playing(state)).per_table:
        return []
    return [round_.seating for round_ in state.stages[-2].rounds[-1:]]


def _playing(state: Tournament) -> StagePlay:
    if state.play is None:
        raise refuse("not-begun")
    return state.play
