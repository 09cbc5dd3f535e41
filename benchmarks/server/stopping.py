"""How long a server takes to end: `python -m benchmarks.server.stopping [--sockets 4900] [--rooms 950] [--pause 4]`.

Spreads onlookers over rooms, in each of which a guest plays against a computer player, `pause` seconds after each
answer; then asks the server to end. Prints the seconds to the end, how it ended, when and with which code sockets were
closed, and whether each acknowledged move is on disk.
"""

import argparse
import asyncio
import base64
import json
import resource
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.web import dealing
from tests.web.harness import FREE_PASSES, Server
from tilerummy.store.folder import FILE

_KEY = base64.b64encode(b"sixteen bytes...").decode()
_PLAY = 8
"""Seconds that people play before the server is asked to end."""
_CLOSE, _PING, _PONG = 8, 9, 10
LOST = 1006
"""The code of a connection that ends without one."""
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def onlooker(server: Server, room: str) -> Line:
    """A socket that has joined a room."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in answer, answer
    writer.write(_frame(1, b'{"t":"join","v":1}'))
    return reader, writer


def _frame(opcode: int, payload: bytes) -> bytes:
    """A short masked frame; the mask is nought."""
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + bytes(4) + payload


async def _next_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, size = await reader.readexactly(2)
    extended = {126: 2, 127: 8}.get(size, 0)
    if extended:
        size = int.from_bytes(await reader.readexactly(extended))
    return first & 0xF, await reader.readexactly(size)


async def looking_on(line: Line) -> tuple[float, int]:
    """Listen as a browser does, which answers pings; when it was closed, and with which code."""
    reader, writer = line
    try:
        while True:
            opcode, payload = await _next_frame(reader)
            if opcode == _PING:
                writer.write(_frame(_PONG, payload))
            elif opcode == _CLOSE:
                writer.write(_frame(_CLOSE, payload))
                return time.monotonic(), int.from_bytes(payload[:2])
    except (OSError, asyncio.IncompleteReadError):
        return time.monotonic(), LOST
    finally:
        writer.close()


async def playing(server: Server, room: str, cookie: str, pause: float, acked: list[str]) -> tuple[float, int]:
    """A guest who plays against computers; when they were closed, and with which code."""
    address = f"{server.address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
    try:
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            await socket.send('{"t":"join","v":1}')
            number = 0
            while True:
                message = json.loads(await socket.recv())
                if message["t"] == "accepted":
                    acked.append(f"{room} {message['seq']}")
                state = message.get("state")
                if state and (command := dealing.next_step(state, "a-random-word-for-the-deal")):
                    await socket.send(json.dumps({"id": command["t"], **command}))
                if state and state["phase"] == "playing" and state["turn"] == state["you"]:
                    number += 1
                    kind = "draw" if state["pool"] else "pass"
                    move = {"t": "move", "id": f"m{number}", "on": state["seq"], "move": {"t": kind}}
                    await asyncio.sleep(pause)
                    await socket.send(json.dumps(move))
    except ConnectionClosed as closed:
        return time.monotonic(), closed.rcvd.code if closed.rcvd else LOST
    except OSError:
        return time.monotonic(), LOST


async def make_rooms(server: Server, rooms: int) -> list[tuple[str, str]]:
    """So many rooms, and the cookie of the guest who has the seat in each."""
    made = []
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        for _ in range(rooms):
            client.cookies.clear()
            await client.post("/api/session")
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            body = {"house": FREE_PASSES, "seats": 2, "name": "Ann", "computers": ["gentle"], "start": True}
            answer = await client.post("/api/rooms", json={**body, "limit": None})
            made.append((answer.json()["room"], cookie))
    return made


def _told(ends: list[tuple[float, int]], begun: float) -> str:
    """When they were closed: the first, the quarters, the last; and with which codes."""
    when = sorted(at - begun for at, _ in ends)
    quarters = ", ".join(f"{when[round(part * (len(when) - 1))]:.1f}" for part in (0, 0.25, 0.5, 0.75, 1))
    return f"closed after {quarters} s (first, quarters, last), by code: {dict(Counter(code for _, code in ends))}"


async def run(sockets: int, rooms: int, pause: float) -> None:
    """Measure once."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), environment={"TILERUMMY_PER_ADDRESS": "100"}).start()
        made = await make_rooms(server, rooms)
        watching = []
        for number in range(sockets - rooms):
            line = await onlooker(server, made[number % rooms][0])
            watching.append(asyncio.create_task(looking_on(line)))
        acked: list[str] = []
        players = [asyncio.create_task(playing(server, room, cookie, pause, acked)) for room, cookie in made]
        await asyncio.sleep(_PLAY)
        process, begun, before = server.process, time.monotonic(), len(acked)
        assert not any(task.done() for task in watching + players)
        print(f"{len(watching) + len(players)} sockets in {rooms} rooms, {before / _PLAY:.0f} moves a second")
        process.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(process.wait, 120)
        print(f"ended with {code} after {time.monotonic() - begun:.1f} s")
        print("onlookers", _told(await asyncio.gather(*watching), begun))
        print("players  ", _told(await asyncio.gather(*players), begun))
        with sqlite3.connect(Path(folder) / FILE) as database:
            kept = {f"{game} {seq}" for game, seq in database.execute("select game_id, seq from event")}
        database.close()
        print(f"{len(acked)} moves acknowledged, {len(set(acked) - kept)} of them lost")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=4_900)
    parser.add_argument("--rooms", type=int, default=950)
    parser.add_argument("--pause", type=float, default=4)
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(run(chosen.sockets, chosen.rooms, chosen.pause))
