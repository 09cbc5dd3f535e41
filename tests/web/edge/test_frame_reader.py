"""WebSocket frames read from bytes, held to the library that everybody uses."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from tilerummy.rates import Bucket
from tilerummy.web.edge.frame_reader import Broken, Flood, FrameReader, frame

PLENTY = 1e9


def reader() -> FrameReader:
    """A reader of a person who may send as much as they like."""
    return FrameReader(Bucket(PLENTY, PLENTY), Bucket(PLENTY, PLENTY))


def sent(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)


payloads = st.one_of(st.text().map(str.encode), st.just(b"x" * 126), st.just(b"y" * 65_536))


@given(st.lists(st.tuples(st.sampled_from((1, 2)), payloads), max_size=5), st.lists(st.integers(1, 70_000)))
def test_messages_come_out_however_the_bytes_are_cut(messages: list[tuple[int, bytes]], cuts: list[int]) -> None:
    stream = b"".join(sent(opcode, payload) for opcode, payload in messages)
    reading, found = reader(), list[tuple[int, bytes]]()
    for size in cuts:
        found += reading.read(stream[:size])
        stream = stream[size:]
    assert found + reading.read(stream) == messages


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=6))
def test_pieces_are_put_together_and_pings_between_them_are_not(pieces: list[bytes]) -> None:
    reading, found = reader(), list[tuple[int, bytes]]()
    for number, piece in enumerate(pieces):
        found += reading.read(sent(0 if number else 2, piece, number == len(pieces) - 1))
        found += reading.read(sent(9, b"still there?"))
    assert [payload for opcode, payload in found if opcode == 2] == [b"".join(pieces)]
    assert sum(opcode == 9 for opcode, _ in found) == len(pieces)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(1, b"not masked"), 1002),
        (sent(1, b"x", False) + sent(1, b"y"), 1002),
        (sent(0, b"nothing went before"), 1002),
        (bytes([0xC1, 0x80]) + bytes(4), 1002),
        (bytes([0x83, 0x80]) + bytes(4), 1002),
        (bytes([0x09, 0x80]) + bytes(4), 1002),
        (bytes([0x89, 0xFE, 0, 126]) + bytes(130), 1002),
        (sent(1, b"\xff"), 1007),
        (bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8) + bytes(4), 1009),
        (sent(2, bytes(40_000), False) + sent(0, bytes(40_000)), 1009),
    ],
    ids=(
        "not masked",
        "a message in a message",
        "a piece of nothing",
        "a reserved bit",
        "an unknown opcode",
        "a ping in pieces",
        "a long ping",
        "no text",
        "too long",
        "too long in pieces",
    ),
)
def test_what_is_no_frame_says_with_which_code_the_line_ends(data: bytes, code: int) -> None:
    with pytest.raises(Broken) as broken:
        reader().read(data)
    assert broken.value.code == code


def test_frames_and_bytes_are_counted_before_they_are_read() -> None:
    few = FrameReader(Bucket(0, 3), Bucket(PLENTY, PLENTY))
    assert len(few.read(sent(1, b"") * 3)) == 3
    with pytest.raises(Flood):
        few.read(sent(1, b"\xff"))
    with pytest.raises(Flood):
        FrameReader(Bucket(PLENTY, PLENTY), Bucket(0, 10)).read(os.urandom(11))


@given(st.binary(max_size=70_000))
def test_what_the_server_frames_is_what_the_library_frames(payload: bytes) -> None:
    assert frame(1, payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
