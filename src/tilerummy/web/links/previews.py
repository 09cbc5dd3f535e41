"""What an address of the page shows, to a stranger: what is not there, is closed or cannot be read now shows what every
page shows."""

import asyncio
from typing import Final

import structlog

from tilerummy.circles.decide import role_of
from tilerummy.circles.hosting import Circles
from tilerummy.clubs.hosting import Clubs
from tilerummy.previews.circles import of_circle
from tilerummy.previews.clubs import of_club
from tilerummy.previews.events import of_sheet, of_tournament
from tilerummy.previews.preview import Preview, usual
from tilerummy.previews.puzzles import of_puzzle
from tilerummy.previews.rooms import of_room
from tilerummy.rooms.hosting import Rooms
from tilerummy.sheets.hosting import Sheets
from tilerummy.store import StorageFailure
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.web.api.puzzles import book_of, found_in, today
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.static_files import Place

PATIENCE: Final = 1.0
"""Seconds that the page waits for what an address shows: the page itself needs no store."""
log = structlog.get_logger()


class Previews:
    """The previews of one server."""

    def __init__(self, rooms: Rooms, tournaments: Tournaments, sheets: Sheets, circles: Circles, clubs: Clubs) -> None:
        self._rooms, self._tournaments, self._sheets = rooms, tournaments, sheets
        self._circles, self._clubs = circles, clubs

    async def of(self, place: Place | None, lang: str) -> Preview:
        """What this place shows."""
        try:
            async with asyncio.timeout(PATIENCE):
                found = None if place is None else await self._found(place, lang)
        except (StorageFailure, TimeoutError):
            found = None
        except Exception:
            # a preview is never worth the page
            log.exception("preview-failed", page=place and place.page)
            found = None
        return found or usual(lang)

    async def _found(self, place: Place, lang: str) -> Preview | None:
        match place.page, place.of:
            case "table" | "screen" | "replay", {"room": str(link)}:
                return await self._of_room(link, lang, replay=place.page == "replay")
            case "tournament" | "bigScreen", {"tournament": str(link)}:
                hosted = await self._tournaments.find(link)
                return None if hosted is None else of_tournament(hosted.state.tournament, lang, hosted.seq)
            case "sheet", {"what": "sheet", "id": str(link)}:
                sheet = await self._sheets.find(link)
                return None if sheet is None else of_sheet(sheet.state.sheet, lang, sheet.seq, sheet.made)
            case "circle", {"circle": str(link), "invitation": str(key)}:
                circle = await self._circles.find(link)
                invites = circle is not None and not circle.state.over and role_of(circle.state, key) == "member"
                return of_circle(circle.state, lang, circle.seq) if circle is not None and invites else None
            case "club", {"club": str(link)}:
                club = await self._clubs.find(link)
                return None if club is None or club.state.closed else of_club(club.state, lang, club.seq)
            case "puzzles", {"edition": str(edition), "puzzle": name}:
                return _of_puzzle(edition, name, lang)
        return None

    async def _of_room(self, link: str, lang: str, *, replay: bool) -> Preview | None:
        room = await self._rooms.find(link)
        if room is None or (room.state.phase != "over" and room.bar(None) is not None):
            return None
        return of_room(room.shown.snapshot(None), room.state.edition, lang, replay=replay)


def _of_puzzle(edition_name: str, name: str | None, lang: str) -> Preview | None:
    """`name`: as in the address, nothing for the day's."""
    try:
        edition, book = book_of(edition_name)
        one = today(book.puzzles) if name is None else found_in(book, name)[0]
    except HttpRefusal:
        return None
    return of_puzzle(one, edition, lang, day=name is None)
