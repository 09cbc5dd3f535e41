"""Puzzles over HTTP: the one of the day, and any by its id."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from tilerummy import editions
from tilerummy.puzzles.book import Book, BookError, of_day, packaged
from tilerummy.puzzles.puzzle import Puzzle
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rules.edition.edition import Edition
from tilerummy.web.api.rooms import reply
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.protocol import PuzzleShown


class PuzzleApi:
    """The endpoints."""

    async def of_day(self, request: Request) -> Response:
        """GET: the puzzle of this day, which begins everywhere at midnight UTC."""
        edition, book = _book(request)
        return reply(_shown(of_day(book.puzzles, datetime.now(UTC).date()), edition, book))

    async def of_id(self, request: Request) -> Response:
        """GET: the puzzle of an id."""
        edition, book = _book(request)
        return reply(_shown(_found(request, book), edition, book))


def _book(request: Request) -> tuple[Edition, Book]:
    """Raises HttpRefusal."""
    name = request.path_params["edition"]
    if name not in editions.names():
        raise HttpRefusal(404, "unknown-edition", known=list(editions.names()))
    edition = editions.load(name)
    try:
        book = packaged(edition)
    except BookError as error:
        raise HttpRefusal(404, "no-puzzles", reason=error.code) from None
    if book is None:
        raise HttpRefusal(404, "no-puzzles", reason="none")
    return edition, book


def _found(request: Request, book: Book) -> Puzzle:
    """Raises HttpRefusal."""
    name = request.path_params["puzzle"]
    for one in book.puzzles:
        if one.id == name:
            return one
    raise HttpRefusal(404, "unknown-puzzle")


def _shown(one: Puzzle, edition: Edition, book: Book) -> PuzzleShown:
    at, today = book.puzzles.index(one), datetime.now(UTC).date()
    return PuzzleShown(
        edition=edition_shown(edition),
        id=one.id,
        day=today.isoformat() if of_day(book.puzzles, today) == one else None,
        number=at + 1,
        count=len(book.puzzles),
        next=book.puzzles[(at + 1) % len(book.puzzles)].id,
        position=one.position,
        tiles=len(one.laid.split()),
        themes=one.themes,
        difficulty=one.difficulty,
    )
