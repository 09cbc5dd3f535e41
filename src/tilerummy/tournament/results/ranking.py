"""The standings of a tournament under way: its results counted by the format, stage on stage."""

from collections.abc import Iterator

from tilerummy.tournament.results.counts import Absence, Game, Total, carried, together, totals
from tilerummy.tournament.results.standings import Line, standing
from tilerummy.tournament.state import StagePlay, Tournament


def lines(state: Tournament, at: int | None = None, rounds: int | None = None) -> tuple[Line, ...]:
    """The players of a stage in order: the one number `at` of those begun (default: the last), after its first `rounds`
    (default: all that are closed)."""
    at = len(state.stages) - 1 if at is None else at
    if at < 0:
        return ()
    play = state.stages[at]
    stage = state.rule(play)
    done = _closed(play) if rounds is None else rounds
    over = done >= stage.rounds
    return standing(stage, _totals(state, at, done), list(_games(play, done)), state.seed, enough=over)


def order(state: Tournament) -> tuple[int, ...]:
    """The players who are still there, the best first; before the first stage in the order of their numbers."""
    if not state.stages:
        return tuple(number for number in sorted(state.entrants) if number not in state.withdrawn)
    return tuple(line.player for line in lines(state) if line.player not in state.withdrawn)


def final_ranking(state: Tournament) -> tuple[Line, ...]:
    """Everybody: the last stage first, then those who were cut before it, each where their last stage put them."""
    found: list[Line] = []
    placed: set[int] = set()
    for at in reversed(range(len(state.stages))):
        for line in lines(state, at):
            if line.player not in placed:
                placed.add(line.player)
                found.append(line._replace(place=len(found) + 1))
    return tuple(found)


def _closed(play: StagePlay) -> int:
    return sum(round_.phase == "closed" for round_ in play.rounds)


def _games(play: StagePlay, rounds: int) -> Iterator[Game]:
    for (number, table, game), result in sorted(play.results.items()):
        if number < rounds:
            seats = play.rounds[number].seating.tables[table - 1]
            scores = {player: score for player, score in zip(seats, result.scores, strict=True) if score is not None}
            yield Game(number + 1, table, game, scores)


def _totals(state: Tournament, at: int, rounds: int) -> dict[int, Total]:
    play = state.stages[at]
    stage = state.rule(play)
    games = list(_games(play, rounds))
    own = totals(stage, play.players, games, _absences(state, play, rounds))
    if stage.carry == "none" or at == 0:
        return own
    before = _totals(state, at - 1, _closed(state.stages[at - 1]))
    return {player: together(carried(before.get(player, Total()), stage.carry), own[player]) for player in own}


def _absences(state: Tournament, play: StagePlay, rounds: int) -> dict[int, Absence]:
    """Games not played: byes, and rounds or games missed by coming late or leaving."""
    per_round = state.rule(play).games
    seated = dict.fromkeys(play.players, 0)
    out = dict.fromkeys(play.players, 0)
    for number, round_ in enumerate(play.rounds[:rounds]):
        for player in round_.seating.byes:
            out[player] = out.get(player, 0) + 1
        for (at, table, _), result in play.results.items():
            if at == number:
                for player, score in zip(round_.seating.tables[table - 1], result.scores, strict=True):
                    seated[player] = seated.get(player, 0) + (score is not None)
    return {
        player: Absence(out[player] * per_round, rounds * per_round - out[player] * per_round - seated[player])
        for player in play.players
    }
