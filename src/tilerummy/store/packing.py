"""A finished game in little room: its rows compressed together, with the JSON of its edition as preset dictionary.

An edition is most of what two games have in common, so it is kept once, beside all games that were compressed with it.
"""

import hashlib
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

from tilerummy.store.base import Row


class Packed(NamedTuple):
    """Rows 1 to `seq` of a game, the last kept `at`. `hash` is the SHA-256 of `edition`, by which it is kept."""

    seq: int
    at: int
    hash: bytes
    edition: bytes
    body: bytes


class _Columns(msgspec.Struct, frozen=True, array_like=True):
    """Rows turned on their side: like beside like is smaller. `pauses` are the milliseconds from row to row."""

    actors: list[str]
    commands: list[str | None]
    pauses: list[int]
    bodies: list[bytes]


class _Event(msgspec.Struct, frozen=True):
    edition: msgspec.Raw = msgspec.Raw()


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Columns).decode
_events = msgspec.json.Decoder(list[_Event]).decode


def pack(rows: Sequence[Row]) -> Packed:
    """All rows of a game so far, from the first."""
    edition = _edition(rows[0].body)
    times = [0, *(row.at for row in rows)]
    columns = _Columns(
        [row.actor for row in rows],
        [row.command for row in rows],
        [later - earlier for earlier, later in pairwise(times)],
        [row.body for row in rows],
    )
    packer = zlib.compressobj(9, zdict=edition)
    body = packer.compress(_encode(columns)) + packer.flush()
    return Packed(rows[-1].seq, rows[-1].at, hashlib.sha256(edition).digest(), edition, body)


def unpack(body: bytes, edition: bytes) -> list[Row]:
    """The rows again. Raises ValueError for what cannot be read."""
    unpacker = zlib.decompressobj(zdict=edition)
    try:
        columns = _decode(unpacker.decompress(body))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(str(error)) from error
    if not unpacker.eof:
        raise ValueError("the packed rows are cut short")
    rows = zip(columns.actors, columns.commands, columns.bodies, accumulate(columns.pauses), strict=True)
    return [Row(seq, *row) for seq, row in enumerate(rows, 1)]


def _edition(body: bytes) -> bytes:
    """The edition's JSON as it stands in a game's first row; nothing where there is none."""
    try:
        return next(filter(None, (bytes(event.edition) for event in _events(body))), b"")
    except msgspec.MsgspecError:
        return b""
