"""Published figures beside what comes out here: `python -m benchmarks.literature`.

Melds, racks that open and hands that can be laid out whole are counted; levels meet the greedy player of most published
programs under its rules, `examples/no-jokers.toml`. docs/evidence/literature.md names the sources.
"""

import argparse
from collections.abc import Iterator
from itertools import chain, combinations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.literature.hands import hands, winning
from tilerummy import editions
from tilerummy.arena.match import Match
from tilerummy.arena.play import play
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import here
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.position import position
from tilerummy.rules.tiles import COLOURS, Tile, in_order
from tilerummy.solver.solve import solve

RULES: Final = Path(__file__).parents[2] / "examples" / "no-jokers.toml"
SEED: Final = 2006
GREEDY: Final = "most-tiles"
"""What others call greedy: the exact play of most tiles, turn by turn."""
Row = tuple[str, str, str]
"""What is counted, what others have published, what comes out here."""


def melds(edition: Edition, jokers: int) -> tuple[int, int]:
    """How many melds are not two melds side by side, by their tiles and by tiles in place; up to so many are jokers."""
    runs = [
        tuple(f"{colour}{number}" for number in range(first, first + length))
        for colour in COLOURS
        for length in (3, 4, 5)
        for first in range(1, 15 - length)
    ]
    groups = [
        tuple(f"{colour}{number}" for colour in colours)
        for number in range(1, 14)
        for length in (3, 4)
        for colours in combinations(COLOURS, length)
    ]
    places = {
        tuple("J" if at in wild else tile for at, tile in enumerate(tiles))
        for tiles in chain(runs, groups)
        for count in range(jokers + 1)
        for wild in combinations(range(len(tiles)), count)
    }
    laid = {tiles for tiles in places if readings(Meld(tiles), edition)}
    return len({in_order(tiles) for tiles in laid}), len(laid)


def openings(edition: Edition, count: int) -> tuple[float, float]:
    """The share of dealt racks that can open at once, with half its 95 % interval."""
    chance, box = Random(SEED), list(all_tiles(edition))
    opened = sum(_opens(edition, chance.sample(box, edition.deal.tiles)) for _ in range(count))
    share = opened / count
    return share, 1.96 * sqrt(share * (1 - share) / count)


def _opens(edition: Edition, rack: list[Tile]) -> bool:
    return solve(position(edition=edition, table=(), rack=tuple(rack), opened=False, pool=1)).play is not None


def rows(count: int, deals: int, results: ResultsFile) -> Iterator[Row]:
    """All rows, the quick ones first."""
    original, plain = editions.load("original"), editions.load(str(RULES))
    yield "melds without a joker", "120 runs + 65 groups (Johnston)", str(melds(original, 0)[0])
    bags, places = melds(original, 2)
    yield "melds with up to two jokers", "1173 (model of den Hertog and Hulshof)", str(bags)
    yield "the same, jokers in place", "1646 (Johnston)", str(places)
    share, half = openings(plain, count)
    yield "racks that open at once, no jokers, %", "34.9 (Costello)", f"{100 * share:.1f} ± {100 * half:.1f}"
    for copies in (1, 2):
        found = winning(13, 4, copies, 14)
        for size in (3, 6, 9, 12, 14):
            what = f"hands of {size} laid out whole, {copies} of each tile"
            yield what, "", f"{found[size]:,} of {hands(13, 4, copies, size):,}"
    theirs = {
        "expert": "47.9 ± 3.1 a policy by reinforcement (PPO)",
        "master": "56.9 play-outs; 67.8 a network that learned of them",
        "champion": "about 89 one who sees rack and pool",
    }
    for level, published in theirs.items():
        outcome = play(Match(level, GREEDY, plain, 2, SEED), deals, here, results)
        win = f"{level} {100 * outcome.win.mean:.1f} ± {100 * outcome.win.ci95:.1f}"
        yield "wins against greedy, no jokers, %", f"{published} (aid_rummikub)", win


def main() -> int:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--racks", type=int, default=20_000, help="that are asked whether they open")
    parser.add_argument("--deals", type=int, default=1000, help="of each match")
    parser.add_argument("--results", metavar="FILE", help="what was played, to go on with")
    args = parser.parse_args()
    print("| what | published | here |\n|---|---|---|")
    for row in rows(args.racks, args.deals, ResultsFile(args.results)):
        print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
