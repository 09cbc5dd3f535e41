"""Compiles the kernel's solver and camera to WebAssembly by Zig's C compiler, which PyPI carries as `ziglang`: for the
page, and for a Python that has no compiled kernel.

The same sources give the same bytes everywhere. Without Zig there is no file: the page asks the server.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from building import ROOT
from building.progress import call

WHEEL = "ziglang==0.17.1"
REQUIREMENT = f"{WHEEL}; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
"""There are wheels for more machines; on these nobody is without."""
KERNEL = ROOT / "kernel"
MODULE = ROOT / "src" / "tilerummy" / "solver" / "kernel.wasm"
"""In the package, where Python finds it, and the build of the page."""
CAMERA = ROOT / "src" / "tilerummy" / "camera" / "camera.wasm"
"""What reads photographs; beside its weights."""
OPTIONS = (
    "--target=wasm32-freestanding", "-nostdlib", "-Wl,--no-entry", f"-I{KERNEL / 'wasm'}", "-std=c99", "-O2",
    "-DNDEBUG", "-ffp-contract=off", "-fno-sanitize=all", "-mbulk-memory", "-s",
)  # fmt: skip
"""No contraction: floats are the same on every machine. No sanitizer: Zig adds one that traps."""
OF_CAMERA = ("-msimd128", "-Wl,-z,stack-size=262144")
"""Four floats at once: every browser of the last years does so."""


def compile_modules(python: Path) -> None:
    """Compile both modules with the Zig of this `python`. Raises SetupError with the compiler's output."""
    _compile(python, MODULE, [KERNEL / "kernel.c", KERNEL / "wide.c", KERNEL / "wasm" / "module.c"])
    _compile(python, CAMERA, [*OF_CAMERA, KERNEL / "wasm" / "camera.c"])


def _compile(python: Path, module: Path, words: Sequence[str | Path]) -> None:
    module.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=module.parent, prefix=".wasm-") as folder:
        made = Path(folder) / module.name
        caches = {f"ZIG_{which}_CACHE_DIR": os.fspath(Path(folder, which)) for which in ("GLOBAL", "LOCAL")}
        call([python, "-m", "ziglang", "cc", *OPTIONS, *words, "-o", made], env=caches)
        made.replace(module)
