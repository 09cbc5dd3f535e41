"""`tilerummy standings`: from the results of an event the ranking of every stage and the next tables in seat order."""

import argparse
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tilerummy import editions, formats
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import STANDARD_INPUT, read_file
from tilerummy.formats.texts import fault_text, key_text, stage_name
from tilerummy.inputs import EncodingError, decode
from tilerummy.messages import language, text
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.format.reader import FormatError
from tilerummy.tournament.results.plausible import box_of
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.results.tally import Next, Tallied, Tally, tally
from tilerummy.tournament.results.tally_reader import read_results

EXAMPLES = ("tilerummy standings results.json",)

LARGEST = 16 * 1024 * 1024
"""Bytes; a thousand players over a whole season stay below."""


class _Unusable(Exception):
    """Results that cannot be counted, with every fault; `unread` where they are no JSON."""

    def __init__(self, *faults: Fault, unread: bool = False) -> None:
        super().__init__()
        self.faults = faults
        self.unread = unread


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default=STANDARD_INPUT, help=text(lang, "cli.standings-file")
    )
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.evenings-json"))


def run(args: argparse.Namespace) -> int:
    """Print the standings of the results; 1 with every fault where they cannot be counted, 2 where the file cannot be
    read at all."""
    try:
        counted, names, format_ = _counted(_document(read_file(args.file, LARGEST)))
    except _Unusable as unusable:
        if args.json:
            faults = [{"at": fault.key, "code": fault.code, "params": fault.params} for fault in unusable.faults]
            print(json.dumps({"error": {"code": "not-results", "faults": faults}}))
        elif unusable.unread:
            reason = fault_text(unusable.faults[0], args.lang)
            raise CliError("unreadable-file", path=args.file, reason=reason) from None
        else:
            for fault in unusable.faults:
                print(fault_text(fault, args.lang), file=sys.stderr)
        return 2 if unusable.unread else 1
    if args.json:
        print(json.dumps(answer(counted, names, format_)))
    else:
        _print(counted, names, args.lang)
    return 0


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(decode(data), parse_constant=_no_number)
    except EncodingError as error:
        raise _Unusable(Fault("", error.code, error.params), unread=True) from None
    except (ValueError, RecursionError) as error:
        raise _Unusable(Fault("", "not-json", {"reason": str(error)}), unread=True) from None
    if not isinstance(document, dict):
        raise _Unusable(Fault("", "wrong-type", {"expected": "object"}))
    return document


def _counted(document: dict[str, Any]) -> tuple[Tally, dict[int, str], str]:
    try:
        format_ = formats.load(str(document.get("format")))
        results = read_results(document, format_, box_of(editions.load(format_.edition)))
        return tally(format_, results), dict(results.players), format_.id
    except (FormatError, Refusal) as error:
        raise _Unusable(*error.faults) from None


def _no_number(word: str) -> None:
    """Raises ValueError: `NaN` and `Infinity` are no JSON, although Python reads them."""
    raise ValueError(word)


def answer(counted: Tally, names: dict[int, str], format_: str) -> dict[str, Any]:
    """The standings as JSON."""
    return {
        "format": format_,
        "stages": [_stage(done, names) for done in counted.stages],
        "next": _next(counted.next, names),
    }


def number(value: Fraction | int | None) -> int | float | None:
    """Points as a program reads them: whole wherever they are."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)


def place_text(line: Line) -> str:
    """A place, a dash for who has played too few games for one."""
    return "–" if line.place is None else str(line.place)


def _stage(done: Tallied, names: dict[int, str]) -> dict[str, Any]:
    return {
        "stage": done.stage.id,
        "complete": done.complete,
        "ranking": [_line(line, names) for line in done.ranking],
        "missing": [{"round": at, "table": table, "games": list(games)} for at, table, games in done.missing]
        + [{"round": at, "name": names[player]} for at, player in done.unseated],
    }


def _line(line: Line, names: dict[int, str]) -> dict[str, Any]:
    return {
        "place": line.place,
        "name": names[line.player],
        "number": line.player,
        "points": number(line.total.points),
        "won": line.total.won,
        "best": number(line.total.best),
        "table_points": number(line.total.table_points),
        "games": line.total.games,
        "ruled": line.total.ruled,
        "decided": line.decided,
    }


def _next(following: Next | None, names: dict[int, str]) -> dict[str, Any] | None:
    if following is None:
        return None
    return {
        "stage": following.stage.id,
        "round": following.round,
        "tables": [[names[player] for player in table] for table in following.seating.tables],
        "byes": [names[player] for player in following.seating.byes],
    }


def _notes(line: Line, done: Tallied, lang: str) -> Iterator[str]:
    """What of the points the referee gave or took, and what settled a tie."""
    if line.total.ruled:
        points = f"{line.total.ruled:+d}".replace("-", "−")
        yield f"({text(lang, 'referee.points-of', points=points)})"
    if line.decided not in (None, done.stage.ranking[0]):
        yield f"({key_text(line.decided, lang)})"


def _print(counted: Tally, names: dict[int, str], lang: str) -> None:
    width = max(map(len, names.values()))
    for done in counted.stages:
        print(stage_name(done.stage.id, lang))
        for line in done.ranking:
            total = line.total
            said = f"{place_text(line):>4}. {names[line.player]:{width}} {number(total.points):+5}  {total.won:2}"
            print("  ".join((said, *_notes(line, done, lang))))
        if not done.complete:
            print("  " + text(lang, "cli.standings-incomplete"))
        print()
    if counted.next is None:
        print(text(lang, "cli.standings-over"))
        return
    stage = stage_name(counted.next.stage.id, lang)
    print(text(lang, "cli.standings-next", stage=stage, round=counted.next.round))
    for table, seats in enumerate(counted.next.seating.tables, start=1):
        players = ", ".join(names[player] for player in seats)
        print("  " + text(lang, "cli.seat-table", table=table, players=players))
