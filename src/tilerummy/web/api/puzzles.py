"""Puzzles over HTTP: the one of the day, any by its id or theme, and how hard they are to people who try them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tilerummy import editions
from tilerummy.puzzles.book import Book, BookError, of_day, packaged
from tilerummy.puzzles.puzzle import Puzzle, solves
from tilerummy.puzzles.ratings import FIRST_DOUBT, GUEST, Rating, tried
from tilerummy.puzzles.themes import THEMES
from tilerummy.rooms.events import kind_of
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rules.edition.edition import Edition
from tilerummy.store import PuzzleTry
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.edge.spending import Spending
from tilerummy.web.errors import HttpRefusal, maker, read_body
from tilerummy.web.protocol import PuzzleRated, PuzzleShown, PuzzleTried
from tilerummy.web.sessions import Sessions

ATTEMPTS: Final = 20
"""How often a try is counted again that came at the same moment as another of the same puzzle."""


class PuzzleApi:
    """The endpoints. What people found hard is in the store, so that all servers say the same."""

    def __init__(self, rooms: Rooms, sessions: Sessions, spending: Spending) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._sessions = sessions
        self._spending = spending

    async def of_day(self, request: Request) -> Response:
        """GET: the puzzle of this day, which begins everywhere at midnight UTC."""
        edition, book = book_of(request.path_params["edition"])
        return await self._shown(today(book.puzzles), edition, book, "")

    async def of_id(self, request: Request) -> Response:
        """GET: the puzzle of an id, of a theme the day's, or of `THEME.ID`, with the next one of that theme. POST: the
        guest's first try of it; a later one changes nothing."""
        edition, book = book_of(request.path_params["edition"])
        one, theme = found_in(book, request.path_params["puzzle"])
        if request.method == "GET":
            return await self._shown(one, edition, book, theme)
        player = maker(request, self._sessions.player(request), self._spending.budget, limits.TRY_COST)
        if kind_of(player) == "computer":
            raise HttpRefusal(403, "not-for-bots")
        asked = await read_body(request, PuzzleTried)
        key = f"{address_of(request)} {edition.id} {one.id}"
        return reply(await self._tried(one, edition, player, solved=solves(one, asked.played), key=key))

    async def _tried(self, one: Puzzle, edition: Edition, player: str, key: str, *, solved: bool) -> PuzzleRated:
        """`key`: the address and the puzzle, of whose tries only so many move its difficulty. Raises HttpRefusal."""
        rates: bool | None = None
        for _ in range(ATTEMPTS):
            last = await self._store.last_try(edition.id, one.id)
            if await self._store.last_try(edition.id, one.id, player) is not None:
                return _rated(one, last, counted=False)
            rates = self._spending.rating_tries.take(key) if rates is None else rates
            before = await self._store.last_try_of(player)
            made = _next(one, edition, last, before, player, solved=solved, rates=rates, now=self._rooms.now())
            if await self._store.keep_try(made):
                return _rated(one, made, counted=True)
        raise HttpRefusal(503, "busy")

    async def _shown(self, one: Puzzle, edition: Edition, book: Book, theme: str) -> Response:
        """`theme`: among which puzzles it is shown; empty for all."""
        among = _of_theme(book, theme)
        at = among.index(one)
        rated = _rated(one, await self._store.last_try(edition.id, one.id), counted=False)
        shown = PuzzleShown(
            edition=edition_shown(edition),
            id=one.id,
            day=datetime.now(UTC).date().isoformat() if today(book.puzzles) == one else None,
            number=at + 1,
            count=len(among),
            next=f"{theme}.{among[(at + 1) % len(among)].id}".lstrip("."),
            position=one.position,
            tiles=len(one.laid.split()),
            themes=one.themes,
            difficulty=rated.difficulty,
            tries=rated.tries,
            solvers=rated.solvers,
        )
        return reply(shown)


def book_of(name: str) -> tuple[Edition, Book]:
    """The edition of a name and its book. Raises HttpRefusal."""
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


def today(puzzles: Sequence[Puzzle]) -> Puzzle:
    """The puzzle of this day."""
    return of_day(puzzles, datetime.now(UTC).date())


def _of_theme(book: Book, theme: str) -> Sequence[Puzzle]:
    return [one for one in book.puzzles if theme in one.themes] if theme else book.puzzles


def found_in(book: Book, name: str) -> tuple[Puzzle, str]:
    """The puzzle of a name, and its theme where that was asked for: see `of_id`. Raises HttpRefusal."""
    theme, _, name = name.rpartition(".")
    if name in THEMES:
        theme, name = name, ""
    among = _of_theme(book, theme)
    if among and name == "":
        return today(among), theme
    for one in among:
        if one.id == name:
            return one, theme
    raise HttpRefusal(404, "unknown-puzzle")


def _next(
    one: Puzzle,
    edition: Edition,
    last: PuzzleTry | None,
    before: PuzzleTry | None,
    player: str,
    now: int,
    *,
    solved: bool,
    rates: bool,
) -> PuzzleTry:
    """The try that follows the `last` of the puzzle, by a guest who tried another one `before`. Where it does not rate,
    it moves the guest's strength alone."""
    hard = Rating(last.difficulty, last.doubt) if last else Rating(one.difficulty, FIRST_DOUBT)
    moved, guest = tried(hard, Rating(before.strength, before.strength_doubt) if before else GUEST, solved=solved)
    puzzle = moved if rates else hard
    return PuzzleTry(
        edition=edition.id,
        puzzle=one.id,
        number=last.number + 1 if last else 1,
        player=player,
        at=now,
        solved=int(solved),
        solvers=(last.solvers if last else 0) + solved,
        difficulty=puzzle.value,
        doubt=puzzle.doubt,
        strength=guest.value,
        strength_doubt=guest.doubt,
    )


def _rated(one: Puzzle, last: PuzzleTry | None, *, counted: bool) -> PuzzleRated:
    """How hard the puzzle is: what it began with, where nobody tried it."""
    if last is None:
        return PuzzleRated(counted, one.difficulty, 0, 0)
    return PuzzleRated(counted, round(last.difficulty), last.number, last.solvers)
