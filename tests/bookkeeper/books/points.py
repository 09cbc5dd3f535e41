"""Values, points and places: games and matches counted by the book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.notation import NUMBER, Tiles

Owed = Mapping[int, int]
NOTHING: Final[Owed] = MappingProxyType({})


@dataclass(frozen=True)
class Outcome:
    """Points by seat, and who won; nobody where all are equal."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


def rack_value(rack: Tiles, book: Book) -> int:
    """What a rack costs: the numbers, and any joker the same."""
    return sum(NUMBER.get(tile, book.joker_costs) * count for tile, count in rack.items())


def capped(loss: int, book: Book) -> int:
    """What a rack costs its loser at most."""
    return loss if book.cap is None else min(loss, book.cap)


def went_out(values: Sequence[int], winner: int, book: Book, owed: Owed = NOTHING) -> Outcome:
    """The others lose their racks, the winner gets the sum, and the bonus; so too for the last one who has not given
    up. `owed`: what some pay instead."""
    lost = [0 if seat == winner else owed.get(seat, capped(value, book)) for seat, value in enumerate(values)]
    scores = [sum(lost) + book.bonus if seat == winner else -value for seat, value in enumerate(lost)]
    return Outcome(tuple(scores), (winner,))


def nobody_out(
    racks: Sequence[Tiles],
    values: Sequence[int],
    resigned: Sequence[bool],
    following: int,
    book: Book,
    owed: Owed = NOTHING,
) -> Outcome:
    """The lowest rack wins, of equal ones the fewest tiles, and the others pay what they have more.

    Equal in both is a shared win: the points are split, and what is left over goes one by one to those who would move
    next, from `following` on. Who gave up does not win and does not gain by a low rack. Without any difference nobody
    wins.
    """
    seats = range(len(values))
    worth = {seat: (values[seat], racks[seat].total()) for seat in seats if not resigned[seat]}
    best = min(worth.values())
    winners = tuple(seat for seat in seats if worth.get(seat) == best)
    more = [capped(max(0, value - best[0]), book) for value in values]
    losses = [0 if seat in winners else owed.get(seat, more[seat]) for seat in seats]
    if not any(losses):
        return Outcome((0,) * len(values), ())
    share, rest = divmod(sum(losses) + book.bonus, len(winners))
    scores = [share if seat in winners else -losses[seat] for seat in seats]
    for seat in sorted(winners, key=lambda seat: (seat - following) % len(values))[:rest]:
        scores[seat] += 1
    return Outcome(tuple(scores), winners)


@dataclass(frozen=True)
class Standing:
    """A match or a round after some games, by seat. `places` count from 1; equals share one."""

    points: tuple[int, ...]
    won: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> list[int]:
        """Who is first."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


def standing(games: Sequence[Outcome], seats: int, book: Book) -> Standing:
    """By games won and then points, or by points and then games won, as the book says; equal in both is shared."""
    points = tuple(sum(game.scores[seat] for game in games) for seat in range(seats))
    won = tuple(sum(seat in game.winners for game in games) for seat in range(seats))
    rank = [(won[seat], points[seat]) if book.by_games else (points[seat], won[seat]) for seat in range(seats)]
    return Standing(points, won, tuple(1 + sum(other > own for other in rank) for own in rank))


def decided_by(final: Standing, book: Book) -> str:
    """What made the first one first: the first count of the book, its tie-break, or neither where they share it."""
    first, second = (final.won, final.points) if book.by_games else (final.points, final.won)
    leaders = [seat for seat, count in enumerate(first) if count == max(first)]
    if len(leaders) == 1:
        return "games won" if book.by_games else "points"
    best = max(second[seat] for seat in leaders)
    return "neither" if len([seat for seat in leaders if second[seat] == best]) > 1 else "the tie-break"
