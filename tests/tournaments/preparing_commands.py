"""What an organiser prepares, at random: ratings."""

import random

from tilerummy.tournament.state import Tournament


def ratings(state: Tournament, chance: random.Random) -> str:
    """A season's list with some of the players."""
    known = list(state.entrants.values())
    some = chance.sample(known, chance.randint(0, len(known)))
    rows = [f"{one.name};{one.category};{chance.randint(0, 500) / 10}" for one in some]
    return "\n".join(["name;class;rating", *rows])
