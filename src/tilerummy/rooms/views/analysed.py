"""What the analysis board asks of the solver, and what it hears."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.rooms.views.messages_out import AdviceStatus, StepLaid
from tilerummy.solver.query import Objective

Asked = Literal["best", "placeable", "outs", "waits", "arrange", "every"]
"""`best`: the best plays. `placeable`: the rack tiles that some play lays. `outs`: the ways to lay the whole rack.
`waits`: the draws that would let rack tiles be laid. `arrange`: all tiles of the table put into melds, with tiles of
the rack where that helps. `every`: the melds that the rack holds."""


Proof = Literal["optimal", "feasible"]
"""Whether it is proved that nothing is better."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question: by which `objective` plays are ordered or tiles put right, and how many plays are wanted at most."""

    asked: Asked
    objective: Objective = "tiles"
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class PlayFound(msgspec.Struct, frozen=True):
    """A play: the rack tiles it lays, their number and their penalty points, and the steps to its table. `optimal`: it
    is proved that none of those that follow is better; else `bound` says what another could be worth."""

    status: Proof
    played: tuple[str, ...]
    tiles: int
    value: int
    bound: int
    opening: tuple[str, ...]
    table: tuple[str, ...]
    steps: tuple[StepLaid, ...]


class TileWaits(msgspec.Struct, frozen=True):
    """A rack tile that cannot be laid yet, and the kinds of tiles of which one drawn lets it be laid; `copies` of them
    are unseen."""

    tile: str
    draws: tuple[str, ...]
    copies: int


class Analysed(msgspec.Struct, frozen=True):
    """The answer to a question of the analysis board.

    `status`: as of advice, for `best` of the first play and for `arrange` of the melds; of other lists `optimal` where
    all is in it, `feasible` where the time or the room for it ended, `no-play` where there is nothing. `whole`: False
    where the time ended before all plays of `best` that were wanted were found. `tiles`: those
    that can be placed (`placeable`) or laid whatever is drawn (`waits`), or that stay on the rack (`arrange`).
    `melds`: those laid (`arrange`), or that the rack holds (`every`). `unseen`: tiles neither on the table nor on the
    rack. `ms`: the time it took.
    """

    asked: Asked
    status: AdviceStatus
    whole: bool
    ms: int
    unseen: int
    plays: tuple[PlayFound, ...]
    tiles: tuple[str, ...]
    melds: tuple[str, ...]
    waits: tuple[TileWaits, ...]
