"""What a desk says of results at random: the tiles of equal lowest racks, and what a computer player's game counts."""

import random
from typing import Any

from tilerummy.tournament.results.tied_racks import Tied
from tilerummy.tournament.state import Tournament


def tied_racks(scores: tuple[int | None, ...], chance: random.Random) -> Tied:
    """The tiles of who has won and of two more at most, as if their racks were the lowest."""
    others = [at for at, score in enumerate(scores) if score is not None and score <= 0]
    some = {at for at, score in enumerate(scores) if (score or 0) > 0}.union(others[: chance.randint(0, 2)])
    tiles = tuple(chance.randint(1, 3) if at in some else None for at in range(len(scores)))
    return Tied(tiles, chance.choice((None, *range(len(scores)))))


def weighed(state: Tournament, chance: random.Random, anybody: int) -> dict[str, Any] | None:
    """What a game counts for somebody for whom a computer player played, seldom for `anybody`; None without such."""
    played = [
        (at, place, result)
        for at, play in enumerate(state.stages)
        for place, result in play.results.items()
        if result.stood_in
    ]
    if not played:
        return None
    at, (number, table, game), result = chance.choice(played)
    who = chance.choice(result.stood_in) if chance.random() > 0.05 else anybody
    said = {"counts": chance.choice(("whole", "half", "none")), "reason": chance.choice(("away", "away", ""))}
    return {"stage": at, "round": number, "table": table, "game": game, "number": who, **said}
