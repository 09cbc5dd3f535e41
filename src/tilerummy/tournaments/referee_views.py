"""What is shown of the referee: to everybody what points were given and why, to the referee and the desk the rest."""

import msgspec

from tilerummy.tournament.decide import Actor
from tilerummy.tournament.referee.decisions import open_calls
from tilerummy.tournament.state import Tournament

REFEREES = ("referee", "desk", "organiser")
"""Roles that decide as a referee does."""


class RulingShown(msgspec.Struct, frozen=True):
    """What a player was given in a stage (its index here): see `Ruling`. `id`: its place among all; `revoked`: why it
    counts no longer, `revoked_by` in which role that was decided."""

    id: int
    number: int
    stage: int
    points: int
    reason: str
    rule: str
    by: str
    revoked: str | None
    revoked_by: str | None


class CallShown(msgspec.Struct, frozen=True):
    """A table that waits for the referee since the instant `at`."""

    table: int
    at: int


def rulings(state: Tournament, actor: Actor) -> tuple[RulingShown, ...]:
    """All of them; for the public those that change a standing it may see; none for a table."""
    referees = actor.role in REFEREES
    if not referees and (actor.role == "table" or state.hidden):
        return ()
    return tuple(
        RulingShown(
            at,
            one.number,
            one.stage,
            one.points,
            one.reason,
            one.rule,
            one.by,
            one.revoked.reason if one.revoked else None,
            one.revoked.by if one.revoked else None,
        )
        for at, one in enumerate(state.rulings)
        if referees or (one.points and one.revoked is None)
    )


def calls(state: Tournament, actor: Actor) -> tuple[CallShown, ...]:
    """The tables that wait, the longest first; for a table's phones their own, in its round."""
    if actor.role == "public":
        return ()
    return tuple(
        CallShown(one.table, one.at)
        for one in open_calls(state)
        if actor.role in REFEREES or (one.table, (one.stage, one.round)) == (actor.table, actor.round)
    )
