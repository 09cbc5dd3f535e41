"""How soon the analysis board has its answers: `python -m benchmarks.pages.analysis`.

Every question is asked over HTTP of a server on this machine, about turns of games between computer players, each for
the first time. Prints median and 95th percentile in milliseconds, as the asker waits for them, and how many answers
took longer than `SOON`.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import httpx

from benchmarks.solver_turns import turns
from tests.web.harness import serving
from tilerummy import editions
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import layout_of

SOON = 100.0
"""Milliseconds that nobody notices."""
ASKED = ("best", "placeable", "outs", "waits", "arrange", "every")


def lines(edition: str, seed: int) -> Iterator[str]:
    """Positions of whole games."""
    for turn in turns(editions.load(edition), Random(seed)):
        yield format_position(layout_of(turn.position))


def waited(http: httpx.Client, edition: str, line: str, asked: str) -> float:
    """Milliseconds until the answer was there."""
    wish = {"asked": asked, "count": 10 if asked == "outs" else 1}
    begun = time.perf_counter()
    http.post("/api/analysis", json={"edition": edition, "position": line, "wish": wish}).raise_for_status()
    return (time.perf_counter() - begun) * 1000


def main() -> None:
    """Ask, and print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="original", choices=editions.names())
    parser.add_argument("-n", type=int, default=100, help="positions")
    args = parser.parse_args()
    positions = list(islice(lines(args.edition, 7), args.n))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), environment={"TILERUMMY_PER_ADDRESS": "1000"}) as server,
        httpx.Client(base_url=server.address, timeout=60) as http,
    ):
        waited(http, args.edition, "b4 b5 b6 | b3", "best")  # the worker starts with it
        for asked in ASKED:
            times = sorted(waited(http, args.edition, line, asked) for line in positions)
            late = sum(one > SOON for one in times)
            middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
            print(f"{asked:10} median {middle:6.1f}  p95 {high:6.1f}  above {SOON:.0f} ms: {late} of {len(times)}")


if __name__ == "__main__":
    main()
