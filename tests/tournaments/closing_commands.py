"""What a desk asks between two stages, at random."""

import random
from typing import Any

from tilerummy.tournament.closing.commands import MoveUp, Settle
from tilerummy.tournament.closing.equals import equals_at_line
from tilerummy.tournament.closing.reserves import reserve
from tilerummy.tournament.state import Tournament


def between(state: Tournament, chance: random.Random) -> tuple[type[MoveUp | Settle], dict[str, Any]]:
    """A command with its fields: equals at the line are parted, or the next moves up; seldom others."""
    found, next_ = equals_at_line(state), reserve(state)
    if chance.random() < 0.5:
        return MoveUp, {"number": next_.number if next_ is not None else chance.randint(1, 70)}
    if not found:
        return Settle, {"equal": tuple(chance.sample(range(1, 70), 2)), "how": "rule", "reason": "equal"}
    tie, how = found[0], chance.choice(("rule", "play-off", "drawn-lot"))
    won = tuple(chance.sample(tie.there, tie.places)) if chance.random() < 0.9 else ()
    return Settle, {"equal": tie.equal, "how": how, "won": won, "reason": "equal"}
