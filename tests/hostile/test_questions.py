"""What makes the judge or the parser work is bounded by the work it makes, and nobody else waits for it."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.hostile.raw import answers
from tests.rooms.test_scheduler import ALL, Order, held, scheduled
from tests.web.harness import Guest, Server, serving
from tilerummy.rooms.jobs.scheduler import Scheduler, Work

STILL = 2.0
"""Seconds for which nobody may have to wait."""
NASTY = {
    "dots": ".".join("a" * 20_000) + "=1",
    "many dots": "\n".join(".".join(f"a{number}" for _ in range(100)) + "=1" for number in range(100)),
    "tables": "\n".join(f"[{'.'.join(['a'] * 12)}.b{number}]" for number in range(1_200)),
    "brackets": "a=" + "[" * 3000,
    "tables within": "a=" + "{a=" * 2000,
    "figures": 'base="original"\n[opening]\namount=' + "9" * 5000,
    "surrogate": 'base="original"\nname="\\ud800"',
    "a path": 'base="/etc/passwd"',
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_files_are_bounded_before_they_are_read(server: Server, text: str) -> None:
    with Guest(server.address) as eve, ThreadPoolExecutor(1) as beside:
        asked = beside.submit(eve.http.post, "/api/rooms", json={"seats": 2, "toml": text})
        assert answers(server) < STILL
        answer = asked.result()
        assert (answer.status_code, answer.json()["code"]) == (422, "edition-faults")
        assert answer.json()["faults"]
        answer = eve.http.post("/api/tournaments", json={"name": "x", "toml": text})
        assert (answer.status_code, answer.json()["code"]) == (422, "format-faults")


@pytest.mark.parametrize(
    "changes", [{"a." * 20_000 + "b": 1}, {f"opening.x{number}": [[[]]] for number in range(1500)}, {"opening": {}}]
)
def test_house_rules_are_bounded(server: Server, changes: object) -> None:
    with Guest(server.address) as eve:
        body = json.dumps({"seats": 2, "house": {"base": "original", "changes": changes}})
        assert eve.http.post("/api/rooms", content=body).status_code == 422
        assert answers(server) < STILL


def dear(chance: random.Random) -> list[str]:
    """As many melds with two jokers each as one question may try, never the same ones."""
    melds = []
    for _ in range(27):
        tiles = [f"{chance.choice('krby')}{number}" for number in range(1, 14)]
        for at in chance.sample(range(13), 2):
            tiles[at] = "J"
        melds.append(" ".join(tiles))
    return melds


@pytest.mark.one_process("each worker counts its own work")
def test_questions_to_the_judge_cost_what_they_take(tmp_path: Path) -> None:
    # so little comes back each second that a busy machine's requests still spend it
    few = {"TILERUMMY_PER_ADDRESS": "0.1"}
    with serving(tmp_path, environment=few) as server, Guest(server.address, session=False) as eve:
        codes, chance = [], random.Random(1)
        for _ in range(500):
            preview = {"t": "preview", "n": 1, "on": 0, "opening": [], "table": [], "trials": dear(chance)}
            body = {"edition": "xp-160", "position": "| b1 | opened", "preview": preview}
            codes.append(eve.http.post("/api/judge", json=body).status_code)
            if codes[-1] != 200:
                break
        assert codes[0] == 200
        assert codes[-1] == 429
        assert answers(server) < STILL


@pytest.mark.parametrize("table", [["J " * 60 + "b1"], ["b1 b2 b3"] * 3, ["b1"] * 80])
def test_tiles_that_the_box_does_not_have_are_refused_unread(server: Server, table: list[str]) -> None:
    with Guest(server.address) as eve:
        preview = {"t": "preview", "n": 1, "on": 0, "opening": [], "table": table}
        body = {"edition": "original", "position": "| b1", "preview": preview}
        answer = eve.http.post("/api/judge", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "not-in-the-box")
        room = eve.make(name="Eve", computers=["gentle"], start=True)
        with eve.join(room) as own:
            own.until(lambda state: state["phase"] == "playing")
            own.send({**preview, "on": own.state["seq"]})
            assert own.expect("refused")["code"] in ("not-in-the-box", "stale")


def test_the_owner_who_used_least_goes_first(tmp_path: Path) -> None:
    async def work(scheduler: Scheduler) -> None:
        scheduler.charge("eve", 50.0)
        scheduler.charge("bob", 20.0)
        order = Order(scheduler)
        async with held(scheduler, tmp_path, *ALL) as let_go:
            for number in range(3):
                order.ask(Work.ADVICE, "eve", f"eve {number}")
            order.ask(Work.ADVICE, "bob", "bob")
            order.ask(Work.ADVICE, "ann", "ann")
            await let_go()
            assert await order.all() == ["ann", "bob", "eve 0", "eve 1", "eve 2"]

    scheduled(work)
