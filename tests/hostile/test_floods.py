"""Who sends more than anybody needs is cut off; everybody else plays on."""

import asyncio
import json
import socket
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.hostile.raw import answers, cookie_of, eventually, frame, is_closed, opened, upgraded
from tests.web.api.test_guests import refused
from tests.web.api.test_handovers import KEPT
from tests.web.harness import Guest, Server, Table, serving
from tilerummy import rates
from tilerummy.web import limits
from tilerummy.web.edge.frames import Meter

STILL = 2.0
"""Seconds for which nobody may have to wait: the floods below once took ten and more."""


@pytest.fixture
def room(server: Server) -> str:
    with Guest(server.address) as guest:
        return guest.make(name="Ann")


def flood(line: socket.socket, data: bytes, times: int) -> bool:
    """Send without reading; whether the other side hung up."""
    try:
        for _ in range(times):
            line.sendall(data)
    except OSError:
        return True
    return False


def test_empty_frames_are_counted_before_they_are_read(server: Server, room: str) -> None:
    with closing(upgraded(server, room)) as line:
        line.settimeout(10)
        assert flood(line, frame() * 4000, 400), "9.6 MB of empty frames were taken"
        assert answers(server) < STILL


PIECE, PING, PONG = b"\0\x80\0\0\0\0", frame(opcode=9), frame(opcode=10)


@pytest.mark.parametrize("sent", [PIECE, PING, PONG])
def test_pieces_pings_and_pongs_count_too(server: Server, room: str, sent: bytes) -> None:
    with closing(upgraded(server, room)) as line:
        line.settimeout(10)
        line.sendall(b"\1\x80\0\0\0\0")
        assert flood(line, sent * 2000, 400)
        assert answers(server) < STILL


def test_a_request_that_does_not_say_how_long_it_is_is_refused(server: Server) -> None:
    head = b"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(opened(server, head + b"1\r\n \r\n" * 20_000)) as line:
        assert b" 411 " in line.recv(4096)
        flood(line, b"1\r\n \r\n" * 20_000, 200)
        assert answers(server) < STILL
        eventually(lambda: is_closed(line))


def test_a_body_that_says_it_is_too_long_is_refused_unread(server: Server) -> None:
    head = b"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n"
    with closing(opened(server, head)) as line:
        assert b" 413 " in line.recv(4096)
        line.settimeout(10)
        assert flood(line, b"x" * 100_000, 1000), "100 MB nobody asked for were taken"


def test_requests_before_the_answer_to_the_first_end_the_connection(server: Server) -> None:
    ask = b"GET /api/editions HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with closing(opened(server, ask * 1000)) as line:
        eventually(lambda: is_closed(line))
        assert answers(server) < STILL


@pytest.mark.one_process("each worker counts what it is asked itself")
def test_one_address_asks_so_often_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"TILERUMMY_PER_ADDRESS": "0.02"}) as server, Guest(server.address) as guest:
        answers = [guest.http.get("/api/levels") for _ in range(80)]
        assert [answer.status_code for answer in answers[:50]] == [200] * 50
        # a slow machine gives some requests back meanwhile
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert {answer.json()["code"] for answer in refused} == {"too-fast"}


def test_strangers_cannot_take_the_places_of_those_who_play(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"TILERUMMY_PER_ADDRESS": "0.1"}) as server, Guest(server.address) as ann:
        room = ann.make(name="Ann")
        lines: list[socket.socket] = []
        try:
            for _ in range(limits.ONLOOKERS_PER_ADDRESS // 10):
                lines.append(upgraded(server, room))
            with pytest.raises(OSError, match="403"):
                upgraded(server, room)
            lines.append(upgraded(server, room, cookie_of(ann)))
        finally:
            for line in lines:
                line.close()


def test_a_game_goes_on_while_one_socket_floods(server: Server, room: str) -> None:
    with Guest(server.address) as ann:
        own = ann.make(name="Ann", computers=["gentle"], start=True)
        with ann.join(own) as table, closing(upgraded(server, room)) as line:
            line.settimeout(10)
            for _ in range(3):
                _turn(table)
                flood(line, frame() * 1000, 3)


def _turn(table: Table) -> None:
    table.until(lambda state: state["turn"] == state["you"])
    assert table.move({"t": "draw"})["t"] == "accepted"


def test_frames_are_counted_however_they_are_cut() -> None:
    async def work() -> None:
        stream = b"".join(frame(b"x" * size) for size in (0, 1, 125, 126, 300, 0, 2)) * 20
        whole, cut = Meter(), Meter()
        assert whole.allows(stream)
        assert all(cut.allows(stream[at : at + 1]) for at in range(len(stream)))
        allowed = sum(whole.allows(frame()) for _ in range(400))
        assert 160 <= allowed <= 170
        assert sum(cut.allows(frame()) for _ in range(400)) == allowed

    # nothing comes back meanwhile, however long that takes
    with mock.patch.object(rates, "monotonic", return_value=0.0):
        asyncio.run(work())


def test_bytes_cost_so_that_one_address_fills_no_disk(server: Server) -> None:
    """New guests of one address, each with the largest link: what is kept is bounded, and the last is refused."""
    first = {f"{number:036x}": 1 for number in range(5_400)}
    large: dict[str, Any] = {**KEPT, "puzzles": {**KEPT["puzzles"], "first": first}}
    size, kept = len(json.dumps(large)), 0
    for _ in range(40):
        with Guest(server.address) as eve:
            answered = eve.http.post("/api/handovers", json={"kept": large})
        if answered.status_code != 201:
            break
        kept += 1
    assert refused(answered) == (429, "too-fast")
    assert 0 < kept * size < 4 * 2**20
