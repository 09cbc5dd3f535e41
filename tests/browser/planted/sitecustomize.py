"""Planted faults: a server with this folder on its path cannot make what the names of events and players tell."""

from typing import Any

from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views import projection
from tilerummy.sheets import hosting
from tilerummy.sheets import views as sheet_views
from tilerummy.sheets.state import Sheet
from tilerummy.site import event_pages
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments import hosted_tournament, views

WHOLE, PART = "Whole", "Part"
"""Names of events, and of players of rooms and sheets. Of the first no picture can be made once a person has left the
event, moved in the game, or written on the sheet; of the other, no standings, nor how the match of a room stands."""


_broken: set[str] = set()
"""Rooms in which a person of that name has moved: the answer of a computer mends none."""


def _plant(module: Any, name: str, broken: Any) -> None:
    """From now on `module.name` fails where `broken` says so of what it is called with."""
    made = vars(module)[name]

    def fails(*given: Any, **named: Any) -> Any:
        if broken(*given):
            raise LookupError("planted")
        return made(*given, **named)

    vars(module)[name] = fails


def _whole_event(state: Tournament, *_: Any) -> bool:
    return state.name == WHOLE and bool(state.withdrawn)


def _part_of_event(state: Tournament, *_: int) -> bool:
    return state.name == PART


def _whole_room(parts: Any, _: Any, state: RoomState, *__: Any) -> bool:
    last = state.game.last if state.game else None
    mover = state.sitters[last.seat] if last else None
    if mover is not None and mover.name == WHOLE:
        _broken.add(parts._record)
    return parts._record in _broken


def _part_of_room(state: RoomState) -> bool:
    return any(sitter is not None and sitter.name == PART for sitter in state.sitters)


def _whole_sheet(sheet: Sheet, *_: Any) -> bool:
    return WHOLE in sheet.players and bool(sheet.games)


def _part_of_sheet(sheet: Sheet) -> bool:
    return PART in sheet.players


# not where a test asks for the names alone
if __name__ == "sitecustomize":
    _plant(hosted_tournament, "view", _whole_event)
    _plant(views, "lines", _part_of_event)
    _plant(event_pages, "_names", _whole_event)
    _plant(event_pages, "lines", _part_of_event)
    _plant(event_pages, "standings", _part_of_event)
    _plant(projection, "_moved", _whole_room)
    _plant(projection, "_match", _part_of_room)
    _plant(hosting, "view", _whole_sheet)
    _plant(sheet_views, "_standing", _part_of_sheet)
