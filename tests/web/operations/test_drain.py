"""An orderly end: nobody new, everybody sent elsewhere, what was begun is done and told, and nothing is lost."""

import asyncio
import contextlib
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.sync.client import connect

from tests.hostile.raw import cookie_of, eventually, opened
from tests.web.harness import Guest, Server, Table, picture
from tilerummy.store.folder import FILE
from tilerummy.web.operations.drain import SPREAD, Drain

pytestmark = [
    pytest.mark.slow,
    pytest.mark.one_process("how a process ends; tests/deploy/test_rolling_restart.py has three"),
]
SLOW = 20
"""Requests whose bodies do not come."""
END = 10.0
"""Seconds an end may take: what comes after is a kill."""


@contextlib.contextmanager
def held(data: Path) -> Iterator[None]:
    """Nothing can be written within the block: another writer is at it."""
    database = sqlite3.connect(data / FILE, isolation_level=None)
    try:
        database.execute("begin immediate")
        yield
    finally:
        database.close()


def end(server: Server, guest: Guest, number: int = signal.SIGTERM) -> None:
    """Ask it to end once it has read what was sent before, and wait until it begins to."""
    # what is answered here was read after what was sent there
    assert word(guest, "/healthz") == "ok"
    server.process.send_signal(number)
    eventually(lambda: word(guest, "/readyz") == "draining")


def word(guest: Guest, path: str) -> str:
    """What the server says of itself."""
    return guest.http.get(path).text.strip()


def at_turn(guest: Guest) -> Table:
    """The guest at a table against a computer player, at their turn."""
    room = guest.make(seats=2, computers=["gentle"], name="Ann", start=True)
    table = guest.join(room)
    table.until(lambda state: bool(state["turn"] == state["you"]))
    return table


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_was_begun_is_done_and_told_before_the_end(tmp_path: Path, number: int) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann, at_turn(ann) as table:
        with held(tmp_path):
            table.send({"t": "move", "id": "last", "on": table.state["seq"], "move": {"t": "draw"}})
            end(server, ann, number)
        assert table.expect("accepted")["id"] == "last"
        assert table.closed() == 1012
        assert server.ended(END) == (0 if number == signal.SIGTERM else 130)
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("select count(*) from event where command_id = 'last'").fetchone() == (1,)
    database.close()


