"""What computer players make of the puzzles: `python -m benchmarks.puzzles [--count 200] [--plot docs/puzzles.svg]`.

So many puzzles of each edition, drawn by lot, are tried by the levels that play as they go along. Prints for each band
of first difficulty how many there are, the share that each level finds, how long it thinks, and how long the exact
search takes (medians); `--plot` draws the shares. The levels' failures are part of the first difficulty: the drawing
shows how much of it they explain, not that people fail alike.
"""

import argparse
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from tilerummy import editions
from tilerummy.puzzles.book import packaged
from tilerummy.puzzles.puzzle import position_of
from tilerummy.puzzles.trials import LEVELS_TRYING, Trial, trial

BAND: Final = 150
"""Points of difficulty that are looked at together."""
WIDTH, HEIGHT, MARGIN = 720, 320, 50
INKS: Final = {"gentle": "#7f8c1f", "steady": "#1f5f8b", "expert": "#b22222"}
Bands = Mapping[int, Sequence[Trial]]


def tried(count: int) -> Bands:
    """Trials by the least difficulty of their band, the easiest first."""
    bands: dict[int, list[Trial]] = {}
    for name in editions.NAMES:
        edition = editions.load(name)
        book = packaged(edition)
        assert book is not None
        for one in Random(name).sample(book.puzzles, count):
            found = trial(position_of(one, edition), len(one.laid.split()))
            bands.setdefault(one.difficulty // BAND * BAND, []).append(found)
    return dict(sorted(bands.items()))


def share(trials: Sequence[Trial], level: str) -> float:
    """The share of puzzles that a level finds."""
    return sum(one.solved[level] for one in trials) / len(trials)


def row(band: int, trials: Sequence[Trial]) -> str:
    """A line of the table."""
    found = "".join(f"{share(trials, level):8.0%}" for level in LEVELS_TRYING)
    thought = "".join(f"{statistics.median(one.times[level] for one in trials):8.1f}" for level in LEVELS_TRYING)
    search = statistics.median(one.search for one in trials)
    nodes = statistics.median(one.nodes for one in trials)
    return f"{band:5}–{band + BAND - 1:<5}{len(trials):5}{found}{thought}{nodes:8.0f}{search:8.2f}"


def drawn(bands: Bands) -> str:
    """The drawing as SVG: a grey bar for the puzzles of a band, a line for the share that each level finds."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
    out = [f'{head} font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for percent in range(0, 101, 25):
        y = _up(percent / 100)
        out.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        out.append(f'<text x="{MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    out += _bars(bands)
    for number, level in enumerate(LEVELS_TRYING):
        points = " ".join(
            f"{_across(at, bands):.1f},{_up(share(trials, level)):.1f}" for at, trials in enumerate(bands.values())
        )
        out.append(f'<polyline points="{points}" fill="none" stroke="{INKS[level]}" stroke-width="2.5"/>')
        x = WIDTH - MARGIN - 70
        out.append(f'<text x="{x}" y="{MARGIN - 26 + 17 * number}" fill="{INKS[level]}">{level}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">first difficulty</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _bars(bands: Bands) -> Iterator[str]:
    most, wide = max(map(len, bands.values())), (WIDTH - 2 * MARGIN) / len(bands)
    for at, (band, trials) in enumerate(bands.items()):
        x, y = _across(at, bands), _up(len(trials) / most)
        yield (
            f'<rect x="{x - wide * 0.4:.1f}" y="{y:.1f}" width="{wide * 0.8:.1f}" height="{_up(0) - y:.1f}"'
            ' fill="#eee"/>'
        )
        yield f'<text x="{x:.1f}" y="{_up(0) + 18:.1f}" text-anchor="middle">{band}</text>'


def _across(at: int, bands: Bands) -> float:
    return MARGIN + (WIDTH - 2 * MARGIN) * (at + 0.5) / len(bands)


def _up(share: float) -> float:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share


def main() -> None:
    """Measure, print the table, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="puzzles of each edition")
    parser.add_argument("--plot", type=Path, help="file to draw into")
    args = parser.parse_args()
    bands = tried(args.count)
    names = "".join(f"{level:>8}" for level in LEVELS_TRYING)
    print(f"difficulty    n{names}{names}   nodes  search")
    print("                          found              ms, median               ms")
    for band, trials in bands.items():
        print(row(band, trials))
    if args.plot:
        args.plot.write_text(drawn(bands), encoding="utf-8")


if __name__ == "__main__":
    main()
