"""WebSocket connections whose frames are counted before anything reads them."""

import asyncio
import weakref
from asyncio.transports import BaseTransport
from typing import Any, Final, cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tilerummy.web import limits
from tilerummy.web.edge.connections import Connections
from tilerummy.web.edge.wire import Receiver, Wire
from tilerummy.web.operations.drain import COME_AGAIN

_EXTENSION: Final = "tilerummy.wire"


class Meter:
    """Counts the frames in a stream of bytes (RFC 6455, 5.2). Knows only where the next one begins."""

    def __init__(self) -> None:
        self._frames = limits.frames()
        self._bytes = limits.frame_bytes()
        self._head = b""
        self._skip = 0

    def allows(self, data: bytes) -> bool:
        """Whether the connection may send these bytes too."""
        if not self._bytes.take(len(data)):
            return False
        at = self._skip
        if self._head:
            data, at, self._head = self._head + data, 0, b""
        while at < len(data):
            size = _frame_size(data, at)
            if size is None:
                self._head, at = data[at:], len(data)
            elif self._frames.take():
                at += size
            else:
                return False
        self._skip = at - len(data)
        return True


def _frame_size(data: bytes, at: int) -> int | None:
    """Bytes of the frame that begins there, as its head says; None where the head is not whole yet."""
    if len(data) < at + 2:
        return None
    mask, length = data[at + 1] & 0x80, data[at + 1] & 0x7F
    extended = {126: 2, 127: 8}.get(length, 0)
    if len(data) < at + 2 + extended:
        return None
    if extended:
        length = int.from_bytes(data[at + 2 : at + 2 + extended])
    return 2 + extended + (4 if mask else 0) + length


class _NoTransport(asyncio.Transport):
    """What the handshake's protocol has left once the wire belongs to the socket: it closes nothing."""

    def close(self) -> None:
        """Nothing is left to close."""


_NO_TRANSPORT = _NoTransport()


class Frames(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol. A connection that sends more than it may is cut off at once, unread.

    After the handshake an application may take the connection as a `Wire` (`wire_of`): then nothing of the protocol,
    the application's call or its middleware stays in memory.
    """

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = connections
        self._meter = Meter()

    def connection_made(self, transport: BaseTransport) -> None:
        """The connection was an HTTP one until now, and keeps its place."""
        super().connection_made(transport)
        self._places.busy(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._places.gone(self.transport)
        super().connection_lost(exc)
        self.conn.parser.close()

    def leave(self) -> None:
        """Ask for the end of the connection once all that was read is answered: the server ends."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": COME_AGAIN, "reason": ""})

    def data_received(self, data: bytes) -> None:
        """Read on, if it may send that much."""
        if self.transport.is_closing():
            return
        if not self.handshake_initiated or self._meter.allows(data):
            super().data_received(data)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Text that is no UTF-8 ends the connection in silence: it is not the server's fault."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """The application may take the wire after it has accepted."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            cast(dict[str, Any], self.scope)["extensions"][_EXTENSION] = weakref.ref(self)

    def hand_over(self, receiver: Receiver) -> Wire | None:
        """The wire, whose messages `receiver` gets from now on; None where it is closed, or the other side has spoken
        before the handshake was over, which nobody does."""
        if self.disconnected or self.close_sent or not self.queue.empty() or self.transport.is_closing():
            return None
        self.stop_keepalive()
        self.connections.discard(self)
        wire = Wire(self.transport, self._places, cast(set[Wire], self.connections), receiver, self.loop.time())
        self.transport.set_protocol(wire)
        self.transport = _NO_TRANSPORT
        # it leads back to this, and such a circle would wait for the collector
        self.conn.parser.close()
        return wire


def wire_of(websocket: WebSocket, receiver: Receiver) -> Wire | None:
    """The connection of a WebSocket that was accepted just now; see `Frames.hand_over`."""
    frames: Frames | None = websocket.scope["extensions"][_EXTENSION]()
    return frames.hand_over(receiver) if frames is not None else None


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
