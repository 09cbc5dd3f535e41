"""The solver over HTTP, asked about positions of no game."""

import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.hostile.raw import eventually
from tests.web.harness import Guest, serving
from tests.web.operations.test_metrics import scraped, value
from tilerummy.rooms.jobs.scheduler import QUESTIONS

LINE = "b4 b5 b6, y8 r8 k8 | b3 b8 k1"


def ask(guest: Guest, asked: str, position: str = LINE, **body: Any) -> httpx.Response:
    wish = {"asked": asked} | {key: body.pop(key) for key in ("objective", "count") if key in body}
    if not {"house", "toml"} & set(body):
        body.setdefault("edition", "original")
    return guest.http.post("/api/analysis", json={"position": position, "wish": wish, **body})


def test_the_best_play_comes_with_its_steps(ann: Guest) -> None:
    found = ask(ann, "best").json()
    assert (found["asked"], found["status"], found["unseen"]) == ("best", "optimal", 97)
    (play,) = found["plays"]
    assert (play["played"], play["tiles"]) == (["b3", "b8"], 2)
    last = play["steps"][-1]
    assert sorted(" ".join(sorted(meld.split())) for meld in last["table"]) == ["b3 b4 b5 b6", "b8 k8 r8 y8"]
    assert last["hand"] == []


def test_several_plays_come_best_first(ann: Guest) -> None:
    found = ask(ann, "best", count=5).json()
    assert [play["played"] for play in found["plays"]] == [["b3", "b8"], ["b8"], ["b3"]]
    by_value = ask(ann, "best", "b4 b5 b6 | b3 b7", objective="value", count=3).json()
    assert [play["value"] for play in by_value["plays"]] == [10, 7, 3]


def test_what_can_be_placed(ann: Guest) -> None:
    assert ask(ann, "placeable").json()["tiles"] == ["b3", "b8"]
    assert ask(ann, "placeable", "b4 b5 b6 | k1").json()["status"] == "no-play"


def test_all_ways_out(ann: Guest) -> None:
    found = ask(ann, "outs", "b4 b5 b6, y8 r8 k8 | b3 b8 b7", count=10).json()
    assert (found["status"], len(found["plays"])) == ("optimal", 3)
    assert all(play["tiles"] == 3 and play["steps"] for play in found["plays"])
    assert ask(ann, "outs", "b4 b5 b6, y8 r8 k8 | b3 b8 b7", count=2).json()["status"] == "feasible"
    assert ask(ann, "outs").json()["status"] == "no-play"


def test_what_each_tile_waits_for(ann: Guest) -> None:
    found = ask(ann, "waits", " | r5 r6 k12").json()
    assert found["unseen"] == 103
    assert found["waits"] == [
        {"tile": "k12", "draws": [], "copies": 0},
        {"tile": "r5", "draws": ["r4", "r7", "J"], "copies": 6},
        {"tile": "r6", "draws": ["r4", "r7", "J"], "copies": 6},
    ]


def test_loose_tiles_are_put_right(ann: Guest) -> None:
    found = ask(ann, "arrange", "r5 r6 b9, r7 k9 | y9 y1").json()
    assert (found["status"], found["tiles"]) == ("optimal", ["y1"])
    assert sorted(found["melds"]) == ["k9 b9 y9", "r5 r6 r7"]
    assert ask(ann, "arrange", "r5 r6 b9 | y1").json()["status"] == "no-play"


def test_every_meld_of_a_rack(ann: Guest) -> None:
    assert ask(ann, "every", " | b3 b4 b5 k4 y4").json()["melds"] == ["k4 b4 y4", "b3 b4 b5"]


def test_house_rules_change_the_answer(ann: Guest) -> None:
    line = " | r10 b10 k10 y1 y2 | unopened"
    house = {"base": "original", "changes": {"opening.amount": 50}}
    assert ask(ann, "best", line).json()["status"] == "optimal"
    assert ask(ann, "best", line, house=house).json()["status"] == "no-play"


