"""What the bookkeeper's book is asked about: editions, melds, positions and plays of the product in its words."""

from functools import lru_cache

import msgspec

from tests.bookkeeper.books import law
from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.notation import Tiles
from tests.bookkeeper.books.words import book_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position


@lru_cache
def book(edition: Edition) -> Book:
    """The book that an edition, or a house rule, is."""
    return book_of(msgspec.to_builtins(edition))


@lru_cache(1 << 16)
def text(meld: Meld) -> str:
    """The meld in notation."""
    return format_meld(meld)


def texts(melds: tuple[Meld, ...]) -> tuple[str, ...]:
    """The melds in notation."""
    return tuple(map(text, melds))


def told(position: Position) -> law.Position:
    """The position."""
    rack, last = Tiles(position.rack), position.last_turn
    return law.Position(book(position.edition), texts(position.table), rack, position.opened, position.pool, last)


def told_play(play: Play) -> law.Play:
    """The play."""
    return law.Play(texts(play.table), texts(play.opening))
