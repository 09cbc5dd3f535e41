"""Environments to learn the game in, over the real rules: PettingZoo and Gymnasium for one game, arrays for many.

Needs the extra `tilerummy[rl]`; docs/learning.md shows it at work. To import it is enough for `gymnasium.make`.
"""

from typing import Final

import gymnasium

VERSION: Final = 2
"""Raised when the same seed and actions no longer give the same observations and rewards."""
AGAINST: Final = f"tilerummy/Against-v{VERSION}"
"""One learner at a table of players of a level."""
TABLE: Final = f"tilerummy/Table-v{VERSION}"
"""Games whose every seat is the learner's, side by side: for `gymnasium.make_vec`."""

gymnasium.register(AGAINST, "tilerummy.learning.against:Against")
gymnasium.register(TABLE, vector_entry_point="tilerummy.learning.vector:Vector")
