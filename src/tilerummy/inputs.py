"""Text from outside, read in one way wherever people bring lists, tables, TOML, records or figures.

Bytes are UTF-8 with or without a byte order mark, as editors write it, or UTF-16 with one, as some Windows programs do;
files may be packed by gzip. Nothing else in the package unpacks or decodes what people bring, or parts it into lines.
"""

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import msgspec

_PIECE: Final = 1 << 16
"""Bytes of a stream that are unpacked at once."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_MARK: Final = "\ufeff"
_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
"""What ends a line: of all systems, and in word processors and data bases."""
_SYSTEM_BREAK = re.compile("\r\n|[\n\r]")
"""What ends a line of all systems, and stands in no string of JSON."""
_NUMBER = re.compile(r"([+-]?)\s*(\d+)")
_SIGNS = str.maketrans("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d\ufe62\uff0b", "-------++")
"""What people and word processors write for minus and plus."""


GZIP: Final = b"\x1f\x8b"
"""What begins all that gzip packed."""
T = TypeVar("T")


class EncodingError(ValueError):
    """Bytes that are no text. `encoding`: in which they were read; `line` and `byte`: where they are none, from 1."""

    code: Final = "not-text"
    """The code under which readers tell of it."""

    def __init__(self, encoding: str, line: int, byte: int) -> None:
        super().__init__(f"line {line}, byte {byte}: not {encoding}")
        self.encoding = encoding
        self.line = line
        self.byte = byte

    @property
    def params(self) -> dict[str, Any]:
        """What a message says of it."""
        return {"encoding": self.encoding, "line": self.line, "byte": self.byte}

    def __reduce__(self) -> "tuple[type[EncodingError], tuple[str, int, int]]":
        return EncodingError, (self.encoding, self.line, self.byte)


class PackedError(ValueError):
    """Bytes that gzip packed, and that are damaged or cut off."""

    code: Final = "file-damaged"
    """The code under which readers tell of it."""


def unpacked(data: bytes, most: int) -> bytes:
    """The bytes, without what gzip did to them; at most one more than `most`. Raises PackedError."""
    if not data.startswith(GZIP):
        return data[: most + 1]
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            return packed.read(most + 1)
    except (OSError, EOFError, zlib.error):
        raise PackedError("damaged, or cut off") from None


def unpacking(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A stream, without what gzip did to it, in small pieces. Raises PackedError where it is damaged or cut off."""
    unpacker = None
    for number, chunk in enumerate(chunks):
        if not number and chunk.startswith(GZIP):
            unpacker = _unpacker()
        if unpacker is None:
            yield chunk
        try:
            while unpacker is not None and chunk:
                if piece := unpacker.decompress(chunk, _PIECE):
                    yield piece
                chunk = unpacker.unconsumed_tail or unpacker.unused_data
                # one packed file may follow another
                unpacker = _unpacker() if unpacker.eof and chunk else unpacker
        except zlib.error:
            raise PackedError("damaged") from None
    if unpacker is not None and not unpacker.eof:
        raise PackedError("cut off")


def _unpacker() -> "zlib._Decompress":
    return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)


def decode(data: bytes) -> str:
    """The text in bytes, without a byte order mark. Raises EncodingError, also for zeros, which no text has: UTF-16
    without its mark is full of them."""
    encoding = "UTF-16" if data.startswith(_UTF_16) else "UTF-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, errors="replace").count("\n") + 1
        raise EncodingError(encoding, line, error.start + 1) from None
    zero = text.find("\0")
    if zero >= 0:
        raise EncodingError(encoding, text.count("\n", 0, zero) + 1, len(text[:zero].encode(encoding)) + 1)
    return unmarked(text)


def unmarked(text: str) -> str:
    """A text that came decoded, as one that was pasted, without a byte order mark."""
    return text.removeprefix(_MARK)


def in_utf8(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A stream that ends lines with LF, in UTF-8 whatever it came in. What is no text stays none, in its own line."""
    decoder = None
    for number, chunk in enumerate(chunks):
        if not number and chunk.startswith(_UTF_16):
            decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")
        yield chunk if decoder is None else decoder.decode(chunk).encode("utf-8", "surrogatepass")
    if decoder is not None and decoder.getstate()[0]:
        yield b"\xff"


def lines(text: str) -> list[str]:
    """The lines of a text that people wrote."""
    return _BREAK.split(unmarked(text))


def normalised(text: str) -> str:
    """A text for programs, without a byte order mark and with LF at the ends of lines."""
    return _SYSTEM_BREAK.sub("\n", unmarked(text))


def json_lines(text: str) -> list[str]:
    """The lines of JSON, in whose strings the breaks of people may stand; an end of the last line begins no other."""
    found = normalised(text).split("\n")
    return found if found[-1] else found[:-1]


def from_json(text: bytes | str, decoder: "msgspec.json.Decoder[T]") -> T:
    """What JSON says. Raises msgspec.DecodeError, or its ValidationError, also for what is nested deeper than anybody
    means, and UnicodeDecodeError."""
    try:
        return decoder.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None


def whole_number(written: str, figures: int) -> int | None:
    """The whole number in a text, with at most so many figures, of any script, and a plus or minus of any
    kind; None for anything else."""
    found = _NUMBER.fullmatch(written.strip().translate(_SIGNS))
    if found is None or len(found[2]) > figures:
        return None
    return -int(found[2]) if found[1] == "-" else int(found[2])
