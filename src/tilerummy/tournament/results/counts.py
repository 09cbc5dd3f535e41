"""What games count for: scaled, capped, with bonuses, as table points; and the games a player did not play."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from tilerummy.tournament.format.format import Missing, Stage
from tilerummy.tournament.state import Weight

P = TypeVar("P", int, str)
NONE: Final[Mapping[int, Weight]] = MappingProxyType({})


class Game(NamedTuple):
    """One finished game of a stage: round, table and game count from 1; points by player, summing to 0; `weights`: for
    whom it does not count whole."""

    round: int
    table: int
    game: int
    scores: Mapping[int, int]
    weights: Mapping[int, Weight] = NONE

    @property
    def playing(self) -> frozenset[int]:
        """For whom it counts."""
        return frozenset(player for player in self.scores if self.weights.get(player) != "none")


class Absence(NamedTuple):
    """Games of a stage that a player sat out by a bye, and games they missed by coming late or leaving."""

    byes: int = 0
    missed: int = 0


class Total(NamedTuple):
    """What a player has in a stage. `placings`: how often they were first, second and so on at their table; `ruled`:
    what of the points the referee gave or took."""

    points: Fraction = Fraction(0)
    won: int = 0
    table_points: Fraction = Fraction(0)
    placings: tuple[int, ...] = ()
    best: Fraction | None = None
    games: int = 0
    ruled: int = 0

    def plus(self, ruled: int) -> "Total":
        """With points that the referee gave or took: beside what the games count for, so no cap or floor holds them."""
        return self._replace(points=self.points + ruled, ruled=self.ruled + ruled)


def totals(
    stage: Stage, players: Sequence[int], games: Sequence[Game], absences: Mapping[int, Absence]
) -> dict[int, Total]:
    """Every player's total in this stage, without what was carried into it."""
    counted = _first_games(sorted(games, key=lambda game: game[:3]), stage.missing)
    points: defaultdict[int, list[Fraction]] = defaultdict(list)
    won: Counter[int] = Counter()
    for game, players_counted in counted:
        for player, score in _counts(stage, game.scores).items():
            if player in players_counted:
                half = game.weights.get(player) == "half"
                points[player].append(Fraction(ceil(score / 2)) if half else score)
        won.update(player for player in winners(game.scores) if player in players_counted)
    table_points, placings = _by_tables(stage, [game for game, _ in counted])
    found = {}
    for player in players:
        own = points[player]
        absence = absences.get(player, Absence())
        total = sum(own, Fraction(0)) + _unplayed(stage.missing, own, absence)
        if stage.counting.floor != "none":
            total = max(total, Fraction(stage.counting.floor))
        found[player] = Total(
            points=total,
            won=won[player] + (absence.byes if stage.missing.bye_wins else 0),
            table_points=table_points[player],
            placings=tuple(placings[player, place] for place in range(1, 7)),
            best=max(own, default=None),
            games=len(own),
        )
    return found


def carried(total: Total, carry: str) -> Total:
    """What of a stage's total counts in the next one."""
    if carry == "all":
        return total
    if carry == "half":
        return Total(points=Fraction(ceil(total.points / 2)), table_points=Fraction(ceil(total.table_points / 2)))
    return Total()


def together(one: Total, other: Total) -> Total:
    """Two totals added up."""
    length = max(len(one.placings), len(other.placings))
    both = [total.placings + (0,) * (length - len(total.placings)) for total in (one, other)]
    best = [value for value in (one.best, other.best) if value is not None]
    return Total(
        one.points + other.points,
        one.won + other.won,
        one.table_points + other.table_points,
        tuple(map(sum, zip(*both, strict=True))),
        max(best, default=None),
        one.games + other.games,
        one.ruled + other.ruled,
    )


def winners(scores: Mapping[P, int]) -> tuple[P, ...]:
    """The players with more than nothing; none where all have nothing."""
    return tuple(player for player, score in scores.items() if score > 0)


def _first_games(games: Iterable[Game], missing: Missing) -> list[tuple[Game, frozenset[int]]]:
    """The games in order, each with the players for whom it still counts."""
    played: Counter[int] = Counter()
    found = []
    for game in games:
        counting = [p for p in game.playing if missing.most_games == "all" or played[p] < missing.most_games]
        played.update(game.playing)
        found.append((game, frozenset(counting)))
    return found


def _counts(stage: Stage, scores: Mapping[int, int]) -> dict[int, Fraction]:
    """The points a game counts for: scaled, then capped, then with bonuses."""
    rule = stage.counting
    size, prefer = len(scores), stage.tables.prefer
    scale = Fraction(prefer - 1, size - 1) if rule.small_tables == "scaled" and 1 < size < prefer else Fraction(1)
    found = {}
    for player, score in scores.items():
        value = score * scale
        if rule.loss_cap != "none":
            value = max(value, Fraction(-rule.loss_cap))
        if rule.win_cap != "none":
            value = min(value, Fraction(rule.win_cap))
        if score > 0:
            value += rule.win_bonus
        elif sum(other > score for other in scores.values()) == 1:
            value += rule.second_bonus
        found[player] = value
    return found


def _by_tables(stage: Stage, games: Sequence[Game]) -> tuple[defaultdict[int, Fraction], Counter[tuple[int, int]]]:
    """Table points by player, and how often a player took a place at their table, per game or per round."""
    per_game = stage.counting.table_points_for == "game"
    sums: defaultdict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    own: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for game in games:
        place = game[:3] if per_game else game[:2]
        own[place] |= game.playing
        for player, score in game.scores.items():
            sums[place][player] += score
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    placings: Counter[tuple[int, int]] = Counter()
    for at, scores in sums.items():
        given = stage.counting.table_points(min(max(len(scores), 2), 6))
        for player, score in scores.items():
            above = sum(other > score for other in scores.values())
            equal = sum(other == score for other in scores.values())
            if player not in own[at]:
                continue
            # equals share what their places give together
            points[player] += Fraction(sum(given[above : above + equal]), equal)
            placings[player, above + 1] += 1
    return points, placings


def _unplayed(missing: Missing, own: Sequence[Fraction], absence: Absence) -> int:
    """Points for byes and for missed games, from a player's own games."""
    average = floor(sum(own, Fraction(0)) / len(own) + Fraction(1, 2)) if own else 0
    least = floor(min(own, default=Fraction(0)))
    bye = average if missing.bye == "average" else 0
    missed = {"zero": 0, "average": average, "minimum": min(least, 0)}[missing.missed]
    return bye * absence.byes + missed * absence.missed
