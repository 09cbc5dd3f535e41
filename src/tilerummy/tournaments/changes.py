"""A tournament's picture in members: what is long, in as many as it has players, rounds, lines of a standing, or tables
with results or without."""

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from tilerummy.tournaments.views import TournamentShown

Member = tuple[str, object]
"""Its name, as `Changing` has it, and what is in it."""


def members(shown: TournamentShown) -> Iterator[Member]:
    """All members of a picture."""
    for field in shown.__struct_fields__:
        match field:
            case "checkin":
                yield field, replace(shown.checkin, tickets=())
                yield from _listed(f"{field}.tickets", shown.checkin.tickets)
            case "entrants":
                yield from _listed(field, shown.entrants)
            case "rulings":
                yield from _listed(field, shown.rulings)
            case "results":
                yield field, ()
                for place, found in groupby(shown.results, lambda one: (one.stage, one.round, one.table)):
                    yield f"{field}.{'-'.join(f'{number:04}' for number in place)}", tuple(found)
            case "stages":
                yield field, ()
                for at, stage in enumerate(shown.stages):
                    name = f"{field}.{at:04}"
                    yield name, replace(stage, rounds=(), standings=())
                    yield from _listed(f"{name}.rounds", stage.rounds)
                    yield from _listed(f"{name}.standings", stage.standings)
            case "ranking":
                yield from _listed(field, shown.ranking)
            case "outstanding":
                yield field, ()
                for table, games in groupby(shown.outstanding, lambda one: one[0]):
                    yield f"{field}.{table:04}", tuple(games)
            case _:
                yield field, getattr(shown, field)


def _listed(name: str, items: tuple[object, ...]) -> Iterator[Member]:
    yield name, ()
    for at, item in enumerate(items):
        yield f"{name}.{at:04}", item
