"""A WebSocket after its handshake: bytes in, messages out, with no task, queue or timer of its own."""

import asyncio
from collections.abc import Iterable
from typing import Final, Protocol

from tilerummy.web import limits
from tilerummy.web.edge.connections import Connections
from tilerummy.web.edge.frame_reader import CLOSE, PING, PONG, PROTOCOL_ERROR, Broken, Flood, FrameReader, frame
from tilerummy.web.operations.drain import COME_AGAIN

SLOW, NO_ANSWER = 1008, 1011
FAREWELL_SECONDS: Final = 10
"""Seconds in which the other side may still answer that it closes too."""


class Receiver(Protocol):
    """Who gets what comes over a wire."""

    def received(self, message: bytes) -> None:
        """A whole message, text or not."""
        ...

    def leave(self) -> None:
        """The server ends: close the wire once what was asked is answered."""
        ...

    def writable(self) -> None:
        """The other side reads on after it was slow."""
        ...

    def gone(self) -> None:
        """The connection is closed; called once."""
        ...


class Wire(asyncio.Protocol):
    """One WebSocket, from its handshake to its end. `look` has to be called now and then."""

    __slots__ = (
        "_closing",
        "_heard",
        "_late",
        "_open",
        "_pinged",
        "_places",
        "_reader",
        "_receiver",
        "_slow",
        "_transport",
        "paused",
    )

    def __init__(
        self, transport: asyncio.Transport, places: Connections, open_: set["Wire"], receiver: Receiver, now: float
    ) -> None:
        """`open_`: the wires that the server ends when it ends; `now`: the event loop's clock (s)."""
        self._transport = transport
        self._open = open_
        open_.add(self)
        self._places = places
        self._receiver = receiver
        self._reader = FrameReader(limits.frames(), limits.frame_bytes())
        self._heard = True
        self._pinged: float = now
        self._slow: float | None = None
        self._closing: float | None = None
        self._late: float | None = None
        self.paused = False

    @property
    def closing(self) -> bool:
        """Whether nothing more can be said."""
        return self._closing is not None or self._transport.is_closing()

    def write(self, frames: Iterable[bytes]) -> None:
        """Send frames. Only while the wire is neither `closing` nor `paused`, or to say a last word."""
        self._transport.write(b"".join(frames))

    def close(self, code: int, reason: str = "") -> None:
        """Say that the connection ends, and why; the other side has a moment to say so too."""
        if not self.closing:
            self._closing = asyncio.get_running_loop().time()
            self.write([frame(CLOSE, code.to_bytes(2) + reason.encode())])

    def leave(self) -> None:
        """The server ends, and everybody is sent elsewhere."""
        self._receiver.leave()

    def shutdown(self) -> None:
        """The server ends now."""
        self.close(COME_AGAIN)
        self._transport.close()

    def hold(self, *, wait: bool) -> None:
        """Read nothing more for now, or go on."""
        if not self._transport.is_closing():
            (self._transport.pause_reading if wait else self._transport.resume_reading)()

    def expect(self, seconds: float | None) -> None:
        """Give the other side so long for its next message; None: for ever."""
        self._late = None if seconds is None else asyncio.get_running_loop().time() + seconds

    def look(self, now: float) -> None:
        """Ping the browser, and end what is over. `now`: the event loop's clock (s)."""
        if self._closing is not None:
            if now - self._closing > FAREWELL_SECONDS:
                self._transport.abort()
        elif self._slow is not None and now - self._slow > limits.SEND_SECONDS:
            self._fail(SLOW)
        elif self._late is not None and now > self._late:
            self.close(SLOW)
        elif now - self._pinged > limits.PING_SECONDS:
            self._ping(now)

    def _ping(self, now: float) -> None:
        """A browser that has said nothing since the last ping is gone."""
        if not self._heard:
            self._fail(NO_ANSWER)
            return
        self._heard, self._pinged = False, now
        if not self.paused:
            self.write([frame(PING, b"")])

    # --- what the transport calls ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on. Who sends more than they may is cut off at once, unread."""
        self._heard = True
        try:
            for opcode, payload in self._reader.read(data):
                self._take(opcode, payload)
        except Flood:
            self._transport.abort()
        except Broken as broken:
            self._fail(broken.code)

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == CLOSE:
            self._farewell(payload)
        elif self._closing is not None or opcode == PONG:
            return
        elif opcode == PING:
            if not self.paused:
                self.write([frame(PONG, payload)])
        else:
            self._receiver.received(payload)

    def _farewell(self, payload: bytes) -> None:
        """The other side closes, or answers that it does."""
        if self._closing is None:
            self.close(int.from_bytes(payload[:2]) if _may_be_said(payload) else PROTOCOL_ERROR)
        self._transport.close()

    def _fail(self, code: int) -> None:
        """There is nobody who could answer any more."""
        self.close(code)
        self._transport.abort() if self.paused else self._transport.close()

    def pause_writing(self) -> None:
        """The other side reads slower than it is told things."""
        self.paused = True
        self._slow = asyncio.get_running_loop().time()

    def resume_writing(self) -> None:
        """The other side reads on."""
        self.paused, self._slow = False, None
        self._receiver.writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._open.discard(self)
        self._places.gone(self._transport)
        self._receiver.gone()


def _may_be_said(payload: bytes) -> bool:
    """Whether a close frame's code is one that goes over the wire (RFC 6455, 7.4)."""
    code = int.from_bytes(payload[:2])
    return len(payload) >= 2 and ((1000 <= code <= 1014 and code not in (1004, 1005, 1006)) or 3000 <= code < 5000)
