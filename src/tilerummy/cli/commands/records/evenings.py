"""`tilerummy evenings FILE …`: who won most, of the score sheets in files that the page or a server gave."""

import argparse
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

import msgspec

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file
from tilerummy.messages import language, text
from tilerummy.sheets.statistics import Person, Statistics, read_evenings, statistics

EXAMPLES = ("tilerummy evenings --year 2026 tilerummy-evenings.json",)

LARGEST = 64 * 1024 * 1024
"""Bytes of a file: some thousand sheets that are full."""
_COLUMNS = (
    "tournament.won",
    "sheet.games-played",
    "sheet.points-sum",
    "sheet.average",
    "sheet.best",
    "sheet.series",
    "sheet.evenings-won",
    "sheet.evenings",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("files", metavar="FILE", nargs="+", help=text(lang, "cli.evenings-file"))
    parser.add_argument("--year", metavar="YYYY", help=text(lang, "cli.evenings-year"))
    parser.add_argument("--edition", metavar="NAME", help=text(lang, "cli.evenings-edition"))
    parser.add_argument("--pair", metavar=("NAME", "NAME"), nargs=2, help=text(lang, "cli.evenings-pair"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.evenings-json"))


def run(args: argparse.Namespace) -> int:
    """Print who won most; 1 where no game is among what was asked for."""
    evenings = []
    for path in args.files:
        try:
            evenings += read_evenings(read_file(path, LARGEST))
        except (ValueError, RecursionError):
            raise CliError("no-evenings", path=path) from None
    pair = None if args.pair is None else (args.pair[0], args.pair[1])
    found = statistics(evenings, args.year, args.edition, pair)
    if args.json:
        print(msgspec.json.encode(found).decode())
    elif found.games:
        _print(found, args.lang)
    else:
        print(text(args.lang, "sheet.most-none"))
    return 0 if found.games else 1


def _print(found: Statistics, lang: str) -> None:
    evenings = text(lang, "sheet.evenings-count", count=found.evenings)
    print(f"{evenings} · {text(lang, 'sheet.games', count=found.games)}")
    print()
    _table([["", *(text(lang, key) for key in _COLUMNS)], *(_line(one) for one in found.people)])
    if not found.pairs:
        return
    print()
    print(text(lang, "sheet.head-to-head"))
    keys = ("sheet.games-played", "sheet.more-points", "tournament.won", "sheet.points-sum")
    lines = [
        [
            " – ".join(two.names),
            str(two.games),
            "{} : {}".format(*two.ahead),
            "{} : {}".format(*two.won),
            "{:+} : {:+}".format(*two.points),
        ]
        for two in found.pairs
    ]
    _table([["", *(text(lang, key) for key in keys)], *lines])


def _line(one: Person) -> list[str]:
    average = Decimal(one.points) / one.games
    return [
        one.name,
        str(one.won),
        str(one.games),
        f"{one.points:+}",
        f"{average.quantize(Decimal('0.1'), ROUND_HALF_UP):+}",
        f"{one.best.points:+}",
        str(one.series),
        str(one.evenings_won),
        str(one.evenings),
    ]


def _table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        print(f"{first:{widths[0]}}  {'  '.join(cells)}".rstrip())
