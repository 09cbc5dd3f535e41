"""The solver in the page: the same answers as Python's, byte for byte, and as small as it is said to be."""

import gzip
import json
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.solver import PUBLIC, load
from building import wasm
from building.wasm import MODULE
from tests.oracle.wasm.cases import Case, cases, differing
from tests.oracle.wasm.page import (
    CARDS,
    EDITIONS,
    LISTED,
    known_cards,
    listed_editions,
    page_answers,
    page_editions,
    served,
)

MOST_BYTES = 150_000
"""Of the module, packed as it goes over the line."""
built = pytest.mark.skipif(not (MODULE.is_file() and shutil.which("node")), reason="no Zig or no Node on PATH")


def public() -> Iterator[Case]:
    for _, position in load("original", PUBLIC):
        yield Case("original", position, "tiles")


def test_the_page_knows_the_editions_as_they_are() -> None:
    assert EDITIONS.read_text(encoding="utf-8") == page_editions(), "python -m tests.oracle.wasm --write"
    assert LISTED.read_text(encoding="utf-8") == listed_editions(), "python -m tests.oracle.wasm --write"
    assert CARDS.read_text(encoding="utf-8") == known_cards(), "python -m tests.oracle.wasm --write"


@built
def test_the_module_is_small() -> None:
    assert len(gzip.compress(MODULE.read_bytes(), 9)) <= MOST_BYTES


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("ziglang"), reason="no Zig")
def test_the_same_sources_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = MODULE.read_bytes()
    monkeypatch.setattr(wasm, "MODULE", tmp_path / "kernel.wasm")
    wasm.compile_modules(Path(sys.executable))
    assert (tmp_path / "kernel.wasm").read_bytes() == before


@built
def test_the_page_answers_as_python_does() -> None:
    sample = [case for name in served() for case in cases(name, 3, 120)]
    assert differing([*sample, *public()]) == []


@built
@pytest.mark.parametrize(
    ("edition", "position"),
    [
        ("suomi", "b4 b5 b6 | b3"),
        ("nonsense", "b4 b5 b6 | b3"),
        ("original", "b4 b5 b6 | b99"),
        ("original", "b4 b5 b6 | b3 b3 b3"),
        ("original", "b4 b5 b6 | b3 | nonsense"),
        ("original", "b4 b5 b7 | b3"),
    ],
)
def test_the_rest_is_left_to_the_server(edition: str, position: str) -> None:
    asked = json.dumps({"position": position, "edition": edition, "objective": "tiles"})
    assert [said for _, said in page_answers([asked])] == ["null"]