def test_nobody_begins_anything_on_a_server_that_ends(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann, at_turn(ann) as table, held(tmp_path):
        table.send({"t": "move", "id": "last", "on": table.state["seq"], "move": {"t": "draw"}})
        end(server, ann)
        assert ann.http.get("/readyz").status_code == 503
        assert word(ann, "/healthz") == "ok"
        for path in ("/api/rooms", "/api/tournaments", "/api/sheets"):
            refused = ann.http.post(path, json={})
            assert (refused.status_code, refused.json()["code"]) == (503, "draining")
            assert refused.headers["retry-after"] == "1"
        with pytest.raises(InvalidStatus) as handshake:
            connect(f"ws://127.0.0.1:{server.port}/api/rooms/x/socket", additional_headers={"Cookie": cookie_of(ann)})
        assert handshake.value.response.status_code == 503
        # what asks for nothing new is answered
        assert ann.http.get("/api/levels").status_code == 200
    assert server.ended(END) == 0


def _come_and_go(address: str, cookie: str, staying: threading.Event) -> int:
    """Connect again and again, and stay in once that is wanted, until the server lets nobody in any more (0) or sends
    away who is in: how that connection closed."""
    while True:
        try:
            socket = connect(address, additional_headers={"Cookie": cookie})
        except (OSError, InvalidHandshake, InvalidMessage, ConnectionClosed):
            return 0
        try:
            with socket:
                socket.send('{"t":"join","v":1}')
                socket.recv(END)
                while staying.is_set():
                    socket.recv(END)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def test_who_comes_while_it_ends_is_refused_or_sent_elsewhere(tmp_path: Path) -> None:
    server, staying = Server(tmp_path).start(), threading.Event()
    with Guest(server.address) as ann, ThreadPoolExecutor(20) as threads:
        address, cookie = f"ws://127.0.0.1:{server.port}/api/rooms/{ann.make()}/socket", cookie_of(ann)
        visits = [threads.submit(_come_and_go, address, cookie, staying) for _ in range(20)]
        time.sleep(0.3)
        assert not any(visit.done() for visit in visits)
        staying.set()
        server.process.send_signal(signal.SIGTERM)
        codes = [visit.result() for visit in visits]
        assert set(codes) <= {0, 1012}
        assert 1012 in codes
        assert server.ended(END) == 0


def test_a_second_signal_ends_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann, at_turn(ann) as table:
        answer = table.move({"t": "draw"})
        table.until(lambda state: bool(state["turn"] == state["you"] and state["turn_number"] > 2))
        with held(tmp_path):
            table.send({"t": "move", "id": "last", "on": table.state["seq"], "move": {"t": "draw"}})
            end(server, ann)
            server.process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            assert server.ended(END) == -signal.SIGTERM
            assert time.monotonic() - begun < 1
    with sqlite3.connect(tmp_path / FILE) as database:
        rows = {seq for (seq,) in database.execute("select seq from event")}
    database.close()
    assert answer["seq"] in rows


def test_watchers_are_sent_elsewhere_too(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann:
        made = ann.http.post("/api/sheets", json={"edition": "original", "players": ["Ann", "Bob"]})
        assert made.status_code == 201, made.text
        sheet = made.json()["sheet"]
        with connect(f"ws://127.0.0.1:{server.port}/api/sheets/{sheet}/watch") as socket:
            picture(socket)
            server.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(ConnectionClosed):
                for _ in socket:
                    pass
            assert socket.close_code == 1012
        assert server.ended(END) == 0


def test_a_command_that_was_not_answered_is_asked_again_and_done_once(tmp_path: Path) -> None:
    server = Server(tmp_path, environment={"TILERUMMY_GRACE": "30"}).start()
    with Guest(server.address) as ann:
        room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True, limit=60)
        with ann.join(room) as table:
            table.until(lambda state: bool(state["turn"] == state["you"]))
            deadline, on = table.state["deadline"], table.state["seq"]
            server.process.send_signal(signal.SIGTERM)
            # too late, in time, under way: nobody knows
            with contextlib.suppress(ConnectionClosed):
                table.send({"t": "move", "id": "last", "on": on, "move": {"t": "draw"}})
            assert table.closed() == 1012
            assert server.ended(END) == 0
        server.start()
        with ann.join(room) as table:
            before = table.state
            assert before["seq"] > on or before["deadline"] >= deadline
            answer = table.ask("move", id="last", on=on, move={"t": "draw"})
            assert (answer["t"], answer["seq"]) == ("accepted", on + 1)
    assert server.stop() == 0
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("select count(*) from event where command_id = 'last'").fetchone() == (1,)
    database.close()


def test_requests_that_would_take_too_long_are_answered_that_the_server_ends(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(tmp_path / "data", log=log).start()
    with Guest(server.address) as ann, contextlib.ExitStack() as lines:
        head = f"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie_of(ann)}\r\nContent-Length: 9\r\n\r\n{{"
        slow = [lines.enter_context(contextlib.closing(opened(server, head.encode()))) for _ in range(SLOW)]
        # who comes after them is answered after they were read
        assert httpx.get(f"{server.address}/healthz", verify=False).text == "ok\n"
        server.process.send_signal(signal.SIGTERM)
        for line in slow:
            answer = b"".join(iter(lambda line=line: line.recv(4096), b""))  # type: ignore[misc]
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 1" in answer.lower()
            assert b'"code":"draining"' in answer
    assert server.ended(END) == 0
    assert not [line for line in log.read_text().splitlines() if "error" in line.lower()]


def test_an_end_of_an_idle_server_takes_no_time(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Guest(server.address) as ann, at_turn(ann):
        begun = time.monotonic()
        assert server.stop() == 0
    assert time.monotonic() - begun < SPREAD


class _Socket:
    """A socket that notes when it was asked to leave, and is gone at once."""

    def __init__(self, there: set[object], asked: list[float]) -> None:
        self._there = there
        self._asked = asked

    def leave(self) -> None:
        """Note it."""
        self._asked.append(time.monotonic())
        self._there.discard(self)


def test_the_sockets_of_a_full_server_are_sent_away_evenly() -> None:
    there: set[object] = set()
    asked: list[float] = []
    there |= {_Socket(there, asked) for _ in range(5_000)}
    drain, begun = Drain(), time.monotonic()
    drain.begin()
    asyncio.run(drain.finish(there))
    seconds = [0.0] * 7
    for at in asked:
        seconds[int(2 * (at - begun))] += 1
    assert len(asked) == 5_000
    assert max(seconds) < 2_000, "in half a second a sixth of them"
    assert asked[-1] - begun == pytest.approx(SPREAD, abs=1)


class _Handshake:
    """A connection that is a socket of its own as soon as its handshake is over: then it leaves no more."""

    def __init__(self, there: set[object], becomes: _Socket) -> None:
        self._there = there
        self._becomes = becomes

    def leave(self) -> None:
        """Nobody hears it: the handshake ends in this moment."""
        self._there.discard(self)
        self._there.add(self._becomes)


def test_a_socket_whose_handshake_ends_meanwhile_is_asked_too() -> None:
    there, asked = set[object](), list[float]()
    there.add(_Handshake(there, _Socket(there, asked)))
    asyncio.run(Drain().finish(there))
    assert len(asked) == 1
    assert not there
