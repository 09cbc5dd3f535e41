"""The networks in C: the numbers of training, the same natively and as WebAssembly, small, and safe from any file."""

import gzip
import hashlib
import json
import random
from array import array
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from tests.golden.camera import CLASSIFIER, DETECTOR, FILE, pixels
from tilerummy.camera import kernel
from tilerummy.camera.kernel import KINDS, PIXELS, WEIGHTS, See

NATIVE, WASM = "tilerummy.solver._kernel", "tilerummy.camera.wasm"
BOX = bytes([2] * KINDS)
MOST_BYTES = 15_000
"""Of the module, packed as it goes over the line."""
MOST_MEMORY = 32 * 1024 * 1024


def module(name: str) -> See:
    try:
        see: See = import_module(name).see
    except (ImportError, AttributeError):
        pytest.skip(f"no {name}")
    if name == WASM and not import_module(name).FILE.is_file():
        pytest.skip("no Zig")
    return see


@pytest.mark.parametrize("name", [NATIVE, WASM])
@pytest.mark.parametrize(("as_", "network", "size"), [(2, "detector", DETECTOR), (3, "classifier", CLASSIFIER)])
def test_the_networks_say_what_they_say_in_training(name: str, as_: int, network: str, size: tuple[int, int]) -> None:
    golden = json.loads(FILE.read_text(encoding="utf-8"))
    assert golden["weights"] == hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(), "python -m tests.golden.camera"
    said = array("f", module(name)(kernel.weights(), pixels(*size), *size, as_, 3, 0, BOX))
    assert list(said) == pytest.approx(golden[network], abs=1e-4, rel=1e-5)


def test_native_and_wasm_say_the_same_bytes() -> None:
    size = (300, 220)
    asked = [(kernel.weights(), pixels(*size), *size, as_, 3, 0, BOX) for as_ in (0, 1)]
    asked += [(kernel.weights(), pixels(*DETECTOR), *DETECTOR, 2, 3, 0, BOX)]
    native, wasm = module(NATIVE), module(WASM)
    assert [native(*one) for one in asked] == [wasm(*one) for one in asked]


@pytest.mark.parametrize("name", [NATIVE, WASM])
def test_what_are_no_weights_is_refused(name: str) -> None:
    see, good, chance = module(name), kernel.weights(), random.Random(3)
    damaged = [b"", good[:27], good[:-1], good + b"\0", b"X" + good[1:], bytes(600_000)]
    for _ in range(20):
        bad = bytearray(good)
        bad[8 + chance.randrange(40)] ^= 1 << chance.randrange(8)
        damaged.append(bytes(bad))
    for weights in damaged:
        try:
            see(weights, pixels(*DETECTOR), *DETECTOR, 2, 3, 0, BOX)
        except ValueError:
            continue
        # a number that is another one is still a number
        assert len(weights) == len(good)


@pytest.mark.parametrize("name", [NATIVE, WASM])
@pytest.mark.parametrize(
    ("width", "height", "bytes_"), [(0, 0, 0), (-1, -1, 4), (10, 10, 399), (4096, 4096, 4), (65536, 65536, 0)]
)
def test_what_is_no_picture_is_refused(name: str, width: int, height: int, bytes_: int) -> None:
    with pytest.raises(ValueError, match="no such picture"):
        module(name)(kernel.weights(), bytes(bytes_), width, height, 0, 3, 0, BOX)


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 2), (33, 7), (2048, 1536)])
def test_pictures_of_any_size_and_no_tiles(size: tuple[int, int]) -> None:
    assert size[0] * size[1] <= PIXELS
    assert module(NATIVE)(kernel.weights(), bytes([90] * 4 * size[0] * size[1]), *size, 1, 3, 0, BOX) == b""


@pytest.mark.skipif(not find_spec("ziglang"), reason="no Zig")
def test_module_weights_and_memory_are_small() -> None:
    from wasmtime import Engine, Instance, Module, Store

    from tilerummy.camera.wasm import FILE as MODULE

    assert len(gzip.compress(MODULE.read_bytes(), 9)) <= MOST_BYTES
    assert WEIGHTS.stat().st_size <= 500_000
    engine = Engine()
    store = Store(engine)
    memory: Any = Instance(store, Module.from_file(engine, MODULE), []).exports(store)["memory"]
    assert memory.data_len(store) <= MOST_MEMORY
