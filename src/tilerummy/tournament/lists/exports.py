"""Results and standings as lists for a spreadsheet: a heading, then a line for each player in each game or standing.

The list of results can be read again (`result_lists`); `stand-in` says of games that a computer player played for
somebody whether they count whole, half or not.
"""

from collections.abc import Iterable, Iterator, Mapping

from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.results.team_standings import team_lines
from tilerummy.tournament.state import Tournament

Cell = str | int | float
RESULTS = ("stage", "round", "table", "game", "number", "name", "points")
STANDINGS = (
    "stage",
    "place",
    "number",
    "name",
    "class",
    "points",
    "won",
    "table points",
    "best",
    "games",
    "decided by",
)
RULED = "by referee"
"""The last column, where a referee gave or took points."""


def results(state: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Every result as lines under the heading `RESULTS`, with `stand-in` where there was one."""
    stood_in = any(result.stood_in for play in state.stages for result in play.results.values())
    yield (*RESULTS, "stand-in") if stood_in else RESULTS
    for play in state.stages:
        for (number, table, game), result in sorted(play.results.items()):
            for player, points in zip(play.rounds[number].seating.tables[table - 1], result.scores, strict=True):
                if points is not None:
                    name = state.entrants[player].name
                    weight = dict(result.weights).get(player, "whole") if player in result.stood_in else ""
                    line = (state.rule(play).id, number + 1, table, game, player, name, points)
                    yield (*line, weight) if stood_in else line


def standings(state: Tournament) -> Iterator[tuple[Cell, ...]]:
    """The standing of every stage that has one as lines under the heading `STANDINGS`, then the teams with their
    members, and `all` at the end; with the column `RULED` where it says anything."""
    ruled = any(one.points and one.revoked is None for one in state.rulings)
    heads = (*STANDINGS, RULED) if ruled else STANDINGS
    yield heads
    for at, play in enumerate(state.stages):
        if any(round_.phase == "closed" for round_ in play.rounds):
            yield from _standings(state, state.rule(play).id, lines(state, at), ruled=ruled)
    for line in team_lines(state):
        members = ", ".join(state.entrants[number].name for number in line.team.members)
        cells = ("teams", line.place, "", line.team.name, members, _number(float(line.points)))
        yield (*cells, *[""] * (len(heads) - len(cells)))
    if state.finished:
        yield from _standings(state, "all", final_ranking(state), ruled=ruled)


def _standings(state: Tournament, stage: str, found: Iterable[Line], *, ruled: bool) -> Iterator[tuple[Cell, ...]]:
    for line in found:
        cells = _standing(stage, state.entrants, line)
        yield (*cells, line.total.ruled) if ruled else cells


def _standing(stage: str, entrants: Mapping[int, Entrant], line: Line) -> tuple[Cell, ...]:
    one, total = entrants[line.player], line.total
    best = "" if total.best is None else _number(float(total.best))
    figures = (
        _number(float(total.points)),
        total.won,
        _number(float(total.table_points)),
        best,
        total.games,
        line.decided or "",
    )
    return (stage, "" if line.place is None else line.place, one.number, one.name, one.category, *figures)


def _number(value: float) -> Cell:
    return int(value) if value.is_integer() else round(value, 2)
