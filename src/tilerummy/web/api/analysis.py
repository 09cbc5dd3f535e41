"""The solver over HTTP, for the analysis board: a position of no game, and what is asked about it."""

from time import thread_time

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rooms.hosting import Rooms
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import Layout, NotationError, parse_position
from tilerummy.rules.position import Position, PositionError, from_layout
from tilerummy.rules.refusal import Refusal
from tilerummy.rules.tiles import Tile
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.api.new_rooms import edition_of
from tilerummy.web.errors import HttpRefusal, read_body, refused
from tilerummy.web.leaving import while_asked
from tilerummy.web.protocol import Analysis


class AnalysisApi:
    """The endpoint over the workers of one server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def analyse(self, request: Request) -> Response:
        """POST: the answer to a question. Raises HttpRefusal."""
        address, scheduler = address_of(request), self._rooms.scheduler
        try:
            scheduler.afford(address)
            asked = await read_body(request, Analysis)
            edition = await edition_of(asked, scheduler, address)
            begun = thread_time()
            try:
                position, loose = _read(asked, edition)
            finally:
                scheduler.charge(address, thread_time() - begun)
            work = self._rooms.analyses.analyse(position, loose, asked.wish, address)
            return reply(await while_asked(request, work))
        except Refusal as refusal:
            raise refused(refusal) from None


def _read(asked: Analysis, edition: Edition) -> tuple[Position, tuple[Tile, ...]]:
    """The position, and the loose tiles that are to be put right. Raises HttpRefusal with every fault."""
    try:
        layout = parse_position(asked.position)
        if asked.wish.asked != "arrange":
            return from_layout(layout, edition), ()
        return _mess(layout, edition)
    except NotationError as error:
        allowed = list(error.allowed)
        raise HttpRefusal(422, "no-notation", fault=error.code, column=error.column, allowed=allowed) from None
    except PositionError as error:
        raise HttpRefusal(422, "no-position", violations=error.faults) from None


def _mess(layout: Layout, edition: Edition) -> tuple[Position, tuple[Tile, ...]]:
    """A table that need not be legal, as loose tiles. Raises PositionError for what the box cannot hold."""
    loose = tuple(tile for meld in layout.table for tile in meld.tiles)
    from_layout(replace(layout, table=(), rack=(*layout.rack, *loose), pool=None), edition)
    return from_layout(replace(layout, table=()), edition), loose
