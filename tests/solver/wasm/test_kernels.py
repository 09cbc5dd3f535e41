"""The kernel in both its forms: the same bytes, other threads that go on during a search, and Ctrl-C that ends it."""

import signal
import threading
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.oracle.houses import HOUSES
from tilerummy import editions
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout
from tilerummy.solver import kernel as kernels
from tilerummy.solver.query import Budget
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import MALFORMED
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

pytest.importorskip("wasmtime")

from tests.oracle.wasm.kernels import compared
from tests.oracle.wide_requests import wide_requests
from tilerummy.solver import wasm

Kernel = Callable[[bytes], bytes]
built = pytest.mark.skipif(not wasm.FILE.is_file(), reason="no Zig")
TICKS = 1500
"""A second, of the thread that goes on."""
HARD = (
    "k3 k4 k5, r7 r8 r9 r10, k1 r1 y1, k9 k10 k11, b8 C r10, b10 b11 J b13, y11 y12 y13, k4 k5 k6 k7, b2 b3 b4, "
    "y6 D y9, r3 y3 M y3 r3, r5 r6 r7 r8, y4 y5 y6, r2 D r5, b2 b3 b4 b5 b6 | b11 y1 | opened | pool 53"
)
"""A position of `twist-international` whose most value is searched for longer than half a second."""


def hard() -> bytes:
    place = from_layout(parse_position(HARD), editions.load("twist-international"))
    return special.pose(Task(place.edition, (), place.rack, "value", table=place.table), Budget())


@pytest.fixture(params=["native", "wasm"])
def either(request: pytest.FixtureRequest) -> Kernel:
    """The kernel of this installation, and the one in WebAssembly."""
    if request.param == "wasm":
        if not wasm.FILE.is_file():
            pytest.skip("no Zig")
        return wasm.WasmKernel().search
    native: Kernel = pytest.importorskip("tilerummy.solver._kernel").search
    return native


@built
@pytest.mark.parametrize("name", [*editions.names(), *HOUSES])
def test_both_give_the_same_bytes(kernel: Kernel, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(regular, "kernel", kernel)
    assert compared(name, 3, 60).differing == []


@built
def test_both_give_the_same_bytes_where_there_are_many_copies(kernel: Kernel) -> None:
    search = wasm.WasmKernel().search
    for asked in wide_requests(100, 4):
        assert search(asked) == kernel(asked), asked.hex()


def test_no_bytes_are_too_many(either: Kernel) -> None:
    for length in (0, 1, 27, 2048, 2049, 100_000):
        assert either(bytes(length))[0] == MALFORMED


def test_other_threads_go_on_during_a_search(either: Kernel) -> None:
    asked, ticks = hard(), list[float]()
    either(asked)
    ended = threading.Event()

    def tick() -> None:
        while not ended.is_set():
            time.sleep(1 / TICKS)
            ticks.append(time.monotonic())

    ticking = threading.Thread(target=tick)
    ticking.start()
    try:
        while not ticks:
            time.sleep(0.01)
        begun = time.monotonic()
        either(asked)
        over = time.monotonic()
    finally:
        ended.set()
        ticking.join()
    during = sum(begun < at < over for at in ticks)
    # a thread that has to wait for the search ticks once or twice, however fast the machine is
    assert during > 5


@pytest.mark.slow
def test_searches_of_several_threads_give_what_one_gives(either: Kernel) -> None:
    asked, replies = hard(), list[bytes]()
    threads = [threading.Thread(target=lambda: replies.append(either(asked))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [either(asked)] * 2


def test_a_search_does_not_wait_for_that_of_another_thread() -> None:
    """A short one ends while a long one goes on: on one processor too, at one of some tries."""
    native: Kernel = pytest.importorskip("tilerummy.solver._kernel").search
    asked, short = hard(), b"malformed"
    for _ in range(20):
        searching = threading.Thread(target=native, args=(asked,))
        searching.start()
        native(short)
        beside = searching.is_alive()
        searching.join()
        if beside:
            return
    pytest.fail("none of the short searches ended before the long one")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of processor time")
def test_ctrl_c_ends_a_search(either: Kernel) -> None:
    """Any signal whose handler raises: here one that comes after a fifth of the processor time of the search."""
    asked = hard()
    either(asked)
    begun = time.process_time()
    before = either(asked)
    whole = time.process_time() - begun
    old = signal.signal(signal.SIGPROF, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_PROF, whole / 5)
        begun = time.process_time()
        with pytest.raises(KeyboardInterrupt):
            either(asked)
        spent = time.process_time() - begun
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
    assert spent < whole * 0.8
    assert either(asked) == before


def test_webassembly_is_taken_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_native(name: str) -> object:
        if name == "tilerummy.solver._kernel":
            raise ImportError(name)
        return import_module(name)

    monkeypatch.setattr(kernels, "import_module", without_native)
    assert kernels.found().kind == ("wasm" if wasm.FILE.is_file() else "none")
    monkeypatch.setattr(wasm, "FILE", wasm.FILE.with_name("nothing.wasm"))
    assert kernels.found() == ("none", None)


def test_a_kernel_for_another_machine_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of another processor, cut off, or of a version that lacks what is asked."""
    native = pytest.importorskip("tilerummy.solver._kernel")
    whole, file = Path(native.__file__).read_bytes(), tmp_path / Path(native.__file__).name
    # the byte of an ELF file that says for which machine it is
    for data in (whole[:18] + bytes([whole[18] ^ 0xFF]) + whole[19:], whole[:200], b"", None):

        def loaded(name: str, data: bytes | None = data) -> object:
            if name != "tilerummy.solver._kernel":
                raise ImportError(name)
            if data is None:
                return ModuleType(name)
            file.write_bytes(data)
            spec = spec_from_file_location("_kernel", file)
            assert spec is not None
            return module_from_spec(spec)

        monkeypatch.setattr(kernels, "import_module", loaded)
        assert kernels.found() == ("none", None)
        assert kernels.core() is None
