"""Floods: more than anybody needs, of what a server reads, holds or judges."""

import asyncio
import base64
import json
import time
from random import Random
from typing import Final

from websockets.exceptions import WebSocketException

from benchmarks.hostile.hostile import Hostile

MELDS_TRIED: Final = 27
"""Melds of two jokers that one question may try."""


async def frames(hostile: Hostile) -> None:
    """Empty frames as fast as they go, again and again."""
    blob = b"\x81\x80\0\0\0\0" * 4000
    while True:
        line = await hostile.socket()
        if line is None:
            await asyncio.sleep(0.01)
            continue
        try:
            while True:
                line[1].write(blob)
                await line[1].drain()
        except OSError:
            hostile.count("cut off")


async def toml(hostile: Hostile) -> None:
    """Deep house rules."""
    text = ".".join("a" * 20_000) + "=1"
    while True:
        await hostile.post("/api/rooms", json.dumps({"seats": 2, "toml": text}))
        await hostile.post("/api/tournaments", json.dumps({"name": "x", "toml": text}))


async def backups(hostile: Hostile) -> None:
    """Backups of tournaments with 85,000 results."""
    opened = {"t": "opened", "name": "x", "format": {}, "seed": 1}
    events: list[object] = [{"t": "keys", "organiser": "a" * 16, "desk": "b" * 16, "tables": "c" * 32}, opened]
    events += [{"t": "reported", "round": 0, "table": i, "game": 1, "scores": [], "by": ""} for i in range(85_000)]
    body = base64.b64encode(json.dumps(events, separators=(",", ":")).encode()).decode()
    number = 0
    while True:
        number += 1
        header = {"t": "tournament-backup", "version": 1, "id": f"x{number}", "rows": 1}
        row = {"seq": 1, "actor": "x", "command": None, "at": 0, "body": body}
        await hostile.post("/api/tournaments/restore", json.dumps(header) + "\n" + json.dumps(row) + "\n")


async def sockets(hostile: Hostile) -> None:
    """As many anonymous sockets as there can be, held open."""
    held = []
    while True:
        line = await hostile.socket()
        if line is None:
            await asyncio.sleep(0.01)
        else:
            held.append(line)
            hostile.counts["held"] = len(held)


async def lobby(hostile: Hostile) -> None:
    """A lobby changed as often as it goes, and strangers who come and go."""

    async def change() -> None:
        number = 0
        while True:
            try:
                async with hostile.seat(hostile.room, hostile.cookie) as socket:
                    await socket.send('{"t":"join","v":1}')
                    while True:
                        number += 1
                        command = {"t": "fill", "level": "gentle"} if number % 2 else {"t": "empty"}
                        await socket.send(json.dumps({**command, "id": f"c{number}-{time.time_ns()}", "seat": 1}))
                        await asyncio.sleep(0.04)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.2)

    changing = asyncio.create_task(change())
    try:
        while True:
            line = await hostile.socket()
            if line is not None:
                await asyncio.sleep(0.02)
                line[1].transport.abort()
                hostile.count("joined")
            await asyncio.sleep(0.01)
    finally:
        changing.cancel()


async def slow(hostile: Hostile) -> None:
    """Requests that never end."""
    lines = []
    while True:
        try:
            line = await asyncio.open_connection("127.0.0.1", hostile.port, local_addr=(hostile.address, 0))
            line[1].write(b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
            lines.append(line)
            hostile.count("half")
        except OSError as error:
            hostile.count(type(error).__name__)
        await asyncio.sleep(0.02)


async def questions(hostile: Hostile) -> None:
    """Dear questions to the judge, never the same: as many melds with two jokers each as one may try."""
    chance = Random(hostile.address)
    while True:
        trials = []
        for _ in range(MELDS_TRIED):
            tiles = [f"{chance.choice('krby')}{number}" for number in range(1, 14)]
            for at in chance.sample(range(13), 2):
                tiles[at] = "J"
            trials.append(" ".join(tiles))
        preview = {"t": "preview", "n": 1, "on": 0, "opening": [], "table": [], "trials": trials}
        body = {"edition": "xp-160", "position": "| b1", "preview": preview}
        await hostile.post("/api/judge", json.dumps(body))


async def links(hostile: Hostile) -> None:
    """Links that nobody gave: to rooms, events, sheets, other browsers."""
    number = 0
    while True:
        number += 1
        guessed = f"{number:016x}"
        await hostile.get(f"/api/rooms/{guessed}/replay")
        await hostile.get(f"/api/tournaments/{guessed}")
        await hostile.get(f"/api/sheets/{guessed}")
        await hostile.post("/api/handovers/take", json.dumps({"token": guessed * 2}))


async def puzzles(hostile: Hostile) -> None:
    """Every puzzle of a book tried by one new guest after the other."""
    puzzle = (await hostile.http.get("/api/puzzles/original")).json()["id"]
    number = 0
    while True:
        number += 1
        if number % 20 == 0:
            await hostile.guest()
        await hostile.post(f"/api/puzzles/original/{puzzle}", json.dumps({"played": ["b1"]}))
        shown = await hostile.http.get(f"/api/puzzles/original/{puzzle}")
        if shown.status_code == 200:
            puzzle = shown.json()["next"]
        else:
            await asyncio.sleep(0.05)
