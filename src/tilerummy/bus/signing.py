"""Messages between servers, signed and dated: a stranger on the bus can hear, hold back and repeat, and nothing else.

A frame is the HMAC-SHA256 of channel and rest, then the sender, its time (ms), a number that rises with each of its
messages, and the message itself.
"""

import hmac
import secrets
import struct
import time
from collections.abc import Callable, Sequence
from typing import Final

STALE: Final = 10.0
"""Seconds that clocks of servers may differ and a message may be under way; what is dated otherwise is refused."""
_MAC: Final = 32
_HEAD: Final = struct.Struct(">8sqq")


class ForgedError(ValueError):
    """A message that none of our servers has just said."""


def wall_time() -> int:
    """Milliseconds since the epoch by the machine's clock."""
    return time.time_ns() // 1_000_000


class Signing:
    """Signs what one server says, and reads what the others do. The first of the `keys` signs, each counts; `now` tells
    the time (ms), as all servers have it."""

    def __init__(self, keys: Sequence[bytes], now: Callable[[], int] = wall_time) -> None:
        self._keys = [hmac.digest(key, b"tilerummy.bus", "sha256") for key in keys]
        self._now = now
        self._me = secrets.token_bytes(8)
        self._number = 0
        self._began = now()
        self._heard: dict[bytes, tuple[int, int]] = {}

    def sign(self, channel: str, message: bytes) -> bytes:
        """The frame of a message, to be sent now: who repeats it, or says it on another channel, is not heard."""
        self._number += 1
        rest = _HEAD.pack(self._me, self._now(), self._number) + message
        return _mac(self._keys[0], channel, rest) + rest

    def read(self, channel: str, frame: bytes) -> bytes | None:
        """The message of a frame, None for one's own. Raises ForgedError: not signed by a key of ours, too old, heard
        before, or from before this server began."""
        mac, rest = frame[:_MAC], frame[_MAC:]
        if len(rest) < _HEAD.size or not any(hmac.compare_digest(mac, _mac(key, channel, rest)) for key in self._keys):
            raise ForgedError("not signed by a server")
        sender, at, number = _HEAD.unpack_from(rest)
        now = self._now()
        if abs(now - at) > STALE * 1000 or at < self._began:
            raise ForgedError("too old, or the clocks of the servers differ")
        if number <= self._heard.get(sender, (0, 0))[1]:
            raise ForgedError("heard before")
        if sender not in self._heard:
            self._heard = {one: last for one, last in self._heard.items() if now - last[0] <= 2 * STALE * 1000}
        self._heard[sender] = now, number
        return None if sender == self._me else rest[_HEAD.size :]


def _mac(key: bytes, channel: str, rest: bytes) -> bytes:
    return hmac.digest(key, channel.encode() + b"\0" + rest, "sha256")
