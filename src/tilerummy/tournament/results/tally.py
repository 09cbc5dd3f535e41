"""Standings from a plain list of results, as a club keeps them: ranking per stage, and the tables that come next."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.results.counts import Absence, Game, Total, carried, together, totals
from tilerummy.tournament.results.standings import Line, standing
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.stages import entering, seat


class Results(NamedTuple):
    """An event as it stands: names by number; `games` by stage; `left`: who left after which stage."""

    players: Mapping[int, str]
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
    """Rank every stage that has results, and seat what comes next.

    Raises Refusal for every result that belongs to no stage reached so far or to a player who is not in that stage, and
    ValueError where what comes next cannot be seated.
    """
    done: list[Tallied] = []
    before: Mapping[int, Total] = {}
    order: tuple[int, ...] = tuple(sorted(results.players))
    after: int | None = None
    wrong = {stage.id: _unreached(stage, results) for stage in format_.stages}
    upcoming: tuple[Stage, int, tuple[int, ...], list[Seating]] | None = None
    while (following := entering(format_, after, order)) is not None:
        after, players = following
        stage = format_.stages[after]
        games = results.games.get(stage.id, ())
        stood = _stood(games)
        if not games:
            upcoming = stage, 1, players, []
            break
        wrong[stage.id] = _strangers(stage, players, games, results)
        own = totals(stage, players, games, _byes(stage, players, stood))
        before = {p: together(carried(before.get(p, Total()), stage.carry), own[p]) for p in own}
        ranking = standing(stage, before, games, results.seed, enough=len(stood) >= stage.rounds)
        done.append(_tallied(stage, players, games, ranking, results))
        order = tuple(line.player for line in ranking if results.left.get(line.player) != stage.id)
        if len(stood) < stage.rounds:
            upcoming = stage, len(stood) + 1, order, stood
            break
    if faults := [fault for found in wrong.values() for fault in found]:
        raise Refusal(*faults)
    if after is None:
        raise ValueError("too few players for any stage")
    if upcoming is None:
        return Tally(tuple(done), None)
    stage, number, players, stood = upcoming
    return Tally(tuple(done), Next(stage, number, seat(stage, number, players, results.seed, stood)[0]))


def _unreached(stage: Stage, results: Results) -> list[Fault]:
    """The results of a stage as faults, for one that is not played or not yet."""
    return [Fault("games", "stage-not-reached", _place(stage, game)) for game in results.games.get(stage.id, ())]


def _strangers(stage: Stage, players: Sequence[int], games: Sequence[Game], results: Results) -> list[Fault]:
    """The results of players who did not come into this stage."""
    return [
        Fault("games", "not-in-stage", {**_place(stage, game), "number": player, "name": results.players[player]})
        for game in games
        for player in game.scores
        if player not in players
    ]


def _place(stage: Stage, game: Game) -> dict[str, object]:
    return {"stage": stage.id, "round": game.round, "table": game.table, "game": game.game}


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
    """A player at no table of a round has a bye where the stage's sizes leave players out, else they missed it."""
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
