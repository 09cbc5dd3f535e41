"""What a move costs on a real server: `python -m benchmarks.moves [--rooms 200] [--viewers 5] [--seconds 20]`.

Prints a table: memory of the idle server, time from move to acknowledgement on an idle server, and the same with many
rooms at once, one move per two seconds in each, every room watched. The client runs in this process and takes its own
share of the machine; what it measures is what a player on the same machine would feel.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.web.harness import Server

IDLE_MOVES = 300
MOVE_EVERY = 2.0
Message = dict[str, Any]


@dataclass
class Figures:
    """Times in milliseconds from sending a move to its acknowledgement, and everything that went wrong."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Seat:
    """A guest at a room, reading all the time."""

    def __init__(self, socket: ClientConnection, figures: Figures) -> None:
        self._socket = socket
        self._figures = figures
        self._sent: dict[str, tuple[float, asyncio.Future[Message]]] = {}
        self._commands = 0
        self.state: Message = {}
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self._socket:
            message = json.loads(frame)
            if "state" in message:
                self.state = message["state"]
            elif message["t"] in ("accepted", "refused"):
                sent, answer = self._sent.pop(message["id"])
                if message["t"] == "accepted":
                    self._figures.times.append((time.perf_counter() - sent) * 1000)
                else:
                    self._figures.errors.append(str(message))
                answer.set_result(message)
            elif message["t"] == "error":
                self._figures.errors.append(str(message))

    async def ask(self, message: Message) -> Message:
        """Send a command; its answer."""
        self._commands += 1
        command = f"c{self._commands}"
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._sent[command] = (time.perf_counter(), answer)
        await self._socket.send(json.dumps({**message, "id": command}))
        return await answer

    async def state_when(self, seq: int) -> Message:
        """The state once it has reached `seq`."""
        while self.state.get("seq", 0) < seq:
            await asyncio.sleep(0.0005)
        return self.state


class Room:
    """A two-seat room with guests on both seats and some viewers."""

    def __init__(self, server: Server, figures: Figures) -> None:
        self._server = server
        self._figures = figures
        self._sockets: list[Any] = []
        self.seats: list[Seat] = []

    async def open(self, viewers: int) -> None:
        """Make the room, seat two, start it, and let `viewers` more watch."""
        cookies = []
        async with httpx.AsyncClient(base_url=self._server.address, timeout=60) as client:
            for _ in range(2):
                client.cookies.clear()
                await client.post("/api/session")
                cookies.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
            client.cookies.clear()
            body = {"edition": "original", "seats": 2, "limit": None, "name": "Ann"}
            answer = await client.post("/api/rooms", json=body, headers={"Cookie": cookies[0]})
        room = answer.json()["room"]
        self.seats = [await self._join(room, cookie) for cookie in cookies]
        await self.seats[1].ask({"t": "sit", "name": "Bob"})
        for seat in self.seats:
            await seat.ask({"t": "word", "word": "a-random-word-for-the-deal"})
        started = await self.seats[0].ask({"t": "start"})
        for seat in self.seats:
            await seat.state_when(started["seq"])
        for _ in range(viewers):
            await self._join(room, None)

    async def _join(self, room: str, cookie: str | None) -> Seat:
        address = f"{self._server.address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        opening = connect(address, additional_headers=headers, compression=None, open_timeout=60, ping_interval=None)
        socket = await opening.__aenter__()
        self._sockets.append(opening)
        await socket.send('{"t":"join","v":1}')
        seat = Seat(socket, self._figures)
        await seat.state_when(1)
        return seat

    async def move(self) -> None:
        """One move by whoever is to move: a draw, while there is anything to draw."""
        state = self.seats[0].state
        mover = self.seats[state["turn"]]
        on = state["seq"]
        await mover.state_when(on)
        answer = await mover.ask({"t": "move", "on": on, "move": {"t": "draw"}})
        if answer["t"] == "accepted":
            await self.seats[0].state_when(answer["seq"])

    async def close(self) -> None:
        """Everybody goes."""
        for opening in self._sockets:
            await opening.__aexit__(None, None, None)


async def idle(server: Server) -> tuple[Figures, float]:
    """Moves one after another in a single room, a new room when the pool is nearly empty; the processor time used."""
    figures, used = Figures(), 0.0
    assert server.process is not None
    while len(figures.times) < IDLE_MOVES:
        quiet = Figures()
        room = Room(server, quiet)
        await room.open(0)
        quiet.times.clear()
        before = processor(server.process.pid)
        while room.seats[0].state["pool"] > 5 and len(figures.times) + len(quiet.times) < IDLE_MOVES:
            await room.move()
        used += processor(server.process.pid) - before
        figures.times += quiet.times
        figures.errors += quiet.errors
        await room.close()
    return figures, used


async def busy(server: Server, rooms: int, viewers: int, seconds: float) -> tuple[Figures, float]:
    """Many rooms, one move every MOVE_EVERY seconds in each, evenly spread; the processor time used."""
    figures = Figures()
    assert server.process is not None
    opened = [Room(server, figures) for _ in range(rooms)]
    for start in range(0, rooms, 20):
        await asyncio.gather(*(room.open(viewers - 2) for room in opened[start : start + 20]))
    figures.times.clear()

    async def keep_moving(room: Room, offset: float) -> None:
        begin = time.perf_counter() + offset
        for number in range(int(seconds / MOVE_EVERY)):
            await asyncio.sleep(max(0.0, begin + number * MOVE_EVERY - time.perf_counter()))
            await room.move()

    before = processor(server.process.pid)
    await asyncio.gather(*(keep_moving(room, index / rooms * MOVE_EVERY) for index, room in enumerate(opened)))
    used = processor(server.process.pid) - before
    await asyncio.gather(*(room.close() for room in opened))
    return figures, used


def memory(process: int) -> float:
    """Resident memory of the process and its children, MB (Linux)."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:
            continue
        if int(fields["Pid"]) == process or int(fields["PPid"]) == process:
            total += int(fields.get("VmRSS", "0 kB").split()[0])
    return total / 1024


def processor(process: int) -> float:
    """Processor time the process has used, ms (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000


def row(name: str, figures: Figures, used: float) -> str:
    """One line of the table. `used`: the server's processor time, ms."""
    times = sorted(figures.times)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    middle, worst, each = statistics.median(times), times[-1], used / len(times)
    return f"{name:<26} {len(times):>6} {middle:>8.2f} {p99:>8.2f} {worst:>8.2f} {each:>9.2f} {len(figures.errors):>7}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=5, help="connections per room, the two seats included")
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        assert server.process is not None
        try:
            print(f"idle server: {memory(server.process.pid):.0f} MB")
            print(
                "ms from move to acknowledgement; `server`: its processor time per move, with what all viewers are told"
            )
            print(f"{'':<26} {'moves':>6} {'median':>8} {'p99':>8} {'worst':>8} {'server':>9} {'errors':>7}")
            figures, used = asyncio.run(idle(server))
            print(row("idle server, one room", figures, used))
            figures, used = asyncio.run(busy(server, args.rooms, args.viewers, args.seconds))
            print(row(f"{args.rooms} rooms x {args.viewers} viewers", figures, used))
            print(f"server after that: {memory(server.process.pid):.0f} MB")
        finally:
            server.stop()
        for error in figures.errors[:5]:
            print(error)


if __name__ == "__main__":
    main()
