"""A hall at its busiest: 50 tables report within ten seconds while phones and screens watch.

`python -m benchmarks.tournament` starts a server of its own and prints how long reports took to be answered, that is
until they are on disk, how long until the watchers saw the last one, and how many bytes a phone, a screen and a desk
were sent at each change. `--whole` sends whole pictures.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.web.harness import serving


class _Watcher:
    """One who watches, and what they are sent."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.first = 0
        self.sizes: list[int] = []
        """Bytes of each change after the first picture."""
        self.seen = 0.0

    async def watch(self, last: "asyncio.Future[int]") -> None:
        async with connect(self.address, max_size=2**24, open_timeout=60) as socket:
            while True:
                sent = await socket.recv()
                said = json.loads(sent)
                shown = said.get("shown", said.get("parts"))
                if shown is None:
                    continue
                if self.first:
                    self.sizes.append(len(sent))
                self.first = self.first or len(sent)
                if last.done() and shown["seq"] >= last.result():
                    self.seen = time.perf_counter()
                    return


async def _report(http: httpx.AsyncClient, address: str, after: float, body: dict[str, Any]) -> tuple[float, int]:
    await asyncio.sleep(after)
    start = time.perf_counter()
    answer = await http.post(address, json=body)
    assert answer.status_code == 200, answer.text
    return time.perf_counter() - start, answer.json()["seq"]


async def _measure(
    address: str, players: int, phones: int, screens: int, seconds: float, *, whole: bool
) -> dict[str, float]:
    chance = random.Random(1)
    limits = httpx.Limits(max_connections=100)
    async with (
        httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http,
        httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as other,
    ):
        for browser in (http, other):
            await browser.post("/api/session")
        made = (await http.post("/api/tournaments", json={"name": "Hall", "format": "blocks-of-two"})).json()
        path = f"/api/tournaments/{made['tournament']}"
        names = "\n".join(f"Player {number:03}" for number in range(1, players + 1))
        for number, step in enumerate(
            [{"t": "enter", "text": names}, {"t": "begin"}, {"t": "publish"}, {"t": "start"}]
        ):
            answer = await http.post(f"{path}?key={made['organiser']}", json={"id": f"c{number}", **step})
            assert answer.status_code == 200, answer.text
        shown = (await http.get(f"{path}?key={made['organiser']}")).json()
        tables = shown["stages"][0]["rounds"][0]["tables"]
        keys = shown["table_keys"]
        socket = f"{address.replace('http', 'ws', 1)}{path}/watch"
        last: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        query = "?" if whole else "?parts&"
        kinds = {
            "phone": [_Watcher(f"{socket}{query}key={keys[at % len(keys)]}") for at in range(phones)],
            "screen": [_Watcher(f"{socket}{query}") for _ in range(screens)],
            "desk": [_Watcher(f"{socket}{query}key={made['desk']}")],
        }
        watchers = [one for kind in kinds.values() for one in kind]
        watching = [asyncio.create_task(one.watch(last)) for one in watchers]
        await asyncio.sleep(2)
        reports = []
        for table, seats in enumerate(tables, start=1):
            scores = [5 * (len(seats) - 1), *[-5] * (len(seats) - 1)]
            # a result needs two browsers
            for seat, phone in ((1, http), (2, other)):
                body = {
                    "t": "report",
                    "id": f"{table}-{seat}",
                    "table": table,
                    "game": 1,
                    "scores": scores,
                    "seat": seat,
                }
                after = chance.random() * seconds / 2 + (seat - 1) * seconds / 2
                reports.append(_report(phone, f"{path}?key={keys[table - 1]}", after, body))
        done = await asyncio.gather(*reports)
        finished = time.perf_counter()
        last.set_result(max(seq for _, seq in done))
        await http.post(f"{path}?key={made['organiser']}", json={"t": "hide", "id": "last", "hidden": True})
        await asyncio.wait_for(asyncio.gather(*watching), 60)
    times = sorted(took * 1000 for took, _ in done)
    return {
        "reports": len(times),
        "watchers": len(watchers),
        "median_ms": statistics.median(times),
        "p99_ms": times[int(len(times) * 0.99)],
        "most_ms": times[-1],
        "seen_by_all_ms": (max(one.seen for one in watchers) - finished) * 1000,
        **{f"{kind}_first_bytes": max(one.first for one in found) for kind, found in kinds.items() if found},
        **{
            f"{kind}_change_bytes": statistics.mean(size for one in found for size in one.sizes)
            for kind, found in kinds.items()
            if found
        },
    }


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--screens", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--whole", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        found = asyncio.run(
            _measure(server.address, args.players, args.phones, args.screens, args.seconds, whole=args.whole)
        )
    print(json.dumps({key: round(value, 1) for key, value in found.items()}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
