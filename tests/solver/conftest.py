"""What the solver's tests share: the public positions, and the kernel compiled for the tests alone."""

import json
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from kernel.compiling import compile_kernel
from tests.once import once
from tilerummy import editions
from tilerummy.rules.notation import parse_meld, parse_position, parse_tiles
from tilerummy.rules.position import Position, from_layout, position

POSITIONS = Path(__file__).with_name("positions.jsonl")
SOON = 5
"""States before the impatient kernel looks for prices, or begins again with lower bounds."""


@pytest.fixture(scope="session")
def public() -> list[tuple[dict[str, Any], Position]]:
    """The public positions with what is known of them."""
    edition = editions.load("original")
    cases = []
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        table = [parse_meld(meld) for meld in known["table"]]
        rack = parse_tiles(known["rack"])
        cases.append((known, position(edition=edition, table=table, rack=rack, opened=True, pool=10)))
    return cases


@pytest.fixture(scope="session")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], bytes]:
    """The kernel's search, compiled here; the test is skipped where there is no C compiler."""
    return _compiled(tmp_path_factory, "kernel")


@pytest.fixture(scope="session")
def impatient_kernel(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], bytes]:
    """The kernel that looks for prices (`kernel/special/simplex.c`) and lower bounds after a few states."""
    return _compiled(tmp_path_factory, "impatient", f"-DPRICES_AFTER={SOON}", f"-DASTAR_AFTER={SOON}")


def _compiled(factory: pytest.TempPathFactory, name: str, *options: str) -> Callable[[bytes], bytes]:
    # the same bytes come out of it, and the compiler is done in a quarter of the time
    folder = once(factory, name, lambda folder: compile_kernel(folder, "-O1", *options))
    made = next(folder.glob("_kernel.*"), None)
    if made is None:
        pytest.skip("no C compiler")
    spec = spec_from_file_location("_kernel", made, loader=ExtensionFileLoader("_kernel", str(made)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    search: Callable[[bytes], bytes] = module.search
    return search


@pytest.fixture
def at() -> Callable[..., Position]:
    """A position from one line of notation: `at("b4 b5 b6 | b3 k1", "sabra")`."""

    def read(line: str, edition: str = "original") -> Position:
        return from_layout(parse_position(line), editions.load(edition))

    return read
