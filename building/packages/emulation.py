"""Pythons of other machines on this Linux, so that wheels for them are run too: Debian's own of 64-bit ARM, and one of
musl, which Zig compiles from the source that Debian has of this Python. What is ARM's runs under Debian's `qemu-user`.

Installs nothing on this machine.
"""

import os
import platform
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from building.packages import debian
from building.progress import SetupError, call

QEMU: Final = "qemu-aarch64"
_VERSION: Final = f"python{sys.version_info.major}.{sys.version_info.minor}"
_LEFT_OUT: Final = ("PKG_CONFIG=/bin/false", "--disable-test-modules", "--without-ensurepip")
"""Nothing of this machine's libraries is looked for."""
_ANSWERS: Final = (
    "ac_cv_file__dev_ptmx=no",
    "ac_cv_file__dev_ptc=no",
    "ac_cv_buggy_getaddrinfo=no",
    "ac_cv_func_preadv2=no",
    "ac_cv_func_pwritev2=no",
    "READELF=/bin/true",
)
"""What `configure` cannot find out by running something; Zig's musl has functions that Debian's has not."""
_MODULES: Final = re.compile(
    r"array|c?math|select|fcntl|mmap|grp|binascii|zlib|unicodedata|_(struct|random|bisect|heapq|json|pickle|datetime"
    r"|zoneinfo|csv|contextvars|statistics|posixsubprocess|multiprocessing|socket|queue|opcode|asyncio|typing|md5|sha\d+"
    r"|blake2)"
)
"""Of the standard library those parts in C that the core imports, and what these do."""


def can_run(machine: str, *, musl: bool) -> bool:
    """Whether there is all that it takes to run a Python of `x86_64` or `aarch64`, and to fetch it: of musl also a
    Debian that has this version of Python."""
    runs = machine == platform.machine() or (machine == "aarch64" and bool(shutil.which(QEMU)))
    return runs and debian.can_fetch() and (not musl or Path("/usr/bin", _VERSION).exists())


def python(folder: Path) -> list[object]:
    """Put Debian's Python of 64-bit ARM into a folder; the command that starts it. Raises SetupError."""
    root = debian.unpack(("python3-minimal", "libpython3-stdlib"), "arm64", folder)
    found = sorted((root / "usr" / "bin").glob("python3.*"))
    if not found:
        raise SetupError("no Python in Debian for arm64")
    return [QEMU, "-L", root, found[0]]


def python_of_musl(machine: str, folder: Path) -> list[object]:
    """Make a Python of musl for `x86_64` or `aarch64` in a folder, in some minutes; the command that starts it. Raises
    SetupError."""
    root = debian.unpack(("musl",), {"x86_64": "amd64", "aarch64": "arm64"}[machine], folder / "musl")
    source, built = debian.source(_VERSION, folder / "source"), folder / "built"
    library = folder / "home" / "lib" / _VERSION
    (library / "lib-dynload").mkdir(parents=True)
    built.mkdir()
    for path in (source / "Lib").iterdir():
        (library / path.name).symlink_to(path)
    compiler = _script(built / "cc", f"cc --target={machine}-linux-musl -dynamic")
    archiver = _script(built / "ar", "ar")
    zlib = debian.source("zlib", folder / "zlib")
    _in(zlib, [compiler, "-O1", "-w", "-c", *(path for path in zlib.glob("*.c") if not path.match("gz*"))])
    _in(zlib, [archiver, "rcs", "libz.a", *zlib.glob("*.o")])
    words = [*_LEFT_OUT, *_ANSWERS, f"CC={compiler}", f"AR={archiver}", "CFLAGS=-O1 -w"]
    words += [f"ZLIB_CFLAGS=-I{zlib}", f"ZLIB_LIBS=-L{zlib} -lz"]
    machines = [f"--build={platform.machine()}-linux-gnu", f"--host={machine}-linux-musl"]
    _in(built, [source / "configure", *machines, f"--with-build-python={sys.executable}", *words])
    listed = (built / "Modules" / "Setup.stdlib").read_text(encoding="utf-8").splitlines()
    kept = [line for line in listed if _MODULES.fullmatch(line.partition(" ")[0])]
    (built / "Modules" / "Setup.local").write_text("\n".join(["*static*", *kept, ""]), encoding="utf-8")
    # for modules of musl, as their wheels name them
    abi = f"SOABI=cpython-{sys.version_info.major}{sys.version_info.minor}-{machine}-linux-musl"
    _in(built, ["make", f"--jobs={os.cpu_count()}", abi, "python"])
    emulated = [] if machine == platform.machine() else [QEMU]
    loader = root / "lib" / f"ld-musl-{machine}.so.1"
    return ["env", f"PYTHONHOME={library.parent.parent}", *emulated, loader, built / "python"]


def _script(path: Path, words: str) -> Path:
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m ziglang {words} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def _in(folder: Path, command: list[object]) -> None:
    """Run a command in a folder of its own. Raises SetupError."""
    call(["sh", "-c", 'cd "$0" && exec "$@"', folder, *command])
