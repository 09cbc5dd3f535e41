"""HTTP connections that nobody can hold for nothing: each has a place, and head, body and reader have their time.

One request at a time: what comes before its answer ends the connection, and so does a body that does not say how long
it is. So nothing is parsed but heads, and bodies of a known length in few pieces.
"""

import asyncio
import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilerummy.web import limits
from tilerummy.web.addresses import counted
from tilerummy.web.edge.connections import Connections
from tilerummy.web.operations.drain import Drain

_END_OF_HEAD = re.compile(rb"\n\r?\n")


class Requests(H11Protocol):
    """Uvicorn's HTTP protocol, with a place among the server's `connections` and a deadline for all it waits for."""

    def __init__(self, *args: Any, connections: Connections, drain: Drain, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = connections
        self._drain = drain
        self._late: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._awaited: str | None = None
        self._unread = 0
        self._dropped = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection if there is a place for it."""
        super().connection_made(transport)
        if self._places.admit(transport, counted(self.client[0]) if self.client else ""):
            self._await("head", limits.HEAD_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._await(None)
        self._wait_for_reader(None)
        self._places.gone(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a head, or more of a body."""
        if self.transport.is_closing():
            return
        state = self.conn.their_state
        if state is h11.IDLE:
            self._read_head(data)
        elif state is h11.SEND_BODY and not self._endless:
            self._read_body(data)
        else:
            self._drop(data)

    def on_response_complete(self) -> None:
        """Wait for the next request; for the rest of a body that was not wanted no longer than a moment."""
        if self.conn.their_state is h11.SEND_BODY and not self._endless:
            self._await("end", limits.LINGER_SECONDS)
            # nobody takes what may have filled up meanwhile
            self.flow.resume_reading()
        elif self._endless:
            self.transport.close()
        else:
            self._rest()

    def _rest(self) -> None:
        """Wait for the next request."""
        self._await(None)
        self._dropped = 0
        self._places.idle(self.transport)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The reader is slow: it has its time as well."""
        super().pause_writing()
        self._wait_for_reader(limits.SEND_SECONDS)

    def resume_writing(self) -> None:
        """The reader goes on."""
        super().resume_writing()
        self._wait_for_reader(None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Begin a WebSocket, unless the server ends: then 503, so that a web server in front asks another."""
        if not self._drain.begun:
            super().handle_websocket_upgrade(event)
            return
        headers = [("connection", "close"), ("content-length", "0"), ("retry-after", "1")]
        for answer in (h11.Response(status_code=503, headers=headers), h11.EndOfMessage()):
            self.transport.write(self.conn.send(answer) or b"")
        self.transport.close()

    def _read_head(self, data: bytes) -> None:
        if self._awaited != "head":
            self._await("head", limits.HEAD_SECONDS)
        known = self.conn.trailing_data[0][-3:]
        found = _END_OF_HEAD.search(known + data)
        end = len(data) if found is None else max(0, found.end() - len(known))
        super().data_received(data[:end])
        if self.transport.get_protocol() is not self:
            # From now on it is a WebSocket.
            self._await(None)
            return
        if self.transport.is_closing() or self.conn.their_state is h11.IDLE:
            return
        if self.conn.their_state is h11.SEND_BODY and not self._endless:
            self._unread = self._length
            self._await("body", limits.BODY_SECONDS + min(self._unread, limits.BACKUP) / limits.BODY_RATE)
            if end < len(data):
                self._read_body(data[end:])
        elif end < len(data) and not self._endless:
            self.transport.abort()
        else:
            self._await("body" if self._endless else None, limits.BODY_SECONDS)
            self._places.busy(self.transport)

    def _read_body(self, data: bytes) -> None:
        body, after = data[: self._unread], data[self._unread :]
        self._unread -= len(body)
        refused = self._awaited == "end"
        self._dropped += len(body) if refused else 0
        if self._dropped > limits.LEFT_OVER or (after and not refused):
            self.transport.abort()
            return
        super().data_received(body)
        if self.conn.their_state is h11.SEND_BODY or self.transport.is_closing():
            return
        if refused:
            self._rest()
            # who has the answer may ask again in one piece with the rest of the body
            if after:
                self._read_head(after)
        else:
            self._await(None)
            self._places.busy(self.transport)

    def _drop(self, data: bytes) -> None:
        """What nobody asked for: the rest of an endless body is passed over, anything else ends the connection."""
        self._dropped += len(data)
        if not self._endless or self._dropped > limits.LEFT_OVER:
            self.transport.abort()

    @property
    def _endless(self) -> bool:
        """Whether the request under way has a body that does not say how long it is."""
        return self.conn.their_state is h11.SEND_BODY and all(name != b"content-length" for name, _ in self.headers)

    @property
    def _length(self) -> int:
        return next(int(value) for name, value in self.headers if name == b"content-length")

    def _await(self, what: str | None, seconds: float = 0) -> None:
        if self._late is not None:
            self._late.cancel()
        self._awaited = what
        self._late = None if what is None else self.loop.call_later(seconds, self.transport.abort)

    def _wait_for_reader(self, seconds: float | None) -> None:
        if self._slow is not None:
            self._slow.cancel()
        self._slow = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)
