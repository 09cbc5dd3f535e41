"""The moves that computer players make on what a seat is shown, as they are sent."""

from typing import Any

from tests.web.harness import Message
from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.rules.game.views import SeatView, View
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld, parse_meld


def computed(state: Message, level: str, stream: Any) -> Message:
    """The move a computer player of that level would make on a seat's state."""
    view = View(
        viewer=state["you"],
        edition=editions.load(state["edition"]["id"]),
        seats=tuple(SeatView(tiles=s["tiles"], opened=s["opened"], resigned=s["resigned"]) for s in state["seats"]),
        rack=tuple(state["rack"]),
        drawn=tuple(state["drawn"]),
        table=tuple(parse_meld(meld) for meld in state["table"]),
        pool=state["pool"],
        turn=state["turn"],
        turn_number=state["turn_number"],
        last_turn=state["last_turn"],
        last=None,
        result=None,
        commitment=state["commitment"],
        revealed=None,
    )
    return wire(LEVELS[level](view, stream))


def wire(move: Move) -> Message:
    """A move as it is sent."""
    match move:
        case Play():
            return {
                "t": "play",
                "opening": [format_meld(meld) for meld in move.opening],
                "table": [format_meld(meld) for meld in move.table],
            }
        case Draw():
            return {"t": "draw"}
        case Pass():
            return {"t": "pass"}
