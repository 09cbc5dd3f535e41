"""How strong the levels are, by edition and seats: `python -m benchmarks.games.levels --edition original --seats 2`.

Each level meets the one before it on mirrored deals, one seat against all others. The shares of wins add up to ratings
on the scale of `tilerummy.ratings`, by which people are rated too; the steady level stands where an unknown player
does.
`--results` keeps what was played, so that a command that was stopped goes on; `--table FILE` keeps the ratings of all
editions and seats that were played, and prints them.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Final

import msgspec

from tilerummy import editions
from tilerummy.arena.estimates import share
from tilerummy.arena.match import Match
from tilerummy.arena.play import play
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import here
from tilerummy.bots.levels import LEVELS
from tilerummy.ratings import START, ahead
from tilerummy.rules.edition.edition import Edition

SEED: Final = 6007
"""Fresh: the levels were tuned on others."""
ANCHOR: Final = "steady"


class Step(msgspec.Struct, frozen=True):
    """What a level wins against the one before it: a share with half its 95 % interval, in so many deals, and by how
    many points it is stronger."""

    level: str
    wins: float
    ci95: float
    deals: int
    ahead: float
    doubt: float


class Ladder(msgspec.Struct, frozen=True):
    """The steps of an edition with so many seats."""

    edition: str
    seats: int
    steps: tuple[Step, ...]

    @property
    def ratings(self) -> dict[str, tuple[float, float]]:
        """The rating of each level and half its 95 % interval, which grows with the steps from `ANCHOR`."""
        names = [next(iter(LEVELS)), *(step.level for step in self.steps)]
        at = names.index(ANCHOR)
        found = {ANCHOR: (START, 0.0)}
        for way, steps in ((1, self.steps[at:]), (-1, self.steps[:at][::-1])):
            rating, doubt = START, 0.0
            for place, step in enumerate(steps, start=1):
                rating, doubt = rating + way * step.ahead, hypot(doubt, step.doubt)
                found[names[at + way * place]] = rating, doubt
        return {name: found[name] for name in names}


def main() -> int:
    """Play what is not in the file of results yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="original", metavar="NAME|FILE")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=400, help="of each step")
    parser.add_argument("--results", metavar="FILE", help="what was played, to go on with")
    parser.add_argument("--table", metavar="FILE", help="the ratings of all that was played, as JSON")
    args = parser.parse_args()
    ladder = climbed(editions.load(args.edition), args.seats, args.deals, ResultsFile(args.results))
    ladders = [ladder]
    if args.table:
        ladders = kept(Path(args.table), ladder)
    print(*rows(ladders), sep="\n")
    return 0


def climbed(edition: Edition, seats: int, deals: int, results: ResultsFile) -> Ladder:
    """Each level against the one before it."""
    steps = []
    for before, level in pairwise(LEVELS):
        outcome = play(Match(level, before, edition, seats, SEED), deals, here, results)
        steps.append(_step(level, [deal.share for deal in outcome.deals], seats))
        print(f"{edition.id} {seats}: {level} {100 * steps[-1].wins:.1f}", file=sys.stderr, flush=True)
    return Ladder(edition.id, seats, tuple(steps))


def kept(path: Path, ladder: Ladder) -> list[Ladder]:
    """All ladders of a file, this one in the place of an earlier one."""
    known = msgspec.json.decode(path.read_bytes(), type=list[Ladder]) if path.exists() else []
    others = [one for one in known if (one.edition, one.seats) != (ladder.edition, ladder.seats)]
    ladders = sorted([*others, ladder], key=lambda one: (one.edition, one.seats))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ladders), indent=1) + b"\n")
    return ladders


def rows(ladders: list[Ladder]) -> Iterator[str]:
    """Markdown: a row for each edition and number of seats; ratings, then the shares of each step."""
    for heading, cells in (("rating", _ratings), ("wins against the one before, %", _wins)):
        yield f"| {heading} | seats | " + " | ".join(LEVELS) + " |"
        yield "|---" * (2 + len(LEVELS)) + "|"
        for ladder in ladders:
            yield f"| {ladder.edition} | {ladder.seats} | " + " | ".join(cells(ladder)) + " |"
        yield ""


def _ratings(ladder: Ladder) -> list[str]:
    return [f"{rating:.0f} ± {doubt:.0f}" for rating, doubt in ladder.ratings.values()]


def _wins(ladder: Ladder) -> list[str]:
    return ["", *(f"{100 * step.wins:.1f} ± {100 * step.ci95:.1f}" for step in ladder.steps)]


def _step(level: str, shares: list[float], seats: int) -> Step:
    """Half a win and half a loss more keep the rating finite where one player won all."""
    found = share(shares)
    smoothed = (sum(shares) + 0.5) / (len(shares) + 1)
    lower = min(max(smoothed - found.ci95, 0.25 / (len(shares) + 1)), smoothed)
    upper = max(min(smoothed + found.ci95, 1 - 0.25 / (len(shares) + 1)), smoothed)
    doubt = (ahead(upper, seats) - ahead(lower, seats)) / 2
    return Step(level, found.mean, found.ci95, len(shares), ahead(smoothed, seats), doubt)


if __name__ == "__main__":
    raise SystemExit(main())
