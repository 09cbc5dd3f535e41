"""Compiles the solver's kernel to WebAssembly by Zig's C compiler, which PyPI carries as `ziglang`: for the page, and
for a Python that has no compiled kernel.

The same sources give the same bytes everywhere. Without Zig there is no file: the page asks the server.
"""

import os
import tempfile
from pathlib import Path

from building import ROOT
from building.progress import call

WHEEL = "ziglang==0.17.1"
REQUIREMENT = f"{WHEEL}; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
"""There are wheels for more machines; on these nobody is without."""
KERNEL = ROOT / "kernel"
MODULE = ROOT / "src" / "tilerummy" / "solver" / "kernel.wasm"
"""In the package, where Python finds it, and the build of the page."""
OPTIONS = (
    "--target=wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", f"-I{KERNEL / 'wasm'}", "-std=c99", "-O2",
    "-DNDEBUG", "-ffp-contract=off", "-fno-sanitize=all", "-mbulk-memory", "-s",
)  # fmt: skip
"""No contraction: floats are the same on every machine. No sanitizer: Zig adds one that traps."""


def compile_module(python: Path) -> None:
    """Compile the module with the Zig of this `python`. Raises SetupError with the compiler's output."""
    MODULE.parent.mkdir(exist_ok=True)
    sources = [KERNEL / "kernel.c", KERNEL / "wide.c", KERNEL / "wasm" / "module.c"]
    with tempfile.TemporaryDirectory(dir=MODULE.parent, prefix=".wasm-") as folder:
        made = Path(folder) / MODULE.name
        caches = {f"ZIG_{which}_CACHE_DIR": os.fspath(Path(folder, which)) for which in ("GLOBAL", "LOCAL")}
        call([python, "-m", "ziglang", "cc", *OPTIONS, *sources, "-o", made], env=caches)
        made.replace(MODULE)
