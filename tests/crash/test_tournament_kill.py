"""A tournament whose server is killed in every step of its rounds: it goes on, nothing twice, nothing lost."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.crash import tournaments
from tests.crash.organiser import Organiser, logs
from tests.servers.server_process import ServerProcess
from tests.web.harness import unconfirmed
from tilerummy.tournaments.hosted_tournament import KIND

KILLS = int(os.environ.get("TILERUMMY_TEST_KILLS", "60"))
"""More of them for a longer look: TILERUMMY_TEST_KILLS=2000."""
PLAYERS = 8


def play(organiser: Organiser) -> None:
    """A whole event, round by round: fixed tables, moves, latecomers, steps taken back, a correction."""
    organiser.do("enter", text="\n".join(f"Player {number}" for number in range(1, PLAYERS + 1)))
    organiser.do("fix", places=[[1, 2]])
    organiser.do("apart", pairs=[[2, 3]])
    organiser.do("begin")
    arrange(organiser)
    while not (shown := organiser.see())["finished"]:
        organiser.do("publish")
        if shown["stages"][-1]["id"] == "final":
            correct(organiser)
        organiser.do("start")
        for table, game in organiser.see()["outstanding"]:
            seats = len(organiser.see()["stages"][-1]["rounds"][shown["current"]]["tables"][table - 1])
            organiser.do("report", table=table, game=game, scores=[10 * (seats - 1), *[-10] * (seats - 1)])
        organiser.do("close", listed=unconfirmed(organiser.see()))


def arrange(organiser: Organiser) -> None:
    """In the first round, once it is shown: two swap, which is taken back; one leaves, and a latecomer has the chair.
    In the end it is hidden again, as `play` expects it."""
    organiser.do("publish")
    one, other = organiser.see()["stages"][0]["rounds"][0]["tables"]
    swapped = ([other[0], *one[1:]], [one[0], *other[1:]])
    changes = zip((1, 2), (one, other), swapped, strict=True)
    tables = [{"table": at, "before": before, "after": after} for at, before, after in changes]
    organiser.do("tables", tables=tables, sure=True)
    take_back(organiser)
    organiser.do("withdraw", number=one[1])
    organiser.do("seat", table=1, name="Late")
    for _ in ("seat", "withdraw", "publish"):
        take_back(organiser)


def take_back(organiser: Organiser) -> None:
    """The last step is undone."""
    organiser.do("undo", step=organiser.see()["undo"]["step"])


def correct(organiser: Organiser) -> None:
    """The last player of the final loses a game that they won: the final, which is shown, is planned again."""
    shown = organiser.see()
    for result in shown["results"]:
        place = {key: result[key] for key in ("stage", "round", "table", "game")}
        organiser.do("correct", **place, scores=result["scores"][::-1], reason="Read wrongly")
        if any(one["coming"] for one in organiser.see()["overtaken"]):
            break
    if organiser.see()["overtaken"]:
        organiser.do("reseat")


@pytest.mark.slow
@pytest.mark.timeout(300 + 5 * KILLS)
def test_an_event_outlives_its_server_at_every_step(tmp_path: Path) -> None:
    chance = random.Random(20261122)
    organisers: list[Organiser] = []
    kills = 0
    with ServerProcess(("--data", str(tmp_path))) as server:
        while kills < KILLS:
            organisers.append(Organiser(server, chance, "wins-then-points", KILLS - kills))
            play(organisers[-1])
            kills += organisers[-1].kills
        shown = [organiser.see() for organiser in organisers]
    # each step of an event was one of them
    assert len(organisers[0].acknowledged) <= KILLS

    found = asyncio.run(logs(tmp_path, [organiser.tournament for organiser in organisers]))
    for organiser, seen in zip(organisers, shown, strict=True):
        rows = found[organiser.tournament]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert [(row.actor, row.command, row.seq) for row in rows[1:]] == organiser.acknowledged
        held = None
        for row in rows:
            held = KIND.fold(held, KIND.decode(row.body))
        assert held is not None
        assert held.tournament.finished
        assert [round_.phase for play in held.tournament.stages for round_ in play.rounds] == ["closed"] * 5
        assert seen["seq"] == len(rows)


@pytest.mark.slow
def test_an_evening_with_lots_reserves_and_a_referee_outlives_its_server(tmp_path: Path) -> None:
    tournaments.run(KILLS // 6, tmp_path)
