"""What an organiser prepares, at random: ratings, teams, days."""

import random
from datetime import date, timedelta

from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.state import RoundDates, Tournament


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
    """Days for some rounds, seldom such as overlap."""
    rounds = [(at, number) for at, stage in enumerate(state.format.stages) for number in range(stage.rounds)]
    some = sorted(chance.sample(rounds, chance.randint(0, len(rounds))))
    day, found = date(2026, 11, 1), []
    for stage, number in some:
        last = day + timedelta(chance.randint(0, 6))
        found.append(RoundDates(stage, number, day.isoformat(), last.isoformat()))
        day = last + timedelta(chance.randint(1, 8) if chance.random() > 0.02 else 0)
    return tuple(found)
