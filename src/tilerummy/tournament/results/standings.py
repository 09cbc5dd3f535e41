"""Players in order: a stage's ranking keys one after the other, the lot last, and before it what the desk settled."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tilerummy.tournament.format.format import RankingKey, Stage
from tilerummy.tournament.results.counts import Game, Total
from tilerummy.tournament.rng import Chance
from tilerummy.tournament.state import Settlement, Settling

Decided = RankingKey | Settling
_Group = tuple[Decided | None, list[int]]


class Line(NamedTuple):
    """One player in a standing. `place` counts from 1, None for who has played too few games for one; `decided` is the
    key, or what else, that put them after the one above."""

    place: int | None
    player: int
    total: Total
    decided: Decided | None


def standing(
    stage: Stage,
    totals: Mapping[int, Total],
    games: Sequence[Game],
    seed: object,
    settled: Sequence[Settlement] = (),
    *,
    enough: bool = True,
) -> tuple[Line, ...]:
    """The players of `totals` (their drawn numbers) in order.

    Equals on one key are compared on the next, and on the last only where it is not `settled` who goes before whom;
    with `enough`, players with fewer games than the stage asks for stand after all others, without a place. `games` are
    needed for what depends on who met whom, `seed` for the lot.
    """
    least = stage.missing.least_games if enough else 0
    groups: list[_Group] = []
    for late in (False, True):
        group = [player for player, total in totals.items() if (total.games < least) == late]
        groups += [(None, group)] if group else []
    for key in stage.ranking:
        if key == last_resort(stage):
            groups = _settled(groups, settled)
        split: list[_Group] = []
        for decided, group in groups:
            worth = _worth(key, group, totals, games, seed)
            alike: dict[tuple[Fraction | int, ...], list[int]] = {}
            for player in group:
                alike.setdefault(worth(player), []).append(player)
            for at, value in enumerate(sorted(alike, reverse=True)):
                split.append((key if at else decided, alike[value]))
        groups = split
    order: list[tuple[Decided | None, int]] = [(decided, player) for decided, group in groups for player in group]
    return tuple(
        Line(None if totals[player].games < least else place, player, totals[player], decided)
        for place, (decided, player) in enumerate(order, start=1)
    )


def last_resort(stage: Stage) -> RankingKey:
    """The key that decides where nothing that was played does."""
    return stage.ranking[-1]


def equals(stage: Stage, found: Sequence[Line]) -> list[tuple[int, ...]]:
    """The players whom nothing parts but the last resort, or what was settled in its place: of each such group those in
    it, in order."""
    groups: list[list[int]] = []
    for line in found:
        if line.decided in (last_resort(stage), "play-off", "drawn-lot"):
            groups[-1].append(line.player)
        else:
            groups.append([line.player])
    return [tuple(group) for group in groups if len(group) > 1]


def _settled(groups: Sequence[_Group], settled: Sequence[Settlement]) -> list[_Group]:
    """The groups, those parted for whom that was settled."""
    known = {frozenset(one.order): one for one in settled if one.how != "rule"}
    parted: list[_Group] = []
    for decided, group in groups:
        if (one := known.get(frozenset(group))) is None:
            parted.append((decided, group))
        else:
            for at, player in enumerate(one.order):
                parted.append((one.how if at else decided, [player]))
    return parted


def _worth(
    key: RankingKey, group: Sequence[int], totals: Mapping[int, Total], games: Sequence[Game], seed: object
) -> Callable[[int], tuple[Fraction | int, ...]]:
    """What a player of a group of equals is worth on a key; more is better."""
    match key:
        case "points":
            return lambda player: (totals[player].points,)
        case "games-won":
            return lambda player: (totals[player].won,)
        case "table-points":
            return lambda player: (totals[player].table_points,)
        case "placings":
            return lambda player: totals[player].placings
        case "best-game":
            return lambda player: _best(totals[player])
        case "head-to-head":
            among = _head_to_head(group, games) if len(group) > 1 else {}
            return lambda player: (among.get(player, 0),)
        case "opponents-points":
            met = _opponents_points(totals, games) if len(group) > 1 else {}
            return lambda player: (met.get(player, 0),)
        case "drawn-number":
            return lambda player: (-player,)
        case "lot":
            return lambda player: (lot(seed, player), -player)


def _best(total: Total) -> tuple[Fraction | int, ...]:
    """No game is worse than any game."""
    return (0,) if total.best is None else (1, total.best)


def _head_to_head(group: Sequence[int], games: Sequence[Game]) -> dict[int, int]:
    """Points more, or fewer, than the others of the group in the games against them."""
    found = dict.fromkeys(group, 0)
    for game in games:
        here = [player for player in game.scores if player in found and player in game.playing]
        for player in here:
            found[player] += sum(game.scores[player] - game.scores[other] for other in here)
    return found


def _opponents_points(totals: Mapping[int, Total], games: Sequence[Game]) -> dict[int, Fraction]:
    """Buchholz's score for tables of any size: the mean of the points that a player's opponents have, each counted as
    often as they met, so that nobody gains by larger tables or more games."""
    met: defaultdict[int, list[Fraction]] = defaultdict(list)
    for game in games:
        for player in game.scores:
            met[player] += [totals[other].points for other in game.scores if other != player and other in totals]
    return {player: sum(points, Fraction(0)) / len(points) for player, points in met.items() if points}


def lot(seed: object, player: int) -> int:
    """The lot a player drew, from the tournament's seed; the higher one wins."""
    return Chance("lot", seed, player).below(1 << 31)
