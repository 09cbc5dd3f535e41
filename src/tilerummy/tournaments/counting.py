"""What every picture of an event asks for and takes long to count; it is remembered where it is counted."""

from contextlib import suppress
from functools import partial

from tilerummy.tournament.closing.cut import through
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.views import plan_shown


def count(state: Tournament) -> None:
    """Count it. What cannot be counted is missing in the picture, which says so."""
    for at, play in enumerate(state.stages):
        for counted in (partial(plan_shown, state, play), partial(lines, state, at), partial(through, state, at)):
            with suppress(Exception):
                counted()
    if state.finished:
        with suppress(Exception):
            final_ranking(state)
