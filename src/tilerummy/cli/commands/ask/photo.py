"""`tilerummy photo`: the tiles on a photograph of a rack or a table, as notation and as JSON."""

import argparse
import json
from collections.abc import Iterator
from typing import Final

from tilerummy.camera.photo import Photo, PhotoError, SeenTile
from tilerummy.camera.reading import read_photo
from tilerummy.cli.drawing import Pen, pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file
from tilerummy.cli.typed import typed_edition
from tilerummy.messages import language, text

EXAMPLES = ("tilerummy photo rack.jpg --as rack", "tilerummy photo table.jpg --as table --json")

MOST: Final = 40_000_000
"""Bytes of a file."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    about = text(lang, "cli.photo-as")
    parser.add_argument("--as", dest="shown", choices=("rack", "table"), required=True, help=about)
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.solve-edition"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("file", metavar="FILE", help=text(lang, "cli.photo-file"))


def run(args: argparse.Namespace) -> int:
    """Read it; 0 where every tile is sure, 1 where one is not or there is none."""
    edition = typed_edition(args.edition, args.lang)
    try:
        photo = read_photo(read_file(args.file, MOST), args.shown, edition)
    except PhotoError as error:
        extra = {"extra": "wasm"} if error.code == "no-camera" else {}
        raise CliError(f"photo-{error.code}", path=args.file, **error.params, **extra) from None
    print(json.dumps(photo.fields()) if args.json else "\n".join(_told(photo, pen(), args.lang)))
    return 0 if photo.tiles and not photo.unsure else 1


def _told(photo: Photo, drawn: Pen, lang: str) -> Iterator[str]:
    """The melds or the rack, how many tiles and points, and what to look at."""
    if not photo.tiles:
        yield text(lang, "cli.photo-none")
        return
    yield from drawn.table(photo.melds) or [f"  {drawn.tiles(photo.rack)}"]
    yield text(lang, "cli.photo-found", count=len(photo.tiles), points=photo.points)
    if photo.legal is not None:
        yield text(lang, "cli.photo-legal")
        yield from drawn.table(photo.legal)
    for place in photo.unsure:
        yield _doubt(place + 1, photo.tiles[place], drawn, lang)


def _doubt(place: int, tile: SeenTile, drawn: Pen, lang: str) -> str:
    others = drawn.tiles(other for other, _ in tile.others)
    return text(lang, "cli.photo-doubt", place=place, tile=drawn.tile(tile.tile), others=others)
