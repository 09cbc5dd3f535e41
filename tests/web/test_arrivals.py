"""What comes in time counts, whenever a server that stood still gets to it."""

import time
from pathlib import Path

import pytest

from tests.web.harness import Guest, Server

LIMIT = 5
"""Seconds of a turn, the shortest there is."""
BEFORE, AFTER = 1.5, 0.5
"""Seconds before the end of the turn at which the server stands still, and after it at which it goes on: not so long
that it gives everybody grace."""


@pytest.mark.slow
@pytest.mark.one_process("freezes the one that it has")
def test_a_move_that_comes_while_the_server_stands_still_is_in_time(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with Guest(server.address) as ann:
            room = ann.make(name="Ann", computers=["gentle"], start=True, limit=LIMIT)
            with ann.join(room) as table:
                state = table.until(lambda state: state["turn"] == state["you"])
                table.send({"t": "ping"})
                end = time.monotonic() + (state["deadline"] - table.expect("pong")["now"]) / 1000
                time.sleep(max(0, end - BEFORE - time.monotonic()))
                server.freeze()
                try:
                    table.send({"t": "move", "id": "m", "on": state["seq"], "move": {"t": "draw"}})
                    time.sleep(max(0, end + AFTER - time.monotonic()))
                finally:
                    server.thaw()
                answer = table.expect("accepted", "refused")
                assert answer == {"t": "accepted", "id": "m", "seq": state["seq"] + 1}
                table.catch_up(answer["seq"])
                assert not any('"timed-out"' in frame for frame in table.frames)
    finally:
        server.stop()
