"""Lowest racks that are equal: who of them has won, and who gets the rest, counted as the edition says."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.game.scoring import shared_out, tie_winners
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.results.plausible import Box

Tiles = Annotated[int, Meta(ge=1, le=200)]


class Tied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many `tiles` each of those held who have the lowest rack, by seat, None for the others; `to_move`: the seat
    (from 0) that would have moved next."""

    tiles: Annotated[tuple[Tiles | None, ...], Meta(min_length=2, max_length=6)]
    to_move: Annotated[int, Meta(ge=0, le=5)] | None = None


def settled(box: Box | None, scores: Sequence[int | None], tied: Tied | None) -> tuple[int | None, ...]:
    """The points of a game with what the tied have together given to the winner, or shared out. Raises Refusal for
    tiles of others than two or more who can be tied."""
    if tied is None or box is None:
        return tuple(scores)
    given = dict(enumerate(scores))
    counts = {seat: count for seat, count in enumerate(tied.tiles) if count is not None}
    winners = tie_winners(box.tie, tuple(counts), counts) if counts else []
    won = {seat for seat, score in given.items() if score is not None and score > 0}
    # who is tied and has not won may pay: a fixed amount, or their whole rack
    pool = [seat for seat in counts if (given.get(seat) or 0) >= 0 or seat in winners]
    unfit = len(tied.tiles) != len(scores) or (tied.to_move or 0) >= len(scores)
    if len(counts) < 2 or unfit or not won <= counts.keys() or any(given.get(seat) is None for seat in counts):
        raise Refusal(Fault("tied", "not-tied", {}))
    total = sum(given[seat] or 0 for seat in pool)
    shares = shared_out(total, winners, tied.to_move or 0, len(scores))
    return tuple(shares.get(seat, 0) if seat in pool else score for seat, score in given.items())


def undecided(box: Box, table: int, game: int, scores: Mapping[str, int | None], tied: Tied | None) -> list[Fault]:
    """What is still to be asked of a shared win; `scores` by name."""
    won = {name: score for name, score in scores.items() if score is not None and score > 0}
    if len(won) < 2:
        return []
    where: dict[str, object] = {"table": table, "game": game, "names": ", ".join(won)}
    if tied is None:
        return [Fault("scores", "unlikely-tied" if box.tie == "fewest-tiles-then-shared" else "unlikely-shared", where)]
    uneven = len(set(won.values())) > 1 and tied.to_move is None
    return [Fault("scores", "unlikely-rest", where)] if uneven else []
