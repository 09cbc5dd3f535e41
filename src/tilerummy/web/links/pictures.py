"""Pictures of links over HTTP: each made once, beside the event loop, and kept."""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.previews.drawing import drawn
from tilerummy.previews.drawings import Drawings
from tilerummy.previews.raster import png
from tilerummy.rooms.jobs.scheduler import Scheduler, TooMuchWork
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.links.pages import ENDING, PICTURES
from tilerummy.web.links.previews import Previews
from tilerummy.web.static_files import Page, asked_language, asked_path

KEEP: Final = "public, max-age=600"
"""Messengers ask once; who looks again soon sees the same."""


class PictureApi:
    """The endpoint. A picture goes by what it shows: the same for all links that show the same."""

    def __init__(self, page: Page, previews: Previews, scheduler: Scheduler, per_address: float) -> None:
        self._page, self._previews, self._scheduler = page, previews, scheduler
        self._rates = limits.pictures(per_address)
        self._drawings: Drawings | None = None
        self._kept = OrderedDict[str, bytes]()
        self._making: dict[str, asyncio.Task[bytes]] = {}

    async def show(self, request: Request) -> Response:
        """GET: the picture of the page at this address."""
        path = asked_path(request).removeprefix(PICTURES)
        if not path.endswith(ENDING):
            raise HttpRefusal(404, "unknown-address")
        preview = await self._previews.of(self._page.place(path.removesuffix(ENDING)), asked_language(request))
        drawings = self._drawn_with()
        svg = drawn(preview.scene, drawings)
        name = sha256(svg.encode()).hexdigest()
        headers = {"Cache-Control": KEEP, "ETag": f'"{name[:32]}"', "Vary": "Accept-Language"}
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        picture = self._known(name) or await self._made(name, svg, drawings, address_of(request))
        return Response(picture, headers=headers, media_type="image/png")

    def _drawn_with(self) -> Drawings:
        if self._drawings is None:
            self._drawings = Drawings(self._page.pictures)
        return self._drawings

    def _known(self, name: str) -> bytes | None:
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    async def _made(self, name: str, svg: str, drawings: Drawings, address: str) -> bytes:
        """The picture, which several may wait for. Raises HttpRefusal."""
        if name not in self._making:
            if len(self._making) >= limits.PICTURES:
                raise HttpRefusal(503, "busy")
            if not self._rates.take(address):
                raise HttpRefusal(429, "too-fast")
            self._making[name] = asyncio.create_task(self._make(name, svg, drawings, address))
        try:
            return await asyncio.shield(self._making[name])
        except TooMuchWork:
            raise HttpRefusal(503, "busy") from None

    async def _make(self, name: str, svg: str, drawings: Drawings, address: str) -> bytes:
        try:
            made = await self._scheduler.read(address, limits.PICTURE_SECONDS, png, svg, drawings.fonts)
        finally:
            del self._making[name]
        self._kept[name] = made
        while sum(map(len, self._kept.values())) > limits.PICTURE_BYTES:
            self._kept.popitem(last=False)
        return made
