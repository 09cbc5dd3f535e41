"""The standings of an event counted once more, from its format and its results alone, written apart from the code that
counts them: every player's rows one by one, and every two players compared as a person with a pencil would.

Only what happened is taken from the event: who played, at which tables, with which results; what the referee gave,
what a game that a computer player played counts, and how equals were parted.
"""

import hashlib
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.team_standings import team_lines
from tilerummy.tournament.state import Tournament

Row = tuple[tuple[int, int, int], dict[int, int]]
"""A game: its round, table and number, and the points of those who played it."""


NOTHING: Mapping[frozenset[int], list[int]] = {}


class Sum(NamedTuple):
    """What a player has; `played`: the games of the stage that count for them."""

    points: Fraction = Fraction(0)
    won: int = 0
    table_points: Fraction = Fraction(0)
    firsts: tuple[int, ...] = (0,) * 6
    best: Fraction | None = None
    games: int = 0
    played: frozenset[tuple[int, int, int]] = frozenset()


def standing_of(state: Tournament, at: int) -> list[tuple[int, Fraction]]:
    """The players of a stage in order, each with their points."""
    stage = _stages(state)[at]
    sums = _with_before(state, at)
    settled = {frozenset(one.order): list(one.order) for one in state.stages[at].settled if one.how != "rule"}
    order = ranked(stage, sums, _rows(state, at), state.seed, over=_is_over(state, at), settled=settled)
    return [(player, sums[player].points) for player in order]


def _is_over(state: Tournament, at: int) -> bool:
    return len(_closed(state, at)) >= int(_stages(state)[at]["rounds"])


def without_place(state: Tournament, at: int) -> set[int]:
    """Who has played too few games of a stage that is over."""
    least = _stages(state)[at]["missing"]["least_games"] if _is_over(state, at) else 0
    return {player for player, one in _with_before(state, at).items() if one.games < least}


def disagreements(state: Tournament) -> list[str]:
    """Where the event's own standings are others."""
    found = []
    for at in range(len(state.stages)):
        ours = [(line.player, line.total.points) for line in lines(state, at)]
        if ours != (mine := standing_of(state, at)):
            found.append(f"stage {at}: {ours} against {mine}")
        nowhere = {line.player for line in lines(state, at) if line.place is None}
        if nowhere != without_place(state, at):
            found.append(f"stage {at}: {nowhere} have no place, against {without_place(state, at)}")
    if state.finished and state.stages:
        everybody = {player for at in range(len(state.stages)) for player, _ in standing_of(state, at)}
        somewhere = {
            player
            for at in range(len(state.stages))
            for player, _ in standing_of(state, at)
            if player not in without_place(state, at)
        }
        unplaced = {line.player for line in final_ranking(state) if line.place is None}
        if unplaced != everybody - somewhere:
            found.append(f"without a place are {unplaced}, against {everybody - somewhere}")
    teams = [(line.team.name, line.points) for line in team_lines(state)]
    if teams != (mine_too := teams_of(state)):
        found.append(f"teams: {teams} against {mine_too}")
    return found


def teams_of(state: Tournament) -> list[tuple[str, Fraction]]:
    """The teams in order with their points, by the last stage that everybody plays and that has a result."""
    said = _stages(state)
    everybody = list(takewhile(lambda at: _is_for_all(said[at]) and _closed(state, at), range(len(said))))
    if not everybody or not state.teams:
        return []
    standing = standing_of(state, everybody[-1])
    found = []
    for team in state.teams:
        here = sorted((points for player, points in standing if player in team.members), reverse=True)
        best = [at for at, (player, _) in enumerate(standing) if player in team.members]
        counted = here if state.format.team_best == "all" else here[: state.format.team_best]
        found.append((sum(counted, Fraction(0)), -min(best, default=len(standing)), team.name))
    return [(name, points) for points, _, name in sorted(found, key=lambda one: (-one[0], -one[1], one[2]))]


def _is_for_all(stage: Mapping[str, Any]) -> bool:
    return stage["places"] == "all" and not (stage["per_table"] or stage["repechage"])


def cut_otherwise(state: Tournament) -> list[str]:
    """Where a stage that follows from the results as they are now has other players than a count apart gives."""
    found = []
    for at in range(1, len(state.stages)):
        play = state.stages[at]
        if play.kept or any(one.phase == "closed" for one in play.rounds):
            # kept, or begun before a correction: nobody is taken out of it
            continue
        mine = _who_goes_on(state, at)
        if list(play.players) != mine:
            found.append(f"stage {at}: {play.players} against {mine}")
    return found


