"""The page's own camera for a Python that has no compiled one: WebAssembly, run by wasmtime (the extra `wasm`)."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from wasmtime import Engine, Instance, Module, Store

from tilerummy.camera.kernel import FLOATS, KINDS, RACK, TABLE

MOST_WEIGHTS: Final = 512 * 1024
"""Bytes that the module has room for."""
FILE: Final = Path(__file__).with_name("camera.wasm")
"""Where the build puts the module, from which the page takes it too."""


@cache
def _module() -> tuple[Engine, Module]:
    """Compiled once, which takes some tenths of a second."""
    engine = Engine()
    return engine, Module.from_file(engine, FILE)


def see(weights: bytes, rgba: bytes, width: int, height: int, as_: int, smallest: int, wraps: int, box: bytes) -> bytes:
    """As the compiled one answers, in memory that is given back. Raises ValueError."""
    engine, module = _module()
    store = Store(engine)
    exports: Any = Instance(store, module, []).exports(store)
    memory = exports["memory"]
    if (
        min(width, height) < 1
        or width * height > exports["most"](store)
        or len(rgba) != 4 * width * height
        or len(box) != KINDS
    ):
        raise ValueError("no such picture")
    if len(weights) > MOST_WEIGHTS:
        raise ValueError("no weights")
    for name, given in (("weights", weights), ("photo", rgba), ("box", box)):
        memory.write(store, given, exports[name](store))
    if exports["load"](store, len(weights)) < 0:
        raise ValueError("no weights")
    found = exports["read"](store, width, height, as_, smallest, wraps)
    if found < 0:
        raise ValueError("no such picture")
    start = exports["reply"](store)
    return bytes(memory.read(store, start, start + 4 * found * (FLOATS if as_ in (RACK, TABLE) else 1)))
