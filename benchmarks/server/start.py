"""How soon a server that starts has time for people: `python -m benchmarks.server.start [--rooms 1000]`.

The data folder holds so many games in which a computer player is to move, as after a crash in a busy hour. Prints how
long the server takes until it answers, and from then until a person who joins one of the rooms is welcomed.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.server.client import Client, Line
from benchmarks.server.games import keep, record
from benchmarks.server.workers import HERE, serving
from tilerummy import editions
from tilerummy.rooms.decide import computer, create, starting
from tilerummy.rooms.decision import after, then
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.store.folder import open_store


async def fill(folder: Path, count: int) -> str:
    """Games in which a computer player is to move; the id of the last."""
    store = open_store(folder)
    players = (computer("expert", ()), computer("expert", ("x",)))
    made = create(editions.load("original"), None, "nobody", players, start=False)
    begun, room = then(made, starting(after(made.state).state)), ""
    for _ in range(count):
        room = new_room_id()
        await store.append(first_write(room, begun, "nobody", wall_clock()))
    await store.close()
    return room


async def welcomed(port: int, room: str) -> float:
    """Seconds until a person who looks at the room is welcomed."""
    client, begun = Client([port], []), time.perf_counter()
    await client.connect(lambda request: Line(client.figures, request), room, None)
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=1000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keep(record(1), folder / "deals.json")
        room = asyncio.run(fill(folder / "data", args.rooms))
        begun = time.perf_counter()
        with serving(HERE, folder, 1, []) as (worker,):
            ready = time.perf_counter() - begun
            took = [asyncio.run(welcomed(worker.port, room)) for _ in range(5)]
        first, *later = (f"{seconds * 1000:.0f}" for seconds in took)
        print(f"{args.rooms} computers to move: answers after {ready:.1f} s; welcomed after {first} ms, then {later}")


if __name__ == "__main__":
    main()
