"""Play games of every edition at real servers and keep the books: `python -m tests.bookkeeper --games 2000`.

Exit code 1 when server and book differ anywhere. What is needed to see it again is then in a file each, for
`python -m tests.bookkeeper --again FILE`: the deal comes from the server's own randomness, so a seed repeats the choice
of editions, clocks and players, and the file has every event.
"""

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.bookkeeper.players.plans import plans
from tests.bookkeeper.rooms.hall import Hall, run
from tests.bookkeeper.rooms.tally import Tally, again


def main() -> int:
    """Play, print the table; 0 where nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bookkeeper", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games to play, over all jobs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="servers, each with its own players")
    parser.add_argument("--rooms", type=int, default=60, help="rooms at once at each server")
    parser.add_argument("--restarts", type=float, default=150, help="seconds between two power cuts, 0 for none")
    parser.add_argument(
        "--longer", type=float, default=900, help="seconds for games that go on after the last one asked for"
    )
    parser.add_argument("--only", default="", help="editions whose name begins so")
    parser.add_argument("--again", type=Path, help="show what differs in a file")
    args = parser.parse_args()
    if args.again:
        print(*again(json.loads(args.again.read_text())), sep="\n")
        return 0
    began = time.monotonic()
    kept = Path("test-artefacts/bookkeeper")
    seeds = range(args.seed, args.seed + args.jobs)
    halls = [
        Hall(args.games // args.jobs, seed, args.rooms, args.restarts, kept / str(seed), args.only, longer=args.longer)
        for seed in seeds
    ]
    total = Tally(kept)
    with ProcessPoolExecutor(args.jobs) as pool:
        for tally in pool.map(_in_folder, halls):
            total.merge(tally)
    print(*total.lines(), f"in {time.monotonic() - began:.0f} s", *map(str, total.files), sep="\n")
    return 1 if total.files else 0


def _in_folder(hall: Hall) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        return run(hall, Path(folder) / "data", plans(hall.seed), sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
