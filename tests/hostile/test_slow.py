"""Who asks slowly, or never to the end, holds nothing that others need."""

import asyncio
import resource
import socket
import subprocess
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tests.hostile.raw import answers, eventually, is_closed, opened
from tests.web.harness import Guest, Server, serving
from tilerummy.web import limits
from tilerummy.web.edge.connections import Connections
from tilerummy.web.edge.requests import Requests
from tilerummy.web.operations.drain import Drain

HALF = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
FILES = 256


def test_half_requests_do_not_take_all_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_files = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (FILES, FILES))
    monkeypatch.setattr(subprocess, "Popen", partial(subprocess.Popen, preexec_fn=few_files))
    with serving(tmp_path) as server, ExitStack() as stack, Guest(server.address) as ann:
        room = ann.make(name="Ann", computers=["gentle"], start=True)
        table = stack.enter_context(ann.join(room))
        for _ in range(2 * FILES):
            stack.enter_context(closing(opened(server, HALF)))
        assert answers(server) < 2.0
        table.until(lambda state: state["turn"] == state["you"])
        assert table.move({"t": "draw"})["t"] == "accepted"
        with ann.join(room) as second:
            assert second.state["you"] is not None


def test_a_connection_has_its_time_for_a_head_and_for_a_body(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(await Request(scope, receive).body())(scope, receive, send)

    async def dripping(port: int, sent: bytes, drop: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        reading = asyncio.create_task(reader.read())
        try:
            while not reading.done():
                writer.write(drop)
                await asyncio.sleep(0.02)
            return reading.result()
        except OSError:
            return b""
        finally:
            writer.transport.abort()

    async def work() -> None:
        connections = Connections(1000, 1, lambda _: False)
        http = partial(Requests, connections=connections, drain=Drain())
        config = uvicorn.Config(reads, lifespan="off", log_config=None, http=http)  # type: ignore[arg-type]
        listener = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listener]))
        port = listener.getsockname()[1]
        whole = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
        assert await dripping(port, b"GET / HTTP/1.1\r\n", b"X-a: b\r\n") == b""
        assert await dripping(port, whole.replace(b" 3", b" 9999"), b"x") == b""
        assert (await dripping(port, whole + b"abc", b"")).endswith(b"\r\n\r\nabc")
        server.should_exit = True
        await serving

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_refused_upload_that_is_sent_to_its_end_leaves_no_connection_open(server: Server) -> None:
    head = b"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    with closing(opened(server, head)) as line:
        assert b" 413 " in line.recv(4096)
        line.sendall(b"x" * 100_000)
        eventually(lambda: is_closed(line), 30)


@pytest.mark.parametrize("size", [10, 300_000])
def test_whoever_is_refused_before_the_body_asks_again(size: int, server: Server) -> None:
    """As web servers do that keep their connections open, in one piece with the end of the body."""
    host, body = b"Host: 127.0.0.1\r\n", b"x" * size
    head = b"POST /api/handovers HTTP/1.1\r\n" + host + b"Content-Length: %d\r\n\r\n" % size
    with closing(opened(server, head + body[:-5])) as line, line.makefile("rb") as answers:
        assert answers.readline().startswith(b"HTTP/1.1 401 ")
        for rest in (body[-5:], b""):
            line.sendall(rest + b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n")
            assert any(b"HTTP/1.1 200 " in answer for answer in iter(answers.readline, b""))
            assert b"ok\n" in iter(answers.readline, b"")
