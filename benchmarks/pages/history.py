"""How fast a long history opens: `python -m benchmarks.pages.history [--games 5000]`.

A guest plays a game to its end; a store holds it as often as asked, packed, each under an id and at a time of its own.
Prints the milliseconds that the first page of their finished games takes, the pages after it, and all of them.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

from tests.web.computed import computed
from tests.web.harness import Guest, serving
from tilerummy.store.folder import FILE, open_store
from tilerummy.store.sessions import LAST

HOUR = 3_600_000
COPIES = (
    "insert into game select id || ?1, seq, status, deadline, computer, changed - ?1 * ?2 from game where id = ?3",
    "insert into event (game_id, seq, actor, command_id, body, at, edition)"
    " select game_id || ?1, seq, actor, command_id, body, at, edition from event where game_id = ?3",
    "insert into player_game (player, game_id, seen)"
    " select player, game_id || ?1, seen from player_game where game_id = ?3",
)


def played(guest: Guest) -> str:
    """The room of a game that the guest played to its end as the level `gentle` plays."""
    room, stream = guest.make(computers=["steady"], name="Ann", start=True), Random(1)
    with guest.join(room) as table:
        while table.until(lambda state: state["turn"] == state["you"] or state["phase"] == "over")["phase"] != "over":
            table.move(computed(table.state, "gentle", stream))
    return room


async def pack(folder: Path) -> None:
    """Pack what is over."""
    store = open_store(folder)
    await store.pack(LAST)
    await store.close()


def copy(folder: Path, room: str, count: int) -> None:
    """Keep the game so many times more, each an hour before the last."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for number in range(1, count):
            for statement in COPIES:
                values = (number, HOUR, room) if "?2" in statement else (number, room)
                database.execute(statement.replace("?3", f"?{len(values)}"), values)


def pages(guest: Guest) -> list[float]:
    """The milliseconds of each page of the history."""
    times, after = list[float](), ""
    while True:
        begun = time.perf_counter()
        page = guest.http.get(f"/api/rooms/finished{after}").raise_for_status().json()
        times.append((time.perf_counter() - begun) * 1000)
        if page["next"] is None:
            return times
        after = f"?before={page['next']}"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder) as server, Guest(server.address) as guest:
            room = played(guest)
            cookies = guest.http.cookies
        asyncio.run(pack(folder))
        copy(folder, room, args.games)
        with serving(folder) as server, Guest(server.address, session=False) as guest:
            guest.http.cookies = cookies
            times = pages(guest)
    later = statistics.quantiles(times[1:], n=20)
    print(f"{args.games} games, {len(times)} pages")
    print(f"first page {times[0]:.0f} ms; then {later[9]:.0f} ms, 95th percentile {later[18]:.0f} ms")
    print(f"all {sum(times) / 1000:.1f} s")


if __name__ == "__main__":
    main()
