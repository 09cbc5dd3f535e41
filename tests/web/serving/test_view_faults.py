"""A table whose picture cannot be made: who looks at it is told once, and comes back."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.harness import PATIENCE, Guest, serving

PLANTED = """
from tilerummy.rooms.views.viewer import Viewer


def fails(viewer):
    raise LookupError("planted")


Viewer.take = fails
"""


def test_a_view_that_fails_closes_the_socket_with_a_word(tmp_path: Path) -> None:
    planted, log = tmp_path / "planted", tmp_path / "log"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(PLANTED)
    with (
        serving(tmp_path / "data", log=log, environment={"PYTHONPATH": str(planted)}) as server,
        Guest(server.address) as ann,
        ann.connect(ann.make(seats=2)) as table,
    ):
        table.send({"t": "join", "v": 1, "since": None})
        assert json.loads(table.socket.recv(PATIENCE)) == {"t": "error", "code": "internal", "params": {}}
        with pytest.raises(ConnectionClosed):
            table.socket.recv(PATIENCE)
        assert table.socket.close_code == 1013
    assert log.read_text().count("view-failed") == 1
