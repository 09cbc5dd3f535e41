"""Standings from a plain list of results, as a club keeps them: ranking per stage, and the tables that come next."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.people import Entered, Opened, Withdrew
from tilerummy.tournament.events.referee import Ruled
from tilerummy.tournament.events.results import Reported
from tilerummy.tournament.events.rounds import Planned, RoundClosed, StageBegun
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.results.counts import Game
from tilerummy.tournament.results.cuts import entering
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.seating.plan import next_rounds, next_stage
from tilerummy.tournament.state import Event, Tournament, fold


class Results(NamedTuple):
    """An event as it stands: names by number; `games` by stage; `left`: who left after which stage; `rulings` by
    stage: players with what the referee gave or took."""

    players: Mapping[int, str]
    games: Mapping[str, Sequence[Game]]
    left: Mapping[int, str]
    seed: Any = 0
    rulings: Mapping[str, Sequence[tuple[int, int]]] = MappingProxyType({})


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
    """The `stages` begun, and what comes `next` if no further result came in; None: the event is over."""

    stages: tuple[Tallied, ...]
    next: Next | None


def tally(format_: Format, results: Results) -> Tally:
    """Rank every stage that has results, and seat what comes next.

    Raises Refusal for every result that belongs to no stage reached so far or to a player who is not in that stage, and
    where what comes next cannot be seated.
    """
    entrants = tuple(Entrant(number, name) for number, name in results.players.items())
    state = fold(None, (Opened("", format_, results.seed), Entered(entrants)))
    done: list[Tallied] = []
    wrong = {stage.id: _unreached(stage, results) for stage in format_.stages}
    after: int | None = None
    while (following := entering(state, partial(_is_there, state))) is not None:
        stage, after = format_.stages[following.stage], following.stage
        ruled = _ruled(stage, len(done), following.players, results)
        if not (games := results.games.get(stage.id)):
            wrong[stage.id] = ruled.wrong
            break
        wrong[stage.id] = [*_strangers(stage, following.players, games, results), *ruled.wrong]
        state = fold(state, (StageBegun(*following), *_played(stage, following.players, games), *ruled.events))
        done.append(_tallied(state, stage, results))
        state = fold(state, (Withdrew(player) for player, left in results.left.items() if left == stage.id))
        if state.current < stage.rounds:
            break
    if faults := [fault for found in wrong.values() for fault in found]:
        raise Refusal(*faults)
    if after is None:
        raise refuse("cannot-be-seated", count=len(results.players))
    return Tally(tuple(done), _next(state))


def _is_there(state: Tournament, player: int) -> bool:
    return player not in state.withdrawn


def _next(state: Tournament) -> Next | None:
    """The tables that come next, None where the event is over. Raises Refusal where they cannot be seated."""
    goes_on = state.play is not None and state.current < state.rule(state.play).rounds
    after = fold(state, next_rounds(state) if goes_on else next_stage(state))
    if after.play is None or after.finished:
        return None
    return Next(after.rule(after.play), after.current + 1, after.play.rounds[after.current].seating)


def _unreached(stage: Stage, results: Results) -> list[Fault]:
    """The results and rulings of a stage as faults, for one that is not played or not yet."""
    games = [Fault("games", "stage-not-reached", _place(stage, game)) for game in results.games.get(stage.id, ())]
    return [*games, *(_not_in_stage(stage, number) for number, _ in results.rulings.get(stage.id, ()))]


def _strangers(stage: Stage, players: Sequence[int], games: Sequence[Game], results: Results) -> list[Fault]:
    """The results of players who did not come into this stage."""
    return [
        Fault("games", "not-in-stage", {**_place(stage, game), "number": player, "name": results.players[player]})
        for game in games
        for player in game.scores
        if player not in players
    ]


class _Ruled(NamedTuple):
    """What the referee gave or took in a stage, and what is wrong with it."""

    events: tuple[Ruled, ...]
    wrong: list[Fault]


def _ruled(stage: Stage, at: int, players: Sequence[int], results: Results) -> _Ruled:
    """The rulings of stage number `at` of those begun."""
    given = results.rulings.get(stage.id, ())
    return _Ruled(
        tuple(Ruled(number, at, 0, points, "", "", "desk") for number, points in given if number in players),
        [_not_in_stage(stage, number) for number, _ in given if number not in players],
    )


def _not_in_stage(stage: Stage, number: int) -> Fault:
    return Fault("rulings", "ruling-not-in-stage", {"number": number, "stage": stage.id})


def _place(stage: Stage, game: Game) -> dict[str, object]:
    return {"stage": stage.id, "round": game.round, "table": game.table, "game": game.game}


def _played(stage: Stage, players: Sequence[int], games: Sequence[Game]) -> list[Event]:
    """The rounds of a stage as its results show them. A player at no table of a round has a bye where the stage's sizes
    leave players out, else they missed it."""
    tables: defaultdict[int, dict[int, dict[int, None]]] = defaultdict(dict)
    for game in games:
        tables[game.round].setdefault(game.table, {}).update(dict.fromkeys(game.scores))
    seatings = []
    for number in range(1, max(tables) + 1):
        seats = [tuple(tables[number].get(table, ())) for table in range(1, max(tables[number], default=0) + 1)]
        seatings.append(Seating(tuple(seats), tuple(sorted(_absent(players, seats))) if _leaves_out(stage) else ()))
    reported = [
        Reported(game.round - 1, game.table, game.game, tuple(map(game.scores.get, seats)), "desk")
        for game in games
        for seats in (seatings[game.round - 1].tables[game.table - 1],)
    ]
    return [Planned(0, tuple(seatings)), *reported, *map(RoundClosed, range(len(seatings)))]


def _absent(players: Sequence[int], tables: Sequence[Sequence[int]]) -> list[int]:
    """Players at none of these tables."""
    seated = {player for seats in tables for player in seats}
    return [player for player in players if player not in seated]


def _leaves_out(stage: Stage) -> bool:
    return stage.tables.least == stage.tables.most


def _tallied(state: Tournament, stage: Stage, results: Results) -> Tallied:
    """The stage under way, with what it lacks."""
    play = state.stages[-1]
    rounds = [(number, round_.seating.tables) for number, round_ in enumerate(play.rounds, start=1)]
    missing = tuple(
        (number, table, lacking)
        for number, tables in rounds
        for table, seats in enumerate(tables, start=1)
        if seats
        and (lacking := tuple(at for at in range(1, stage.games + 1) if (number - 1, table, at) not in play.results))
    )
    unseated = tuple(
        (number, player)
        for number, tables in rounds
        for player in _absent(play.players, tables)
        if not _leaves_out(stage) and results.left.get(player) is None
    )
    return Tallied(stage, lines(state), missing, unseated)
