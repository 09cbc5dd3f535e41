"""A tournament as its events have left it, and what every event can do. Nothing here judges."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple

import msgspec

from tilerummy.tournament.checkin.check_in import CheckIn
from tilerummy.tournament.checkin.hall import Hall
from tilerummy.tournament.checkin.tickets import Tickets
from tilerummy.tournament.format.format import Format, Stage
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.maps import Map
from tilerummy.tournament.online_rules import USUAL, OnlineRules
from tilerummy.tournament.prepared.team import Team, mates
from tilerummy.tournament.referee.calls import Call
from tilerummy.tournament.referee.rulings import Ruling
from tilerummy.tournament.seating.history import Move, Seating
from tilerummy.tournament.seating.locks import Locks, fixed_to
from tilerummy.tournament.sign_ups import SignUps

RoundPhase = Literal["planned", "published", "playing", "closed"]
Place = tuple[int, int, int]
"""A game: the round from 0, table and game from 1."""
Scores = tuple[int | None, ...]
"""Points by seat, summing to 0; None for a player who had left."""
Settling = Literal["rule", "play-off", "drawn-lot"]
"""How equals are parted: by the last key of the format, by a play-off, by a lot that was drawn for them."""
Lots = Mapping[tuple[int, tuple[int, ...]], int]
"""The seeds of the lots that were drawn, by the stage and the players they were drawn for."""
Weight = Literal["whole", "half", "none"]
"""What a game counts for a player."""
Did = tuple[str, dict[str, str | int]]
"""What was done: the code of its sentence `tournament.did-CODE`, with its parameters."""

MOST_UNDOABLE: Final = 20
"""Steps that can be taken back, one after the other."""


class Result(msgspec.Struct, frozen=True):
    """A game's result. `other` is what a second person entered, until the desk settles it; `reason`: why it was
    corrected; `browser`: the mark of the one it came from; `stood_in`: for whom a computer player played, of whom some
    have other `weights` than whole."""

    scores: Scores
    by: str
    confirmed: str | None = None
    other: Scores | None = None
    reason: str | None = None
    browser: str | None = None
    stood_in: tuple[int, ...] = ()
    weights: tuple[tuple[int, Weight], ...] = ()


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


class RoundDates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The days, as YYYY-MM-DD, from the `first` to the `last` of which a round may be played: the `round` of a `stage`
    of the format, both from 0."""

    stage: int
    round: int
    first: str
    last: str


class Clock(NamedTuple):
    """The clock of a table, or (0) of the hall: `left` milliseconds were on it at the instant `at`; since then it runs
    or stands."""

    table: int
    left: int
    at: int
    running: bool


class Settlement(msgspec.Struct, frozen=True):
    """Equals at the line, in the `order` in which they go on, and why; of a lot the `seed`. It counts for as long as
    these and no others are equal."""

    how: Settling
    order: tuple[int, ...]
    reason: str
    seed: int | None = None


class StagePlay(msgspec.Struct, frozen=True):
    """A stage under way or over: its players as they came into it, its rounds as far as planned, its results, those of
    closed rounds also as `counted`. `out`: who could not come into it, having left; `kept`: the players against whom it
    was kept as it is; `settled`: equals after it who were parted."""

    index: int
    players: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    results: Map[Place, Result] = Map()
    counted: Map[Place, Result] = Map()
    out: frozenset[int] = frozenset()
    kept: tuple[int, ...] = ()
    settled: tuple[Settlement, ...] = ()

    def changed(self, number: int, **fields: Any) -> "StagePlay":
        """With other fields of a round."""
        changed = msgspec.structs.replace(self.rounds[number], **fields)
        return msgspec.structs.replace(self, rounds=(*self.rounds[:number], changed, *self.rounds[number + 1 :]))

    def without_unplayed(self) -> "StagePlay":
        """Without rounds that nobody played: a stage may end early."""
        return msgspec.structs.replace(self, rounds=tuple(one for one in self.rounds if one.phase == "closed"))


class Undoable(msgspec.Struct, frozen=True):
    """A step: which command it was, whose, and how things were before it."""

    what: str
    by: str
    before: "Tournament"


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A whole tournament. `entrants` by number, `ratings` of those who have one; `fixed`: players with their table
    (from 1); `stages` in the order in which they were begun; `calls`: the last of each table; `steps`: how many were
    taken, and taken back; `undoable`: the last of them, since a result came; `lots`: those drawn, also where that was
    taken back."""

    name: str
    format: Format
    seed: int
    initials: bool = False
    entrants: Mapping[int, Entrant] = {}
    withdrawn: frozenset[int] = frozenset()
    ratings: Mapping[int, float] = {}
    teams: tuple[Team, ...] = ()
    dates: tuple[RoundDates, ...] = ()
    drawn: bool = False
    apart: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    stages: tuple[StagePlay, ...] = ()
    sign_ups: SignUps = SignUps()
    tickets: Tickets = Tickets()
    hall: Hall = Hall()
    check_in: CheckIn = CheckIn()
    hidden: bool = False
    revealed: int | None = None
    rulings: tuple[Ruling, ...] = ()
    calls: Mapping[int, Call] = {}
    clocks: Mapping[int, Clock] = {}
    online: bool = False
    online_rules: OnlineRules = USUAL
    finished: bool = False
    steps: int = 0
    undoable: tuple[Undoable, ...] = ()
    lots: Lots = {}

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
        own = mates(self.teams)
        return Locks((*self.apart, *sorted(own.difference(self.apart))), fixed_to(self.fixed), own)

    def rule(self, play: StagePlay) -> Stage:
        """The format's word on a stage."""
        return self.format.stages[play.index]

    def with_stage(self, at: int, play: StagePlay) -> "Tournament":
        """With a stage that was begun as number `at` changed."""
        return msgspec.structs.replace(self, stages=(*self.stages[:at], play, *self.stages[at + 1 :]))

    def ended(self) -> tuple[StagePlay, ...]:
        """The stages, the last without the rounds that nobody played."""
        return (*self.stages[:-1], *(play.without_unplayed() for play in self.stages[-1:]))


class Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Something that happened, tagged by `t`."""

    tells: ClassVar[bool] = False
    """Whether the journal says by the event's own name that it happened."""

    def opens(self) -> Tournament:
        """The tournament that begins with this. Raises ValueError for an event that opens none."""
        raise ValueError("a tournament begins by being opened")

    def follows(self, state: Tournament) -> Tournament:
        """The state after this event. Raises ValueError where it cannot follow."""
        raise NotImplementedError

    def told(self, state: Tournament) -> Iterable[Did]:
        """What the journal says of it, in the state before it: nothing, or its name with the parameters."""
        return ((str(self.__struct_config__.tag), self.parameters(state)),) if self.tells else ()

    def parameters(self, state: Tournament) -> dict[str, str | int]:
        """The parameters of its sentence, in the state before it."""
        return {}


def fold(state: Tournament | None, happened: Iterable[Event]) -> Tournament:
    """The state after these events. Raises ValueError for events that cannot follow."""
    for event in happened:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a tournament begins by being opened")
    return state


def evolve(state: Tournament | None, event: Event) -> Tournament:
    """The state after one event. Raises ValueError for one that cannot follow."""
    return event.opens() if state is None else event.follows(state)
