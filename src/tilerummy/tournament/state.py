"""A tournament as its facts have left it. `evolve` applies one fact and judges nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from immutables import Map

from tilerummy.tournament import events as facts
from tilerummy.tournament.events import ClockSet, Fact, Move, Scores
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.online_rules import USUAL, OnlineRules
from tilerummy.tournament.seating.history import Seating

RoundPhase = Literal["planned", "published", "playing", "closed"]
Place = tuple[int, int, int]
"""A game: the round from 0, table and game from 1."""


class Result(msgspec.Struct, frozen=True):
    """A game's result. `other` is what somebody else entered, until the desk settles it; `reason`: why it was
    corrected; `browser`: the mark of the one it came from."""

    scores: Scores
    by: str
    confirmed: str | None = None
    other: Scores | None = None
    other_by: str | None = None
    reason: str | None = None
    browser: str | None = None


class Round(msgspec.Struct, frozen=True):
    """One round of a stage. `chosen`: tables for which it was said whether they are played here; `rooms`: those of the
    tables that are, one for each game; `moved`: who sits elsewhere than when its tables were shown."""

    seating: Seating
    phase: RoundPhase = "planned"
    chosen: Mapping[int, bool] = {}
    rooms: Mapping[int, tuple[str, ...]] = {}
    moved: tuple[Move, ...] = ()

    def table_of(self, number: int) -> int | None:
        """The table (from 1) of a player, None where he does not sit."""
        return next((at for at, table in enumerate(self.seating.tables, start=1) if number in table), None)


class StagePlay(msgspec.Struct, frozen=True):
    """A stage under way or over: its players as they came into it, its rounds as far as planned, its results."""

    index: int
    players: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    results: Map[Place, Result] = Map()


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A whole tournament. `entrants` by number; `stages` in the order in which they were begun."""

    name: str
    format: Format
    seed: int
    initials: bool = False
    entrants: Mapping[int, Entrant] = {}
    withdrawn: frozenset[int] = frozenset()
    drawn: bool = False
    apart: tuple[tuple[int, int], ...] = ()
    stages: tuple[StagePlay, ...] = ()
    sign_up: bool = False
    hidden: bool = False
    revealed: int | None = None
    clocks: Mapping[int, ClockSet] = {}
    online: bool = False
    online_rules: OnlineRules = USUAL
    finished: bool = False

    @property
    def play(self) -> StagePlay | None:
        """The stage under way, or the last one."""
        return self.stages[-1] if self.stages else None

    @property
    def current(self) -> int:
        """The round that is not closed yet, from 0; the number of rounds where all planned ones are."""
        rounds = self.stages[-1].rounds if self.stages else ()
        return next((at for at, round_ in enumerate(rounds) if round_.phase != "closed"), len(rounds))

    @property
    def now(self) -> tuple[int, int] | None:
        """The stage and its round that is not closed yet, both from 0; None before the first stage and after the last
        round."""
        begun = self.play is not None and self.current < len(self.play.rounds)
        return (len(self.stages) - 1, self.current) if begun else None

    def rule(self, play: StagePlay) -> Stage:
        """The format's word on a stage."""
        return self.format.stages[play.index]


def fold(state: Tournament | None, happened: Iterable[Fact]) -> Tournament:
    """The state after these facts. Raises ValueError for facts that cannot follow."""
    for fact in happened:
        state = evolve(state, fact)
    if state is None:
        raise ValueError("a tournament begins by being opened")
    return state


