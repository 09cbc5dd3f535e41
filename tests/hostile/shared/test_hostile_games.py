"""Games at two servers whose Redis is in a stranger's hands: nothing but delay follows."""

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from redis import Redis as Client

from tests.cluster import checker
from tests.cluster.chaos import CLOCKS, FAST, TIMED, converged, gather
from tests.cluster.conftest import coming
from tests.cluster.games import Game, begin
from tests.cluster.workers import Cluster, counted
from tests.crash.load import Notes
from tests.hostile.shared.stranger import Stranger, topics
from tests.hostile.tables.test_secrecy import tiles_in
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tilerummy.web.edge.spending import TOPIC

ROUNDS: Final = 2
"""Turns that run out, while the stranger does all it can."""
GROWN: Final = 64 * 2**20
"""Bytes of memory that a server may take more meanwhile: it began with no game."""
STILL: Final = 2.0
"""Seconds for which nobody may have to wait for an answer."""
HUGE: Final = 64 * 2**20
"""Bytes of a message that no server could take."""
HUGE_ROUNDS: Final = (3, 20)
TURNS: Final[dict[str, Any]] = {**TIMED, "edition": None}


@contextmanager
def beside(work: Callable[[], None], pause: float) -> Iterator[None]:
    """Do this again and again for the length of the block."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(pause):
            work()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Meddler:
    """A client of Redis that may do everything."""

    def __init__(self, redis: Redis, chance: random.Random) -> None:
        self._client = Client.from_url(redis.address)
        self._client.config_set("client-output-buffer-limit", "pubsub 0 0 0")
        self._chance = chance
        self._round = 0

    def __call__(self) -> None:
        channels: list[Any] = self._client.pubsub_channels()
        if not channels:
            return
        self._round += 1
        pipe: Any = self._client.pipeline(transaction=False)
        for channel in self._chance.choices(channels, k=20):
            name = channel.decode()
            pipe.delete(name).lpush(name, "x").set(f"{name}{TOPIC}guest", "inf").hset(f"{name}:h", "a", "1")
            spent = msgspec.msgpack.encode((f"{TOPIC}address", msgspec.msgpack.encode(("127.0.0.1", 1e300))))
            pipe.publish(name, spent).publish(name, b"\0" * 56 + spent).publish(name, b"")
        if self._round in HUGE_ROUNDS:
            pipe.publish(channels[0].decode(), b"x" * HUGE)
        if self._round % 5 == 0:
            for _ in range(2_000):
                pipe.publish(channels[0].decode(), b"flood")
        if self._round % 9 == 0:
            pipe.flushall()
            pipe.client_kill_filter(_type=self._chance.choice(["normal", "pubsub"]), skipme=True)
        pipe.execute(raise_on_error=False)


def drafts(game: Game) -> tuple[set[str], set[int]]:
    """Who is to move lays tiles of theirs, takes them back, and lets the time run out: the tables that were laid, and
    the rows after which all was taken back in time."""
    laid, emptied = set[str](), set[int]()
    while len(emptied) < ROUNDS:
        moving, waiting = game.moving, game.waiting
        state = moving.state
        in_time = True
        for opening in ([" ".join(state["rack"][:3])], list[str]()):
            table = [*state["table"], *opening]
            laid.add(json.dumps(table))
            moving.send({"t": "preview", "n": 1, "on": state["seq"], "opening": opening, "table": table})
            in_time &= moving.expect("previewed", "refused")["t"] == "previewed"
        if in_time:
            emptied.add(state["seq"])
        for one in (moving, waiting):
            one.until_turn(state["turn_number"] + 1)
    return laid, emptied


def tables_in(carried: list[tuple[str, bytes]]) -> Iterator[str]:
    """The tables of all drafts that Redis carried; nothing else of all that holds a tile."""
    for topic, body in topics(carried):
        match topic:
            case "laid":
                yield json.dumps(msgspec.msgpack.decode(body)[2])
            case "draft":
                yield json.dumps(json.loads(body)["table"])
            case _:
                assert tiles_in(msgspec.msgpack.decode(body) if body else "") == set(), (topic, body)


def test_nothing_but_delay_follows_from_a_redis_in_a_strangers_hands(
    postgresql: Postgresql, redis: Redis, tmp_path: Path
) -> None:
    chance = random.Random(20261127)
    stranger = Stranger(redis.port, chance).start()
    database, address = postgresql.database(), redis.address.replace(str(redis.port), str(stranger.port))
    cluster = Cluster(tmp_path, database, address, 2, {"TILERUMMY_PER_ADDRESS": "100"})
    sizes: list[float] = []

    def weigh() -> None:
        sizes.extend(size for worker in cluster.workers for size in counted(worker, "process_resident_memory_bytes"))

    try:
        cluster.start()
        weigh()
        before = max(sizes)
        with coming(cluster) as come:
            game = begin(lambda number: come(number % 2), **TURNS)
            addresses = [worker.address for worker in cluster.workers]
            with beside(Meddler(redis, chance), 0.1), beside(weigh, 0.2):
                notes, laid, emptied = asyncio.run(play(addresses, game, stranger))
            told = [message for table in game.tables for message in map(json.loads, table.frames)]
        assert all(worker.runs for worker in cluster.workers)
        assert max(sizes) < before + GROWN
        assert not any('"exception"' in worker.logged for worker in cluster.workers)
    finally:
        cluster.close()
        stranger.stop()
    games = asyncio.run(checker.read(database))
    assert list(checker.faults(games, notes)) == []
    found = checker.summary(games)
    assert min(found[what] for what in ("lines", "time-outs", "clocks read", "computers' rows")) > 0
    assert notes.reconnects == 0, "no socket was closed"
    assert sorted(notes.took)[len(notes.took) * 9 // 10] < STILL
    events = [event for message in told if message.get("since") in emptied for event in message["events"]]
    ends = [event for event in events if event["t"] == "timed-out"]
    assert {(end["outcome"], end["drawn"]) for end in ends} == {("idle", 1)}, "what lay there was taken back"
    assert {json.dumps(message["table"]) for message in told if message["t"] == "drafted"} <= laid
    assert set(tables_in(stranger.carried)) <= laid


async def play(addresses: list[str], game: Game, stranger: Stranger) -> tuple[Notes, set[str], set[int]]:
    """People play, talk and draft for a while, then until all have heard of all: what they noted, then as `drafts`."""
    notes, people = Notes(), []
    for body, moves, computers in ((FAST, (True, True), 0), (TIMED, (True, False), 0), (CLOCKS, (True, True), 1)):
        people += await gather(notes, addresses, body, moves, computers)
    playing = [asyncio.create_task(guest.play(room)) for guest, room in people]
    try:
        laid, emptied = await asyncio.to_thread(drafts, game)
        stranger.honest = True
        await converged([guest for guest, _ in people])
    finally:
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
    return notes, laid, emptied
