"""Who beats whom, as docs/evidence/strength.md tells it: `python -m benchmarks.strength --results strength.jsonl`.

Every match is one of `tilerummy arena`, from a seed at which nothing was tuned. With the same file for the results a
second run goes on where the first ended; `--scale 0.1` plays a tenth of the deals. Prints the tables as Markdown.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tilerummy import editions
from tilerummy.arena.match import Match
from tilerummy.arena.play import Outcome, play
from tilerummy.arena.plot import drawn, drawn_by_group
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import Processes, Workers, here

SEED = 9001
"""Fresh: the players were tuned on others."""
Pairing = tuple[str, str, int]
"""First player, second player, deals."""

TWO: Sequence[Pairing] = (
    ("champion", "most-tiles", 10_000),
    ("champion", "waiter", 10_000),
    ("champion", "master", 10_000),
    ("master", "most-tiles", 10_000),
    ("master", "expert", 10_000),
    ("expert", "most-tiles", 10_000),
    ("waiter", "most-tiles", 10_000),
    ("waiter", "master", 2_000),
    ("expert", "steady", 400),
    ("steady", "gentle", 200),
)
FOUR: Sequence[Pairing] = (
    ("champion", "most-tiles", 10_000),
    ("champion", "waiter", 1_500),
    ("champion", "master", 1_500),
    ("waiter", "most-tiles", 10_000),
    ("master", "most-tiles", 10_000),
    ("expert", "most-tiles", 10_000),
    ("most-tiles", "waiter", 2_000),
)
EACH: Sequence[Pairing] = (
    ("waiter", "most-tiles", 100),
    ("expert", "most-tiles", 100),
    ("master", "expert", 100),
    ("champion", "master", 100),
    ("champion", "waiter", 100),
)


def main() -> int:
    """Play what is not in the file of results yet, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", help="a file that keeps what was played")
    parser.add_argument("--scale", type=float, default=1.0, help="this part of the deals")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", choices=("two", "four", "editions"), help="only one of the tables")
    parser.add_argument("--plot", help="a folder for the drawings")
    args = parser.parse_args()
    workers: Workers = Processes(args.jobs) if args.jobs > 1 else here
    results = ResultsFile(args.results)
    for name, seats, pairings in (("two", 2, TWO), ("four", 4, FOUR)):
        if args.part in (None, name):
            outcomes = [*_outcomes(pairings, "original", seats, args.scale, workers, results)]
            print(f"\n`original`, {seats} seats\n", *_table(outcomes), sep="\n", flush=True)
            if args.plot:
                Path(args.plot, f"strength-{seats}.svg").write_text(drawn(outcomes), encoding="utf-8")
    if args.part in (None, "editions"):
        found = {edition: [*_outcomes(EACH, edition, 2, args.scale, workers, results)] for edition in editions.names()}
        print("\nEach edition, 2 seats\n", *_by_edition(found), sep="\n", flush=True)
        if args.plot:
            Path(args.plot, "strength-editions.svg").write_text(drawn_by_group(found), encoding="utf-8")
    return 0


def _outcomes(
    pairings: Sequence[Pairing], edition: str, seats: int, scale: float, workers: Workers, results: ResultsFile
) -> Iterator[Outcome]:
    for first, second, deals in pairings:
        match = Match(first, second, editions.load(edition), seats, SEED)
        yield play(match, max(2, int(deals * scale)), workers, results)
        print(f"{edition} {seats}: {first} {second}", file=sys.stderr, flush=True)


def _table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "| player | against | wins, % | fair | points a game | turns a game | pool ran out, % | deals |"
    yield "|---|---|---|---|---|---|---|---|"
    for outcome in outcomes:
        match, points = outcome.match, outcome.points[0]
        yield (
            f"| {match.first} | {match.second} | {_percent(outcome)} | {100 * match.fair:.0f} "
            f"| {points.mean:+.1f} ± {points.ci95:.1f} | {outcome.turns:.0f} | {100 * outcome.dry:.1f} "
            f"| {len(outcome.deals):,} |"
        )


def _by_edition(found: dict[str, list[Outcome]]) -> Iterator[str]:
    yield "| edition | " + " | ".join(f"{first} – {second}" for first, second, _ in EACH) + " |"
    yield "|---" * (1 + len(EACH)) + "|"
    for edition, outcomes in found.items():
        cells = [f"{_percent(each)}; {each.turns:.0f}; {100 * each.dry:.0f}" for each in outcomes]
        yield f"| {edition} | " + " | ".join(cells) + " |"


def _percent(outcome: Outcome) -> str:
    return f"{100 * outcome.win.mean:.1f} ± {100 * outcome.win.ci95:.1f}"


if __name__ == "__main__":
    raise SystemExit(main())
