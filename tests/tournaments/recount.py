"""What everybody has in a stage, counted from the desk's picture alone and apart from the code that counts.

Only results, tables and the words of the format are read: a game that a computer player played counts as the desk says,
and who has played too few games of a stage that is over has no place.
"""

from collections import defaultdict
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from tilerummy.tournament.format.format import Counting, Format, Stage
from tilerummy.tournaments.result_views import ResultShown
from tilerummy.tournaments.views import StageShown, TournamentShown


class Counted(NamedTuple):
    """A player's points and games won and played, and whether these are enough for a place."""

    points: Fraction
    won: int
    games: int
    placed: bool


def is_plain(stage: Stage) -> bool:
    """Whether games alone make the points of a stage: none are carried, or given for games not played."""
    missing = stage.missing
    return (stage.carry, missing.bye, missing.missed, missing.bye_wins) == ("none", "zero", "zero", False)


def recounted(desk: TournamentShown, at: int, stage: Stage) -> dict[int, Counted]:
    """Everybody in the standing of stage number `at` of those begun."""
    shown = desk.stages[at]
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    won: defaultdict[int, int] = defaultdict(int)
    games: defaultdict[int, int] = defaultdict(int)
    players = [line.number for line in shown.standings]
    for result in sorted(desk.results, key=lambda one: (one.round, one.table, one.game)):
        if result.stage != at or shown.rounds[result.round].phase != "closed":
            continue
        for number, value, has_won in _worth(shown, result, stage):
            if stage.missing.most_games == "all" or games[number] < stage.missing.most_games:
                points[number] += value
                won[number] += has_won
                games[number] += 1
    over = sum(round_.phase == "closed" for round_ in shown.rounds) >= stage.rounds
    least = stage.missing.least_games if over else 0
    floor = stage.counting.floor
    for number in players:
        points[number] = points[number] if floor == "none" else max(points[number], Fraction(floor))
    return {number: Counted(points[number], won[number], games[number], games[number] >= least) for number in players}


def _worth(shown: StageShown, result: ResultShown, stage: Stage) -> list[tuple[int, Fraction, bool]]:
    """For whom a game counts: their number, what it is worth to them, and whether they have won it."""
    seats = shown.rounds[result.round].tables[result.table - 1]
    scores = {number: score for number, score in zip(seats, result.scores, strict=True) if score is not None}
    weights = dict(result.weights)
    size = len(scores)
    scale = Fraction(1)
    if stage.counting.small_tables == "scaled" and size < stage.tables.prefer:
        scale = Fraction(stage.tables.prefer - 1, size - 1)
    found = []
    for number, score in scores.items():
        if weights.get(number) == "none":
            continue
        better = sum(other > score for other in scores.values())
        value = _counted(stage.counting, score * scale) + _bonus(stage.counting, score, better)
        found.append((number, Fraction(ceil(value / 2)) if weights.get(number) == "half" else value, score > 0))
    return found


def _counted(rule: Counting, value: Fraction) -> Fraction:
    value = value if rule.loss_cap == "none" else max(value, Fraction(-rule.loss_cap))
    return value if rule.win_cap == "none" else min(value, Fraction(rule.win_cap))


def _bonus(rule: Counting, score: int, better: int) -> int:
    return rule.win_bonus if score > 0 else rule.second_bonus if better == 1 else 0


def differs(desk: TournamentShown, format_: Format) -> str:
    """What the desk's standings say otherwise than this count; nothing where they agree."""
    stages = {stage.id: stage for stage in format_.stages}
    nowhere = {one.number for one in desk.entrants}
    for at, shown in enumerate(desk.stages):
        stage = stages[shown.id]
        nowhere -= {line.number for line in shown.standings if line.place is not None}
        if not shown.standings or not is_plain(stage):
            continue
        counted = recounted(desk, at, stage)
        for line in shown.standings:
            own = counted[line.number]
            said = (round(line.points, 2), line.won, line.games, line.place is not None)
            if said != (round(float(own.points), 2), *own[1:]):
                return f"{shown.id}: number {line.number} has {said}, and by this count {own}"
    unplaced = {line.number for line in desk.ranking if line.place is None}
    if desk.finished and unplaced != nowhere & {line.number for line in desk.ranking}:
        return f"without a place are {unplaced}, and by this count {nowhere}"
    return ""
