"""Results and standings as lists for a spreadsheet: a heading, then a line for each player in each game or standing.

The list of results can be read again (`result_lists`); `stand-in` says of games that a computer player played for
somebody whether they count whole, half or not, and `days` when the rounds of a league may be played.
"""

from collections.abc import Iterable, Iterator

from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.results.team_standings import team_lines
from tilerummy.tournament.state import Tournament

Cell = str | int | float
RESULTS = ("stage", "round", "table", "game", "number", "name", "points")
STANDINGS = ("stage", "place", "number", "name", "class", "points", "won", "table points", "best", "games")
DAYS = "days"
"""From which to which day a round of a league may be played."""
DECIDED = "decided by"
"""What put a player after the one above, where the organiser settled for equals who goes first."""
RULED = "by referee"
"""The last column, where a referee gave or took points."""


def results(state: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Every result as lines under the heading `RESULTS`, with `days` in a league and `stand-in` where there was one."""
    stood_in = any(result.stood_in for play in state.stages for result in play.results.values())
    days = {(one.stage, one.round): f"{one.first}/{one.last}" for one in state.dates}
    more = (*((DAYS,) if days else ()), *(("stand-in",) if stood_in else ()))
    yield (*RESULTS, *more)
    for play in state.stages:
        for (number, table, game), result in sorted(play.results.items()):
            for player, points in zip(play.rounds[number].seating.tables[table - 1], result.scores, strict=True):
                if points is not None:
                    name = state.entrants[player].name
                    weight = dict(result.weights).get(player, "whole") if player in result.stood_in else ""
                    line = (state.rule(play).id, number + 1, table, game, player, name, points)
                    said = {DAYS: days.get((play.index, number), ""), "stand-in": weight}
                    yield (*line, *(said[column] for column in more))


def standings(state: Tournament) -> Iterator[tuple[Cell, ...]]:
    """The standing of every stage that has one as lines under the heading `STANDINGS`, then the teams with their
    members, and `all` at the end; with the columns `DECIDED` and `RULED` where they say anything."""
    heads = (*STANDINGS, *_more(state))
    yield heads
    for at, play in enumerate(state.stages):
        if any(round_.phase == "closed" for round_ in play.rounds):
            yield from _standings(state, state.rule(play).id, lines(state, at))
    for team in team_lines(state):
        members = ", ".join(state.entrants[number].name for number in team.team.members)
        cells = ("teams", team.place, "", team.team.name, members, _number(float(team.points)))
        yield (*cells, *[""] * (len(heads) - len(cells)))
    if state.finished:
        yield from _standings(state, "all", final_ranking(state))


def _more(state: Tournament) -> tuple[str, ...]:
    settled = any(play.settled for play in state.stages)
    ruled = any(one.points and one.revoked is None for one in state.rulings)
    return (*((DECIDED,) if settled else ()), *((RULED,) if ruled else ()))


def _standings(state: Tournament, stage: str, found: Iterable[Line]) -> Iterator[tuple[Cell, ...]]:
    more = _more(state)
    for line in found:
        one, total = state.entrants[line.player], line.total
        best = "" if total.best is None else _number(float(total.best))
        who = (stage, "" if line.place is None else line.place, one.number, one.name, one.category)
        figures = (_number(float(total.points)), total.won, _number(float(total.table_points)), best, total.games)
        said: dict[str, Cell] = {DECIDED: line.decided or "", RULED: total.ruled}
        yield (*who, *figures, *(said[column] for column in more))


def _number(value: float) -> Cell:
    return int(value) if value.is_integer() else round(value, 2)
