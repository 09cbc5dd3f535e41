"""`tilerummy arena`: computer players against each other over mirrored deals."""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from tilerummy.arena.estimates import Estimate
from tilerummy.arena.faults import ArenaError
from tilerummy.arena.match import Match
from tilerummy.arena.play import Outcome, play
from tilerummy.arena.plot import drawn
from tilerummy.arena.ratings import rated
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import Dask, Processes, Workers, here
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import write_file
from tilerummy.cli.jobs import add_jobs, check_jobs
from tilerummy.cli.progress import deals_told
from tilerummy.cli.typed import in_range, typed_edition
from tilerummy.messages import decimal, language, text
from tilerummy.outside import players

EXAMPLES = (
    "tilerummy arena champion expert --deals 20",
    "tilerummy arena expert waiter --deals 20 --seats 4 --results arena.jsonl",
)
MOST_DEALS = 10_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=text(lang, "cli.arena-players", names=_names()))
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help=text(lang, "cli.arena-deals"))
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.arena-edition"))
    parser.add_argument("--seats", type=int, default=2, metavar="N", help=text(lang, "cli.arena-seats"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    add_jobs(parser, lang)
    parser.add_argument("--decide", type=float, metavar="SHARE", help=text(lang, "cli.arena-decide").replace("%", "%%"))
    parser.add_argument("--results", metavar="FILE", help=text(lang, "cli.arena-results"))
    parser.add_argument("--records", metavar="DIR", help=text(lang, "cli.arena-records"))
    parser.add_argument("--dask", metavar="ADDRESS", help=text(lang, "cli.arena-dask"))
    parser.add_argument("--plot", metavar="FILE", help=text(lang, "cli.arena-plot"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.arena-json"))


def run(args: argparse.Namespace) -> int:
    """Play, and print what came of it; 0."""
    matches = _matches(args)
    if args.plot is not None:
        Path(args.plot).open("a", encoding="utf-8").close()  # what cannot be written is told before, not after hours
    try:
        with _workers(args) as workers:
            outcomes, spent = _all_played(matches, args, workers)
        ratings = rated(outcomes) if len(args.players) > 2 else {}
    except ArenaError as error:
        raise CliError(f"arena-{error.code}", **error.params) from None
    _print(args, outcomes, spent, ratings)
    if args.plot is not None:
        write_file(args.plot, drawn(outcomes).encode())
    return 0


@contextmanager
def _workers(args: argparse.Namespace) -> Iterator[Workers]:
    """Who plays. A cluster goes on when the arena leaves it."""
    if args.dask:
        with closing(Dask(args.dask)) as cluster:
            yield cluster
    else:
        yield Processes(args.jobs) if args.jobs > 1 else here


def _all_played(matches: list[Match], args: argparse.Namespace, workers: Workers) -> tuple[list[Outcome], list[float]]:
    """What came of each match, and the seconds it took."""
    results = ResultsFile(args.results)
    if args.records is not None:
        Path(args.records).mkdir(parents=True, exist_ok=True)
    outcomes, spent = [], []
    for match in matches:
        start = time.monotonic()
        with deals_told(args.deals, f"{match.first} – {match.second}") as told:
            outcomes.append(
                play(match, args.deals, workers, results, records=args.records, threshold=args.decide, told=told)
            )
        spent.append(time.monotonic() - start)
    return outcomes, spent


def _matches(args: argparse.Namespace) -> list[Match]:
    """Everybody against everybody; at tables of more than two each also alone among the others. Raises CliError."""
    edition = typed_edition(args.edition, args.lang)
    unknown = [name for name in args.players if name not in players.named() and not players.is_program(name)]
    if unknown:
        raise CliError("arena-player", name=unknown[0], names=_names())
    if (len(set(args.players)) < len(args.players) and len(args.players) > 2) or len(args.players) < 2:
        raise CliError("arena-players", count=len(args.players))
    if not edition.players.least <= args.seats <= edition.players.most:
        least, most = edition.players.least, edition.players.most
        raise CliError("arena-seats", edition=edition.id, least=least, most=most, count=args.seats)
    in_range("--deals", args.deals, MOST_DEALS)
    check_jobs(args)
    if args.decide is not None and not 0 < args.decide < 1:
        raise CliError("number", option="--decide", least=0, most=1, given=args.decide)
    pair_up = permutations if len(args.players) > 2 and args.seats > 2 else combinations
    return [Match(first, second, edition, args.seats, args.seed) for first, second in pair_up(args.players, 2)]


def _names() -> str:
    return ", ".join(players.named())


def _print(
    args: argparse.Namespace, outcomes: list[Outcome], spent: list[float], ratings: dict[str, tuple[float, float]]
) -> None:
    if args.json:
        said = [_fields(outcome, seconds) for outcome, seconds in zip(outcomes, spent, strict=True)]
        whole = {"matches": said, "ratings": {name: [round(part, 3) for part in of] for name, of in ratings.items()}}
        print(json.dumps(said[0] if len(said) == 1 else whole))
        return
    for outcome, seconds in zip(outcomes, spent, strict=True):
        print(text(args.lang, "cli.arena-outcome", **_said(outcome, seconds, args.lang)))
    for name, (strength, deviation) in ratings.items():
        print(
            text(
                args.lang,
                "cli.arena-rating",
                name=name,
                rating=decimal(args.lang, strength),
                deviation=decimal(args.lang, deviation),
            )
        )
    sys.stdout.flush()


def _fields(outcome: Outcome, seconds: float) -> dict[str, Any]:
    """An outcome for programs: shares from 0 to 1, points and turns a game; `win` of the first player and of all seats
    of the second together."""
    match, win = outcome.match, outcome.win
    ci95 = None if math.isinf(win.ci95) else round(win.ci95, 6)
    return {
        "players": [match.first, match.second],
        "edition": match.edition.id,
        "seats": match.seats,
        "seed": match.seed,
        "deals": len(outcome.deals),
        "games": outcome.games,
        "win": [round(win.mean, 6), round(1 - win.mean, 6)],
        "ci95": [ci95, ci95],
        "points": [round(points.mean, 4) for points in outcome.points],
        "turns": round(outcome.turns, 2),
        "pool_ran_out": round(outcome.dry, 4),
        "nobody_out": round(outcome.stayed, 4),
        "seconds": round(seconds, 2),
    }


def _said(outcome: Outcome, seconds: float, lang: str) -> dict[str, object]:
    match = outcome.match
    return {
        "first": match.first,
        "second": match.second,
        "seats": match.seats,
        "win": _percent(outcome.win, lang),
        "fair": f"{100 * match.fair:.0f}",
        "points": decimal(lang, outcome.points[0].mean, sign="+"),
        "deals": len(outcome.deals),
        "turns": decimal(lang, outcome.turns),
        "dry": decimal(lang, 100 * outcome.dry),
        "seconds": f"{seconds:.0f}",
    }


def _percent(share: Estimate, lang: str) -> str:
    mean = decimal(lang, 100 * share.mean)
    return mean if math.isinf(share.ci95) else f"{mean} ± {decimal(lang, 100 * share.ci95)}"
