"""A match on a dask cluster whose workers are killed: `python -m tests.arena.killed --deals 20000 --every 10`.

One worker after another gets SIGKILL. The outcome has to be the one of a match in this process.
"""

import argparse
import os
import signal
import sys
import threading
from random import Random

import dask
from distributed import LocalCluster

from tilerummy.arena.match import Match
from tilerummy.arena.play import Outcome, play
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import Dask, here
from tilerummy.editions import load


def harried(match: Match, deals: int, workers: int, every: float) -> tuple[Outcome, int]:
    """The outcome on a cluster where a worker is killed `every` so many seconds, and how many were."""
    dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")  # type: ignore[no-untyped-call]
    over, kills = threading.Event(), 0

    def kill() -> None:
        nonlocal kills
        random = Random(0)
        while not over.wait(every):
            # of those that play: one that is killed as it starts is given up by its nanny
            assert cluster.scheduler is not None
            living = [worker.pid for worker in [*cluster.scheduler.workers.values()]]
            if living:
                os.kill(random.choice(living), signal.SIGKILL)
                kills += 1

    killer = threading.Thread(target=kill)
    killer.start()
    players = Dask(cluster.scheduler_address)
    try:
        return play(match, deals, players, ResultsFile(None)), kills
    finally:
        over.set()
        killer.join()
        players.close()
        cluster.close()


def main() -> int:
    """Play twice; 0 when both are the same and a person was killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", nargs="?", default="expert")
    parser.add_argument("second", nargs="?", default="most-tiles")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two kills")
    args = parser.parse_args()
    match = Match(args.first, args.second, load("original"), 2, 5)
    outcome, kills = harried(match, args.deals, args.workers, args.every)
    same = outcome == play(match, args.deals, here, ResultsFile(None))
    print(f"{outcome.games} games, {kills} workers killed, {'the same' if same else 'other'} numbers")
    return 0 if same and kills else 1


if __name__ == "__main__":
    sys.exit(main())
