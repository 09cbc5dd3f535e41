"""Whether a game's points can be: what the edition's box holds, who can have won, and what is asked again.

A player went out and the others lose their racks, or nobody did and everybody pays the difference to the lowest, where
equals share. So the winner wins what the others lose, and that is never more than all tiles are worth.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.scoring import Tie, rack_value, unopened_pays

UNLIKELY: Final = 5
"""A loss above this part of the box is asked again: of 155 where all tiles are worth 778. Of 100 racks that computer
players kept, one was worth more than 130."""


class Box(NamedTuple):
    """What an edition's box is worth as one rack, what a loser who has not opened pays in place of theirs, and the most
    that one pays for a rack, None for no limit; `tie`: who wins where the lowest racks are equal."""

    worth: int
    unopened: frozenset[int] = frozenset()
    cap: int | None = None
    tie: Tie = "fewest-tiles-then-shared"


def box_of(edition: Edition) -> Box:
    """The box of an edition."""
    pays = {unopened_pays(edition, able=able) for able in (False, True)}
    unopened = frozenset(amount for amount in pays if amount is not None)
    return Box(rack_value(edition, all_tiles(edition)), unopened, edition.end.loss_cap, edition.end.tie)


def impossible(box: Box, table: int, game: int, scores: Sequence[int | None]) -> list[Fault]:
    """Why a game cannot end with these points, whatever happened at the table."""
    where: dict[str, object] = {"table": table, "game": game}
    found = []
    lost = _racks(box, scores)
    if sum(lost) > box.worth:
        found.append(Fault("scores", "more-than-there-is", {**where, "sum": sum(lost), "most": box.worth}))
    if box.cap is not None and max(lost, default=0) > box.cap:
        found.append(Fault("scores", "more-than-the-cap", {**where, "points": max(lost), "most": box.cap}))
    if not _shared(_won(scores)):
        found.append(Fault("scores", "two-winners", where))
    return found


def unlikely(box: Box, table: int, game: int, scores: Mapping[str, int | None]) -> list[Fault]:
    """What is possible and so rare that a slip of the hand is likelier; `scores` by name."""
    where: dict[str, object] = {"table": table, "game": game}
    most = box.worth // UNLIKELY
    found = [
        Fault("scores", "unlikely-rack", {**where, "name": name, "points": -(score or 0), "most": most})
        for name, score in scores.items()
        if sum(_racks(box, (score,))) > most
    ]
    won = _won(tuple(scores.values()))
    if not won:
        found.append(Fault("scores", "unlikely-nobody", where))
    return found


def _racks(box: Box, scores: Sequence[int | None]) -> list[int]:
    """What losers paid for their racks."""
    return [-score for score in scores if score is not None and score < 0 and -score not in box.unopened]


def _won(scores: Sequence[int | None]) -> list[int]:
    return sorted(score for score in scores if score is not None and score > 0)


def _shared(won: Sequence[int]) -> bool:
    """Whether the winners have the same, but for a rest that is spread one by one, or that one of them has, as it was
    written down before."""
    spread = not won or won[-1] - won[0] <= 1
    return spread or (len(set(won[:-1])) <= 1 and won[-1] - won[0] < len(won))
