"""A look at SQLite's write-ahead log before SQLite opens it: it passes over what it cannot read without a word.

The form is that of sqlite.org/fileformat2.html, section 4.
"""

import struct
from pathlib import Path
from typing import Final

_HEADER, _FRAME = 32, 24
_MAGIC: Final = (0x377F0682, 0x377F0683)


def is_broken(database: Path) -> bool:
    """Whether commits lie after the first frame that cannot be read: a kill leaves an unfinished end, damage a hole."""
    try:
        data = database.with_name(database.name + "-wal").read_bytes()
    except OSError:
        return False
    if len(data) < _HEADER:
        return False
    magic, _, page, _, *salts, one, two = struct.unpack(">8I", data[:_HEADER])
    if magic not in _MAGIC or not page:
        return False
    order = ">" if magic & 1 else "<"
    sums, readable = _sums(order, data[: _HEADER - 8], (0, 0)), True
    if sums != (one, two):
        return len(data) > _HEADER
    for at in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        head = data[at : at + _FRAME]
        _, size, first, second, *expected = struct.unpack(">6I", head)
        if [first, second] != salts:
            # what an earlier turn of the log left, or a header that is damaged
            readable = False
            continue
        if readable:
            sums = _sums(order, head[:8] + data[at + _FRAME : at + _FRAME + page], sums)
            readable = list(sums) == expected
        elif size:
            return True
    return False


def _sums(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum: two sums over pairs of words."""
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
