"""Landlock, the sandbox of the Linux kernel that needs no rights. Standard library only.

Besides the files, a process in it reads no memory and no environment of those outside, sends them no signals (since
Linux 6.12), and opens no TCP connections (since 6.7). Sockets in files, and UDP, it can still use.
"""

import ctypes
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION: Final = 1
_PATH_BENEATH: Final = 1
_NO_NEW_PRIVILEGES: Final = 38
_EXECUTE, _WRITE, _READ, _LIST, _TRUNCATE, _DEVICE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_OF_FILES: Final = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE
_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights to files each version of the interface knows; later ones have as many as the last."""
_TCP: Final = 0b11
_SCOPES: Final = 0b11


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version of the interface that the kernel has; 0 where it has none, or it is turned off."""
    if sys.platform != "linux":
        return 0
    answer: int = ctypes.CDLL(None).syscall(_CREATE, None, 0, _VERSION)
    return max(0, answer)


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Leave this process, and all it starts, what is readable or writable, for ever. What is not there is left out.
    Raises OSError where the kernel refuses."""
    known, library = version(), ctypes.CDLL(None, use_errno=True)
    everything = (1 << _RIGHTS[min(known, max(_RIGHTS))]) - 1
    ruleset = _Ruleset(everything, _TCP if known >= 4 else 0, _SCOPES if known >= 6 else 0)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = _checked(library.syscall(_CREATE, ctypes.byref(ruleset), size, 0))
    for paths, rights in ((readable, _EXECUTE | _READ | _LIST), (writable, everything)):
        for path in paths:
            with suppress(OSError):
                _allow(library, rules, path, rights & everything)
    _checked(library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked(library.syscall(_RESTRICT, rules, 0))
    os.close(rules)


def _allow(library: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        allowed = rights if stat.S_ISDIR(os.fstat(parent).st_mode) else rights & _OF_FILES
        rule = _Beneath(allowed, parent)
        _checked(library.syscall(_ADD, rules, _PATH_BENEATH, ctypes.byref(rule), 0))
    finally:
        os.close(parent)


def _checked(answer: int) -> int:
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer
