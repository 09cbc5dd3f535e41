"""Standings from a plain list of results, as a club keeps them: ranking per stage, and the tables that come next."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilerummy.tournament.counting import Absence, Game, Total, carried, together, totals
from tilerummy.tournament.format import Format, Stage
from tilerummy.tournament.history import Seating
from tilerummy.tournament.stages import entering, seat
from tilerummy.tournament.standings import Line, standing


class Results(NamedTuple):
    """An event as it stands, its players by their numbers; `games` by stage; `left`: who left after which stage."""

    players: tuple[int, ...]
    games: Mapping[str, Sequence[Game]]
    left: Mapping[int, str]
    seed: object = 0


class Tallied(NamedTuple):
    """A stage that has begun: players in order; games `missing` by round and table; players `unseated` in a round."""

    stage: Stage
    ranking: tuple[Line, ...]
    missing: tuple[tuple[int, int, tuple[int, ...]], ...]
    unseated: tuple[tuple[int, int], ...]

    @property
    def complete(self) -> bool:
        """Whether every game of the stage is there."""
        return not (self.missing or self.unseated)


class Next(NamedTuple):
    """The tables that come next, in seat order: a round (from 1) of a stage."""

    stage: Stage
    round: int
    seating: Seating


class Tally(NamedTuple):
    """The stages begun, and what comes next if no further result came in; None: the event is over."""

    stages: tuple[Tallied, ...]
    next: Next | None


def tally(format_: Format, results: Results) -> Tally:
    """Rank every stage that has results, and seat what comes next. Raises ValueError where that cannot be seated."""
    done: list[Tallied] = []
    before: Mapping[int, Total] = {}
    order: tuple[int, ...] = tuple(sorted(results.players))
    after: int | None = None
    while (following := entering(format_, after, order)) is not None:
        after, players = following
        stage = format_.stages[after]
        games = results.games.get(stage.id, ())
        stood = _stood(games)
        if not games:
            return Tally(tuple(done), Next(stage, 1, seat(stage, 1, players, results.seed)[0]))
        own = totals(stage, players, games, _byes(stage, players, stood))
        before = {p: together(carried(before.get(p, Total()), stage.carry), own[p]) for p in own}
        ranking = standing(stage, before, games, results.seed, enough=len(stood) >= stage.rounds)
        done.append(_tallied(stage, players, games, ranking, results))
        order = tuple(line.player for line in ranking if results.left.get(line.player) != stage.id)
        if len(stood) < stage.rounds:
            seating = seat(stage, len(stood) + 1, order, results.seed, stood)[0]
            return Tally(tuple(done), Next(stage, len(stood) + 1, seating))
    if after is None:
        raise ValueError("too few players for any stage")
    return Tally(tuple(done), None)


def _stood(games: Sequence[Game]) -> list[Seating]:
    """The rounds as the results show them."""
    rounds: defaultdict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for game in games:
        rounds[game.round][game.table] = tuple(game.scores)
    return [
        Seating(tuple(rounds[number].get(table, ()) for table in range(1, max(rounds[number], default=0) + 1)))
        for number in range(1, max(rounds, default=0) + 1)
    ]


def _byes(stage: Stage, players: Sequence[int], stood: Sequence[Seating]) -> dict[int, Absence]:
    """Whoever sits at no table of a round has a bye where the stage's sizes leave somebody out, else he missed it."""
    even = stage.tables.least == stage.tables.most
    found: Counter[int] = Counter()
    for seating in stood:
        here = {player for table in seating.tables for player in table}
        found.update(player for player in players if player not in here)
    return {
        player: Absence(byes=count * stage.games) if even else Absence(missed=count * stage.games)
        for player, count in found.items()
    }


def _tallied(
    stage: Stage, players: Sequence[int], games: Sequence[Game], ranking: tuple[Line, ...], results: Results
) -> Tallied:
    there: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    seated: defaultdict[int, set[int]] = defaultdict(set)
    for game in games:
        there[game.round, game.table].add(game.game)
        seated[game.round].update(game.scores)
    missing = tuple(
        (number, table, lacking)
        for (number, table), found in sorted(there.items())
        if (lacking := tuple(game for game in range(1, stage.games + 1) if game not in found))
    )
    even = stage.tables.least == stage.tables.most
    unseated = tuple(
        (number, player)
        for number in range(1, max(seated) + 1)
        for player in players
        if player not in seated[number] and not even and results.left.get(player) is None
    )
    return Tallied(stage, ranking, missing, unseated)
