"""The pages as messengers read them: what an address shows stands in the head of the page, which is the same otherwise.

The tags are those of Open Graph, which all messengers know, and of Twitter for a large picture.
"""

from html import escape
from typing import Final
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.messages.choice import lookup
from tilerummy.previews.drawing import HIGH, WIDE
from tilerummy.previews.preview import Preview
from tilerummy.web.links.previews import Previews
from tilerummy.web.security import is_secure
from tilerummy.web.static_files import Page, asked_language, asked_path

PICTURES: Final = "/api/pictures"
ENDING: Final = ".png"
"""The picture of `/t/abc` is `/api/pictures/t/abc.png`."""
NAME: Final = "Tilerummy"


class LinkPages:
    """Serves the page. `pictures`: whether the server can draw."""

    def __init__(self, page: Page, previews: Previews, *, pictures: bool) -> None:
        self._page, self._previews, self._pictures = page, previews, pictures

    async def serve(self, request: Request) -> Response:
        """A file of the page, or the page with what the address shows."""
        path = asked_path(request)
        place = self._page.place(path)
        if place is None:
            return await self._page.serve(request)
        lang = asked_language(request)
        preview = await self._previews.of(place, lang)
        chosen = f"?lang={lang}" if lookup([request.query_params.get("lang", "")], [lang]) else ""
        own = f"{'https' if is_secure(request) else 'http'}://{request.headers['host']}"
        picture = f"{own}{picture_of(path, preview, lang)}" if self._pictures else None
        address = f"{own}{quote(path, safe='/%')}{chosen}"
        return await self._page.serve(request, head(preview, address, picture, lang))


def picture_of(path: str, preview: Preview, lang: str) -> str:
    """The address of the picture of a page."""
    version = {"v": preview.version} if preview.version else {}
    named = quote(path.rstrip("/"), safe="/%") or "/index"
    return f"{PICTURES}{named}{ENDING}?{urlencode({'lang': lang, **version})}"


def head(preview: Preview, address: str, picture: str | None, lang: str) -> str:
    """The title and the tags. Of the address's query they have the language alone, and never a key."""
    title = preview.title if preview.title.startswith(NAME) else f"{preview.title} · {NAME}"
    told = {
        "og:type": "website",
        "og:site_name": NAME,
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": address,
        "og:locale": lang.replace("-", "_"),
        "twitter:card": "summary" if picture is None else "summary_large_image",
        "twitter:title": preview.title,
        "twitter:description": preview.description,
    }
    if picture is not None:
        told |= {
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDE),
            "og:image:height": str(HIGH),
            "og:image:alt": preview.title,
            "twitter:image": picture,
        }
    tags = (f'<meta {_kind(name)}="{name}" content="{escape(value)}" />' for name, value in told.items())
    described = f'<meta name="description" content="{escape(preview.description)}" />'
    return "\n    ".join((f"<title>{escape(title)}</title>", described, *tags))


def _kind(name: str) -> str:
    return "property" if name.startswith("og:") else "name"
