"""Viewers of different workers see the same at once: the store is polled, but nobody waits for that."""

import json
from typing import Any

from websockets.sync.client import connect

from tests.cluster.conftest import Seats
from tests.cluster.games import begin, eventually, options
from tests.cluster.workers import Cluster
from tests.tournaments.test_tournaments import Club
from tests.web.harness import PATIENCE, Message, Table, picture


def public(state: Message) -> Message:
    """What everybody sees of a state."""
    return {key: state[key] for key in ("seq", "turn", "turn_number", "table", "pool", "seats", "deadline")}


def until_told(table: Table, kind: str, wanted: Message) -> Message:
    """The first message of this kind that has what is wanted."""
    while True:
        message = table.expect(kind)
        if wanted.items() <= message.items():
            return message


def test_moves_are_seen_everywhere_by_hint(cluster: Cluster, guest: Seats) -> None:
    game = begin(guest, limit=60)
    repairs = cluster.counted("tilerummy_poll_repairs_total")
    for _ in range(10):
        seq = game.moving.move({"t": "draw"})["seq"]
        seen = [public(table.catch_up(seq)) for table in game.tables]
        assert seen[0] == seen[1] == seen[2]
    # the poll may look in the moment between a row and its hint
    assert cluster.counted("tilerummy_poll_repairs_total") <= repairs + 3


def test_what_is_said_is_read_everywhere_and_after_a_reload(guest: Seats) -> None:
    game = begin(guest)
    anns, bobs, others = game.tables
    said = [(table, {"text": f"line {number}"}) for number, table in enumerate((anns, bobs, anns, bobs) * 2)]
    for table, line in said:
        assert table.ask("say", **line)["t"] == "accepted"
    again = guest(1, game.ann).join(game.room)
    wanted = [line["text"] for _, line in said]
    for table in (anns, bobs, others, again):
        read: list[Message] = [line for frame in table.frames for line in json.loads(frame).get("lines", ())]
        while len(read) < len(wanted):
            read += table.expect("chatted")["lines"]
        assert [line["text"] for line in read] == wanted
        assert [line["number"] for line in read] == list(range(1, len(wanted) + 1))


def test_who_is_blocked_at_one_worker_is_read_at_no_other(guest: Seats) -> None:
    game = begin(guest)
    anns, bobs, _ = game.tables
    seat = bobs.state["you"]
    answer = guest(1, game.ann).http.post(f"/api/rooms/{game.room}/block", json={"seat": seat})
    assert answer.status_code == 200, answer.text
    for number in range(100):
        for table, text in ((bobs, f"unwanted {number}"), (anns, f"mark {number}")):
            assert table.ask("say", text=text)["t"] == "accepted"
        read = list[str]()
        while f"mark {number}" not in read:
            read += [line["text"] for line in anns.expect("chatted")["lines"]]
        if f"unwanted {number}" not in read:
            break
    else:
        raise AssertionError("what a blocked person says is still read at another worker")


def test_reactions_and_drafts_show_everywhere(guest: Seats) -> None:
    game = begin(guest)
    anns, bobs, others = game.tables
    anns.send({"t": "react", "reaction": "heart"})
    for table in (anns, bobs, others):
        assert table.expect("reacted")["reaction"] == "heart"
    moving = game.moving
    tile = moving.state["rack"][0]
    moving.send({"t": "preview", "n": 1, "on": moving.state["seq"], "opening": [], "table": [tile]})
    for table in (game.waiting, others):
        assert table.expect("drafted")["table"] == [tile]


def test_a_rack_is_arranged_on_the_other_device_and_after_a_reload(guest: Seats) -> None:
    game = begin(guest)
    anns, bobs, _ = game.tables
    tablet = guest(1, game.ann).join(game.room)
    order = sorted(anns.state["rack"])
    anns.send({"t": "arrange", "rack": order, "own": order[::-1]})
    wanted = {"t": "arranged", "rack": order, "own": order[::-1]}
    assert tablet.expect("arranged") == wanted
    assert guest(2, game.ann).join(game.room).expect("arranged") == wanted
    bobs.send({"t": "ping"})
    assert bobs.expect("arranged", "pong")["t"] == "pong"


def test_everybody_knows_who_is_here_who_is_away_and_how_many_watch(guest: Seats) -> None:
    game = begin(guest)
    anns, bobs, others = game.tables
    for table in game.tables:
        until_told(table, "presence", {"seats": [True, True], "away": [None, None], "watching": 1})
    bobs.close()
    for table in (anns, others):
        told = until_told(table, "presence", {"seats": [True, False], "watching": 1})
        assert told["away"][0] is None
        assert told["away"][1] is not None
    with guest(0, game.bob).join(game.room) as again:
        others.close()
        for table in (anns, again):
            until_told(table, "presence", {"seats": [True, True], "away": [None, None], "watching": 0})


def test_open_tables_are_found_at_every_worker_while_their_host_is_there(guest: Seats) -> None:
    ann, bob = guest(0), guest(1)
    room = ann.make(name="Ann", options=options(open=True))

    def found() -> list[str]:
        return [listed["room"] for listed in bob.http.get("/api/rooms/open").json()]

    with ann.join(room):
        eventually(lambda: room in found())
    eventually(lambda: room not in found())


def test_tournaments_and_standings_are_the_same_at_every_worker(cluster: Cluster, guest: Seats) -> None:
    club = Club(guest(0).http, "belgian-tournament")
    address = f"ws://127.0.0.1:{cluster.workers[1].port}{club.address}/watch"
    with connect(address, open_timeout=PATIENCE) as screen:
        picture(screen)
        keys = club.open_round(8)
        phone = guest(2).http
        report = {"t": "report", "id": "r", "table": 1, "game": 1, "seat": 1, "scores": [30, -10, -10, -10]}
        assert phone.post(f"{club.address}?key={keys[0]}", json=report).status_code == 200
        assert club.do("report", club.desk, table=2, game=1, scores=[60, -20, -20, -20])
        wanted = club.see()
        while (shown := picture(screen))["seq"] < wanted["seq"]:
            pass
        assert shown == wanted
    others: list[Any] = [guest(number).http.get(club.address).json() for number in range(3)]
    assert others == [wanted] * 3
    files = {guest(number).http.get(f"{club.address}/standings.csv").text for number in range(3)}
    assert len(files) == 1


def test_a_score_sheet_is_written_and_read_at_every_worker(cluster: Cluster, guest: Seats) -> None:
    made = guest(0).http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob"]}).json()
    address = f"/api/sheets/{made['sheet']}"
    with connect(f"ws://127.0.0.1:{cluster.workers[2].port}{address}/watch", open_timeout=PATIENCE) as screen:
        assert picture(screen)["games"] == []
        for number in range(3):
            write = {"t": "write", "id": f"w{number}", "game": number, "out": 0, "left": [{}, {"value": 7}]}
            for _ in range(2):
                answer = guest(number).http.post(f"{address}?key={made['key']}", json=write).json()
                assert answer == {"seq": number + 2, "key": None, "step": None}
            while (shown := picture(screen))["seq"] < number + 2:
                pass
            assert [game["entry"]["id"] for game in shown["games"]] == [f"w{at}" for at in range(number + 1)]


def test_one_worker_answers_for_all(cluster: Cluster, guest: Seats) -> None:
    ann = guest(0)
    room = ann.make(name="Ann")
    for number in range(3):
        (mine,) = guest(number, ann).http.get("/api/rooms").json()
        assert mine["room"] == room
        assert guest(number, ann).http.get(f"/api/rooms/{room}/card").status_code == 200
