"""Planted faults: a server with this folder on its path cannot make what the names of its events tell."""

from typing import Any

from tilerummy.tournament.state import Tournament
from tilerummy.tournaments import hosted_tournament, views

WHOLE, PART = "Whole", "Part"
"""Names of events: of the first no picture can be made once somebody has left; of the other, no standings."""
_view, _lines = views.view, vars(views)["lines"]


def _fails_whole(state: Tournament, *rest: Any) -> Any:
    if state.name == WHOLE and state.withdrawn:
        raise LookupError("planted")
    return _view(state, *rest)


def _fails_in_part(state: Tournament, at: int) -> Any:
    if state.name == PART:
        raise LookupError("planted")
    return _lines(state, at)


vars(hosted_tournament)["view"], vars(views)["lines"] = _fails_whole, _fails_in_part
