"""A tournament as its events have left it. `evolve` applies one event and judges nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from immutables import Map

from tilerummy.tournament import events
from tilerummy.tournament.events import ClockSet, Move, Scores, TournamentEvent
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.online_rules import USUAL, OnlineRules
from tilerummy.tournament.seating.history import Seating, pair
from tilerummy.tournament.seating.locks import Locks, fixed_to
from tilerummy.tournament.sign_ups import SignUps

RoundPhase = Literal["planned", "published", "playing", "closed"]
Place = tuple[int, int, int]
"""A game: the round from 0, table and game from 1."""


MOST_UNDOABLE: Final = 20
"""Steps that can be taken back, one after the other."""


class Result(msgspec.Struct, frozen=True):
    """A game's result. `other` is what a second person entered, until the desk settles it; `reason`: why it was
    corrected; `browser`: the mark of the one it came from."""

    scores: Scores
    by: str
    confirmed: str | None = None
    other: Scores | None = None
    reason: str | None = None
    browser: str | None = None


class Round(msgspec.Struct, frozen=True):
    """One round of a stage. `chosen`: tables for which it was said whether they are played here; `rooms`: those of the
    tables that are, one for each game; `moved`: who sits elsewhere than when its tables were shown; `order`: the
    standing it follows from, if any; `kept`: the one against which it was kept."""

    seating: Seating
    phase: RoundPhase = "planned"
    chosen: Mapping[int, bool] = {}
    rooms: Mapping[int, tuple[str, ...]] = {}
    moved: tuple[Move, ...] = ()
    order: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()

    def table_of(self, number: int) -> int | None:
        """The table (from 1) of a player, None where they do not sit."""
        return next((at for at, table in enumerate(self.seating.tables, start=1) if number in table), None)


class StagePlay(msgspec.Struct, frozen=True):
    """A stage under way or over: its players as they came into it, its rounds as far as planned, its results. `out`:
    who could not come into it, having left; `kept`: the players against whom it was kept as it is."""

    index: int
    players: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    results: Map[Place, Result] = Map()
    out: frozenset[int] = frozenset()
    kept: tuple[int, ...] = ()


class Undoable(msgspec.Struct, frozen=True):
    """A step: which command it was, whose, and how things were before it."""

    what: str
    by: str
    before: "Tournament"


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A whole tournament. `entrants` by number; `fixed`: players with their table (from 1); `stages` in the order in
    which they were begun; `steps`: how many were taken, and taken back; `undoable`: the last of them, since a result
    came."""

    name: str
    format: Format
    seed: int
    initials: bool = False
    entrants: Mapping[int, Entrant] = {}
    withdrawn: frozenset[int] = frozenset()
    drawn: bool = False
    apart: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    stages: tuple[StagePlay, ...] = ()
    sign_ups: SignUps = SignUps()
    hidden: bool = False
    revealed: int | None = None
    clocks: Mapping[int, ClockSet] = {}
    online: bool = False
    online_rules: OnlineRules = USUAL
    finished: bool = False
    steps: int = 0
    undoable: tuple[Undoable, ...] = ()

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

    @property
    def locks(self) -> Locks:
        """What seating is held to."""
        return Locks(self.apart, fixed_to(self.fixed))

    def rule(self, play: StagePlay) -> Stage:
        """The format's word on a stage."""
        return self.format.stages[play.index]


def fold(state: Tournament | None, happened: Iterable[TournamentEvent]) -> Tournament:
    """The state after these events. Raises ValueError for events that cannot follow."""
    for event in happened:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a tournament begins by being opened")
    return state


def evolve(state: Tournament | None, event: TournamentEvent) -> Tournament:
    """The state after one event. Raises ValueError for one that cannot follow."""
    if isinstance(event, events.Opened):
        return Tournament(name=event.name, format=event.format, seed=event.seed, initials=event.initials)
    if state is None:
        raise ValueError("a tournament begins by being opened")
    replace = msgspec.structs.replace
    match event:
        case events.Entered():
            entrants = {**state.entrants, **{one.number: one for one in event.entrants}}
            return replace(state, entrants=entrants, sign_ups=state.sign_ups.after(event))
        case events.Asked() | events.Declined() | events.SignUp():
            return replace(state, sign_ups=state.sign_ups.after(event))
        case events.Changed():
            return replace(state, entrants={**state.entrants, event.entrant.number: event.entrant})
        case events.Removed():
            left = {number: one for number, one in state.entrants.items() if number != event.number}
            signed = state.sign_ups.removed(event.number)
            return replace(state, entrants=left, withdrawn=state.withdrawn - {event.number}, sign_ups=signed)
        case events.Drawn():
            return _drawn(state, event.numbers)
        case events.KeptApart():
            return replace(state, apart=event.pairs)
        case events.Fixed():
            return replace(state, fixed=event.places)
        case events.Withdrew():
            return replace(state, withdrawn=state.withdrawn | {event.number})
        case events.Returned():
            return replace(state, withdrawn=state.withdrawn - {event.number})
        case events.StageBegun():
            unranked = {number for number, one in state.entrants.items() if not one.ranked}
            begun = StagePlay(event.stage, event.players, out=state.withdrawn | unranked)
            return replace(state, stages=(*_ended(state.stages), begun))
        case events.Hidden():
            return replace(state, hidden=event.hidden)
        case events.Revealed():
            return replace(state, revealed=event.places)
        case events.ClockSet():
            return replace(state, clocks={**state.clocks, event.table: event})
        case events.OnlineChosen():
            return replace(state, online=event.online, online_rules=event.rules)
        case events.Finished():
            return replace(state, stages=_ended(state.stages), finished=True, clocks={})
        case events.Step():
            step = Undoable(event.what, event.by, replace(state, undoable=()))
            return replace(state, steps=state.steps + 1, undoable=(*state.undoable, step)[-MOST_UNDOABLE:])
        case events.Undone():
            *earlier, last = state.undoable
            signed = state.sign_ups.taken_back(last.before.sign_ups, state.entrants)
            kept = {"clocks": state.clocks, "sign_ups": signed}
            return replace(last.before, **kept, steps=state.steps + 1, undoable=tuple(earlier))
        case events.Kept():
            stage = _kept(state.stages[event.stage], event)
            return replace(state, stages=(*state.stages[: event.stage], stage, *state.stages[event.stage + 1 :]))
        case events.Corrected():
            result = Result(event.scores, event.by, confirmed=event.by, reason=event.reason)
            place = (event.round, event.table, event.game)
            stages = tuple(
                replace(play, results=play.results.set(place, result)) if at == event.stage else play
                for at, play in enumerate(state.stages)
            )
            return replace(state, stages=stages)
        case _:
            if state.play is None:
                raise ValueError("no stage has begun")
            clocks, undoable = state.clocks, state.undoable
            if isinstance(event, events.Reported | events.Confirmed | events.Disputed):
                # a result may depend on it
                undoable = ()
            if isinstance(event, events.RoundClosed):
                # a table's own clock was for this round
                clocks = {table: clock for table, clock in clocks.items() if not table}
            stages = (*state.stages[:-1], _in_stage(state.play, event))
            return replace(state, clocks=clocks, undoable=undoable, stages=stages)


