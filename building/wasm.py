"""Compiles the solver's kernel to WebAssembly for the page, by the C compiler of Zig that PyPI carries as `ziglang`.

The same sources give the same bytes everywhere. Without Zig the page is built without the file and asks the server.
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
MODULE = ROOT / "build" / "kernel.wasm"
"""Where the build of the page looks for it."""
OPTIONS = (
    "--target=wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", f"-I{KERNEL / 'wasm'}", "-std=c99", "-O2",
    "-DNDEBUG", "-ffp-contract=off", "-fno-sanitize=all", "-mbulk-memory", "-s",
)  # fmt: skip
"""No contraction: floats are what they are in the fallback. No sanitizer: Zig adds one that traps."""


def compile_module(python: Path) -> None:
    """Compile the module with the Zig of this `python`. Raises SetupError with the compiler's output."""
    MODULE.parent.mkdir(exist_ok=True)
    sources = [KERNEL / "kernel.c", KERNEL / "wasm" / "module.c"]
    with tempfile.TemporaryDirectory(dir=MODULE.parent, prefix=".wasm-") as folder:
        made = Path(folder) / MODULE.name
        caches = {f"ZIG_{which}_CACHE_DIR": os.fspath(Path(folder, which)) for which in ("GLOBAL", "LOCAL")}
        call([python, "-m", "ziglang", "cc", *OPTIONS, *sources, "-o", made], env=caches)
        made.replace(MODULE)
