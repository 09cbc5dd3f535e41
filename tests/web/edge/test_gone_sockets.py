"""A socket that is closed leaves the memory by itself: a collection of garbage comes too seldom to wait for."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect

from tests.web.harness import PATIENCE
from tilerummy.rooms.room import Room
from tilerummy.rooms.settings import Settings
from tilerummy.web.edge.frames import Frames
from tilerummy.web.edge.wire import Wire
from tilerummy.web.server import listen, make_server
from tilerummy.web.settings import WebSettings
from tilerummy.web.sockets.connection import Connection


@pytest.fixture
def no_collections() -> Iterator[None]:
    """What goes round in circles stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@asynccontextmanager
async def served(data: Path) -> AsyncIterator[int]:
    """A server in this process; its port."""
    server = uvicorn.Server(make_server(str(data), None, Settings(), WebSettings(), lambda: None).config)
    with listen("127.0.0.1", 0) as door:
        serving = asyncio.create_task(server.serve([door]))
        yield door.getsockname()[1]
        server.should_exit = True
        await serving


def left(*kinds: type) -> list[str]:
    """The kinds of these of which there are any in memory."""
    return sorted({type(one).__name__ for one in gc.get_objects() if type(one) in kinds})


async def until_gone(*kinds: type) -> None:
    async with asyncio.timeout(PATIENCE):
        while left(*kinds):
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("how", ["closes", "vanishes", "never joins"])
def test_nothing_is_left_of_a_socket_that_has_gone(tmp_path: Path, how: str) -> None:
    async def work() -> None:
        async with served(tmp_path) as port:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False) as http:
                await http.post("/api/session")
                body = {"edition": "original", "seats": 2, "limit": None}
                room = (await http.post("/api/rooms", json=body)).json()["room"]
            async with connect(f"ws://127.0.0.1:{port}/api/rooms/{room}/socket") as connection:
                if how != "never joins":
                    await connection.send('{"t":"join","v":1}')
                    await connection.recv()
                assert left(Connection, Wire, Room) == ["Connection", "Room", "Wire"]
                if how == "vanishes":
                    connection.transport.abort()
            await until_gone(Connection, Wire, Frames)

    asyncio.run(work())
