"""A host puts out, mutes and closes the table; nobody else does, and who is put out comes back by no way."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.harness import Guest, Message, Table, serving


def door(table: Table) -> Message:
    """What is told of the door next."""
    return table.expect("door")


def does(table: Table, act: str, alias: str | None = None) -> str | None:
    """A person does this at the door; the code that refuses it."""
    code: str | None = table.ask("door", act=act, alias=alias).get("code")
    return code


def how_it_ends(table: Table) -> tuple[str, int]:
    """The code of the last error, and that of the closing."""
    said = ""
    try:
        while True:
            message = table.next()
            said = message["code"] if message["t"] == "error" else said
    except ConnectionClosed as closed:
        return said, closed.rcvd.code if closed.rcvd is not None else 0


def refused(guest: Guest, room: str) -> tuple[str, int]:
    """How a person fares who comes to a room."""
    with guest.connect(room) as table:
        table.send({"t": "join", "v": 1, "since": None})
        return how_it_ends(table)


def other_device(guest: Guest, address: str) -> Guest:
    """The same guest in another browser."""
    again = Guest(address, session=False)
    again.http.cookies.update(guest.http.cookies)
    return again


def eve_at(table: Table) -> Message:
    """The one whom the host is shown without a seat."""
    while True:
        people: list[Message] = door(table)["people"] or []
        for person in people:
            if person["seat"] is None:
                return person


def test_who_is_put_out_comes_back_by_no_way_until_let_in(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        address = server.address
        with Guest(address) as ann, Guest(address) as eve, Guest(address, session=False) as nobody:
            room = ann.make(name="Ann", computers=["gentle"], start=True, options=_everyone())
            with ann.join(room) as host, eve.join(room) as hers:
                assert hers.ask("say", text="Buy this", name="Eve")["t"] == "accepted"
                person = eve_at(host)
                while not person["lines"]:
                    person = eve_at(host)
                assert (person["name"], person["lines"], person["here"]) == ("Eve", [1], True)
                # she is no host, and was shown nobody
                assert does(hers, "put-out", person["alias"]) == does(hers, "close") == "not-owner"
                assert not any(json.loads(frame)["t"] == "door" for frame in hers.frames)
                assert does(host, "put-out", "0" * 16) == "door-nobody"
                assert does(host, "put-out", person["alias"]) is None
                assert how_it_ends(hers) == ("put-out", 4403)
            with other_device(eve, address) as phone:
                assert refused(eve, room) == refused(phone, room) == ("put-out", 4403)
                replay = eve.http.get(f"/api/rooms/{room}/replay")
                assert (replay.status_code, replay.json()["code"]) == (403, "put-out")
            with ann.join(room) as host:
                assert does(host, "close") is None
                assert refused(nobody, room) == ("table-closed", 4403)
                assert nobody.http.get(f"/api/rooms/{room}/replay").json()["code"] == "table-closed"
        server.kill()
        server.start()
        with other_device(eve, server.address) as again, other_device(ann, server.address) as host_again:
            assert refused(again, room) == ("put-out", 4403)
            with host_again.join(room) as host:
                assert does(host, "let-in", eve_at(host)["alias"]) is None
            again.join(room).close()


def test_who_sits_in_the_lobby_is_put_out_of_the_seat_too_and_others_learn_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        address = server.address
        with Guest(address) as ann, Guest(address) as bob, Guest(address) as eve:
            room = ann.make(name="Ann", seats=3)
            with ann.join(room) as host, bob.join(room) as his, eve.join(room) as hers:
                assert his.ask("sit", name="Bob")["t"] == "accepted"
                assert hers.ask("sit", name="Eve")["t"] == "accepted"
                seats: dict[int | None, Message] = {}
                while 2 not in seats:
                    seats = {person["seat"]: person for person in door(host)["people"] or ()}
                assert does(host, "mute", seats[1]["alias"]) is None
                assert door(his) == {"t": "door", "closed": False, "muted": True, "people": None}
                assert his.ask("say", text="hello")["code"] == "muted"
                his.send({"t": "react", "reaction": "star"})
                assert his.expect("refused")["code"] == "muted"
                assert does(host, "put-out", seats[2]["alias"]) is None
                assert how_it_ends(hers) == ("put-out", 4403)
                his.until(lambda state: state["seats"][2]["kind"] == "open")
                assert not any('"people":[' in frame for frame in (*his.frames, *hers.frames))
                assert not any(seat["alias"] in frame for seat in seats.values() for frame in his.frames)


def _everyone() -> Message:
    return {"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 120}


@pytest.mark.parametrize(
    ("chat", "player", "watcher"), [("off", "chat-off", "chat-off"), ("players", None, "chat-players")]
)
def test_the_host_says_who_may_write(ann: Guest, bob: Guest, chat: str, player: str | None, watcher: str) -> None:
    room = ann.make(name="Ann", options={**_everyone(), "chat": chat})
    with ann.join(room) as first, bob.join(room) as second:
        assert first.state["options"]["chat"] == chat
        assert first.ask("say", text="hello").get("code") == player
        assert second.ask("say", text="hello", name="Eve")["code"] == watcher
