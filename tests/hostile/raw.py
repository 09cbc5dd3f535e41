"""Connections by hand, that send what no client of a library would."""

import base64
import os
import socket
import time
from collections.abc import Callable
from contextlib import closing

from tests.web.harness import PATIENCE, Guest, Server


def opened(server: Server, sent: bytes = b"") -> socket.socket:
    """A connection to the server itself, whatever is before it, on which this was sent."""
    line = socket.create_connection(("127.0.0.1", server.own_port), timeout=PATIENCE)
    line.sendall(sent)
    return line


def upgraded(server: Server, room: str, cookie: str = "", join: bool = True) -> socket.socket:
    """A WebSocket at a room, joined where asked; OSError where the server refuses it."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.own_port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
    )
    line = opened(server, (head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        more = line.recv(4096)
        if not more:
            break
        answer += more
    if b" 101 " not in answer:
        line.close()
        raise OSError(answer.split(b"\r\n")[0].decode())
    if join:
        line.sendall(frame(b'{"t":"join","v":1}'))
    return line


def frame(payload: bytes = b"", opcode: int = 1) -> bytes:
    """A masked frame; the mask is nought, so that the payload can be read."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2)
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + payload


def cookie_of(guest: Guest) -> str:
    """The guest's cookies as a browser sends them."""
    return "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())


def is_closed(line: socket.socket) -> bool:
    """Whether the other side has closed the line; what it still says is read."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def answers(server: Server, patience: float = 5.0) -> float:
    """Seconds until the server answers a new person, each time on a connection of their own; fails after `patience`."""
    begun = time.monotonic()
    with closing(opened(server, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) as line:
        line.settimeout(patience)
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
    return time.monotonic() - begun


def eventually(holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until it holds."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, "it never held"
        time.sleep(0.01)
