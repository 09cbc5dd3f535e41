"""Checking in before the first tables of a stage: who is not in when it closes does not play."""

from collections.abc import Collection

from tilerummy.rules.refusal import refuse
from tilerummy.tournament.checkin.places import filled
from tilerummy.tournament.events.checkin import CheckedIn, CheckInClosed, CheckInOpened, Paid
from tilerummy.tournament.players import replanned
from tilerummy.tournament.seating.plan import too_few
from tilerummy.tournament.state import Event, Tournament, fold


def expected(state: Tournament) -> tuple[int, ...]:
    """Who may check in: everybody on the list, or in the stage under way, who has not left."""
    return tuple(number for number in _players(state) if number not in state.withdrawn)


def is_expected(state: Tournament, number: int) -> bool:
    """Whether a player may check in."""
    return number in _players(state) and number not in state.withdrawn


def missing(state: Tournament) -> tuple[int, ...]:
    """Who is expected and not in."""
    return tuple(number for number in expected(state) if state.tickets.of[number] not in state.check_in.here)


def open_check_in(state: Tournament, until: int | None, now: int, *, names: bool) -> tuple[Event, ...]:
    """Let people check in, themselves `until` an instant; or change that. Raises Refusal once tables were shown."""
    if state.finished or (state.play is not None and not _is_planned(state)):
        raise refuse("too-late-to-check-in")
    if until is not None and until <= now:
        raise refuse("check-in-time-past")
    before = state.check_in
    same = (before.phase, before.until, before.names) == ("open", until, names)
    return () if same else (CheckInOpened(until, names),)


def close_check_in(state: Tournament) -> tuple[Event, ...]:
    """Leave out who is not in; who waited and is here moves in. Raises Refusal where too few would be left."""
    _require_open(state)
    absent = missing(state)
    if len(absent) == len(expected(state)):
        raise refuse("nobody-in")
    happened = filled(state, (CheckInClosed(absent),))
    after = fold(state, happened)
    if after.stages and too_few(after):
        raise refuse("too-few-in", count=len(expected(after)))
    return replanned(state, happened)


def check_in(state: Tournament, ticket: int, now: int, *, here: bool, own: bool) -> tuple[Event, ...]:
    """Say that a person is here, or is not after all; by their `own` link until the closing time. Nothing where that
    was said before. Raises Refusal."""
    _require_open(state)
    number = state.tickets.number(ticket)
    if number is None and state.hall.one(ticket) is None:
        raise refuse("ticket-gone")
    if number is not None and number in state.withdrawn:
        raise refuse("withdrawn-already", number=number)
    if number is not None and not is_expected(state, number):
        raise refuse("not-in-this-stage", number=number, name=state.entrants[number].name)
    if own and state.check_in.until is not None and now >= state.check_in.until:
        raise refuse("check-in-over")
    return () if (ticket in state.check_in.here) == here else (CheckedIn(ticket, here),)


def pay(state: Tournament, ticket: int, *, paid: bool) -> tuple[Event, ...]:
    """Tick that a person has paid, or has not after all. Raises Refusal for a ticket of nobody."""
    if state.tickets.number(ticket) is None and state.hall.one(ticket) is None:
        raise refuse("ticket-gone")
    return () if (ticket in state.check_in.paid) == paid else (Paid(ticket, paid),)


def _players(state: Tournament) -> Collection[int]:
    return state.entrants if state.play is None else state.play.players


def _is_planned(state: Tournament) -> bool:
    """Whether nobody has seen a table of the stage under way."""
    rounds = state.stages[-1].rounds
    return bool(rounds) and rounds[0].phase == "planned"


def _require_open(state: Tournament) -> None:
    if state.check_in.phase != "open":
        raise refuse("check-in-not-open")
