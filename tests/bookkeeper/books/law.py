"""Is this play legal by the book? All that is wrong with it, in a few words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.frozen import holds
from tests.bookkeeper.books.melds import readings, value
from tests.bookkeeper.books.notation import Tiles, canonical, laid, tiles_of


@dataclass(frozen=True)
class Position:
    """What a player has before them who is to move. `pool`: the tiles left in it; `last`: the last turns have begun."""

    book: Book
    table: tuple[str, ...]
    rack: Tiles
    opened: bool
    pool: int
    last: bool = False

    @property
    def needed(self) -> int:
        """The least points that open now."""
        return 0 if self.book.waived and (self.pool == 0 or self.last) else self.book.opens_at

    def __str__(self) -> str:
        """One line of notation that the judge can be asked about."""
        words = [", ".join(self.table), " ".join(sorted(self.rack.elements())), "opened" if self.opened else "unopened"]
        return " | ".join([*words, f"pool {self.pool}", *(["last turn"] if self.last else [])])


@dataclass(frozen=True)
class Play:
    """The whole new table, and the melds that make the opening where the turn opens."""

    table: tuple[str, ...]
    opening: tuple[str, ...] = ()
    about: str = field(default="", compare=False)

    def wire(self) -> dict[str, object]:
        """The play as it is sent."""
        return {"t": "play", "opening": list(self.opening), "table": list(self.table)}


def wrong(position: Position, play: Play) -> list[str]:
    """Everything that the book has against a play; nothing for a legal one."""
    before, after = tiles_of(position.table), tiles_of(play.table)
    played = after - before
    found = []
    if before - after:
        found.append("table-tiles-gone")
    if played - position.rack:
        found.append("tiles-of-nobody")
    if not played:
        found.append("nothing-laid")
    if not all(readings(meld, position.book) for meld in play.table):
        found.append("no-meld")
    if not position.opened:
        found += opening_faults(position, play, played)
    if (
        not found
        and position.opened
        and position.book.frozen
        and not holds(position.table, play.table, played, position.book)
    ):
        found.append("joker")
    return found


def opening_faults(position: Position, play: Play, played: Tiles) -> list[str]:
    """What is wrong with an opening: too low, not from the rack alone, or on a table that may not be used yet."""
    book = position.book
    if book.same_turn:
        melds = play.opening
        if any(not readings(meld, book) for meld in melds) or tiles_of(melds) - played:
            return ["opening-not-from-rack"]
        # What is not said to open may open all the same: melds that the other tiles make alone.
        melds = (*melds, *_best([meld for meld in play.table if readings(meld, book)], played - tiles_of(melds), book))
    else:
        old, new = touched(position.table, play.table, book)
        if old:
            return ["table-before-opening"]
        if Counter(play.opening) - Counter(new):
            return ["opening-not-there"]
        melds = tuple(new)
    worth = sum(value(meld, book) for meld in melds)
    return [] if melds and worth >= position.needed else ["opening-too-low"]


def _best(melds: Sequence[str], tiles: Tiles, book: Book) -> tuple[str, ...]:
    """The most valuable of the melds that the tiles make together."""
    if not melds:
        return ()
    without = _best(melds[1:], tiles, book)
    if Counter(laid(melds[0]).tiles) - tiles:
        return without
    with_it = (melds[0], *_best(melds[1:], tiles - Counter(laid(melds[0]).tiles), book))
    return max(with_it, without, key=lambda some: sum(value(meld, book) for meld in some))


def touched(before: Sequence[str], after: Sequence[str], book: Book) -> tuple[list[str], list[str]]:
    """The old melds that lie no more, and the new ones. A group has no order."""
    rest = Counter(_lying(meld, book) for meld in before)
    new = []
    for meld in after:
        if rest[_lying(meld, book)] > 0:
            rest[_lying(meld, book)] -= 1
        else:
            new.append(meld)
    return [" ".join(tiles) for tiles in rest.elements()], new


def _lying(meld: str, book: Book) -> tuple[str, ...]:
    found = readings(meld, book)
    return canonical(meld) if found and found[0].kind == "group" else laid(meld).tiles