@pytest.mark.parametrize("edition", ["sabra", "xp-160", "twist-international", "suomi"])
@pytest.mark.parametrize("asked", ["best", "placeable", "outs", "waits", "arrange", "every"])
def test_every_question_is_answered_in_every_kind_of_edition(ann: Guest, edition: str, asked: str) -> None:
    found = ask(ann, asked, "b4 b5 b6, y8 r8 k8 | b3 b8 J", edition=edition, count=3)
    assert found.status_code == 200
    assert found.json()["ms"] < 2_500


def test_what_would_take_long_ends_in_time(ann: Guest) -> None:
    half = " ".join(f"{colour}{number}" for colour in "krby" for number in range(1, 14))
    found = ask(ann, "every", f" | J J D D C C M M {half}", edition="twist-international").json()
    assert (found["status"], found["ms"] < 3_000) == ("feasible", True)
    assert found["melds"]
    several = ask(ann, "best", f" | J J D D C C M M {half}", edition="twist", count=3).json()
    assert [play["tiles"] for play in several["plays"]] == sorted(
        (play["tiles"] for play in several["plays"]), reverse=True
    )


def test_what_is_no_question_is_refused(ann: Guest) -> None:
    house = {"base": "original", "changes": {"opening.size": 9}}
    refused = {
        "no-notation": ask(ann, "best", "b4 b5 x6 | b7"),
        "no-position": ask(ann, "best", "b4 b5 b7 | b8"),
        "unknown-edition": ask(ann, "best", edition="chess"),
        "edition-faults": ask(ann, "best", house=house),
        "one-edition": ask(ann, "best", house=house, edition="original"),
        "malformed": ask(ann, "everything"),
    }
    for code, answer in refused.items():
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert refused["edition-faults"].json()["faults"][0]["key"] == "opening.size"
    assert ask(ann, "best", count=21).json()["code"] == "malformed"
    assert ask(ann, "best", LINE + " " * 2_000).json()["code"] == "malformed"


def test_faults_are_told_where_they_are(ann: Guest) -> None:
    said = ask(ann, "best", "b4 b5 x6 | b7").json()["params"]
    assert (said["fault"], said["column"]) == ("not-a-tile", 7)
    faults = ask(ann, "best", "b4 b5 b6, r1 r2 r4 | b8 b8 b8").json()["params"]["violations"]
    assert [(fault["code"], fault["meld"], fault["tile"]) for fault in faults] == [
        ("too-many-copies", None, "b8"),
        ("run-gap", 1, "r4"),
    ]
    # loose tiles need not be melds, but they are tiles of the box
    assert ask(ann, "arrange", "b8 b8 b8 | ").json()["code"] == "no-position"


def test_who_asks_for_too_much_work_has_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"TILERUMMY_PER_ADDRESS": "0.003"}) as server, Guest(server.address) as guest:
        hard = "b4 b5 b6, y8 r8 k8, r1 r2 r3 r4 | b3 k1 J D C M r5 r6 y8 b9 k3"
        answers = [ask(guest, "best", f"{hard} | pool {pool}", edition="twist", count=20) for pool in range(6)]
        assert answers[0].status_code == 200
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "work-spent")
        assert int(answers[-1].headers["Retry-After"]) == answers[-1].json()["params"]["seconds"] > 0


def test_nobody_works_for_those_who_have_gone(tmp_path: Path) -> None:
    half = " ".join(f"{colour}{number}" for colour in "krby" for number in range(1, 14))
    wish = {"asked": "best", "objective": "value", "count": 20}
    with serving(tmp_path) as server, Guest(server.address) as guest:
        lines = [HTTPConnection("127.0.0.1", server.port) for _ in range(QUESTIONS)]
        for pool, line in enumerate(lines):
            asked = {"edition": "twist", "position": f" | J J D D C C M M {half} | pool {pool}", "wish": wish}
            line.request("POST", "/api/analysis", json.dumps(asked), {"Content-Type": "application/json"})
        eventually(lambda: value(scraped(guest), "tilerummy_jobs", **{"class": "advice"}) >= QUESTIONS - 1)
        for line in lines:
            line.close()
        eventually(lambda: value(scraped(guest), "tilerummy_jobs", **{"class": "advice"}) <= 1)
        assert ask(guest, "best").json()["status"] == "optimal"
        # what was under way went on, the rest was never begun
        assert value(scraped(guest), "tilerummy_job_wait_seconds_count", **{"class": "advice"}) <= QUESTIONS // 2
