"""A server on a machine that has neither the compiled kernel nor wasmtime: it says so, and plays."""

from pathlib import Path

import pytest

from tests.web.harness import Guest, serving
from tilerummy import extras

pytestmark = pytest.mark.one_process("starts without a kernel")

WITHOUT = """
import sys

sys.modules["tilerummy.solver._kernel"] = None
sys.modules["wasmtime"] = None
"""


def test_it_says_what_to_install_and_its_strongest_player_moves(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    with (
        serving(tmp_path / "data", environment={"PYTHONPATH": str(tmp_path)}) as server,
        Guest(server.address) as ann,
    ):
        assert server.process.stdout is not None
        assert extras.command("wasm") in server.process.stdout.readline()
        room = ann.make(seats=2, computers=["champion"], name="Ann", start=True)
        with ann.join(room) as table:
            table.until(lambda state: state["turn"] == 0)
            table.move({"t": "draw"})
            later = table.until(lambda state: state["turn"] == 0 and state["turn_number"] > 1)
            assert later["last"]["seat"] == 1
