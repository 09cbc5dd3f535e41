"""Three workers under load, killed at random with their database and their bus; then the database is read.

python -m tests.cluster.chaos --kills 1000
"""

import argparse
import asyncio
import json
import math
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import httpx

from tests.cluster import checker
from tests.cluster.workers import Cluster
from tests.crash.load import LoadGuest, Notes, new_guest
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import FREE_PASSES, PATIENCE

GRACE: Final = 2.0
"""Seconds of the workers' grace."""
SELDOM: Final = 0.05
"""Of all kills those of the database, and those of the bus."""
TOLD: Final = 50
"""Kills after which it says how far it is."""
FAST: Final[dict[str, Any]] = {"house": FREE_PASSES, "limit": None}
TIMED: Final[dict[str, Any]] = {"house": FREE_PASSES, "limit": 5}
CLOCKS: Final[dict[str, Any]] = {
    "house": {
        "base": "original",
        "changes": {
            "clock.limit_seconds": None,
            "clock.bank_seconds": 30,
            "clock.increment_seconds": 2,
            "end.pass_when_able": "allowed",
        },
    },
    "limit": "edition",
}
OPTIONS: Final = {"chat": "everyone", "live": True, "open": False, "away": "wait", "away_seconds": 120}


class Chaos:
    """The servers, who kills them, and who starts them again."""

    def __init__(self, folder: Path, chance: random.Random, count: int = 3) -> None:
        self.postgresql = Postgresql().start()
        self.redis = Redis().start()
        self.address = self.postgresql.database()
        settings = {"TILERUMMY_GRACE": str(GRACE), "TILERUMMY_COMPUTER_PAUSE": "0.2"}
        # all guests come from one address here
        settings["TILERUMMY_PER_ADDRESS"] = "100"
        self.cluster = Cluster(folder, self.address, self.redis.address, count, settings).start()
        self.killed: Counter[str] = Counter()
        self._chance = chance
        self._going = True
        self._starting = threading.Thread(target=self._start_again)
        self._starting.start()

    def kill(self) -> None:
        """Kill something that runs."""
        what = self._chance.random()
        if what < SELDOM:
            self.killed["PostgreSQL"] += 1
            self.postgresql.kill()
            self.postgresql.start()
        elif what < 2 * SELDOM:
            self.killed["Redis"] += 1
            self.redis.kill()
            self.redis.start()
        elif running := [worker for worker in self.cluster.workers if worker.runs]:
            self.killed["worker"] += 1
            self._chance.choice(running).kill()

    def _start_again(self) -> None:
        """As whatever supervises servers does; one that finds no database ends, and is started once more."""
        while self._going:
            for worker in self.cluster.workers:
                if not worker.runs:
                    worker.launch()
            time.sleep(0.02)

    def close(self) -> None:
        """End all."""
        self._going = False
        self._starting.join(PATIENCE)
        self.cluster.close()
        self.redis.stop()
        self.postgresql.stop()


async def gather(
    notes: Notes, addresses: Sequence[str], body: dict[str, Any], people: Sequence[bool], computers: int = 0
) -> list[tuple[LoadGuest, str]]:
    """A room and the guests who play in it, the owner first; whether each of them moves. Another one watches."""
    guests = [await new_guest(notes, addresses, moves=moves, pause=0.3, talks=True) for moves in people]
    asked = {**body, "seats": len(people) + computers, "name": "Owner", "computers": ["gentle"] * computers}
    async with httpx.AsyncClient(base_url=addresses[0], timeout=PATIENCE, verify=False) as client:
        answer = await client.post(
            "/api/rooms", json={**asked, "options": OPTIONS}, headers={"Cookie": guests[0].cookie}
        )
        assert answer.status_code == 201, answer.text
    guests.append(await new_guest(notes, addresses, sits=False, talks=True))
    return [(guest, answer.json()["room"]) for guest in guests]


async def play(
    chaos: Chaos, kills: int, pause: float, scale: int = 1, minutes: float = math.inf
) -> tuple[Notes, float]:
    """Let everybody play while so many kills happen, or for so long, and until all have heard of all. What they noted,
    and how long."""
    notes, people = Notes(), []
    addresses = [worker.address for worker in chaos.cluster.workers]
    for _ in range(scale):
        for body, moves, computers in (
            (FAST, (True, True), 0),
            (FAST, (True, True, True), 0),
            (FAST, (True,), 1),
            (TIMED, (True, False), 0),
            (CLOCKS, (True, False), 0),
            (CLOCKS, (True,), 2),
        ):
            people += await gather(notes, addresses, body, moves, computers)
    playing = [asyncio.create_task(guest.play(room)) for guest, room in people]
    begun = time.monotonic()
    try:
        for _ in range(kills):
            if time.monotonic() - begun > minutes * 60:
                break
            await asyncio.sleep(pause)
            await asyncio.to_thread(chaos.kill)
            _tell(chaos, notes)
            for task in playing:
                assert not task.done(), task.exception()
        took = time.monotonic() - begun
        await converged([guest for guest, _ in people])
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return notes, took


def _tell(chaos: Chaos, notes: Notes) -> None:
    """Say from time to time how far it is."""
    if chaos.killed.total() % TOLD == 0:
        print(f"{dict(chaos.killed)}, {len(notes.acknowledged)} moves", file=sys.stderr, flush=True)


async def converged(people: list[LoadGuest]) -> None:
    """Wait until everybody was told of something new: nobody stays behind when all runs again."""
    before = [(guest.seen, guest.seen.seq) for guest in people]
    until = time.monotonic() + PATIENCE
    while any(guest.seen is seen and seen.seq == seq for guest, (seen, seq) in zip(people, before, strict=True)):
        assert time.monotonic() < until, "somebody hears nothing"
        await asyncio.sleep(0.1)


def report(chaos: Chaos, notes: Notes, took: float, found: list[str], summary: dict[str, Any]) -> dict[str, Any]:
    """What happened."""
    ordered = sorted(notes.took)
    return {
        "kills": dict(chaos.killed),
        "seconds": round(took, 1),
        "acknowledged": len(notes.acknowledged),
        "lines acknowledged": len(notes.said),
        "reconnects": notes.reconnects,
        "viewings": len(notes.seen),
        "answered ms p50": round(statistics.median(ordered) * 1000, 1) if ordered else None,
        "answered ms p99": round(ordered[len(ordered) * 99 // 100] * 1000, 1) if ordered else None,
        **summary,
        "faults": len(found),
    }


def run(
    kills: int, pause: float, seed: int, scale: int, folder: Path, minutes: float = math.inf
) -> tuple[dict[str, Any], list[str]]:
    """One run: what happened, and all that is wrong."""
    chaos = Chaos(folder, random.Random(seed))
    try:
        notes, took = asyncio.run(play(chaos, kills, pause, scale, minutes))
        games = asyncio.run(checker.read(chaos.address))
        found = list(checker.faults(games, notes))
        return report(chaos, notes, took, found, checker.summary(games)), found
    finally:
        chaos.close()


def main() -> int:
    """Run it as the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after so many, whatever is left")
    parser.add_argument("--pause", type=float, default=0.7, help="seconds between two kills")
    parser.add_argument("--scale", type=int, default=1, help="six rooms for each")
    parser.add_argument("--seed", type=int, default=20261125)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        said, found = run(args.kills, args.pause, args.seed, args.scale, Path(folder), args.minutes)
    print(json.dumps(said, indent=1))
    for fault, times in Counter(found).most_common(50):
        print(f"{times} x {fault[:1000]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
