"""The built page: hashed assets for ever, the index for every page address, a clear word when there is no bundle."""

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from tilerummy.messages import languages, text

BUNDLE = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"


class Page:
    """Serves one built bundle."""

    def __init__(self, bundle: Path = BUNDLE) -> None:
        self._bundle = bundle.resolve()

    async def serve(self, request: Request) -> Response:
        """A file of the bundle, or the index for an address without one."""
        index = self._bundle / "index.html"
        if not index.is_file():
            return PlainTextResponse(text(reader_language(request), "cli.web-not-built"), 503)
        path = request.path_params.get("path", "")
        file = (self._bundle / path).resolve()
        if path and file.is_relative_to(self._bundle) and file.is_file():
            hashed = path.startswith("assets/")
            return FileResponse(file, headers={"Cache-Control": FOR_EVER if hashed else ALWAYS_ASK})
        if "." in path.rsplit("/", 1)[-1]:
            return Response(status_code=404)
        return FileResponse(index, headers={"Cache-Control": ALWAYS_ASK})


def reader_language(request: Request) -> str:
    """The first language of the request that we speak, English otherwise."""
    asked = re.findall(r"[a-z]{2}", request.headers.get("accept-language", "").lower())
    return next((language for language in asked if language in languages()), "en")