def _who_goes_on(state: Tournament, at: int) -> list[int]:
    """The players of a stage, chosen with a pencil: every table's list, the direct ones in front."""
    said, play = msgspec.to_builtins(state.format)["stages"], state.stages[at]
    stage, last = said[play.index], state.stages[at - 1].index

    def still(players: Sequence[int], stage: int) -> list[int]:
        known = [player for player, _ in standing_of(state, stage)]
        gone = play.out | state.withdrawn
        return [player for player in known if player in players and (player in play.players or player not in gone)]

    def lists(stage: int, players: list[int]) -> list[list[int]]:
        seated = _closed(state, stage)[-1].seating.tables if _closed(state, stage) else ()
        return [[player for player in players if player in table] for table in seated]

    def by_place(stage: int, players: list[int], most: int) -> list[int]:
        tables = lists(stage, players)
        rows = [[table[place] for table in tables if len(table) > place] for place in range(min(most, 6))]
        return [player for row in rows for player in sorted(row, key=players.index)]

    come = still(state.stages[at - 1].players, at - 1)
    if stage["repechage"]:
        return [player for player in come if player not in by_place(at - 1, come, stage["repechage"])]
    first: list[int] = []
    if said[last]["repechage"]:
        here = state.stages[at - 1]
        waited = [one for one in still(state.stages[at - 2].players, at - 2) if one not in {*here.players, *here.out}]
        first = by_place(at - 2, waited, 6)
    skipped = [said[between]["repechage"] for between in range(last + 1, play.index) if said[between]["repechage"]]
    per_table = skipped[0] if skipped else stage["per_table"]
    if per_table:
        bests = by_place(at - 1, come, per_table)
        rest = [player for player in come if player not in bests]
        come = bests + (rest[: stage["wild_cards"]] if stage["places"] == "all" else rest)
    return (first + come)[: None if stage["places"] == "all" else stage["places"]]


def ranked(
    stage: Mapping[str, Any],
    sums: Mapping[int, Sum],
    rows: Sequence[Row],
    seed: int,
    *,
    over: bool = True,
    settled: Mapping[frozenset[int], list[int]] = NOTHING,
) -> list[int]:
    """The players from the first to the last: equals on one key are parted by the next, on the last one as `settled`
    says where it does."""
    least = stage["missing"]["least_games"] if over else 0
    enough = [player for player in sums if sums[player].games >= least]
    few = [player for player in sums if sums[player].games < least]
    keys = list(stage["ranking"])
    return [player for group in (enough, few) for player in _parted(keys, group, sums, list(rows), seed, settled)]


def _parted(
    keys: list[str],
    group: list[int],
    sums: Mapping[int, Sum],
    rows: list[Row],
    seed: int,
    settled: Mapping[frozenset[int], list[int]],
) -> list[int]:
    if len(group) < 2 or not keys:
        return group
    if len(keys) == 1 and frozenset(group) in settled:
        return settled[frozenset(group)]
    worth = {player: _KEYS[keys[0]](player, group, sums, rows, seed) for player in group}
    order: list[int] = []
    while len(order) < len(group):
        best = max(worth[player] for player in group if player not in order)
        equal = [player for player in group if worth[player] == best]
        order += _parted(keys[1:], equal, sums, rows, seed, settled)
    return order


def _against_equals(player: int, group: list[int], sums: Mapping[int, Sum], rows: list[Row], seed: int) -> Any:
    return sum(
        scores[player] - scores[other]
        for place, scores in rows
        for other in group
        if other != player and place in sums[player].played & sums[other].played
    )


def _of_opponents(player: int, group: list[int], sums: Mapping[int, Sum], rows: list[Row], seed: int) -> Any:
    opponents = [
        other for _, scores in rows if player in scores for other in scores if other != player and other in sums
    ]
    return Fraction(sum(sums[other].points for other in opponents), len(opponents)) if opponents else Fraction(0)


def _lot(player: int, group: list[int], sums: Mapping[int, Sum], rows: list[Row], seed: int) -> Any:
    """The first number of the stream that the words `lot`, the seed and the player begin."""
    begun = int(hashlib.sha256(f"lot\x1f{seed}\x1f{player}".encode()).hexdigest()[:16], 16)
    return ((begun * 6364136223846793005 + 1442695040888963407) % 2**64) >> 33, -player


_KEYS: Mapping[str, Callable[[int, list[int], Mapping[int, Sum], list[Row], int], Any]] = {
    "points": lambda player, group, sums, rows, seed: sums[player].points,
    "games-won": lambda player, group, sums, rows, seed: sums[player].won,
    "table-points": lambda player, group, sums, rows, seed: sums[player].table_points,
    "placings": lambda player, group, sums, rows, seed: sums[player].firsts,
    "best-game": lambda player, group, sums, rows, seed: (sums[player].best is not None, sums[player].best or 0),
    "head-to-head": _against_equals,
    "opponents-points": _of_opponents,
    "drawn-number": lambda player, group, sums, rows, seed: -player,
    "lot": _lot,
}


def _stages(state: Tournament) -> list[Mapping[str, Any]]:
    """The format's word on each stage that has begun."""
    said = msgspec.to_builtins(state.format)["stages"]
    return [said[play.index] for play in state.stages]


def _closed(state: Tournament, at: int) -> list[Any]:
    return [one for one in state.stages[at].rounds if one.phase == "closed"]


