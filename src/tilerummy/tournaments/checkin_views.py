"""What is shown before the first tables: to everybody how many are in, to desk and organiser who is, who has paid and
who waits, to each of them what their own link says."""

from typing import Final, Literal

import msgspec

from tilerummy.tournament.checkin.check_in import CheckInPhase
from tilerummy.tournament.checkin.decisions import expected, is_expected, missing
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.keys import Keys, ticket_key


class TicketShown(msgspec.Struct, frozen=True):
    """A player or, without a number, a person who waits; by their ticket, which commands name."""

    ticket: int
    number: int | None
    here: bool
    paid: bool


class WaitingShown(msgspec.Struct, frozen=True):
    """A person who waits for a place."""

    ticket: int
    name: str
    category: str


class CheckInShown(msgspec.Struct, frozen=True):
    """The check-in, and the places of the hall. `until`: the instant from which the desk alone checks people in; `here`
    of those `expected` are in, by number the `missing` ones where everybody may see them (`names`); `cap`: how many may
    play, None for any number; `waiting`: how many wait for a place. For desk and organiser: who was `absent` when it
    closed and has not come back, by number; the `queue` of those who wait, in order; the `tickets` of all."""

    phase: CheckInPhase
    until: int | None
    names: bool
    expected: int
    here: int
    missing: tuple[int, ...]
    cap: int | None
    waiting: int
    absent: tuple[int, ...]
    queue: tuple[WaitingShown, ...]
    tickets: tuple[TicketShown, ...]


class OwnShown(msgspec.Struct, frozen=True):
    """What a person's own link says of them. `standing`: they play or wait for a place, have left, or nobody has this
    ticket any more; `waiting`: their place on the waiting list, from 1; `here`: they are checked in, which they may do
    now where they are `expected`."""

    standing: Literal["plays", "waits", "left", "gone"]
    name: str
    number: int | None
    waiting: int | None
    here: bool
    expected: bool


class OwnLink(msgspec.Struct, frozen=True):
    """The key of a person's own link, for the desk to print or show."""

    ticket: int
    number: int | None
    name: str
    key: str


NO_CHECK_IN: Final = CheckInShown(
    "none", None, names=False, expected=0, here=0, missing=(), cap=None, waiting=0, absent=(), queue=(), tickets=()
)


def check_in(state: Tournament, *, staff: bool) -> CheckInShown:
    """The check-in, for desk and organiser with everybody in it."""
    now, hall = state.check_in, state.hall
    open_ = now.phase == "open"
    away = missing(state) if open_ else ()
    there = len(expected(state)) if open_ else 0
    left_out = {number for ticket in now.absent if (number := state.tickets.number(ticket)) in state.withdrawn}
    return CheckInShown(
        now.phase,
        now.until,
        now.names,
        there,
        there - len(away),
        away if now.names else (),
        hall.cap,
        len(hall.waiting),
        tuple(sorted(left_out)) if staff else (),
        tuple(WaitingShown(one.ticket, one.name, one.category) for one in hall.waiting) if staff else (),
        _tickets(state) if staff else (),
    )


def own(state: Tournament, ticket: int) -> OwnShown:
    """What the link of a ticket says."""
    here = ticket in state.check_in.here and state.check_in.phase != "none"
    number = state.tickets.number(ticket)
    if number is not None:
        left = number in state.withdrawn
        name, may = state.entrants[number].name, is_expected(state, number)
        return OwnShown("left" if left else "plays", name, number, None, here=here and not left, expected=may)
    for place, one in enumerate(state.hall.waiting, start=1):
        if one.ticket == ticket:
            return OwnShown("waits", one.name, None, place, here=here, expected=True)
    return OwnShown("gone", "", None, None, here=False, expected=False)


def own_links(state: Tournament, keys: Keys) -> tuple[OwnLink, ...]:
    """The links of all who play or wait, by number, then in the order in which they wait."""
    players = [(state.tickets.of[number], number, one.name) for number, one in sorted(state.entrants.items())]
    everybody = [*players, *((one.ticket, None, one.name) for one in state.hall.waiting)]
    return tuple(OwnLink(ticket, number, name, ticket_key(keys, ticket)) for ticket, number, name in everybody)


def _tickets(state: Tournament) -> tuple[TicketShown, ...]:
    of, now = state.tickets.of, state.check_in
    everybody = [
        *((of[number], number) for number in state.entrants),
        *((one.ticket, None) for one in state.hall.waiting),
    ]
    return tuple(TicketShown(one, number, one in now.here, one in now.paid) for one, number in everybody)
