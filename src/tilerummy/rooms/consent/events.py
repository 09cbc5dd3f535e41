"""The events of a room by which people ask each other, answer, and agree."""

import msgspec


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`, as all events of a room."""


class TakeBackAsked(_Event, frozen=True, tag="take-back-asked"):
    """The person on a seat asks in the turn of that number whether their last one may be taken back; since then so many
    tiles were `drawn`, which others have seen or they themselves."""

    seat: int
    turn: int
    drawn: int


class TakeBackAnswered(_Event, frozen=True, tag="take-back-answered"):
    """The person on a seat agrees to that, or does not: then nothing comes of it."""

    seat: int
    yes: bool


class PauseAsked(_Event, frozen=True, tag="pause-asked"):
    """The person on a seat asks in the turn of that number whether the game may stand for a while."""

    seat: int
    turn: int


class PauseAnswered(_Event, frozen=True, tag="pause-answered"):
    """The person on a seat agrees to that, or does not: then nothing comes of it."""

    seat: int
    yes: bool


class Paused(_Event, frozen=True, tag="paused"):
    """All agree: the clock stands, `until` then (ms) at the latest, with so much time `left` to the turn (ms; None: no
    limit). A move of the game ends it."""

    until: int
    left: int | None


class GoingOn(_Event, frozen=True, tag="going-on"):
    """The person on a seat wants the game to go on."""

    seat: int


class WentOn(_Event, frozen=True, tag="went-on"):
    """The clock runs again: all wanted that, or the pause was at its end."""


Consent = TakeBackAsked | TakeBackAnswered | PauseAsked | PauseAnswered | Paused | GoingOn | WentOn
"""What people ask each other, say to it, and agree on."""
