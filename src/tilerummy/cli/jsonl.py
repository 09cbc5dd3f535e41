"""JSON lines: one case a line in, one answer a line out, in order; a line that cannot be read does not stop the
rest."""

import json
import math
import sys
import time
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from io import BufferedReader
from typing import Any, NoReturn, TypeVar, cast

import msgspec

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import STANDARD_INPUT
from tilerummy.cli.progress import with_progress
from tilerummy.coded import Coded
from tilerummy.editions import load
from tilerummy.inputs import EncodingError, PackedError, decode, in_utf8, unpacking
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import NotationError, parse_meld, parse_tiles
from tilerummy.rules.position import PositionError
from tilerummy.rules.tiles import Tile
from tilerummy.rules.violations import Violation

LONGEST_LINE = 1 << 20
"""Bytes; a longer line is answered with an error and skipped."""
OWN = ("id", "meta")
"""Fields that belong to the caller: they come back with the answer as they are."""
CHUNK = 1 << 16
"""Bytes read at once."""
LATE = 0.05
"""Seconds after which answers are written, although more input is there."""
LONGEST_NUMBER = 1000
"""Digits of a whole number, its sign among them."""

_dumps = json.JSONEncoder(check_circular=False).encode
Answer = dict[str, Any]
Read = TypeVar("Read")


class LineFault(Coded):
    """A line that cannot be read, from the 1-based `column` on where that is known."""

    def __init__(self, code: str, column: int | None, **params: object) -> None:
        super().__init__(code, **params)
        self.column = column


class Case:
    """One line's JSON object, with getters that raise LineFault at the column of what is wrong."""

    def __init__(self, line: bytes, fields: dict[str, Any]) -> None:
        self.line = line
        self.fields = fields

    def refuse(self, code: str, field: str, **params: object) -> NoReturn:
        """Raise a LineFault that points at `field`."""
        raise LineFault(code, self._place(field), field=field, **params)

    def know(self, known: Collection[str]) -> None:
        """Refuse a field that is neither `known` nor the caller's own: a misspelt one would silently mean nothing."""
        for field in self.fields:
            if field not in known and field not in OWN:
                self.refuse("unknown-field", field, allowed=sorted((*known, *OWN)))

    def flag(self, field: str, *, default: bool) -> bool:
        """A JSON boolean."""
        value = self.fields.get(field, default)
        if not isinstance(value, bool):
            self.refuse("wrong-type", field, wanted="boolean")
        return value

    def count(self, field: str) -> int | None:
        """A whole number, None where the field is missing or null."""
        value = self.fields.get(field)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self.refuse("wrong-type", field, wanted="integer")
        return value

    def word(self, field: str, default: str, allowed: tuple[str, ...]) -> str:
        """One of the allowed words."""
        value = self.fields.get(field, default)
        if value not in allowed:
            self.refuse("not-a-word", field, allowed=list(allowed))
        return str(value)

    def edition(self, default: str) -> Edition:
        """The edition named (or the file given) in `edition`."""
        name = self.fields.get("edition", default)
        if not isinstance(name, str):
            self.refuse("wrong-type", "edition", wanted="string")
        try:
            return _loaded(name)
        except EditionError as error:
            self.refuse("not-an-edition", "edition", faults=msgspec.to_builtins(error.faults))

    def tiles(self, field: str) -> tuple[Tile, ...]:
        """Tiles: one text with spaces between them, or a list of tiles."""
        value = self.fields.get(field, "")
        if isinstance(value, list) and all(isinstance(tile, str) for tile in value):
            return tuple(tile for tile in value for tile in self._read(parse_tiles, tile, field))
        if not isinstance(value, str):
            self.refuse("wrong-type", field, wanted="string")
        return self._read(parse_tiles, value, field)

    def melds(self, value: object, field: str) -> tuple[Meld, ...]:
        """A list of melds in notation."""
        if not isinstance(value, list):
            self.refuse("wrong-type", field, wanted="array")
        try:
            return tuple(map(parse_meld, value))
        except (NotationError, TypeError, AttributeError):
            # which of them, and where in the line, is asked only now
            return tuple(self.meld(text, f"{field}[{index}]") for index, text in enumerate(value))

    def meld(self, value: object, field: str) -> Meld:
        """One meld in notation."""
        if not isinstance(value, str):
            self.refuse("wrong-type", field, wanted="string")
        return self._read(parse_meld, value, field)

    def _read(self, parse: Callable[[str], Read], text: str, field: str) -> Read:
        try:
            return parse(text)
        except NotationError as error:
            key = self._place(field)
            at = _text(self.line).find(json.dumps(text, ensure_ascii=False), key - 1)
            column = at + 1 + error.column if at >= 0 else key
            raise LineFault(error.code, column, field=field, text=text, allowed=list(error.allowed)) from None

    def _place(self, field: str) -> int:
        """The column of the field's key, 1 where it is not found."""
        return max(0, _text(self.line).find(f'"{field.partition("[")[0].rpartition(".")[2]}"')) + 1


