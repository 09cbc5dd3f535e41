"""What an organiser prepares, at random: ratings, teams."""

import random

from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.state import Tournament


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
