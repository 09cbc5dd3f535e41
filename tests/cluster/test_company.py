"""Viewers of different workers see the same at once: the store is polled, but nobody waits for that."""

import pytest

from tests.cluster.conftest import Seats
from tests.cluster.workers import Cluster
from tests.web.harness import Message, Table

pytestmark = pytest.mark.slow
USUAL = {"chat": "everyone", "live": True, "open": False, "away": "wait", "away_seconds": 120}


def begin(guest: Seats, **body: object) -> tuple[Table, Table, Table]:
    """Ann at the first worker, Bob at the second, Eve looks on at the third; their game has begun."""
    ann, bob, eve = (guest(number) for number in range(3))
    room = ann.make(name="Ann", options=USUAL, **body)
    hers, his, others = ann.join(room), bob.join(room), eve.join(room)
    assert his.ask("sit", name="Bob")["t"] == "accepted"
    hers.until(lambda state: all(seat["kind"] != "open" for seat in state["seats"]))
    assert hers.ask("start")["t"] == "accepted"
    for table in (hers, his, others):
        table.until(lambda state: state["phase"] == "playing")
    return hers, his, others


def mover(*tables: Table) -> Table:
    """The table of who is to move."""
    (found,) = [table for table in tables if table.state["turn"] == table.state["you"]]
    return found


def public(state: Message) -> Message:
    """What everybody sees of a state."""
    return {key: state[key] for key in ("seq", "turn", "turn_number", "table", "pool", "seats", "deadline")}


def test_moves_are_seen_everywhere_by_hint(cluster: Cluster, guest: Seats) -> None:
    hers, his, others = begin(guest, limit=60)
    repairs = cluster.counted("tilerummy_poll_repairs_total")
    for _ in range(10):
        seq = mover(hers, his).move({"t": "draw"})["seq"]
        seen = [public(table.until(lambda state, seq=seq: state["seq"] >= seq)) for table in (hers, his, others)]
        assert seen[0] == seen[1] == seen[2]
    assert cluster.counted("tilerummy_poll_repairs_total") <= repairs + 1
