"""The machines for which wheels are made, and the kernel compiled for each of them by Zig's C compiler, on any of them.

Zig brings the libraries of C for all. Of Python it takes this one's headers: the kernel keeps to the limited API, which
is the same everywhere but for what `pyconfig.h` says of Windows.
"""

import os
import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from building.progress import SetupError, call
from kernel.compiling import HERE, OPTIONS, SOURCES

_MODULES: Final = ("-shared", "-fno-sanitize=all")
"""No sanitizer: Zig adds one that traps."""
_NAMES: Final = re.compile(r"\b_?Py\w+")


class Target(NamedTuple):
    """A kind of machine: its `tag` in a wheel's name, Zig's name for it, the module's file, and how it is linked."""

    tag: str
    zig: str
    file: str = "_kernel.abi3.so"
    linking: tuple[str, ...] = ("-s",)


_MAC: Final = ("-s", "-undefined", "dynamic_lookup", "-Wl,-install_name,@rpath/_kernel.abi3.so")
"""Stripped, and with a name of its own: else it holds the name of the folder in which it was compiled."""
TARGETS: Final = (
    Target("manylinux_2_17_x86_64", "x86_64-linux-gnu.2.17"),
    Target("manylinux_2_17_aarch64", "aarch64-linux-gnu.2.17"),
    Target("musllinux_1_2_x86_64", "x86_64-linux-musl"),
    Target("musllinux_1_2_aarch64", "aarch64-linux-musl"),
    Target("macosx_11_0_x86_64", "x86_64-macos.11.0", linking=_MAC),
    Target("macosx_11_0_arm64", "aarch64-macos.11.0", linking=_MAC),
    Target("win_amd64", "x86_64-windows-gnu", "_kernel.pyd"),
    Target("win_arm64", "aarch64-windows-gnu", "_kernel.pyd"),
)


def named(tag: str) -> Target:
    """The target with this tag. Raises SetupError with those that there are."""
    for target in TARGETS:
        if target.tag == tag:
            return target
    raise SetupError(f"no wheel is made for {tag!r}, but for {', '.join(target.tag for target in TARGETS)}")


def compile_for(target: Target, folder: Path) -> Path:
    """Compile the kernel for these machines into a folder, in place of any other; the path of the module. Raises
    SetupError with the compiler's output."""
    for old in folder.glob("_kernel.*"):
        old.unlink()
    with tempfile.TemporaryDirectory(dir=folder, prefix=".kernel-") as name:
        work = Path(name)
        made = work / target.file
        include = headers(target, work)
        options = [*OPTIONS, *_MODULES, *target.linking, f"-I{include}"]
        sources = [*SOURCES, *([_library(target, include, work)] if target.zig.endswith("windows-gnu") else [])]
        _compile(target, work, [*options, *sources, "-o", made])
        return made.replace(folder / target.file)


def headers(target: Target, work: Path) -> Path:
    """The folder of Python's headers: for Windows a copy in `work`, since each of them looks beside itself first."""
    include = Path(sysconfig.get_paths()["include"])
    if not target.tag.startswith("win"):
        return include
    copied = shutil.copytree(include, work / "include")
    shutil.copy(HERE / "windows" / "pyconfig.h", copied)
    return copied


def _compile(target: Target, work: Path, words: Sequence[object]) -> None:
    # what Zig compiles of C's libraries may be kept; the kernel is compiled each time
    kept = os.environ.get("ZIG_GLOBAL_CACHE_DIR") or os.fspath(work / "global")
    caches = {"ZIG_GLOBAL_CACHE_DIR": kept, "ZIG_LOCAL_CACHE_DIR": os.fspath(work / "local")}
    call([sys.executable, "-m", "ziglang", "cc", f"--target={target.zig}", *words], env=caches)


def _library(target: Target, include: Path, work: Path) -> Path:
    """What Windows links with `python3.dll`, the library of the limited API."""
    names = sorted(declared(target, include, work))
    (work / "python3.def").write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *names, ""]), encoding="utf-8")
    machine = "arm64" if target.tag == "win_arm64" else "i386:x86-64"
    made = work / "python3.lib"
    call([sys.executable, "-m", "ziglang", "dlltool", "-m", machine, "-d", work / "python3.def", "-l", made])
    return made


def declared(target: Target, include: Path, work: Path) -> set[str]:
    """The names of the limited API that Python's headers, in the folder `include`, declare to the wrapper, as a
    linker knows them: after all macros. `work`: a folder for what is read. Raises SetupError."""
    read = work / "wrapper.i"
    _compile(target, work, [f"-I{include}", "-E", HERE / "wrapper.c", "-o", read])
    return set(_NAMES.findall(read.read_text(encoding="utf-8")))
