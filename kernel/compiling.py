"""Compiles the kernel with the C compiler that is found, if one is; the package works without it."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEARCH = (HERE / "kernel.c", HERE / "wide.c")
GAMES = (*SEARCH, HERE / "game.c")
CAMERA = HERE / "camera" / "camera.c"
SOURCES = (*GAMES, CAMERA, HERE / "wrapper.c")
OPTIONS = ("-std=c99", "-D_POSIX_C_SOURCE=200809L", "-O3", "-ffp-contract=off", "-fPIC", "-DNDEBUG")
"""Of every compiler. No contraction: floats are the same on every machine."""


class CompileError(Exception):
    """What the compiler says of the sources, or of the Python headers that it misses."""


def compile_kernel(target: Path, *options: str) -> Path | None:
    """Compile the module `_kernel` into the folder `target` and return its path; None without a compiler. The file is
    replaced in one step, so that a running program never sees half of it. `options`: further ones for the compiler.
    Raises CompileError."""
    compiler = find_compiler()
    if compiler is None:
        return None
    if not Path(_include(), "Python.h").is_file():
        raise CompileError(f"there is a C compiler, but no headers of Python: no Python.h in {_include()}")
    name = "_kernel.pyd" if sys.platform == "win32" else "_kernel.abi3.so"
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target, prefix=".kernel-") as folder:
            made = Path(folder) / name
            subprocess.run(
                [*compiler, *_options(), *options, "-o", str(made)], check=True, capture_output=True, timeout=300
            )
            made.replace(target / name)
    except subprocess.CalledProcessError as error:
        raise CompileError(error.stderr.decode(errors="replace")) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise CompileError(str(error)) from error
    return target / name


def find_compiler() -> list[str] | None:
    """The command of the C compiler: $CC, else the first of the usual names that is installed."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(command)
        if words and shutil.which(words[0]):
            return words
    return None


def _include() -> str:
    return sysconfig.get_paths()["include"]


def _options() -> list[str]:
    linking = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    if sys.platform == "win32":
        linking += [f"-L{Path(sys.base_prefix) / 'libs'}", "-lpython3"]
    return [*OPTIONS, f"-I{_include()}", *linking, *map(str, SOURCES)]
