"""How long a server takes to end: `python -m benchmarks.stopping [--sockets 4900] [--rooms 200]`.

Seats two people at each room and spreads the other sockets over them as onlookers; then asks the server to end while
people go on playing. Prints the seconds to the end, how it ended, and whether each acknowledged move is on disk.
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
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.web.harness import FREE_PASSES, Server
from tilerummy.store.folder import FILE

_KEY = base64.b64encode(b"sixteen bytes...").decode()


async def onlooker(server: Server, room: str) -> asyncio.StreamReader:
    """A socket that joins a room and listens."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in answer, answer
    writer.write(b"\x81\x92\0\0\0\0" + b'{"t":"join","v":1}')
    return reader


async def drained(reader: asyncio.StreamReader) -> None:
    """Read until the other side closes."""
    try:
        while await reader.read(65536):
            pass
    except OSError:
        pass


async def moves(server: Server, room: str, cookie: str, acked: list[str]) -> None:
    """A guest who plays alone against computers, as fast as the server answers."""
    address = f"{server.address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
    try:
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            await socket.send('{"t":"join","v":1}')
            number = 0
            async for frame in socket:
                message = json.loads(frame)
                if message["t"] == "accepted":
                    acked.append(f"{room} {message['seq']}")
                state = message.get("state")
                if state and state["phase"] == "lobby" and state["word"] is None:
                    await socket.send('{"t":"word","id":"word","word":"a-random-word-for-the-deal"}')
                if state and state["phase"] == "playing" and state["turn"] == state["you"]:
                    number += 1
                    kind = "draw" if state["pool"] else "pass"
                    move = {"t": "move", "id": f"m{number}", "on": state["seq"], "move": {"t": kind}}
                    await asyncio.sleep(0.5)
                    await socket.send(json.dumps(move))
    except (ConnectionClosed, OSError):
        pass


async def run(sockets: int, rooms: int) -> None:
    """Measure once."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), TILERUMMY_PER_ADDRESS="100").start()
        made = []
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
            for _ in range(rooms):
                client.cookies.clear()
                await client.post("/api/session")
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                body = {"house": FREE_PASSES, "seats": 2, "name": "Ann", "computers": ["gentle"], "start": True}
                answer = await client.post("/api/rooms", json={**body, "limit": None})
                made.append((answer.json()["room"], cookie))
        acked: list[str] = []
        playing = [asyncio.create_task(moves(server, room, cookie, acked)) for room, cookie in made]
        watching = []
        for number in range(sockets - rooms):
            reader = await onlooker(server, made[number % rooms][0])
            watching.append(asyncio.create_task(drained(reader)))
        await asyncio.sleep(3)
        assert server.process is not None
        process = server.process
        print(f"{len(watching) + len(playing)} sockets in {rooms} rooms, {len(acked)} moves acknowledged so far")
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        code = await asyncio.to_thread(process.wait, 120)
        print(f"ended with {code} after {time.monotonic() - begun:.1f} s")
        await asyncio.gather(*playing, *watching)
        with sqlite3.connect(Path(folder) / FILE) as database:
            kept = {f"{game} {seq}" for game, seq in database.execute("select game_id, seq from event")}
        database.close()
        print(f"{len(acked)} moves acknowledged, {len(set(acked) - kept)} of them lost")
        server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=4_900)
    parser.add_argument("--rooms", type=int, default=200)
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(run(chosen.sockets, chosen.rooms))
