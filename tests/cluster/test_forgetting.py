"""A forgotten guest's table is gone at every worker, and a guest who is forgotten elsewhere is so here."""

import pytest

from tests.cluster.conftest import Seats
from tests.cluster.games import options
from tests.web.harness import PATIENCE


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_a_table_with_computers_alone_is_gone_at_every_worker(guest: Seats, phase: str) -> None:
    ann, friend, other = guest(0), guest(1), guest(2)
    room = ann.make(seats=3, computers=["gentle"], name="Ann", limit=5, options=options(chat="everyone", open=True))
    with ann.join(room) as table, friend.join(room) as looking, other.join(room) as beside:
        if phase == "playing":
            assert table.ask("start")["t"] == "accepted"
            looking.until(lambda state: state["phase"] == "playing")
        assert looking.ask("say", text="hello", name="Friend")["t"] == "accepted"
        assert ann.http.post("/api/session/forget", timeout=PATIENCE).json() == {"games": 1}
        # who forgets themselves ends their session too: one of both is heard first
        assert table.closed() in (4401, 4410)
        assert [seen.closed() for seen in (looking, beside)] == [4410] * 2
    for number in range(3):
        stranger = guest(number)
        with stranger.connect(room) as again:
            again.send({"t": "join", "v": 1})
            assert again.closed() == 4404
        assert stranger.http.get(f"/api/rooms/{room}/replay").status_code == 404
        assert room not in [one["room"] for one in stranger.http.get("/api/rooms/open").json()]
