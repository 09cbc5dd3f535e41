"""How tables of a tournament are played that stand here, in rooms."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class OnlineRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The organiser's choices for tables played online; nobody is ever shown hints or drafts there.

    `limit`: seconds for a turn, "edition" for the rulebook's clock, None for none. `away`: once the turn of a player
    who is not there has waited `away_seconds`, nothing happens, a computer player stands in, or they give up. `watch`:
    the public is shown the way to the tables, to look on.
    """

    limit: Annotated[int, Meta(ge=5, le=3600)] | Literal["edition"] | None
    away: Literal["wait", "computer", "end"]
    away_seconds: Annotated[int, Meta(ge=10, le=3600)]
    watch: bool


USUAL = OnlineRules(limit="edition", away="wait", away_seconds=120, watch=True)
"""What holds where nothing was chosen."""
