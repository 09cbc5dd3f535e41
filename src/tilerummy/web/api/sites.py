"""The web pages of a tournament, as they are now: what everybody may see, without a script; also as one file."""

import asyncio
import io
import zipfile
from mimetypes import guess_type

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tilerummy.site.event_pages import FIGURES, event_pages
from tilerummy.site.files import Site
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.static_files import asked_language

KEPT = 200
"""Events whose pages are kept, in a language each."""
ALL = "site.zip"


class SiteApi:
    """The endpoint over the tournaments of one server."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._kept: dict[tuple[str, str], tuple[int, Site]] = {}

    async def show(self, request: Request) -> Response:
        """GET: one of the files, or all of them as a ZIP, in the language `?lang` or else the browser's."""
        link, name = request.path_params["tournament"], request.path_params.get("file")
        if name is None:
            # what the page names stands beside it
            return RedirectResponse(f"/site/{link}/")
        name = name or "index.html"
        files, missing = await self._site(link, asked_language(request))
        if name == ALL:
            headers = {"Content-Disposition": f'attachment; filename="tilerummy-{link}-site.zip"'}
            return Response(await asyncio.to_thread(_zipped, files), media_type="application/zip", headers=headers)
        if name not in files:
            if name in FIGURES and missing:
                raise HttpRefusal(500, "internal")
            raise HttpRefusal(404, "unknown-address")
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        status = 500 if name == "index.html" and "page" in missing else 200
        return Response(files[name], status, media_type=guess_type(name)[0], headers=headers)

    async def _site(self, link: str, lang: str) -> Site:
        hosted = await self._tournaments.find(link)
        if hosted is None:
            raise HttpRefusal(404, "unknown-tournament")
        known = self._kept.get((link, lang))
        if known is None or known[0] != hosted.seq:
            seq, state = hosted.seq, hosted.state.tournament
            if len(self._kept) >= KEPT:
                self._kept.clear()
            known = self._kept[link, lang] = seq, await asyncio.to_thread(event_pages, hosted.id, state, lang)
        return known[1]


def _zipped(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return written.getvalue()
