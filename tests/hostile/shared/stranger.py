"""A Redis in a stranger's hands: who stands between it and the servers, and is also its client with every right."""

import asyncio
import random
import struct
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from tests.servers.relay import Relay
from tilerummy.bus.signing import Signing

HEAD: Final = 32 + struct.calcsize(">8sqq")
"""Bytes of a message that sign and date it."""
LATER: Final = 3.0
"""Seconds after which a message that is held back comes at the latest."""
WRONG: Final = (
    b"*3\r\n$7\r\nmessage\r\n:5\r\n:6\r\n",
    b"*3\r\n$7\r\nmessage\r\n$-1\r\n$-1\r\n",
    b"*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
    b"*2000000000\r\n:1\r\n",
    b"$-7\r\n",
    b"-ERR no\r\n",
    b"+OK\r\n",
    b"nonsense\r\n",
)
"""Answers of a type that nobody expects there."""


class Stranger(Relay):
    """Reads, drops, delays, doubles, repeats, moves and edits what Redis publishes, at random by `chance`."""

    def __init__(self, onward: int, chance: random.Random) -> None:
        super().__init__(onward)
        self.carried: list[tuple[str, bytes]] = []
        """All messages that passed, each with its channel."""
        self.honest = False
        """Whether it lets everything pass."""
        self._chance = chance
        self._keys = Signing((b"x" * 32,))

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            frame = await _value(reader)
            message = _message(frame)
            if message is not None and _signed(message[1]):
                self.carried.append(message)
                for late, said in [(0.0, frame)] if self.honest else self._instead(*message):
                    self._loop.call_later(late, _write, writer, said)
            else:
                _write(writer, frame)

    def _instead(self, channel: str, data: bytes) -> Iterator[tuple[float, bytes]]:
        """What it says instead of a message, and after how many seconds."""
        earlier = self._chance.choice(self.carried)
        match self._chance.randrange(100):
            case n if n < 10:
                return
            case n if n < 25:
                yield self._chance.uniform(0, LATER), _frame(channel, data)
            case n if n < 35:
                yield from ((0, _frame(channel, data)), (self._chance.uniform(0, 1), _frame(channel, data)))
            case n if n < 45:
                yield from ((0, _frame(*earlier)), (0, _frame(channel, data)))
            case n if n < 50:
                yield from ((0, _frame(earlier[0], data)), (0, _frame(channel, earlier[1])))
            case n if n < 60:
                at = self._chance.randrange(len(data))
                yield (
                    0,
                    _frame(channel, data[:at] + bytes([data[at] ^ 1 << self._chance.randrange(8)]) + data[at + 1 :]),
                )
            case n if n < 65:
                yield 0, _frame(channel, self._keys.sign(channel, data[HEAD:]))
            case 65:
                yield 0, self._chance.choice(WRONG)
            case _:
                yield 0, _frame(channel, data)


def _signed(data: bytes) -> bool:
    """Whether a server may have said it, and not another stranger."""
    return HEAD < len(data) < 2**20 and data[0:8] != bytes(8)


def _write(writer: asyncio.StreamWriter, said: bytes) -> None:
    if not writer.is_closing():
        writer.write(said)


def topics(carried: list[tuple[str, bytes]]) -> Iterator[tuple[str, Any]]:
    """What was said: topic and body."""
    for _, data in carried:
        topic, body = msgspec.msgpack.decode(data[HEAD:])
        yield topic, body


def _frame(channel: str, data: bytes) -> bytes:
    name = channel.encode()
    return b"*3\r\n$7\r\nmessage\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n" % (len(name), name, len(data), data)


def _message(frame: bytes) -> tuple[str, bytes] | None:
    """Channel and data of a message that was published; None for another answer."""
    if not frame.startswith(b"*3\r\n$7\r\nmessage\r\n"):
        return None
    size, _, rest = frame.removeprefix(b"*3\r\n$7\r\nmessage\r\n$").partition(b"\r\n")
    channel, data = rest[: int(size)], rest[int(size) + 2 :].partition(b"\r\n")[2][:-2]
    return channel.decode(), data


async def _value(reader: asyncio.StreamReader) -> bytes:
    """One whole answer of Redis, as it came."""
    line = await reader.readuntil(b"\r\n")
    if line[:1] == b"*":
        return line + b"".join([await _value(reader) for _ in range(int(line[1:]))])
    if line[:1] == b"$" and int(line[1:]) >= 0:
        return line + await reader.readexactly(int(line[1:]) + 2)
    return line
