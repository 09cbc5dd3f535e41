"""Is this play legal by the book? All that is wrong with it, in a few words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.jokers import right
from tests.bookkeeper.books.melds import best, readings, value
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


class Faults(NamedTuple):
    """What the book has against a play: tiles of the table that are gone, tiles that are nobody's, nothing laid, which
    melds are none, what is wrong with the opening; and, where all that is well, whether a joker is where it may not."""

    gone: frozenset[str]
    foreign: frozenset[str]
    idle: bool
    no_melds: frozenset[int]
    opening: str
    jokers: bool

    def __bool__(self) -> bool:
        return any(self)

    @property
    def words(self) -> list[str]:
        """What is wrong, in a few words."""
        return [self.opening if name == "opening" else name for name, fault in self._asdict().items() if fault]


def wrong(position: Position, play: Play) -> Faults:
    """Everything that the book has against a play; false for a legal one."""
    book, before, after = position.book, tiles_of(position.table), tiles_of(play.table)
    played = after - before
    no_melds = frozenset(at for at, meld in enumerate(play.table) if not readings(meld, book))
    opening = "" if position.opened else opening_fault(position, play, played)
    found = Faults(frozenset(before - after), frozenset(played - position.rack), not played, no_melds, opening, False)
    return found if found else found._replace(jokers=not right(position.table, play.table, played, book))


def opening_fault(position: Position, play: Play, played: Tiles) -> str:
    """What is wrong with an opening: too low, not from the rack alone, or on a table that may not be used yet."""
    book = position.book
    if book.same_turn:
        melds = play.opening
        if any(not readings(meld, book) for meld in melds) or tiles_of(melds) - played:
            return "opening-not-from-rack"
        # What is not said to open may open all the same: melds that the other tiles make alone.
        melds = (*melds, *_best([meld for meld in play.table if readings(meld, book)], played - tiles_of(melds), book))
    else:
        old, new = touched(position.table, play.table, book)
        if old:
            return "table-before-opening"
        if Counter(_lying(meld, book) for meld in play.opening) - Counter(_lying(meld, book) for meld in new):
            return "opening-not-there"
        melds = tuple(new)
    return "" if melds and _worth(melds, book) >= position.needed else "opening-too-low"


def _worth(melds: Sequence[str], book: Book) -> int:
    """What counts of an opening: all its melds together, or the best one."""
    values = [value(meld, book) for meld in melds]
    return max(values, default=0) if book.one_meld else sum(values)


def _best(melds: Sequence[str], tiles: Tiles, book: Book) -> tuple[str, ...]:
    """The most valuable of the melds that the tiles make together."""
    if not melds:
        return ()
    without = _best(melds[1:], tiles, book)
    if Counter(laid(melds[0]).tiles) - tiles:
        return without
    with_it = (melds[0], *_best(melds[1:], tiles - Counter(laid(melds[0]).tiles), book))
    return max(with_it, without, key=lambda some: _worth(some, book))


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
    """What tells a meld that lies as before: its tiles, in any order where it may be a group."""
    return canonical(meld) if any(held.kind == "group" for held in best(meld, book)) else laid(meld).tiles
