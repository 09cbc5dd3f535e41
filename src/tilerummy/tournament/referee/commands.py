"""What the referee may ask, as may desk and organiser; and what a table asks of the referee."""

from typing import Annotated, ClassVar

from msgspec import Meta

from tilerummy.tournament import decide
from tilerummy.tournament.corrections import follow
from tilerummy.tournament.decide import Given, Role
from tilerummy.tournament.fields import At, Name, Table
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.referee import decisions
from tilerummy.tournament.state import Event, Tournament, fold

Events = tuple[Event, ...]


class _OfReferee(decide.Command, frozen=True):
    role: ClassVar[Role] = "referee"


class Rule(_OfReferee, frozen=True, tag="rule"):
    """Give a player points (below 0 a penalty, above it a bonus, 0 a warning) in a stage that has begun, with the
    reason and the rule: the id of an offence of a catalogue, or a text."""

    number: Number
    stage: At
    points: Annotated[int, Meta(ge=-100_000, le=100_000)]
    reason: Name
    rule: Name = ""

    def decided(self, state: Tournament, given: Given) -> Events:
        by = given.actor.role
        return _followed(state, decisions.rule(state, self.number, self.stage, self.points, self.reason, self.rule, by))


class RevokeRuling(_OfReferee, frozen=True, tag="revoke-ruling"):
    """Revoke what was given, by its place among all (from 0), and say why."""

    ruling: Annotated[int, Meta(ge=0, le=1000)]
    reason: Name

    def decided(self, state: Tournament, given: Given) -> Events:
        return _followed(state, decisions.revoke(state, self.ruling, self.reason, given.actor.role))


class AnswerCall(_OfReferee, frozen=True, tag="answer-call"):
    """The referee goes to a table that called."""

    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    table: Table

    def decided(self, state: Tournament, given: Given) -> Events:
        return decisions.end_call(state, self.table)


class _OfTable(decide.Command, frozen=True):
    role: ClassVar[Role] = "table"
    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    table: Table


class CallReferee(_OfTable, frozen=True, tag="call-referee"):
    """Ask the referee to come to the table."""

    def decided(self, state: Tournament, given: Given) -> Events:
        decide.require_its_table(state, given.actor, self.table)
        return decisions.call(state, self.table, given.now)


class TakeCallBack(_OfTable, frozen=True, tag="take-call-back"):
    """The table needs no referee any more."""

    def decided(self, state: Tournament, given: Given) -> Events:
        decide.require_its_table(state, given.actor, self.table)
        return decisions.end_call(state, self.table)


def _followed(state: Tournament, happened: Event) -> Events:
    """With what nobody has seen put right, as after a corrected result."""
    return (happened, *follow(fold(state, (happened,))))
