"""Programs at a server's tables: nothing they do stops a game, takes more time than a move has, or shows two racks."""

import json
from pathlib import Path

import pytest

from tests.outside.programs import answering
from tests.web.harness import Guest, serving


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("ended", "sys.exit(1)"),
        ("too-late", "time.sleep(1000)"),
        ("illegal", "print('play b1 b2', flush=True)"),
        ("too-much", "print('x' * 10_000_000, flush=True)"),
    ],
)
def test_a_game_goes_on_when_the_program_does_not(code: str, answer: str, tmp_path: Path) -> None:
    log, bad = tmp_path / "log", answering(tmp_path, answer)
    with (
        serving(tmp_path / "data", options=["--bot", f"bad={bad}"], log=log) as server,
        Guest(server.address) as ann,
        ann.join(ann.make(name="Ann", computers=["bad"], start=True)) as table,
    ):
        for _ in range(2):
            table.until(lambda state: state["turn"] == state["you"])
            turn = table.state["turn_number"]
            assert table.move({"t": "draw"})["t"] == "accepted"
            table.until_turn(turn + 2)
        assert table.state["last"]["kind"] == "drew"
        assert ann.http.get("/healthz").status_code == 200
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["event"], line["program"]) for line in lines] == [(f"program-{code}", "bad")]


def test_two_seats_of_a_program_are_two_processes(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    answer = f"""open({str(heard)!r}, 'a').write(f"{{os.getpid()}} {{seat.split()[1]}}" + chr(10))
        print('draw', flush=True)
    if line.startswith("newgame "): seat = line"""
    bot = answering(tmp_path, answer)
    environment = {"TILERUMMY_BOT_SANDBOX": "limits"}  # so that they can write into a file of the test's
    with (
        serving(tmp_path / "data", options=["--bot", f"mine={bot}"], environment=environment) as server,
        Guest(server.address) as ann,
    ):
        with ann.join(ann.make(name="Ann", seats=3, computers=["mine", "mine"], start=True)) as table:
            for _ in range(2):
                table.until(lambda state: state["turn"] == state["you"])
                turn = table.state["turn_number"]
                assert table.move({"t": "draw"})["t"] == "accepted"
                table.until_turn(turn + 3)
    asked = {tuple(line.split(" ", 1)) for line in heard.read_text().splitlines()}
    processes = {process for process, _ in asked}
    assert len(asked) == len(processes) == 2
    assert {json.loads(game)["seat"] for _, game in asked} == {1, 2}