def _drawn(state: Tournament, numbers: tuple[int, ...]) -> Tournament:
    new = dict(zip(sorted(state.entrants), numbers, strict=True))
    entrants = {new[old]: msgspec.structs.replace(state.entrants[old], number=new[old]) for old in state.entrants}
    return msgspec.structs.replace(
        state,
        entrants={number: entrants[number] for number in sorted(entrants)},
        withdrawn=frozenset(new[old] for old in state.withdrawn),
        apart=tuple(sorted(pair(new[one], new[other]) for one, other in state.apart)),
        fixed=tuple(sorted((new[number], table) for number, table in state.fixed)),
        drawn=True,
        sign_ups=state.sign_ups.drawn(new),
    )


def _kept(play: StagePlay, event: events.Kept) -> StagePlay:
    if event.round < 0:
        return msgspec.structs.replace(play, kept=event.players)
    return _changed(play, event.round, kept=event.players)


def _in_stage(play: StagePlay, event: TournamentEvent) -> StagePlay:
    replace = msgspec.structs.replace
    match event:
        case events.Recut():
            return replace(play, players=event.players, kept=())
        case events.Joined():
            return replace(play, players=(*play.players, *event.numbers))
        case events.Planned():
            kept = play.rounds[: event.first]
            after = play.rounds[event.first + len(event.rounds) :]
            planned = tuple(
                _reseated(play.rounds[at] if at < len(play.rounds) else Round(seating), event, at)
                for at, seating in enumerate(event.rounds, start=event.first)
            )
            return replace(play, rounds=(*kept, *planned, *after))
        case events.Published():
            return _changed(play, event.round, phase="published")
        case events.RoundStarted():
            return _changed(play, event.round, phase="playing")
        case events.RoundClosed():
            return _changed(play, event.round, phase="closed")
        case events.TableChosen():
            round_ = play.rounds[event.round]
            rooms = {table: given for table, given in round_.rooms.items() if table != event.table or event.online}
            return _changed(play, event.round, chosen={**round_.chosen, event.table: event.online}, rooms=rooms)
        case events.RoomsGiven():
            rooms = {**play.rounds[event.round].rooms, event.table: event.rooms}
            return _changed(play, event.round, rooms=rooms)
        case events.Reported():
            return _result(play, event, Result(event.scores, event.by, browser=event.browser))
        case events.Confirmed():
            known = play.results[event.round, event.table, event.game]
            return _result(play, event, replace(known, confirmed=event.by, other=None))
        case events.Disputed():
            known = play.results[event.round, event.table, event.game]
            return _result(play, event, replace(known, other=event.scores))
        case _:
            raise ValueError(f"no event of a stage: {event}")


def _ended(stages: tuple[StagePlay, ...]) -> tuple[StagePlay, ...]:
    """The stages, the last without rounds that nobody played: it may end early."""
    if not stages:
        return ()
    played = tuple(round_ for round_ in stages[-1].rounds if round_.phase == "closed")
    return (*stages[:-1], msgspec.structs.replace(stages[-1], rounds=played))


def _reseated(round_: Round, event: events.Planned, at: int) -> Round:
    moved = {move.number: move for move in round_.moved}
    if round_.phase != "planned":
        for move in event.moved:
            if move.round == at:
                before = moved[move.number].before if move.number in moved else move.before
                moved[move.number] = msgspec.structs.replace(move, before=before)
    kept = tuple(move for move in moved.values() if move.before != move.after)
    seating = event.rounds[at - event.first]
    return msgspec.structs.replace(round_, seating=seating, moved=kept, order=event.order, kept=())


def _changed(play: StagePlay, number: int, **fields: Any) -> StagePlay:
    changed = msgspec.structs.replace(play.rounds[number], **fields)
    return msgspec.structs.replace(play, rounds=(*play.rounds[:number], changed, *play.rounds[number + 1 :]))


def _result(play: StagePlay, event: events.Reported | events.Confirmed | events.Disputed, result: Result) -> StagePlay:
    place = (event.round, event.table, event.game)
    return msgspec.structs.replace(play, results=play.results.set(place, result))
