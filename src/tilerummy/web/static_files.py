"""The built page: hashed assets for ever, the index for every page address, a clear word when there is no bundle."""

import gzip
import re
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from tilerummy.messages import languages, text

BUNDLE = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
_TEXT = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}


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
        if path and (file := self._file(path)):
            return _served(file, request, FOR_EVER if path.startswith("assets/") else ALWAYS_ASK)
        if "." in path.rsplit("/", 1)[-1]:
            return Response(status_code=404)
        return _served(index, request, ALWAYS_ASK)

    def _file(self, path: str) -> Path | None:
        """The file of the bundle at this path; None also for what can be no path."""
        try:
            file = (self._bundle / path).resolve()
            return file if file.is_relative_to(self._bundle) and file.is_file() else None
        except (ValueError, OSError):
            return None


def _served(file: Path, request: Request, keep: str) -> Response:
    """The file, made smaller for the line where the reader takes that."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if file.suffix not in _TEXT or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=headers)
    packed = _packed(file, file.stat().st_mtime_ns)
    kind = guess_type(file.name)[0]
    return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)


@lru_cache(maxsize=256)
def _packed(file: Path, changed: int) -> bytes:
    """The file's bytes, packed once as long as it was last `changed` at that time (ns)."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def reader_language(request: Request) -> str:
    """The first language of the request that we speak, English otherwise."""
    asked = re.findall(r"[a-z]{2}", request.headers.get("accept-language", "").lower())
    return next((language for language in asked if language in languages()), "en")
