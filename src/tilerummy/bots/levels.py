"""The levels of computer players, by name. A player is a pure function of what its seat sees and a stream of chance."""

from collections.abc import Callable
from typing import Final

from tilerummy.bots.expert import expert
from tilerummy.bots.gentle import gentle
from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

Player = Callable[[View, Stream], Move]

LEVELS: Final[dict[str, Player]] = {"gentle": gentle, "steady": steady, "expert": expert}
"""Every level, from the easiest on. The same view and the same stream give the same move."""
