"""The built page: hashed assets for ever, the index for every page address, a clear word when there is no bundle.

Which addresses are the page's, and what each of them needs, stands in the bundle: the build writes what the page itself
goes by.
"""

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from tilerummy.messages import direction, languages, text
from tilerummy.messages.choice import accepted, lookup

BUNDLE = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
_GAP = re.compile(r"\{\{(.+?)\}\}")
"""Where the index has a sentence to come, by its key."""
_TITLE = re.compile(r"<title>.*?</title>")
"""In whose place stands what an address shows."""
_PACKED = {".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"}


class Address(msgspec.Struct, frozen=True):
    """Addresses of the page that match `path`, the `files` it shows them with, and the `part` of the texts beside those
    that every page reads; none where that is all."""

    path: str
    files: tuple[str, ...]
    part: str


class Built(msgspec.Struct, frozen=True):
    """What the build says of itself: the pages by name, and the files of each language's `texts`: of each part, and
    under no name of what every page reads."""

    pages: dict[str, Address]
    texts: dict[str, dict[str, str]]


class Place(NamedTuple):
    """An address of the page: which of its pages, what of, the files that show it, and the part of the texts."""

    page: str
    of: Mapping[str, str | None]
    files: tuple[str, ...] = ()
    part: str = ""


class Page:
    """Serves one built bundle."""

    def __init__(self, bundle: Path = BUNDLE) -> None:
        self._bundle = bundle.resolve()

    @property
    def pictures(self) -> Path:
        """The folder of what pictures are drawn with."""
        return self._bundle / "pictures"

    def place(self, path: str) -> Place | None:
        """What an address shows; None for one that is no page's."""
        built = self._built()
        if built is None:
            return None
        for name, page in built.pages.items():
            if (match := re.fullmatch(page.path, path)) is not None:
                return Place(name, match.groupdict(), page.files, page.part)
        return None

    async def serve(self, request: Request, head: str = "") -> Response:
        """A file of the bundle, or the index, with a `head` in the place of its title; with 404 for an address that is
        no page's, of which it then tells."""
        index, built = self._bundle / "index.html", self._built()
        if built is None or not index.is_file():
            return PlainTextResponse(text(reader_language(request), "cli.web-not-built"), 503)
        path = request.path_params.get("path", "")
        if path and (file := self._file(path)):
            return _served(file, request, FOR_EVER if path.startswith("assets/") else ALWAYS_ASK)
        if "." in path.rsplit("/", 1)[-1]:
            return Response(status_code=404)
        place = self.place(asked_path(request))
        texts = built.texts.get(asked_language(request), {})
        parts = () if place is None else dict.fromkeys(("", place.part))
        files = () if place is None else (*place.files, *(texts[part] for part in parts if part in texts))
        return _index(index, request, head, files, 200 if place else 404)

    def _built(self) -> Built | None:
        """What the build says of itself; None without one."""
        file = self._bundle / "pages.json"
        return _read(file, file.stat().st_mtime_ns) if file.is_file() else None

    def _file(self, path: str) -> Path | None:
        """The file of the bundle at this path; None also for what can be no path."""
        try:
            file = (self._bundle / path).resolve()
            return file if file.is_relative_to(self._bundle) and file.is_file() else None
        except (ValueError, OSError):
            return None


def asked_path(request: Request) -> str:
    """The path as it was sent, so that an escaped slash parts nothing."""
    raw: bytes = request.scope["raw_path"]
    return raw.decode("latin-1")


@lru_cache(maxsize=2)
def _read(file: Path, changed: int) -> Built:
    """What the build says of itself, read once as long as the file was last `changed` at that time (ns)."""
    return msgspec.json.decode(file.read_bytes(), type=Built)


def _index(file: Path, request: Request, head: str, files: tuple[str, ...], status: int) -> Response:
    """The index, with the sentences for browsers that cannot show the page in the reader's language."""
    packs = _packs(request)
    page = _index_in(file, file.stat().st_mtime_ns, asked_language(request), head, files, packed=packs)
    encoding = {"Content-Encoding": "gzip"} if packs else {}
    headers = {"Cache-Control": ALWAYS_ASK, "Vary": "Accept-Encoding, Accept-Language", **encoding}
    return Response(page, status, headers, media_type="text/html")


@lru_cache(maxsize=64)
def _index_in(file: Path, changed: int, language: str, head: str, files: tuple[str, ...], *, packed: bool) -> bytes:
    """The index in a language, which names the files that are needed; made once as long as it was last `changed` at
    that time (ns)."""

    own = {"language": language, "direction": direction(language)}

    def filled(key: re.Match[str]) -> str:
        return own.get(key[1]) or escape(text(language, key[1]))

    page = _GAP.sub(filled, file.read_text(encoding="utf-8"))
    if head:
        page = _TITLE.sub(lambda _: head, page, 1)
    page = page.replace("</head>", f"{''.join(map(_link, files))}</head>", 1)
    return gzip.compress(page.encode(), 9, mtime=0) if packed else page.encode()


def _link(file: str) -> str:
    """What has a browser fetch a file before a script asks for it."""
    kind = "stylesheet" if file.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="/{file}">\n'


def _packs(request: Request) -> bool:
    """Whether the reader takes packed files."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _served(file: Path, request: Request, keep: str) -> Response:
    """The file, made smaller for the line where the reader takes that."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if file.suffix not in _PACKED or not _packs(request):
        return FileResponse(file, headers=headers)
    packed = _packed(file, file.stat().st_mtime_ns)
    kind = guess_type(file.name)[0]
    return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)


@lru_cache(maxsize=256)
def _packed(file: Path, changed: int) -> bytes:
    """The file's bytes, packed once as long as it was last `changed` at that time (ns)."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def asked_language(request: Request) -> str:
    """The language that `?lang` asks for, else the reader's."""
    return lookup([request.query_params.get("lang", "")], languages()) or reader_language(request)


def reader_language(request: Request) -> str:
    """The language that the request wants most among ours, English otherwise."""
    return lookup(accepted(request.headers.get("accept-language", "")), languages()) or "en"
