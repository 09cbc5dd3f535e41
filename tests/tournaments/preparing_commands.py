"""What an organiser prepares, at random: ratings, teams, days, who is kept apart, who comes late."""

import random
from datetime import date, timedelta
from typing import Any

from tilerummy.tournament.commands import Enter, Fix, KeepApart, Seat
from tilerummy.tournament.decide import Command
from tilerummy.tournament.prepared.commands import MakeTeams, Rate, SetDates
from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.state import RoundDates, Tournament
from tilerummy.tournaments.keys import Renew, Renewal, RenewOwn


def prepared(state: Tournament, chance: random.Random) -> tuple[type[Command], dict[str, Any]]:
    """Ratings, teams or days."""
    asked: tuple[tuple[type[Command], dict[str, Any]], ...] = (
        (Rate, {"text": ratings(state, chance)}),
        (MakeTeams, {"teams": teams(state, chance)}),
        (SetDates, {"dates": dates(state, chance)}),
    )
    return chance.choice(asked)


def ratings(state: Tournament, chance: random.Random) -> str:
    """A season's list with some of the players."""
    known = list(state.entrants.values())
    some = chance.sample(known, chance.randint(0, len(known)))
    rows = [f"{one.name};{one.category};{chance.randint(0, 500) / 10}" for one in some]
    return "\n".join(["name;class;rating", *rows])


def teams(state: Tournament, chance: random.Random) -> tuple[Team, ...]:
    """Some of the players in teams, seldom one that cannot be."""
    known = chance.sample(list(state.entrants), len(state.entrants))
    found: list[Team] = []
    while len(known) > 1 and chance.random() < 0.8:
        size = chance.randint(2, 4) if chance.random() > 0.05 else chance.choice((0, 1, 5))
        found.append(Team(f"Team {chr(0x41 + len(found) % 26)}", tuple(known[:size])))
        known = known[size:]
    return tuple(found)


def dates(state: Tournament, chance: random.Random) -> tuple[RoundDates, ...]:
    """Days for some rounds, past or to come, seldom such as overlap."""
    rounds = [(at, number) for at, stage in enumerate(state.format.stages) for number in range(stage.rounds)]
    some = sorted(chance.sample(rounds, chance.randint(0, len(rounds))))
    day, found = date(2026, 11, 1) + timedelta(chance.choice((0, 75))), []
    for stage, number in some:
        last = day + timedelta(chance.randint(0, 6))
        found.append(RoundDates(stage, number, day.isoformat(), last.isoformat()))
        day = last + timedelta(chance.randint(1, 8) if chance.random() > 0.02 else 0)
    return tuple(found)


def locks(state: Tournament, chance: random.Random) -> tuple[type[Command], dict[str, Any]] | None:
    """Some pairs that are kept apart, or players who are fixed to tables; None of so few as there are."""
    known = list(state.entrants)
    if len(known) < 4:
        return None
    if chance.random() < 0.5:
        return KeepApart, {"pairs": tuple(tuple(chance.sample(known, 2)) for _ in range(chance.randint(0, 3)))}
    who = chance.sample(known, chance.randint(0, 2))
    return Fix, {"places": tuple((one, chance.randint(1, 4)) for one in who)}


def renewal(state: Tournament, chance: random.Random) -> tuple[type[Renewal], dict[str, Any]]:
    """A link that others have seen: a person's own one, seldom of somebody who never was there, or another."""
    if chance.random() < 0.5:
        return RenewOwn, {"ticket": chance.randint(1, state.tickets.issued + 1)}
    return Renew, {"which": chance.choice(("organiser", "desk", "referee", "tables"))}


def late(state: Tournament, chance: random.Random, name: str) -> tuple[type[Command], dict[str, Any]]:
    """Somebody of that name comes late, or a player of a stage who has no seat; to the list, or to a table."""
    play = state.play
    round_ = None if play is None or state.current >= len(play.rounds) else play.rounds[state.current]
    if play is None or round_ is None or chance.random() < 0.3:
        return Enter, {"text": name}
    table = chance.randint(1, max(1, len(round_.seating.tables)))
    standing = [number for number in play.players if round_.table_of(number) is None]
    if standing and chance.random() < 0.5:
        return Seat, {"table": table, "number": chance.choice(standing)}
    return Seat, {"table": table, "name": name}
