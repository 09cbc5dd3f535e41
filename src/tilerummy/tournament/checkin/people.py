"""Who plays and who waits, as a list for the desk's spreadsheet: a heading, then a line for each person."""

from collections.abc import Iterator

from tilerummy.tournament.state import Tournament

PEOPLE = ("number", "name", "class", "waiting", "checked in", "paid", "withdrawn")


def people(state: Tournament) -> Iterator[tuple[str | int, ...]]:
    """Everybody under the heading `PEOPLE`: the players by number, then who waits in order."""
    yield PEOPLE
    now = state.check_in
    for number, one in sorted(state.entrants.items()):
        ticket, left = state.tickets.of[number], number in state.withdrawn
        ticks = (_tick(ticket in now.here), _tick(ticket in now.paid), _tick(left))
        yield (number, one.name, one.category, "", *ticks)
    for place, waiting in enumerate(state.hall.waiting, start=1):
        ticks = (_tick(waiting.ticket in now.here), _tick(waiting.ticket in now.paid), "")
        yield ("", waiting.name, waiting.category, place, *ticks)


def _tick(holds: object) -> str:
    return "yes" if holds else ""
