"""What a referee decided, and who called one."""

from collections.abc import Iterable

from msgspec.structs import replace

from tilerummy.tournament.events.telling import Parameters
from tilerummy.tournament.referee.calls import Call
from tilerummy.tournament.referee.rulings import Revoked, Ruling
from tilerummy.tournament.state import Did, Event, Tournament


class Ruled(Event, frozen=True, tag="ruled"):
    """A player was given points, or with 0 a warning; for the fields see `Ruling`."""

    number: int
    stage: int
    round: int
    points: int
    reason: str
    rule: str
    by: str

    def follows(self, state: Tournament) -> Tournament:
        one = Ruling(self.number, self.stage, self.round, self.points, self.reason, self.rule, self.by)
        return replace(state, rulings=(*state.rulings, one))

    def told(self, state: Tournament) -> Iterable[Did]:
        yield _kind(self.points), _parameters(state, self.number, self.stage, self.points) | {"reason": self.reason}


class RulingRevoked(Event, frozen=True, tag="ruling-revoked"):
    """A ruling, by its place among all (from 0), counts no longer."""

    ruling: int
    reason: str
    by: str

    def follows(self, state: Tournament) -> Tournament:
        revoked = replace(state.rulings[self.ruling], revoked=Revoked(self.reason, self.by))
        return replace(state, rulings=(*state.rulings[: self.ruling], revoked, *state.rulings[self.ruling + 1 :]))

    def told(self, state: Tournament) -> Iterable[Did]:
        one = state.rulings[self.ruling]
        told = _parameters(state, one.number, one.stage, one.points) | {"reason": self.reason}
        yield f"{_kind(one.points)}-revoked", told


class RefereeCalled(Event, frozen=True, tag="referee-called"):
    """A table called the referee at the instant `at`."""

    table: int
    at: int

    def follows(self, state: Tournament) -> Tournament:
        stage, number = state.now or (0, 0)
        return replace(state, calls={**state.calls, self.table: Call(stage, number, self.table, self.at)})


class CallEnded(Event, frozen=True, tag="call-ended"):
    """The call of a table was answered, or taken back there."""

    table: int

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, calls={**state.calls, self.table: state.calls[self.table]._replace(open=False)})


def _kind(points: int) -> str:
    return "penalty" if points < 0 else "bonus" if points else "warning"


def _parameters(state: Tournament, number: int, stage: int, points: int) -> Parameters:
    return {
        "name": state.entrants[number].name,
        "stage": state.rule(state.stages[stage]).id,
        "points": f"{points:+d}".replace("-", "−"),
    }
