"""The solver's kernel: the one compiled for this machine or else the page's, run by wasmtime; neither may be there."""

from collections.abc import Callable
from importlib import import_module
from typing import Literal, NamedTuple

Play = Callable[[bytes], bytes]
"""What came of a game for its deal, both as `bots/core/codec.py` describes them."""
Search = Callable[[bytes], bytes]
"""A reply for a request, both as `regular/codec.py` and `special/codec.py` describe them."""


class Kernel(NamedTuple):
    """What searches here; `search` is None where `kind` is `none`."""

    kind: Literal["native", "wasm", "none"]
    search: Search | None


def found() -> Kernel:
    """The kernel of this installation."""
    try:
        return Kernel("native", import_module("tilerummy.solver._kernel").search)
    # none, one for another machine, or one that lacks what is asked
    except (ImportError, AttributeError):
        pass
    try:
        return Kernel("wasm", import_module("tilerummy.solver.wasm").WasmKernel().search)
    # no wasmtime, no module, or a wasmtime that is not for this machine
    except (ImportError, OSError, RuntimeError):
        return Kernel("none", None)


def core() -> Play | None:
    """What plays whole games: the kernel compiled for this machine, where there is one."""
    try:
        play: Play = import_module("tilerummy.solver._kernel").play
    except (ImportError, AttributeError):
        return None
    return play
