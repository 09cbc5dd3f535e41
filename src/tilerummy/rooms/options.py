"""What a host chooses about a room beyond its edition and its clock."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

AwayRule = Literal["wait", "computer", "end"]
Overdue = Literal["penalty", "computer", "out"]
Chat = Literal["off", "players", "everyone"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's choices; stored with the room and shown to every viewer.

    `chat`: who may write. `live`: others see the draft of the player to move while it is made; never in tournaments.
    `open`: strangers find the table while it waits for players. `away`: what happens once the turn of a player who
    is not there has waited `away_seconds`: nothing, a computer player stands in until they are back, or they give up.
    `games`, `rounds`: how long the match is, in games or in rounds of the edition; with neither it has no end.
    `practice`: one person plays against computers, takes turns back, and the games are kept out of their history.

    Only for turns of hours or days, where nobody counts as away: `overdue`: what happens when a turn's time is over,
    the edition's penalty, or a computer player plays that turn, or the player gives up. `holidays`: days of a game on
    which a player's time stands, when they say so. `nights`: a turn of less than a day does not run at night where its
    player is.
    """

    chat: Chat
    live: bool
    open: bool
    away: AwayRule
    away_seconds: Annotated[int, Meta(ge=10, le=3600)]
    games: Annotated[int, Meta(ge=1, le=100)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    practice: bool = False
    overdue: Overdue = "penalty"
    holidays: Annotated[int, Meta(ge=0, le=30)] = 0
    nights: bool = False


USUAL = Options(chat="players", live=False, open=False, away="wait", away_seconds=120)
"""What holds where nothing was chosen, so also in rooms stored before there was a choice."""
