"""Puzzles in a file: one book for an edition, and those that come with the package."""

import gzip
from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec
from msgspec.structs import replace

from tilerummy.coded import Coded
from tilerummy.inputs import from_json, unpacked
from tilerummy.puzzles.puzzle import Puzzle
from tilerummy.rules.edition.edition import Edition

SIZE: Final = 16_000_000
"""Bytes in a book once unpacked."""


class BookError(Coded, ValueError):
    """A file that is no book of puzzles, or one of another revision."""


class Book(msgspec.Struct, frozen=True):
    """Puzzles of one edition. `hash`: of the rules that they were made with, see `played_by`; in older books, of the
    whole edition."""

    edition: str
    hash: str
    puzzles: tuple[Puzzle, ...]


def played_by(edition: Edition) -> str:
    """The sha256 of what a puzzle depends on: the box, runs and jokers, without what these cost on a rack."""
    rules = [edition.tiles.copies, edition.tiles.jokers, edition.runs, replace(edition.jokers, penalty=0)]
    return sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()


def dumps(book: Book) -> bytes:
    """The book packed: the same book gives the same bytes."""
    return gzip.compress(msgspec.json.encode(book), 9, mtime=0)


def loads(data: bytes, edition: Edition) -> Book:
    """The book in a file. Raises BookError: `not-a-book`, `other-edition`, `older-edition`."""
    try:
        book = from_json(_unpacked(data), msgspec.json.Decoder(Book))
    except (ValueError, msgspec.DecodeError):
        raise BookError("not-a-book") from None
    if book.edition != edition.id:
        raise BookError("other-edition", edition=edition.id, given=book.edition)
    if book.hash not in (played_by(edition), edition.hash):
        raise BookError("older-edition", edition=edition.id)
    return book


@cache
def packaged(edition: Edition) -> Book | None:
    """The book of an edition that comes with the package: its own, or its base's where melds and jokers are the same;
    None where there is neither."""
    if _file(edition.id).is_file():
        return loads(_file(edition.id).read_bytes(), edition)
    if edition.base is None or not _file(edition.base).is_file():
        return None
    book = from_json(_unpacked(_file(edition.base).read_bytes()), msgspec.json.Decoder(Book))
    return book if book.hash == played_by(edition) else None


def _file(name: str) -> Traversable:
    return files("tilerummy.puzzles") / "books" / f"{name}.json.gz"


def of_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, and none again before all had their day. Raises ValueError where
    there are no puzzles."""
    if not puzzles:
        raise ValueError("a day's puzzle is one of some puzzles")
    return puzzles[day.toordinal() % len(puzzles)]


def _unpacked(data: bytes) -> bytes:
    text = unpacked(data, SIZE)
    if len(text) > SIZE:
        raise ValueError(f"more than {SIZE} bytes")
    return text
