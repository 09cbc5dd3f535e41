"""Commands at different workers: answered once and the same, judged by the newest state, and one outcome of a race."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests.cluster.conftest import Seats
from tests.cluster.games import begin, eventually, options
from tests.cluster.workers import Cluster
from tests.tournaments.test_online_tables import OnlineClub
from tests.web.harness import Message, Table
from tilerummy.records.registry import TIDY


def event(table: Table, kind: str) -> Message:
    """The next event of this kind that is told."""
    while True:
        for found in table.expect("update")["events"]:
            if found["t"] == kind:
                return dict(found)


def test_a_resend_is_answered_the_same_at_every_worker(guest: Seats) -> None:
    game = begin(guest)
    for _ in range(5):
        moving = game.moving
        on, me = moving.state["seq"], game.guest_of(moving)
        moving.send({"t": "move", "id": f"m{on}", "on": on, "move": {"t": "draw"}})
        again = [guest(number, me).connect(game.room) for number in range(3)]
        for table in again:
            table.send({"t": "join", "v": 1, "since": None})
            table.send({"t": "move", "id": f"m{on}", "on": on, "move": {"t": "draw"}})
        answers = [table.expect("accepted", "refused") for table in (moving, *again)]
        assert answers == [{"t": "accepted", "id": f"m{on}", "seq": on + 1}] * 4
        for table in again:
            table.close()


def test_a_line_sent_again_at_another_worker_is_said_once(guest: Seats) -> None:
    game = begin(guest)
    again = guest(2, game.ann).join(game.room)
    # at a worker that has not read it yet a line counts once more: six are what a guest may say at once
    for number in range(3):
        line = {"id": f"l{number}", "text": f"line {number}"}
        assert game.anns.ask("say", **line)["t"] == "accepted"
        assert again.ask("say", **line)["t"] == "accepted"
    numbers: list[int] = []
    while len(numbers) < 3:
        numbers += [line["number"] for line in game.bobs.expect("chatted")["lines"]]
    assert numbers == [1, 2, 3]


def test_two_rematches_at_two_workers_make_one_room(guest: Seats) -> None:
    for _ in range(3):
        game = begin(guest)
        assert game.moving.ask("resign")["t"] == "accepted"
        for table in game.tables:
            table.until(lambda state: state["phase"] == "over")
        for name, table in (("a", game.anns), ("b", game.bobs)):
            table.send({"t": "rematch", "id": name})
        answers = [table.expect("accepted", "refused") for table in (game.anns, game.bobs)]
        assert {answer["t"] for answer in answers} in ({"accepted"}, {"accepted", "refused"})
        rooms = {table.until(lambda state: bool(state["next"]))["next"] for table in game.tables}
        assert len(rooms) == 1
        (room,) = rooms
        assert [guest(at, game.ann).join(room).state["you"] for at in range(3)] == [0] * 3


@pytest.mark.parametrize("elsewhere", [False, True], ids=["one device", "another device elsewhere"])
def test_a_time_out_knows_the_draft_that_was_made_at_another_worker(guest: Seats, elsewhere: bool) -> None:
    game = begin(guest, limit=5)
    # one turn of each player
    for _ in range(2):
        moving = game.moving
        idle = [guest(number, game.guest_of(moving)).join(game.room) for number in range(3)] if elsewhere else []
        on = moving.state["seq"]
        draft = {"opening": [], "table": [moving.state["rack"][0]]}
        moving.send({"t": "preview", "n": 1, "on": on, **draft})
        assert moving.expect("previewed")["on"] == on
        assert event(moving, "timed-out")["outcome"] != "idle"
        for table in idle:
            table.close()


def test_nobody_stands_in_for_who_is_there_at_another_worker(guest: Seats) -> None:
    game = begin(guest, options=options(away="computer", away_seconds=10))
    moving = game.moving
    with ThreadPoolExecutor(3) as at_once:
        # everybody looks on, for longer than a table waits
        waits = [at_once.submit(silent, table, 13.0) for table in game.tables]
        assert [wait.result() for wait in waits] == [[]] * 3
    assert moving.move({"t": "draw"})["t"] == "accepted"
    gone = game.moving
    gone.close()
    game_over = game.anns if gone is game.bobs else game.bobs
    seat = 1 - game_over.state["you"]
    game_over.until(lambda state: bool(state["seats"][seat]["stand_in"]))
    with guest(2, game.guest_of(gone)).join(game.room) as back:
        back.until(lambda state: not state["seats"][seat]["stand_in"])


def test_somebody_stands_in_for_who_left_with_something_on_the_table(guest: Seats) -> None:
    game = begin(guest, options=options(away="computer", away_seconds=10))
    gone, stays = game.moving, game.waiting
    draft = {"opening": [], "table": [gone.state["rack"][0]]}
    gone.send({"t": "preview", "n": 1, "on": gone.state["seq"], **draft})
    gone.expect("previewed")
    seat, begun = gone.state["you"], time.monotonic()
    gone.close()
    stays.until(lambda state: bool(state["seats"][seat]["stand_in"]))
    # before the worker that they left has let go of the room
    assert time.monotonic() - begun < 10 + TIDY


def silent(table: Table, seconds: float) -> list[Message]:
    """The updates that come within so many seconds."""
    until, came = time.monotonic() + seconds, []
    while (left := until - time.monotonic()) > 0:
        try:
            came.append(json.loads(table.socket.recv(left)))
        except TimeoutError:
            break
    return [message for message in came if message["t"] == "update"]


def test_each_result_of_a_tournament_is_entered_once(cluster: Cluster, guest: Seats) -> None:
    with ExitStack() as stack:
        club = OnlineClub(guest(0).http, 8)
        key = club.table_keys[0]
        numbers: list[int] = club.see(key)["stages"][-1]["rounds"][-1]["tables"][0]
        people = [guest(at % 3) for at in range(len(numbers))]
        room = ""
        for person, number in zip(people, numbers, strict=True):
            answer = club.asks(key, "claim", person, table=1, number=number)
            assert answer.status_code == 200, answer.text
            room = answer.json()["room"]
        for number in range(1, 4):
            seats = [stack.enter_context(person.join(room)) for person in people]
            for seat in seats:
                seat.until(lambda state: state["phase"] == "playing")
            for seat in seats[:-1]:
                assert seat.ask("resign")["t"] == "accepted"
            over = seats[-1].until(lambda state: state["phase"] == "over")
            found = club.result(1, number)
            assert (found["scores"], found["by"]) == (over["result"]["scores"], f"room:{room}")
            if number < 3:
                room = seats[0].until(lambda state: state["next"] is not None)["next"]
        views: list[Any] = [guest(at).http.get(club.address).json() for at in range(3)]
        eventually(lambda: club.here(club.desk)[0]["phase"] == "done")
        assert views[0] == views[1] == views[2]
        reported = [result for result in club.see(club.organiser)["results"] if result["table"] == 1]
        assert [result["game"] for result in reported] == [1, 2, 3]
