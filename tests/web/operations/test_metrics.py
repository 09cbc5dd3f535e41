"""What is counted is what happened."""

import asyncio
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from tests.hostile import raw
from tests.rooms.harness import Harness, eventually, look, mover, with_rooms
from tests.web.harness import Guest, Server
from tilerummy import metrics
from tilerummy.bus import LocalBus
from tilerummy.rooms import commands

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scraped(guest: Guest) -> Samples:
    """All samples of the server, by name and labels."""
    answer = guest.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return parsed(answer.text)


def parsed(text: str) -> Samples:
    """The samples of an exposition."""
    families = text_string_to_metric_families(text)
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def here() -> Samples:
    """The samples of this process."""
    registry = CollectorRegistry()
    for collector in metrics.ALL:
        registry.register(collector)
    return parsed(generate_latest(registry).decode())


def value(samples: Samples, name: str, **labels: str) -> float:
    """One of them; 0 for one that was not counted yet."""
    return samples.get((name, frozenset(labels.items())), 0.0)


@pytest.mark.one_process("each worker counts its own")
def test_commands_are_counted_by_their_answers(server: Server, ann: Guest, bob: Guest) -> None:
    before = scraped(ann)
    room = ann.make(name="Ann")
    with ann.join(room) as anns, bob.join(room) as bobs:
        bobs.ask("sit", name="Bob")
        anns.ask("start")
        for table in (anns, bobs):
            table.until(lambda state: state["turn"] is not None)
        first, second = (anns, bobs) if anns.state["turn"] == anns.state["you"] else (bobs, anns)
        assert first.move({"t": "draw"})["t"] == "accepted"
        second.until(lambda state: bool(state["turn"] == state["you"]))
        assert second.move({"t": "draw"}, on=1)["code"] == "stale"
        assert second.move({"t": "pass"})["t"] == "refused"
        after = scraped(ann)
        assert value(after, "tilerummy_sockets", kind="seat") == 1 + value(before, "tilerummy_sockets", kind="seat")
        assert value(after, "tilerummy_sockets", kind="onlooker") == 1
        assert value(after, "tilerummy_viewers") == 2
        assert value(after, "tilerummy_rooms_loaded") >= 1

    def risen(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    commands_total = "tilerummy_commands_total"
    assert risen(commands_total, by="person", command="move", outcome="accepted") == 1
    assert risen(commands_total, by="person", command="move", outcome="stale") == 1
    assert risen(commands_total, by="person", command="sit", outcome="accepted") == 1
    accepted = sum(
        count - before.get((name, labels), 0)
        for (name, labels), count in after.items()
        if name == commands_total and ("outcome", "accepted") in labels
    )
    assert risen("tilerummy_acknowledgement_seconds_count") == accepted
    assert risen("tilerummy_acknowledgement_seconds_bucket", le="+Inf") == accepted
    assert risen("tilerummy_store_append_seconds_count") == accepted
    assert 0 < risen("tilerummy_acknowledgement_seconds_sum") < accepted * 60
    assert risen("tilerummy_store_batch_size_sum") >= accepted + 1
    assert risen("tilerummy_bus_total", kind="hint", direction="sent") >= accepted
    assert risen("tilerummy_requests_total", route="/api/rooms", status="201") == 1


@pytest.mark.one_process("each worker counts its own")
def test_computers_requests_the_loop_and_the_process_are_counted(server: Server, ann: Guest) -> None:
    room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
    with ann.join(room) as table:
        table.until(lambda state: state["turn"] == state["you"])
        table.move({"t": "draw"})
        table.until(lambda state: state["turn"] == state["you"] and state["turn_number"] > 2)
    ann.http.get("/t/nowhere/at/all")
    moved = {"by": "computer", "command": "move", "outcome": "accepted"}
    raw.eventually(lambda: value(scraped(ann), "tilerummy_commands_total", **moved) >= 1)
    raw.eventually(lambda: value(scraped(ann), "tilerummy_loop_lag_seconds_count") >= 1)
    samples = scraped(ann)
    assert value(samples, "tilerummy_requests_total", route="/{path:path}", status="404") >= 1
    assert value(samples, "process_resident_memory_bytes") > 10_000_000
    assert value(samples, "process_cpu_seconds_total") > 0
    for generation in "012":
        assert ("tilerummy_gc_pause_seconds_count", frozenset({("generation", generation)})) in samples


def test_late_time_outs_lost_hints_and_conflicts_are_counted(tmp_path: Path) -> None:
    class Deaf(LocalBus):
        """Loses every hint."""

        def publish(self, game: str, seq: int) -> None:
            """Say it to nobody."""

    async def work(hall: Harness) -> None:
        other = Harness(hall.store, hall.clock, Deaf(alone=False))
        ours = await hall.game(limit=10)
        theirs = await other.room(ours.id)
        before = here()
        look(theirs, "p0")
        await other.rooms.start()
        await ours.command(mover(ours), commands.Move("m1", ours.seq, commands.DrawMove()))
        await eventually(lambda: theirs.seq == ours.seq)
        assert value(here(), "tilerummy_poll_repairs_total") == value(before, "tilerummy_poll_repairs_total") + 1

        # both decide on the same row: one of them is too late and decides again
        await asyncio.gather(*(room.command("p1", commands.Resign(f"r{room is ours}")) for room in (ours, theirs)))
        assert value(here(), "tilerummy_store_conflicts_total") > value(before, "tilerummy_store_conflicts_total")

        await hall.game(limit=10)
        hall.clock.pass_by(14)  # nobody has the mover: each server leaves the others their slack
        await eventually(lambda: value(here(), count) == value(before, count) + 1)
        total = "tilerummy_timeout_lateness_seconds_sum"
        assert value(here(), total) - value(before, total) == pytest.approx(4, abs=0.01)
        await other.rooms.close()

    count = "tilerummy_timeout_lateness_seconds_count"
    with_rooms(tmp_path, work)
