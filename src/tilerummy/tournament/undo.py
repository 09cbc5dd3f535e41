"""Steps of the desk, and taking the last one back."""

from typing import Final

from tilerummy.rules.refusal import refuse
from tilerummy.tournament import commands, events
from tilerummy.tournament.events import TournamentEvent
from tilerummy.tournament.state import Tournament

NO_STEPS: Final = (
    commands.Ask,
    commands.Report,
    commands.ReportList,
    commands.Confirm,
    commands.SetClock,
    commands.Undo,
)
"""Commands that are no steps: who signs up is removed, results are corrected, clocks set."""


def as_step(command: commands.Command, by: str, happened: tuple[TournamentEvent, ...]) -> tuple[TournamentEvent, ...]:
    """What a command brought about, as a step where it is one. Results that it confirms stay: they come before it."""
    if not happened or isinstance(command, NO_STEPS):
        return happened
    first = next((at for at, one in enumerate(happened) if not isinstance(one, events.Confirmed)), len(happened))
    return (*happened[:first], events.Step(str(command.__struct_config__.tag), by), *happened[first:])


def undo(state: Tournament, step: int) -> tuple[TournamentEvent, ...]:
    """Take the last step back. Raises Refusal where there is none, where it is another than number `step`, and where
    games that it opened may have begun."""
    if not state.undoable:
        raise refuse("nothing-to-undo")
    if step != state.steps:
        raise refuse("another-step")
    if _rooms(state) - _rooms(state.undoable[-1].before):
        raise refuse("undo-rooms")
    return (events.Undone(),)


def _rooms(state: Tournament) -> set[str]:
    """The rooms of all tables that are played online."""
    rounds = (round_ for play in state.stages for round_ in play.rounds)
    return {room for round_ in rounds for rooms in round_.rooms.values() for room in rooms}
