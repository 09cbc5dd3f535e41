"""What came of an event: who took part, their places, and the points of every game. It is small, and can be kept."""

from collections.abc import Iterator

import msgspec

from tilerummy.tournament.results.ranking import final_ranking
from tilerummy.tournament.state import Tournament

Scored = tuple[int, int]
"""The number of an entrant, and their points."""


class Finisher(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who took part, as the list has them. `place`: None without one, or before the end."""

    number: int
    name: str
    category: str = ""
    place: int | None = None


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`games`: those of closed rounds in their order, each with the points of its people: what a computer player played
    is no game of theirs, and a game of one person is none."""

    name: str
    finished: bool
    entrants: tuple[Finisher, ...]
    games: tuple[tuple[Scored, ...], ...]


def outcome(event: Tournament) -> Outcome:
    """What came of a tournament so far."""
    ranking = final_ranking(event) if event.finished else ()
    places = {line.player: line.place for line in ranking}
    entrants = (Finisher(number, one.name, one.category, places.get(number)) for number, one in event.entrants.items())
    return Outcome(event.name, event.finished, tuple(entrants), tuple(_games(event)))


def _games(event: Tournament) -> Iterator[tuple[Scored, ...]]:
    for play in event.stages:
        for (number, table, _), result in sorted(play.results.items()):
            if play.rounds[number].phase == "closed":
                seats = zip(play.rounds[number].seating.tables[table - 1], result.scores, strict=True)
                found = tuple(
                    (player, score) for player, score in seats if score is not None and player not in result.stood_in
                )
                if len(found) > 1:
                    yield found