@lru_cache(maxsize=64)
def _loaded(name: str) -> Edition:
    """An edition's file is read once, for the first line that names it."""
    return load(name)


def answer_lines(answer: Callable[[Case], Answer], known: Collection[str]) -> int:
    """Answer every line of standard input on standard output; 0, or 1 when the answer to some line is an error.

    `answer` makes the answer to one case, and may raise LineFault or PositionError; `known` are the fields of a case.
    Empty lines are skipped.
    """
    all_well, written = True, time.monotonic()
    for line in with_progress(lines()):
        said, well = answer_line(line, answer, known)
        all_well = all_well and well
        print(said)
        if time.monotonic() - written > LATE:
            sys.stdout.flush()
            written = time.monotonic()
    return 0 if all_well else 1


def lines() -> Iterator[bytes]:
    """The lines of standard input that are not empty; what is too long is cut. What is printed goes out before more
    input is waited for. Raises CliError: `file-damaged`."""
    begun, source = b"", cast(BufferedReader, sys.stdin.buffer)
    for arrived in in_utf8(_sound(unpacking(iter(lambda: source.read1(CHUNK), b"")))):
        *whole, begun = (begun + arrived).split(b"\n")
        begun = begun[: LONGEST_LINE + 1]
        yield from filter(bytes.strip, whole)
        sys.stdout.flush()
    if begun.strip():
        yield begun


def _sound(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks. Raises CliError where gzip packed them and they are damaged."""
    try:
        yield from chunks
    except PackedError as error:
        raise CliError(error.code, path=STANDARD_INPUT) from None


def answer_line(line: bytes, answer: Callable[[Case], Answer], known: Collection[str]) -> tuple[str, bool]:
    """The answer to one line as JSON with the caller's `id` and `meta`, and whether it is no error."""
    own, said = _answer(line, answer, known)
    # in ASCII: what was given back may hold half a character, and the output may be no UTF-8
    return _dumps({"id": None, **own, **said}), "error" not in said


def _answer(line: bytes, answer: Callable[[Case], Answer], known: Collection[str]) -> tuple[Answer, Answer]:
    """What of the case is the caller's own, and the answer."""
    if len(line) > LONGEST_LINE:
        return {}, _error("line-too-long", LONGEST_LINE + 1)
    try:
        fields = _decoded(line)
    except EncodingError as error:
        return {}, _error("not-utf-8", error.byte)
    except json.JSONDecodeError as error:
        return {}, _error("not-json", error.colno, detail=error.msg)
    except RecursionError:
        return {}, _error("not-json", 1, detail="nested too deeply")
    except ValueError as error:
        return {}, _error("not-json", 1, detail=str(error))
    if not isinstance(fields, dict):
        return {}, _error("not-an-object", 1)
    own = {key: fields[key] for key in OWN if key in fields}
    case = Case(line, fields)
    try:
        case.know(known)
        return own, answer(case)
    except LineFault as fault:
        return own, _error(fault.code, fault.column, **fault.params)
    except PositionError as error:
        faults = [violation_fields(fault) for fault in error.faults]
        return own, _error("not-a-position", 1, faults=faults)


def _decoded(line: bytes) -> object:
    """What the line says. Raises ValueError, or one of its kinds which knows the place, and RecursionError."""
    if len(line) <= LONGEST_NUMBER:
        try:
            return _quick.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            # the other decoder reads a byte order mark and half characters, and says where a fault is
            pass
    return _decoder.decode(_text(line))


def _text(line: bytes) -> str:
    return decode(line).rstrip("\r\n")


def _no_number(name: str) -> NoReturn:
    """NaN and the infinities, which Python reads and JSON does not know."""
    raise ValueError(f"{name} is no JSON")


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{written[:LONGEST_NUMBER]} is larger than numbers are")
    return number


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has at most {LONGEST_NUMBER} digits")
    return int(digits)


_quick = msgspec.json.Decoder()
_decoder = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite, parse_int=_whole)


def violation_fields(violation: Violation) -> Answer:
    """A violation as JSON: always `code`, `meld` and `ref`, and of the rest what it says."""
    said = msgspec.to_builtins(violation)
    return {key: value for key, value in said.items() if key in ("code", "meld", "ref") or value not in (None, "")}


def _error(code: str, column: int | None, **params: object) -> Answer:
    return {"error": {"code": code, "column": column, **params}}
