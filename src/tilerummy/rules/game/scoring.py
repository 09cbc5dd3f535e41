"""Points of one game. What the losers lose is what the winners get, and the bonus where the edition has one; only in a
game that nobody finished an edition may let the winner's own result count instead (docs/rules.md 4.5).

`owed` is what some seats pay in place of their rack where they lose, as an edition asks of those who have not opened.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import Tile, is_joker, number

Rack = Sequence[Tile]
Owed = Mapping[int, int]
NOTHING: Final[Owed] = MappingProxyType({})
Tie = Literal["fewest-tiles-then-shared", "shared"]
"""An edition's word on equal lowest racks."""


def game_sum(edition: Edition, winners: Collection[int]) -> int | None:
    """What the points of a game sum to that these have won: to the bonus, or to 0; None where the winner's own result
    may count."""
    if edition.end.exhausted == "winner-result":
        return None
    return _bonus(edition) if winners else 0


def _bonus(edition: Edition) -> int:
    return edition.end.winner_bonus or 0


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Points and rack values per seat; `winners` is empty for a drawn game, more than one seat for a shared win."""

    points: tuple[int, ...]
    values: tuple[int, ...]
    winners: tuple[int, ...]


def rack_value(edition: Edition, rack: Rack) -> int:
    """What the tiles on a rack cost: numbers at face value, any joker the edition's penalty (docs/rules.md 1C)."""
    return sum(edition.jokers.penalty if is_joker(tile) else number(tile) for tile in rack)


def rack_empty(edition: Edition, racks: Sequence[Rack], owed: Owed = NOTHING) -> Scoring:
    """A player went out: the others lose their rack value, the winner gets the sum (docs/rules.md 1E).

    Raises ValueError unless exactly one rack is empty.
    """
    empty = [seat for seat, rack in enumerate(racks) if not rack]
    if len(empty) != 1:
        raise ValueError("exactly one rack must be empty")
    return _pays_all(edition, [rack_value(edition, rack) for rack in racks], empty[0], owed)


def resignation(edition: Edition, racks: Sequence[Rack], winner: int, owed: Owed = NOTHING) -> Scoring:
    """Everyone but `winner` gave up: scored as if the winner had gone out, whatever is left on their rack."""
    return _pays_all(edition, [rack_value(edition, rack) for rack in racks], winner, owed)


def pool_exhausted(
    edition: Edition,
    racks: Sequence[Rack],
    to_move: int = 0,
    resigned: Sequence[bool] | None = None,
    owed: Owed = NOTHING,
) -> Scoring:
    """Nobody went out: the lowest rack wins and each loser pays their difference to it (docs/rules.md 3.6, 4.5).

    Equal lowest racks: fewest tiles, then a shared win, where the edition says so; a shared win splits the
    points equally, the rest one by one to the tied seats in the order of play from `to_move`. No
    difference at all: a drawn game. `resigned` seats cannot win, and never gain by a rack lower than the
    winner's.
    """
    values = tuple(rack_value(edition, rack) for rack in racks)
    playing = [seat for seat in range(len(racks)) if resigned is None or not resigned[seat]]
    return _lowest_wins(edition, values, [len(rack) for rack in racks], playing, to_move, owed)


def values_scored(
    edition: Edition,
    values: Sequence[int],
    out: int | None,
    counts: Sequence[int] | None = None,
    owed: Owed = NOTHING,
    resigned: Collection[int] = (),
    to_move: int = 0,
) -> Scoring:
    """The points from rack values alone, as a score sheet has them: `out` went out, or nobody did and the lowest wins.

    `counts` are the tiles left on each rack, which settle a tie where the edition says so; without them the tied share
    the win, the rest one by one in the order of play from `to_move`. `resigned` seats cannot win; where one seat alone
    has not, it wins as if it had gone out.
    """
    playing = [seat for seat in range(len(values)) if seat not in resigned]
    if out is None and len(playing) == 1:
        out = playing[0]
    if out is not None:
        return _pays_all(edition, values, out, owed)
    return _lowest_wins(edition, values, counts or [0] * len(values), playing, to_move, owed)


def tie_winners(tie: Tie, tied: Sequence[int], counts: Mapping[int, int] | Sequence[int]) -> list[int]:
    """Who wins of those that have the lowest rack, by the tiles that each holds."""
    fewest = min(counts[seat] for seat in tied)
    return [seat for seat in tied if tie == "shared" or counts[seat] == fewest]


def shared_out(total: int, winners: Collection[int], to_move: int, seats: int) -> dict[int, int]:
    """What each of those who share a win gets: equally much, the rest one by one in the order of play from `to_move`
    at a table of so many `seats`."""
    share, rest = divmod(total, len(winners))
    order = sorted(winners, key=lambda seat: (seat - to_move) % seats)
    return {seat: share + (at < rest) for at, seat in enumerate(order)}


def unopened_pays(edition: Edition, *, able: bool) -> int | None:
    """What a loser who has not opened pays in place of their rack, more where they were `able` to open; None where
    they pay like the others (docs/rules.md 5.1)."""
    amount = edition.end.unopened
    return None if amount is None else amount * (1 + able)


def _lowest_wins(
    edition: Edition, values: Sequence[int], counts: Sequence[int], playing: Sequence[int], to_move: int, owed: Owed
) -> Scoring:
    lowest = min(values[seat] for seat in playing)
    tied = [seat for seat in playing if values[seat] == lowest]
    winners = tie_winners(edition.end.tie, tied, counts)
    losses = [owed.get(seat, _loss(edition, value, lowest)) for seat, value in enumerate(values)]
    points = [0 if seat in winners else -loss for seat, loss in enumerate(losses)]
    if not any(points):
        return Scoring(points=(0,) * len(values), values=tuple(values), winners=())
    own = edition.end.exhausted == "winner-result"
    total = _bonus(edition) + (0 if own else -sum(points))
    for seat, share in shared_out(total, winners, to_move, len(values)).items():
        points[seat] = (values[seat] if own else 0) + share
    return Scoring(points=tuple(points), values=tuple(values), winners=tuple(winners))


def _loss(edition: Edition, value: int, lowest: int) -> int:
    return _capped(edition, value if edition.end.exhausted == "full-rack" else max(0, value - lowest))


def _capped(edition: Edition, loss: int) -> int:
    return loss if edition.end.loss_cap is None else min(loss, edition.end.loss_cap)


def _pays_all(edition: Edition, values: Sequence[int], winner: int, owed: Owed) -> Scoring:
    lost = [0 if seat == winner else -owed.get(seat, _capped(edition, value)) for seat, value in enumerate(values)]
    points = tuple(_bonus(edition) - sum(lost) if seat == winner else loss for seat, loss in enumerate(lost))
    return Scoring(points=points, values=tuple(values), winners=(winner,))
