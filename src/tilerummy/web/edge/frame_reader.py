"""WebSocket frames as bytes (RFC 6455): what clients send is read, what the server says is framed."""

from functools import lru_cache

from websockets.utils import apply_mask

from tilerummy.rates import Bucket
from tilerummy.web import limits

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_CONTINUATION, _CONTROL = 0, 8
"""Frames from `_CONTROL` on are no messages."""
_LONGEST_CONTROL = 125
PROTOCOL_ERROR, NOT_TEXT, TOO_LARGE = 1002, 1007, 1009


class Broken(Exception):
    """What came is no WebSocket frame, or too large: the connection is to be closed with `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Flood(Exception):
    """More came than one connection may send."""


class FrameReader:
    """Reads the frames of one client: messages, put together where they came in pieces, and control frames.

    Every frame is counted before its payload is read, every byte before anything is.
    """

    __slots__ = ("_bytes", "_frames", "_kind", "_pieces", "_rest")

    def __init__(self, frames: Bucket, bytes_: Bucket) -> None:
        self._frames = frames
        self._bytes = bytes_
        self._rest = b""
        self._pieces: list[bytes] = []
        self._kind = _CONTINUATION

    def read(self, data: bytes) -> list[tuple[int, bytes]]:
        """The messages and control frames that are whole now, each with its opcode. Raises Flood or Broken."""
        if not self._bytes.take(len(data)):
            raise Flood
        if self._rest:
            data = self._rest + data
        found, at = [], 0
        while (head := _head(data, at)) is not None:
            opcode, begin, end = head
            if end > len(data):
                break
            if not self._frames.take():
                raise Flood
            payload = apply_mask(data[begin:end], data[begin - 4 : begin])
            whole = self._taken(opcode, last=bool(data[at] & 0x80), payload=payload)
            if whole is not None:
                found.append(whole)
            at = end
        self._rest = data[at:]
        return found

    def _taken(self, opcode: int, payload: bytes, *, last: bool) -> tuple[int, bytes] | None:
        """A control frame, or a message whose last piece this is. Raises Broken."""
        if opcode >= _CONTROL:
            return opcode, payload
        if (opcode == _CONTINUATION) != bool(self._kind):
            raise Broken(PROTOCOL_ERROR)
        if not last or self._pieces:
            self._pieces.append(payload)
            if sum(map(len, self._pieces)) > limits.FRAME_CUT:
                raise Broken(TOO_LARGE)
        self._kind = self._kind or opcode
        if not last:
            return None
        kind, whole = self._kind, b"".join(self._pieces) if self._pieces else payload
        self._kind, self._pieces = _CONTINUATION, []
        if kind == TEXT and not whole.isascii() and not _is_text(whole):
            raise Broken(NOT_TEXT)
        return kind, whole


def _head(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The opcode of the frame that begins there, and where its payload begins and ends; None for a head that is not
    whole yet. Raises Broken."""
    if len(data) < at + 2:
        return None
    first, second = data[at], data[at + 1]
    opcode, length, begin = first & 0x0F, second & 0x7F, at + 2
    if first & 0x70 or not second & 0x80 or opcode not in (_CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG):
        raise Broken(PROTOCOL_ERROR)
    if opcode >= _CONTROL and (not first & 0x80 or length > _LONGEST_CONTROL):
        raise Broken(PROTOCOL_ERROR)
    if extended := {126: 2, 127: 8}.get(length, 0):
        if len(data) < begin + extended:
            return None
        length, begin = int.from_bytes(data[begin : begin + extended]), begin + extended
    if length > limits.FRAME_CUT:
        raise Broken(TOO_LARGE)
    return opcode, begin + 4, begin + 4 + length


def _is_text(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=512)
def text_frame(message: bytes) -> bytes:
    """The frame of a message; made once for all who are told the same."""
    return frame(TEXT, message)


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame as servers send it, unmasked and in one piece."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, size)) + payload
    if size < 65_536:
        return bytes((0x80 | opcode, 126)) + size.to_bytes(2) + payload
    return bytes((0x80 | opcode, 127)) + size.to_bytes(8) + payload
