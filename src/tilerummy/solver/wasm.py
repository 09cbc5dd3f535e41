"""The page's own kernel for a Python that has no compiled one: WebAssembly, run by wasmtime (the extra `wasm`).

Other threads run while it searches. Python's signals come to its main thread alone, so that one waits beside a thread
that searches, and Ctrl-C ends the search.
"""

from concurrent.futures import Future, wait
from functools import cached_property
from pathlib import Path
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, Final

from wasmtime import Engine, Linker, Module, Store, WasiConfig

FILE: Final = Path(__file__).with_name("kernel.wasm")
"""Where the build puts the module, from which the page takes it too."""
_MALFORMED: Final = b"\x04" + bytes(14)
"""The kernel's reply to what is no request."""
_CLOCK: Final = """
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $read (param i32 i64 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "now") (result i64)
    (if (i32.load (i32.const 8)) (then (return (i64.const -1))))
    (drop (call $read (i32.const 1) (i64.const 0) (i32.const 0)))
    (i64.load (i32.const 0))))
"""
"""The kernel's clock: the machine's monotonic one, or the end of time where byte 8 of its memory says so. Searches look
at it tens of thousands of times a second, too often for a function of Python."""
_END: Final = 8
LISTENING: Final = 0.05
"""Seconds between two looks of the main thread for signals, where they do not wake it."""


class WasmKernel:
    """The module, compiled by the first search, which takes some tenths of a second. Raises FileNotFoundError where the
    package was built without it."""

    def __init__(self) -> None:
        if not FILE.is_file():
            raise FileNotFoundError(f"{FILE.name} is not in this package")
        self._free = Lock()

    @cached_property
    def _instance(self) -> "_Instance":
        return _Instance()

    def search(self, request: bytes) -> bytes:
        """The reply to a request, as the compiled kernel gives it: see `codec.py`. Raises MemoryError."""
        said: Future[bytes] = Future()
        if current_thread() is not main_thread():
            self._answer(request, said)
            return said.result()
        try:
            Thread(target=self._answer, args=(request, said), daemon=True).start()
            while not wait((said,), LISTENING).done:
                continue
            return said.result()
        except BaseException:
            if not said.cancel():
                self._instance.end()
            raise

    def _answer(self, request: bytes, said: "Future[bytes]") -> None:
        with self._free:
            try:
                instance = self._instance
                instance.begin()
                if said.set_running_or_notify_cancel():
                    said.set_result(instance.search(request))
            except BaseException as error:
                said.set_exception(error)


class _Instance:
    """The module with its memory, which it takes once and keeps."""

    def __init__(self) -> None:
        engine = Engine()
        self._store = Store(engine)
        self._store.set_wasi(WasiConfig())
        linker = Linker(engine)
        linker.define_wasi()
        clock = linker.instantiate(self._store, Module(engine, _CLOCK))
        linker.define_instance(self._store, "host", clock)
        memory: Any = clock.exports(self._store)["memory"]
        self._clock = memory.data_ptr(self._store)
        kernel = linker.instantiate(self._store, Module.from_file(engine, FILE))
        self._exports: Any = kernel.exports(self._store)
        self._request, self._reply, self._most = map(self._call, ("request", "reply", "most"))

    def _call(self, name: str, *numbers: int) -> int:
        said: int = self._exports[name](self._store, *numbers)
        return said

    def begin(self) -> None:
        """Let searches take their time."""
        self._clock[_END] = 0

    def end(self) -> None:
        """End the search that runs."""
        self._clock[_END] = 1

    def search(self, request: bytes) -> bytes:
        if len(request) > self._most:
            return _MALFORMED
        memory = self._exports["memory"]
        memory.write(self._store, request, self._request)
        length = self._call("search", len(request))
        if not length:
            raise MemoryError
        return bytes(memory.read(self._store, self._reply, self._reply + length))