def evolve(state: Tournament | None, fact: Fact) -> Tournament:
    """The state after one fact. Raises ValueError for one that cannot follow."""
    if isinstance(fact, facts.Opened):
        return Tournament(name=fact.name, format=fact.format, seed=fact.seed, initials=fact.initials)
    if state is None:
        raise ValueError("a tournament begins by being opened")
    replace = msgspec.structs.replace
    match fact:
        case facts.Entered():
            return replace(state, entrants={**state.entrants, **{one.number: one for one in fact.entrants}})
        case facts.Changed():
            return replace(state, entrants={**state.entrants, fact.entrant.number: fact.entrant})
        case facts.Removed():
            left = {number: one for number, one in state.entrants.items() if number != fact.number}
            return replace(state, entrants=left)
        case facts.Drawn():
            return _drawn(state, fact.numbers)
        case facts.KeptApart():
            return replace(state, apart=fact.pairs)
        case facts.Withdrew():
            return replace(state, withdrawn=state.withdrawn | {fact.number})
        case facts.Returned():
            return replace(state, withdrawn=state.withdrawn - {fact.number})
        case facts.StageBegun():
            return replace(state, stages=(*state.stages, StagePlay(fact.stage, fact.players)))
        case facts.SignUp():
            return replace(state, sign_up=fact.open)
        case facts.Hidden():
            return replace(state, hidden=fact.hidden)
        case facts.Revealed():
            return replace(state, revealed=fact.places)
        case facts.ClockSet():
            return replace(state, clocks={**state.clocks, fact.table: fact})
        case facts.OnlineChosen():
            return replace(state, online=fact.online, online_rules=fact.rules)
        case facts.Finished():
            return replace(state, finished=True)
        case facts.Corrected():
            result = Result(fact.scores, fact.by, confirmed=fact.by, reason=fact.reason)
            place = (fact.round, fact.table, fact.game)
            stages = tuple(
                replace(play, results=play.results.set(place, result)) if at == fact.stage else play
                for at, play in enumerate(state.stages)
            )
            return replace(state, stages=stages)
        case _:
            if state.play is None:
                raise ValueError("no stage has begun")
            clocks = state.clocks
            if isinstance(fact, facts.RoundClosed):
                # a table's own clock was for this round
                clocks = {table: clock for table, clock in clocks.items() if not table}
            return replace(state, clocks=clocks, stages=(*state.stages[:-1], _in_stage(state.play, fact)))


def _drawn(state: Tournament, numbers: tuple[int, ...]) -> Tournament:
    new = dict(zip(sorted(state.entrants), numbers, strict=True))
    entrants = {new[old]: msgspec.structs.replace(state.entrants[old], number=new[old]) for old in state.entrants}
    return msgspec.structs.replace(
        state,
        entrants={number: entrants[number] for number in sorted(entrants)},
        withdrawn=frozenset(new[old] for old in state.withdrawn),
        apart=tuple((new[one], new[other]) for one, other in state.apart),
        drawn=True,
    )


def _in_stage(play: StagePlay, fact: Fact) -> StagePlay:
    replace = msgspec.structs.replace
    match fact:
        case facts.Joined():
            return replace(play, players=(*play.players, *fact.numbers))
        case facts.Planned():
            kept = play.rounds[: fact.first]
            after = play.rounds[fact.first + len(fact.rounds) :]
            planned = tuple(
                _reseated(play.rounds[at], seating, at, fact.moved) if at < len(play.rounds) else Round(seating)
                for at, seating in enumerate(fact.rounds, start=fact.first)
            )
            return replace(play, rounds=(*kept, *planned, *after))
        case facts.Published():
            return _changed(play, fact.round, phase="published")
        case facts.RoundStarted():
            return _changed(play, fact.round, phase="playing")
        case facts.RoundClosed():
            return _changed(play, fact.round, phase="closed")
        case facts.TableChosen():
            round_ = play.rounds[fact.round]
            rooms = {table: given for table, given in round_.rooms.items() if table != fact.table or fact.online}
            return _changed(play, fact.round, chosen={**round_.chosen, fact.table: fact.online}, rooms=rooms)
        case facts.RoomsGiven():
            rooms = {**play.rounds[fact.round].rooms, fact.table: fact.rooms}
            return _changed(play, fact.round, rooms=rooms)
        case facts.Reported():
            return _result(play, fact, Result(fact.scores, fact.by, browser=fact.browser))
        case facts.Confirmed():
            known = play.results[fact.round, fact.table, fact.game]
            return _result(play, fact, replace(known, confirmed=fact.by, other=None, other_by=None))
        case facts.Disputed():
            known = play.results[fact.round, fact.table, fact.game]
            return _result(play, fact, replace(known, other=fact.scores, other_by=fact.by))
        case _:
            raise ValueError(f"no fact of a stage: {fact}")


def _reseated(round_: Round, seating: Seating, at: int, moves: tuple[Move, ...]) -> Round:
    moved = {move.number: move for move in round_.moved}
    if round_.phase != "planned":
        for move in moves:
            if move.round == at:
                before = moved[move.number].before if move.number in moved else move.before
                moved[move.number] = msgspec.structs.replace(move, before=before)
    kept = tuple(move for move in moved.values() if move.before != move.after)
    return msgspec.structs.replace(round_, seating=seating, moved=kept)


def _changed(play: StagePlay, number: int, **fields: Any) -> StagePlay:
    changed = msgspec.structs.replace(play.rounds[number], **fields)
    return msgspec.structs.replace(play, rounds=(*play.rounds[:number], changed, *play.rounds[number + 1 :]))


def _result(play: StagePlay, fact: facts.Reported | facts.Confirmed | facts.Disputed, result: Result) -> StagePlay:
    place = (fact.round, fact.table, fact.game)
    return msgspec.structs.replace(play, results=play.results.set(place, result))
