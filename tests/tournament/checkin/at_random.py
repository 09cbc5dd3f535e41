"""What is asked before the first tables, at random: of the check-in, of payments and of places in the hall."""

import random
from typing import Any

from tests.tournaments.asked import Asked
from tilerummy.tournament.checkin import commands as checkin
from tilerummy.tournament.checkin.decisions import expected, missing
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.state import Tournament

NOW = 1_800_000_000_000
DESK, ORGANISER = Actor("desk"), Actor("organiser")


def before_tables(state: Tournament, chance: random.Random, ident: str) -> Asked:
    """A command that makes sense now, seldom one that does not."""
    if state.check_in.phase == "open" and chance.random() < 0.8:
        return _comes(state, chance, ident)
    asked: list[tuple[type[Any], dict[str, Any]]] = [
        (
            checkin.OpenCheckIn,
            {"until": chance.choice((None, NOW + 60_000, NOW + 90_000, NOW - 1)), "names": chance.random() < 0.5},
        ),
        (
            checkin.SetCap,
            {"cap": chance.choice((None, 4, 8, *[len(state.entrants) or 1] * 3, len(state.entrants) + 2))},
        ),
        (checkin.TickPayment, {"ticket": _ticket(state, chance), "paid": chance.random() < 0.8}),
    ]
    if chance.random() < 0.1:
        asked.append((checkin.CloseCheckIn, {}))
    if state.hall.waiting:
        some = chance.sample(state.hall.waiting, chance.randint(1, min(2, len(state.hall.waiting))))
        kind = chance.choice((checkin.TakeIn, checkin.LeaveQueue))
        asked.append((kind, {"tickets": tuple(one.ticket for one in some)}))
    kind, fields = chance.choice(asked)
    return Asked(ORGANISER if kind is checkin.SetCap else chance.choice((DESK, ORGANISER)), kind(id=ident, **fields))


def everybody_in(state: Tournament) -> list[tuple[type[Any], dict[str, Any]]]:
    """What ends an open check-in so that all play."""
    if state.check_in.phase != "open":
        return []
    tickets = [state.tickets.of[number] for number in expected(state)]
    everybody: list[tuple[type[Any], dict[str, Any]]] = [(checkin.CheckPersonIn, {"ticket": one}) for one in tickets]
    return [*everybody, (checkin.CloseCheckIn, {})]


def _comes(state: Tournament, chance: random.Random, ident: str) -> Asked:
    """Somebody checks in by their own link or at the desk; there also not after all. The check-in ends once most are
    in."""
    if len(missing(state)) < 3 and chance.random() < 0.5:
        return Asked(DESK, checkin.CloseCheckIn(id=ident))
    away = [state.tickets.of[number] for number in missing(state)]
    ticket = chance.choice(away) if away and chance.random() < 0.8 else _ticket(state, chance)
    if chance.random() < 0.5:
        return Asked(Actor("entrant", ticket=ticket), checkin.CheckPersonIn(id=ident))
    return Asked(DESK, checkin.CheckPersonIn(id=ident, ticket=ticket, here=chance.random() < 0.9))


def _ticket(state: Tournament, chance: random.Random) -> int:
    """A ticket that was issued, seldom one that was not."""
    return chance.randint(1, state.tickets.issued + (chance.random() < 0.05) or 1)
