"""What a compiled module says of itself in its head: its format, its processor, the libraries it is linked with. Enough
to see that it is for the machines it was compiled for, on any other machine."""

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

_ELF_MACHINES: Final = {62: "x86_64", 183: "aarch64"}
_MACH_MACHINES: Final = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
_PE_MACHINES: Final = {0x8664: "x86_64", 0xAA64: "aarch64"}
_DYNAMIC, _NEEDED, _STRINGS = 2, 1, 5
_LOAD_DYLIB, _SIGNATURE = 0xC, 0x1D


class Binary(NamedTuple):
    """A compiled module: `ELF`, `Mach-O` or `PE`, for which processor, what it needs; whether it is `signed`, which
    macOS asks of everything on ARM."""

    format: str
    machine: str | None
    needs: tuple[str, ...]
    signed: bool = False


def read(code: bytes) -> Binary | None:
    """What such a module is; None for what is none. Raises struct.error for half a one."""
    if code.startswith(b"\x7fELF\x02\x01"):
        return _elf(code)
    if code.startswith(b"\xcf\xfa\xed\xfe"):
        return _mach(code)
    if code.startswith(b"MZ"):
        return _pe(code)
    return None


def _elf(code: bytes) -> Binary:
    machine = _ELF_MACHINES.get(struct.unpack_from("<H", code, 18)[0])
    start, size, count = *struct.unpack_from("<Q", code, 32), *struct.unpack_from("<HH", code, 54)
    segments = [struct.unpack_from("<IIQQQQ", code, start + size * at) for at in range(count)]

    def offset(address: int) -> int:
        """Where in the file this address of the memory is."""
        fits = (address - at + where for _, _, where, at, _, length in segments if at <= address < at + length)
        return int(next(fits))

    entries = [
        struct.unpack_from("<QQ", code, where + at)
        for kind, _, where, _, _, length in segments
        if kind == _DYNAMIC
        for at in range(0, length, 16)
    ]
    strings = next((offset(value) for tag, value in entries if tag == _STRINGS), 0)
    return Binary("ELF", machine, tuple(_text(code, strings + value) for tag, value in entries if tag == _NEEDED))


def _mach(code: bytes) -> Binary:
    machine, count = struct.unpack_from("<I", code, 4)[0], struct.unpack_from("<I", code, 16)[0]
    needs, signed, at = [], False, 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", code, at)
        if command == _LOAD_DYLIB:
            needs.append(_text(code, at + struct.unpack_from("<I", code, at + 8)[0]))
        signed = signed or command == _SIGNATURE
        at += size
    return Binary("Mach-O", _MACH_MACHINES.get(machine), tuple(needs), signed)


def _pe(code: bytes) -> Binary:
    head = struct.unpack_from("<I", code, 0x3C)[0] + 4
    machine, count, optional = *struct.unpack_from("<HH", code, head), struct.unpack_from("<H", code, head + 16)[0]
    imports = struct.unpack_from("<I", code, head + 20 + 120)[0]
    sections = [struct.unpack_from("<IIII", code, head + 20 + optional + 40 * at + 8) for at in range(count)]

    def offset(address: int) -> int:
        """Where in the file this address of the memory is."""
        return int(next(address - at + where for _, at, size, where in sections if at <= address < at + size))

    def needed() -> Iterator[str]:
        at = offset(imports)
        while name := struct.unpack_from("<I", code, at + 12)[0]:
            yield _text(code, offset(name))
            at += 20

    return Binary("PE", _PE_MACHINES.get(machine), tuple(needed()) if imports else ())


def _text(code: bytes, at: int) -> str:
    return code[at : code.index(b"\0", at)].decode()