def _rows(state: Tournament, at: int) -> list[Row]:
    """The games of closed rounds, in order."""
    rounds = state.stages[at].rounds
    return [
        (place, {who: score for who, score in zip(seats, result.scores, strict=True) if score is not None})
        for place, result in sorted(state.stages[at].results.items())
        if rounds[place[0]].phase == "closed"
        for seats in (rounds[place[0]].seating.tables[place[1] - 1],)
    ]


def _with_before(state: Tournament, at: int) -> dict[int, Sum]:
    """What everybody has in a stage, with what they bring into it."""
    stage = _stages(state)[at]
    own = {player: _own(state, at, player) for player in state.stages[at].players}
    if not at or stage["carry"] == "none":
        return own
    before = _with_before(state, at - 1)
    return {player: _added(_brought(before.get(player, Sum()), stage["carry"]), mine) for player, mine in own.items()}


def _brought(one: Sum, carry: str) -> Sum:
    if carry == "all":
        return one
    return Sum(points=Fraction(-(-one.points // 2)), table_points=Fraction(-(-one.table_points // 2)))


def _added(one: Sum, other: Sum) -> Sum:
    best = max((game for game in (one.best, other.best) if game is not None), default=None)
    firsts = tuple(one.firsts[at] + other.firsts[at] for at in range(6))
    points, given = one.points + other.points, one.table_points + other.table_points
    return Sum(points, one.won + other.won, given, firsts, best, one.games + other.games, other.played)


def _own(state: Tournament, at: int, player: int) -> Sum:
    """One player's line of a stage."""
    stage, rows, rounds = _stages(state)[at], _rows(state, at), _closed(state, at)
    missing = stage["missing"]
    most = math.inf if missing["most_games"] == "all" else missing["most_games"]
    weights = {place: dict(one.weights).get(player, "whole") for place, one in state.stages[at].results.items()}
    played = [row for row in rows if player in row[1] and weights[row[0]] != "none"]
    counted = [row for number, row in enumerate(played) if number < most]
    worth = [(_value(stage, scores, player), weights[place]) for place, scores in counted]
    values = [Fraction(-(-value // 2)) if weight == "half" else value for value, weight in worth]
    byes = stage["games"] * sum(player in one.seating.byes for one in rounds)
    missed = stage["games"] * len(rounds) - byes - len(played)
    mean = math.floor(Fraction(sum(values), len(values)) + Fraction(1, 2)) if values else 0
    worst = min(0, math.floor(min(values))) if values else 0
    points = sum(values, Fraction(0))
    points += byes * (mean if missing["bye"] == "average" else 0)
    points += missed * {"zero": 0, "average": mean, "minimum": worst}[missing["missed"]]
    if stage["counting"]["floor"] != "none":
        points = max(points, Fraction(stage["counting"]["floor"]))
    points += sum(
        one.points for one in state.rulings if (one.number, one.stage) == (player, at) and one.revoked is None
    )
    won = sum(scores[player] > 0 for _, scores in counted) + (byes if missing["bye_wins"] else 0)
    given, firsts = _at_tables(stage, rows, player, {place for place, _ in played})
    best, places = max(values, default=None), frozenset(place for place, _ in played)
    return Sum(points, won, given, firsts, best, len(values), places)


def _value(stage: Mapping[str, Any], scores: Mapping[int, int], player: int) -> Fraction:
    """What a game counts for."""
    rule, usual = stage["counting"], stage["tables"]["prefer"]
    value = Fraction(scores[player])
    if rule["small_tables"] == "scaled" and 1 < len(scores) < usual:
        value = value * (usual - 1) / (len(scores) - 1)
    if rule["loss_cap"] != "none" and value < -rule["loss_cap"]:
        value = Fraction(-rule["loss_cap"])
    if rule["win_cap"] != "none" and value > rule["win_cap"]:
        value = Fraction(rule["win_cap"])
    if scores[player] > 0:
        return value + int(rule["win_bonus"])
    better = [one for one in scores.values() if one > scores[player]]
    return value + int(rule["second_bonus"] if len(better) == 1 else 0)


def _at_tables(
    stage: Mapping[str, Any], rows: Sequence[Row], player: int, counts: Collection[tuple[int, int, int]]
) -> tuple[Fraction, tuple[int, ...]]:
    """Points for places at a table, by game or by round, and how often a place was taken; where a game `counts`."""
    rule, given, firsts = stage["counting"], Fraction(0), [0] * 6
    whole = rule["table_points_for"] == "round"
    together: dict[tuple[int, ...], dict[int, int]] = {}
    own = {place[:2] if whole else place for place in counts}
    for place, scores in rows:
        sums = together.setdefault(place[:2] if whole else place, {})
        for who, score in scores.items():
            sums[who] = sums.get(who, 0) + score
    for where, sums in together.items():
        if where in own:
            order = sorted(sums.values(), reverse=True)
            equal = [at for at, score in enumerate(order) if score == sums[player]]
            words = ("two", "three", "four", "five", "six")
            table = rule["table_points_" + words[max(len(order), 2) - 2]]
            given += Fraction(sum(table[at] for at in equal), len(equal))
            firsts[equal[0]] += 1
    return given, tuple(firsts)
