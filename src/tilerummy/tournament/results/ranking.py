"""The standings of a tournament under way: its results counted by the format, stage on stage."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tilerummy.tournament.format.format import Stage
from tilerummy.tournament.format.reader import CLOSING
from tilerummy.tournament.maps import Map
from tilerummy.tournament.referee.rulings import Points, points_of
from tilerummy.tournament.results.counts import Absence, Game, Total, carried, together, totals
from tilerummy.tournament.results.standings import Line, standing
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.state import Place, Result, Settlement, Tournament


class _Played(NamedTuple):
    """A stage as far as it counts: its players, rounds, games with their points, and equals who were parted; what the
    referee gave or took."""

    rule: Stage
    players: tuple[int, ...]
    rounds: tuple[Seating, ...]
    results: Map[Place, Result]
    settled: tuple[Settlement, ...]
    ruled: Points


def lines(state: Tournament, at: int | None = None, rounds: int | None = None) -> tuple[Line, ...]:
    """The players of a stage in order: the one number `at` of those begun (default: the last), after its first `rounds`
    (default: all that are closed)."""
    at = len(state.stages) - 1 if at is None else at
    if at < 0:
        return ()
    played = [_played(state, at, rounds)]
    while at > 0 and played[0].rule.carry != "none":
        at -= 1
        played.insert(0, _played(state, at))
    return _lines(tuple(played), state.seed)


@lru_cache(maxsize=32)
def _lines(played: tuple[_Played, ...], seed: int) -> tuple[Line, ...]:
    """The standing of the last of these stages; remembered, as every picture asks for it again. Results of a round
    under way are not counted, so that it is asked for by the same map of them until the round is closed."""
    last = played[-1]
    over = len(last.rounds) >= last.rule.rounds
    return standing(last.rule, _totals(played), list(_games(last)), seed, last.settled, enough=over)


def order(state: Tournament) -> tuple[int, ...]:
    """The players who are still there, the best first; before the first stage in the order of their numbers."""
    if not state.stages:
        return tuple(number for number in sorted(state.entrants) if number not in state.withdrawn)
    return tuple(line.player for line in lines(state) if line.player not in state.withdrawn)


def final_ranking(state: Tournament) -> tuple[Line, ...]:
    """Everybody: the last stage first, then those who were cut before it, each where their last stage put them; in the
    end, without a place, who has one in no stage. Those whom nothing but the format's number or lot parts share one."""
    found: list[Line] = []
    for _, of in _by_last_stage(state):
        above: int | None = None
        for line in of:
            equal = above is not None and line.decided in CLOSING
            above = above if equal else len(found) + 1
            found.append(line._replace(place=above, decided=None if equal else line.decided))
    stages = reversed(range(len(state.stages)))
    without = {line.player: line for at in stages for line in lines(state, at) if line.place is None}
    placed = {line.player for line in found}
    return (*found, *(line for player, line in without.items() if player not in placed))


def final_parts(state: Tournament) -> tuple[tuple[str, int], ...]:
    """The stages whose standings make the final ranking, in its order, each with the last place it gives."""
    found: list[tuple[str, int]] = []
    for stage, of in _by_last_stage(state):
        if of:
            found.append((stage.id, len(of) + (found[-1][1] if found else 0)))
    return tuple(found)


def _by_last_stage(state: Tournament) -> Iterator[tuple[Stage, list[Line]]]:
    """The stages, the last first, each with those who played it and none after it, as far as they have a place in any
    stage; who waited for the end of a repechage is ahead of those who played it. What parted people from somebody who
    stands elsewhere is not told."""
    standings = [(*_waited(state, at), *lines(state, at)) for at in range(len(state.stages))]
    placed = {line.player for stage in standings for line in stage if line.place is not None}
    for play, stage in zip(reversed(state.stages), reversed(standings), strict=True):
        of: list[Line] = []
        above = False
        for line in stage:
            here = line.player in placed
            apart = above or line.decided == "points"
            of += [line if apart else line._replace(decided=None)] if here else []
            above = here
        placed -= {line.player for line in stage}
        yield state.rule(play), of


def _waited(state: Tournament, at: int) -> list[Line]:
    """Who did not need to play a stage: it is a repechage."""
    play = state.stages[at]
    here = play.out.union(play.players)
    return [one for one in lines(state, at - 1) if one.player not in here] if state.rule(play).repechage else []


def _played(state: Tournament, at: int, rounds: int | None = None) -> _Played:
    play = state.stages[at]
    done = sum(round_.phase == "closed" for round_ in play.rounds) if rounds is None else rounds
    seatings = tuple(round_.seating for round_ in play.rounds[:done])
    counted = play.counted
    if rounds is not None:
        counted = Map((place, result) for place, result in play.results.items() if place[0] < rounds)
    ruled = points_of(state.rulings, at, rounds)
    return _Played(state.rule(play), play.players, seatings, counted, play.settled, ruled)


def _games(played: _Played) -> Iterator[Game]:
    for (number, table, game), result in sorted(played.results.items()):
        seats = played.rounds[number].tables[table - 1]
        points = {player: score for player, score in zip(seats, result.scores, strict=True) if score is not None}
        yield Game(number + 1, table, game, points, dict(result.weights))


def _totals(played: tuple[_Played, ...]) -> dict[int, Total]:
    """What everybody has in the last of these stages, with what they bring from those before."""
    last = played[-1]
    own = totals(last.rule, last.players, list(_games(last)), _absences(last))
    own |= {player: own[player].plus(points) for player, points in last.ruled if player in own}
    if len(played) == 1:
        return own
    before = _totals(played[:-1])
    return {player: together(carried(before.get(player, Total()), last.rule.carry), own[player]) for player in own}


def _absences(played: _Played) -> dict[int, Absence]:
    """Games not played: byes, and rounds or games missed by coming late or leaving."""
    out = dict.fromkeys(played.players, 0)
    for seating in played.rounds:
        for player in seating.byes:
            out[player] = out.get(player, 0) + played.rule.games
    seated = dict.fromkeys(played.players, 0)
    for game in _games(played):
        for player in game.playing:
            seated[player] = seated.get(player, 0) + 1
    due = len(played.rounds) * played.rule.games
    return {player: Absence(out[player], due - out[player] - seated[player]) for player in played.players}
