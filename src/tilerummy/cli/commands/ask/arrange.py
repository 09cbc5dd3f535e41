"""`tilerummy arrange`: loose tiles put right, as after a push to the table, or a word that they cannot be."""

import argparse
import json
import time

from tilerummy.cli.drawing import pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.typed import typed_edition, typed_tiles
from tilerummy.messages import language, text
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import format_meld
from tilerummy.rules.tiles import Tile
from tilerummy.solver.arrange import Arranged, arrange
from tilerummy.solver.query import Budget

EXAMPLES = ('tilerummy arrange "r5 r6 r7 b9 | k9 y9 y1"',)

SECONDS = 60
"""Time for one arrangement; a whole box takes some milliseconds."""
MOST = 160
"""Tiles: the largest box."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.judge-edition"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("tiles", help=text(lang, "cli.arrange-tiles"))


def run(args: argparse.Namespace) -> int:
    """Print the melds; 0 when all loose tiles lie in melds, 1 when they cannot."""
    loose, _, rack = args.tiles.partition("|")
    edition = typed_edition(args.edition, args.lang)
    found = _arranged(edition, typed_tiles(loose), typed_tiles(rack))
    if args.json:
        melds = None if found is None else [format_meld(meld) for meld in found.melds]
        print(json.dumps({"table": melds, "left": [] if found is None else list(found.left)}))
    elif found is None:
        print(text(args.lang, "cli.arrange-not"))
    else:
        drawn = pen()
        print("\n".join(drawn.table(found.melds)))
        if found.left:
            print(text(args.lang, "cli.solve-rack"))
            print(f"  {drawn.tiles(found.left)}")
    return 1 if found is None else 0


def _arranged(edition: Edition, loose: tuple[Tile, ...], rack: tuple[Tile, ...]) -> Arranged | None:
    """Raises CliError for more tiles than a box has, and where the time is over."""
    if len(loose) + len(rack) > MOST:
        raise CliError("arrange-too-many", most=MOST)
    try:
        return arrange(edition, loose, rack, budget=Budget(nanoseconds=SECONDS * 10**9, clock=time.perf_counter_ns))
    except TimeoutError:
        raise CliError("arrange-unknown", seconds=SECONDS) from None
