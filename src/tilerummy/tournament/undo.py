"""Taking the last step of the desk back."""

from tilerummy.rules.refusal import refuse
from tilerummy.tournament.events.desk import Undone
from tilerummy.tournament.state import Event, Tournament


def undo(state: Tournament, step: int) -> tuple[Event, ...]:
    """Take the last step back. Raises Refusal where there is none, where it is another than number `step`, and where
    games that it opened may have begun."""
    if not state.undoable:
        raise refuse("nothing-to-undo")
    if step != state.steps:
        raise refuse("another-step")
    if _rooms(state) - _rooms(state.undoable[-1].before):
        raise refuse("undo-rooms")
    return (Undone(),)


def _rooms(state: Tournament) -> set[str]:
    """The rooms of all tables that are played online."""
    rounds = (round_ for play in state.stages for round_ in play.rounds)
    return {room for round_ in rounds for rooms in round_.rooms.values() for room in rooms}
