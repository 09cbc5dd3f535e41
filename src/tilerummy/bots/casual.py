"""The casual level: plays gently, and now and then sees a rearrangement."""

from typing import Final

from tilerummy.bots.gentle import gentle
from tilerummy.bots.rng import Stream
from tilerummy.bots.steady import steady
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

SEES: Final = 0.05
"""In how many turns it plays as the steady level does. So few make half of the difference between the two
(docs/evidence/strength.md)."""


def casual(view: View, stream: Stream) -> Move:
    """The move of somebody who plays on holidays; always legal."""
    return (steady if stream.random() < SEES else gentle)(view, stream)
