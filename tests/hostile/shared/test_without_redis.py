"""Redis away, silent, slow, emptied, absent at a start: play goes on by the poll, and nobody loses anything."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.conftest import Seats, coming
from tests.cluster.games import Game, begin, eventually, options
from tests.cluster.workers import Cluster
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.servers.slow import Slow
from tests.web.harness import Table
from tilerummy.web import limits

pytestmark = pytest.mark.slow
HARMS = ("away", "hangs")
REPAIRS = "tilerummy_poll_repairs_total"
SLOW = 2.0
"""Seconds that all to and from a slow Redis takes: just not silence."""


@pytest.fixture
def deaf(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> Iterator[Cluster]:
    """Workers whose Redis a test may harm."""
    cluster = Cluster(tmp_path, postgresql.database(), redis.address)
    try:
        yield cluster.start()
    finally:
        cluster.close()


@pytest.fixture
def guest(deaf: Cluster) -> Iterator[Seats]:
    """Guests at those workers."""
    with coming(deaf) as come:
        yield come


def harm(redis: Redis, how: str) -> None:
    """From now on nobody hears anything."""
    redis.kill() if how == "away" else redis.hang()


def heal(redis: Redis, how: str) -> None:
    """From now on it works again."""
    redis.start() if how == "away" else redis.wake()


def lines(table: Table) -> list[str]:
    """All lines that a table was told."""
    return [line["text"] for frame in table.frames for line in json.loads(frame).get("lines", ())]


def told_of(cluster: Cluster, event: str) -> None:
    """Wait until each worker has told of it in its log."""
    eventually(lambda: all(event in worker.logged for worker in cluster.workers))


def play(game: Game, turns: int) -> None:
    """Some turns, each by who is to move on the newest state."""
    for _ in range(turns):
        seq = game.moving.move({"t": "draw"})["seq"]
        for table in game.tables:
            table.catch_up(seq)


@pytest.mark.parametrize("how", HARMS)
def test_play_goes_on_by_the_poll(redis: Redis, deaf: Cluster, guest: Seats, how: str) -> None:
    game = begin(guest, limit=600)
    harm(redis, how)
    play(game, 3)
    assert game.anns.ask("say", text="can you hear me?")["t"] == "accepted"
    for table in (game.bobs, game.others):
        while "can you hear me?" not in lines(table):
            table.next()
    told_of(deaf, "bus-away")
    assert deaf.counted(REPAIRS) > 0
    heal(redis, how)
    told_of(deaf, "bus-back")
    play(game, 3)


def test_a_slow_redis_keeps_nobody_waiting(postgresql: Postgresql, redis: Redis, tmp_path: Path) -> None:
    slow = Slow(redis.port, SLOW).start()
    cluster = Cluster(tmp_path, postgresql.database(), redis.address.replace(str(redis.port), str(slow.port)))
    try:
        cluster.start()
        with coming(cluster) as guest:
            game = begin(guest, limit=600)
            took = []
            for _ in range(5):
                moving, begun = game.moving, time.monotonic()
                seq = moving.move({"t": "draw"})["seq"]
                took.append(time.monotonic() - begun)
                for table in game.tables:
                    table.catch_up(seq)
            # no answer waits for the bus, and who has not heard of a move finds it by the poll
            assert sorted(took)[2] < SLOW
            assert cluster.counted(REPAIRS) > 0
    finally:
        cluster.close()
        slow.stop()


def test_a_worker_that_knows_an_older_state_judges_by_the_newest(redis: Redis, guest: Seats) -> None:
    game = begin(guest, limit=600)
    # everybody has a second line at the third worker, which knows nothing until it is asked or polls
    seconds = {table: guest(2, game.guest_of(table)).join(game.room) for table in (game.anns, game.bobs)}
    redis.kill()
    for _ in range(6):
        moving, waiting = game.moving, game.waiting
        seq = moving.move({"t": "draw"})["seq"]
        waiting.catch_up(seq)
        # at once, by the newest number, at a worker that has not heard of it
        move = {"t": "move", "id": f"m{seq}", "on": seq, "move": {"t": "draw"}}
        seconds[waiting].send(move)
        assert seconds[waiting].expect("accepted", "refused") == {"t": "accepted", "id": f"m{seq}", "seq": seq + 1}
        waiting.send(move)
        assert waiting.expect("accepted", "refused") == {"t": "accepted", "id": f"m{seq}", "seq": seq + 1}
        for table in game.tables:
            table.catch_up(seq + 1)


def test_what_was_said_while_nobody_heard_is_read_when_all_hear_again(redis: Redis, guest: Seats) -> None:
    game = begin(guest)
    for number in range(5):
        redis.kill()
        assert game.anns.ask("say", phrase=None, text=f"line {number}")["t"] == "accepted"
        redis.start()
        for table in (game.bobs, game.others):
            while f"line {number}" not in lines(table):
                table.next()


@pytest.mark.parametrize("how", HARMS)
def test_nobody_loses_their_seat_or_game_to_a_silent_bus(redis: Redis, guest: Seats, how: str) -> None:
    game = begin(guest, options=options(away="end", away_seconds=20))
    moving, waiting = game.moving, game.waiting
    me = game.guest_of(moving)
    moving.close()
    # it has begun to count their absence when it grows deaf, and they come back elsewhere
    waiting.expect("presence")
    time.sleep(5)
    harm(redis, how)
    time.sleep(2)
    with guest(2, me).join(game.room) as back:
        end = time.monotonic() + 25
        while (left := end - time.monotonic()) > 0:
            try:
                waiting.socket.recv(left)
            except TimeoutError:
                break
        assert guest(0, me).http.get("/api/rooms").json()[0]["phase"] == "playing"
        assert back.move({"t": "draw"})["t"] == "accepted"
    heal(redis, how)


def test_each_worker_counts_alone_what_is_said_while_nobody_hears(redis: Redis, deaf: Cluster, guest: Seats) -> None:
    ann = guest(0)
    room = ann.make(name="Ann")
    redis.kill()
    told_of(deaf, "bus-away")
    for number in range(len(deaf.workers)):
        with guest(number, ann).join(room) as table:
            for _ in range(int(limits.lines().of("").burst)):
                assert table.ask("say", phrase="hello")["t"] == "accepted"


def test_workers_start_without_a_redis_and_hear_when_it_comes(
    redis: Redis, postgresql: Postgresql, tmp_path: Path
) -> None:
    redis.kill()
    cluster = Cluster(tmp_path, postgresql.database(), redis.address)
    try:
        cluster.start()
        with coming(cluster) as guest:
            game = begin(guest, limit=600)
            play(game, 2)
            redis.start()
            told_of(cluster, "bus-back")
            play(game, 2)
    finally:
        cluster.close()


def test_an_emptied_redis_is_missed_by_nobody(redis: Redis, guest: Seats) -> None:
    game = begin(guest, limit=600)
    for words in (("FLUSHALL",), ("CLIENT", "KILL", "TYPE", "pubsub"), ("CLIENT", "KILL", "TYPE", "normal")):
        redis.command(*words)
        play(game, 2)


def test_nobody_takes_along_to_a_rematch_who_was_forgotten(redis: Redis, guest: Seats) -> None:
    game = begin(guest)
    assert game.moving.ask("resign")["t"] == "accepted"
    for table in game.tables:
        table.until(lambda state: state["phase"] == "over")
    redis.kill()
    assert game.ann.http.post("/api/session/forget").status_code == 200
    # at a worker that does not hear of it
    assert game.bobs.ask("rematch")["t"] == "accepted"
    room = game.bobs.until(lambda state: bool(state["next"]))["next"]
    assert [seat["name"] for seat in guest(1, game.bob).join(room).state["seats"]] == ["N. N.", "Bob"]
