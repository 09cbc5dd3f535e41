"""What finished games take on disk: `python -m benchmarks.disk [--games 400] [--seats 2]`.

Computer players play some games; each is kept again and again as people would have played it, under other ids and at
other times. Prints the bytes that one more game takes, as it is appended and once it is packed, of SQLite and, where
it is installed, of PostgreSQL. Games come and are packed twenty at a time, as on a server, so that what one leaves
free is used by the next; the first half of the games makes that room and is not counted.
"""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from building import servers
from tests.rooms.harness import Harness, eventually, with_rooms
from tilerummy import editions
from tilerummy.rooms.decide import computer, create, starting
from tilerummy.rooms.decision import after, then
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.store import Row, Store, Write
from tilerummy.store.opening import open_store

PLAYED = 10
AT_A_TIME = 20
START = 1_790_000_000_000
Place = tuple[str, Callable[[], int]]
"""The address of an empty store, and what tells how large it is."""


def played(seats: int) -> list[list[Row]]:
    """The rows of some games between steady players."""
    games: list[list[Row]] = []

    async def play(hall: Harness, number: int) -> list[Row]:
        sitters = tuple(computer("steady", (f"{number}", f"{seat}")) for seat in range(seats))
        made = create(editions.load("original"), None, "p" * 32, sitters, start=False)
        begun, ident = then(made, starting(after(made.state).state)), new_room_id()
        await hall.store.append(first_write(ident, begun, "p" * 32, hall.clock()))
        room = await hall.room(ident)
        await eventually(lambda: room.state.phase == "over")
        return [entry.row for entry in room.entries]

    async def work(hall: Harness) -> None:
        for number in range(PLAYED):
            games.append(await play(hall, number))

    with tempfile.TemporaryDirectory() as folder:
        with_rooms(Path(folder), work, running=True)
    return games


def by_people(rows: Sequence[Row], chance: random.Random) -> tuple[list[Row], tuple[str, ...]]:
    """The same game as people play it: ids that nobody guesses, some seconds from move to move."""
    actors = {row.actor: f"{chance.getrandbits(128):032x}" for row in rows}
    at, human = START, list[Row]()
    for row in rows:
        at += chance.randint(2_000, 40_000)
        human.append(Row(row.seq, actors[row.actor], f"{chance.getrandbits(64):016x}", row.body, at))
    return human, tuple(actors.values())


async def fill(store: Store, games: Sequence[Sequence[Row]], numbers: range, *, packed: bool) -> None:
    """Keep some games, and pack them."""
    chance = random.Random(numbers.start)

    async def keep(rows: Sequence[Row]) -> None:
        human, people = by_people(rows, chance)
        game = "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=12))
        for row in human:
            await store.append(Write(game, row, "over" if row is human[-1] else "playing", players=people))

    await asyncio.gather(*(keep(games[number % len(games)]) for number in numbers))
    if packed:
        await store.pack(START * 2)
    await store.close()


def measured(name: str, games: Sequence[Sequence[Row]], count: int, place: Callable[[], Place]) -> None:
    """One line: bytes per game before and after."""
    said = []
    for packed in (False, True):
        address, size = place()
        sizes = []
        for start in range(0, count, AT_A_TIME):
            asyncio.run(fill(open_store(address), games, range(start, start + AT_A_TIME), packed=packed))
            sizes.append(size())
        middle = len(sizes) // 2
        said.append((sizes[-1] - sizes[middle - 1]) / (len(sizes) - middle) / AT_A_TIME)
    print(f"{name:12} {said[0] / 1000:7.1f} kB {said[1] / 1000:7.1f} kB")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Bytes per finished game.")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    games = played(args.seats)
    print(f"{args.games} games of {sum(map(len, games)) / len(games):.0f} rows")
    print("store        appended     packed")
    with tempfile.TemporaryDirectory() as folder:
        folders = iter((Path(folder) / "plain", Path(folder) / "packed"))
        measured("SQLite", games, args.games, lambda: sqlite(next(folders)))
    if servers.postgresql() is not None:
        with postgresql() as place:
            measured("PostgreSQL", games, args.games, place)


def sqlite(folder: Path) -> Place:
    """An empty store in a folder."""
    return str(folder), lambda: sum(file.stat().st_size for file in folder.glob("*.sqlite3"))


@contextmanager
def postgresql() -> Iterator[Callable[[], Place]]:
    """Makes empty stores in a PostgreSQL of our own."""
    from tests.servers.postgresql import Postgresql

    server = Postgresql(fsync="off").start()

    def made() -> Place:
        address = server.database()
        schema = address.rpartition("=")[2]
        tables = f"select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = '{schema}'::regnamespace"

        def size() -> int:
            server.execute("vacuum")
            return int(server.execute(f"{tables} and relkind = 'r'"))

        return address, size

    try:
        yield made
    finally:
        server.stop()


if __name__ == "__main__":
    main()
