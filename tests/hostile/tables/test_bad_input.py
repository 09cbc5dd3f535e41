"""Bad input: a typed error to the sender, nothing changed, and repeated abuse closes the socket with 1008."""

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.web.harness import Guest, Message, Table
from tilerummy.web import limits


@pytest.fixture
def game(ann: Guest, bob: Guest) -> Iterator[tuple[Table, Table]]:
    """A running game: first the table of the seat to move, then the other's."""
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bob")
        first.ask("start")
        second.until(lambda state: state["phase"] == "playing")
        yield (first, second) if first.state["turn"] == 0 else (second, first)


def unchanged(table: Table) -> None:
    """The game stands where it stood, and the socket still answers."""
    seq = table.state["seq"]
    table.send({"t": "ping"})
    assert table.expect("pong", "update")["t"] == "pong"
    assert table.state["seq"] == seq


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "not json",
        "[]",
        "null",
        "{}",
        '{"t":"nonsense"}',
        '{"t":"move"}',
        '{"t":"ping","extra":1}',
        '{"t":"move","id":"a","on":"1","move":{"t":"draw"}}',
        '{"t":"move","id":"a","on":-1,"move":{"t":"draw"}}',
        '{"t":"move","id":"a","on":1e99,"move":{"t":"draw"}}',
        '{"t":"move","id":"a","on":1,"move":{"t":"steal"}}',
        '{"t":"move","id":"","on":1,"move":{"t":"draw"}}',
        '{"t":"move","id":"<b>","on":1,"move":{"t":"draw"}}',
        '{"t":"sit","id":"a","seat":8,"name":"x"}',
        '{"t":"sit","id":"a","seat":0,"name":7}',
        '{"t":"ping"',
        b"\xff\xfe\x00",
        "[" * 5000,
        '{"t":"preview","n":1,"on":1,"opening":[],"table":[' + ",".join(['"b4"'] * 81) + "]}",
        '{"t":"preview","n":1,"on":1,"opening":[],"table":["' + "b" * 241 + '"]}',
    ],
)
def test_what_is_no_message_is_malformed(game: tuple[Table, Table], frame: str | bytes) -> None:
    table, _ = game
    table.send(frame)
    assert table.expect("error")["code"] == "malformed"
    unchanged(table)


def test_a_message_above_the_limit_is_too_large(game: tuple[Table, Table]) -> None:
    table, _ = game
    table.send({"t": "sit", "id": "a", "name": "x" * limits.FRAME})
    assert table.expect("error") == {"t": "error", "code": "too-large", "params": {"most": limits.FRAME}}
    unchanged(table)


def test_a_message_far_above_the_limit_closes_the_socket(game: tuple[Table, Table]) -> None:
    table, other = game
    table.send("x" * (limits.FRAME_CUT + 1))
    assert table.closed() == 1009
    unchanged(other)


def test_repeated_abuse_closes_the_socket(game: tuple[Table, Table]) -> None:
    table, other = game
    for _ in range(int(limits.strikes().burst) + 1):
        table.send("abuse")
    assert table.closed() == 1008
    assert sum(json.loads(frame)["t"] == "error" for frame in table.frames) >= 10
    unchanged(other)


def test_a_flood_is_too_fast_and_then_closed(game: tuple[Table, Table]) -> None:
    table, other = game
    for _ in range(300):
        try:
            table.send('{"t":"ping"}')
        except Exception:
            break
    # Who has not read the rest of the flood when the server hangs up may lose its last words.
    assert table.closed() in (1008, 1006)
    unchanged(other)


def test_a_move_out_of_turn_is_refused(game: tuple[Table, Table]) -> None:
    _, other = game
    assert other.move({"t": "draw"})["code"] == "not-your-turn"
    unchanged(other)


def test_a_move_on_an_old_state_is_stale(game: tuple[Table, Table]) -> None:
    table, _ = game
    answer = table.move({"t": "draw"}, on=table.state["seq"] - 1)
    assert (answer["code"], answer["params"]) == ("stale", {"seq": table.state["seq"]})
    assert table.move({"t": "draw"}, on=table.state["seq"] + 1)["code"] == "stale"
    unchanged(table)


def test_a_move_sent_twice_is_made_once_and_answered_twice(game: tuple[Table, Table]) -> None:
    table, _ = game
    on = table.state["seq"]
    first = table.move({"t": "draw"}, on=on, id="same")
    assert first == {"t": "accepted", "id": "same", "seq": on + 1}
    assert table.move({"t": "draw"}, on=on, id="same") == first
    assert table.move({"t": "pass"}, on=on + 1, id="same") == first
    assert table.state["seq"] == on + 1


def test_the_same_id_of_two_players_is_two_commands(game: tuple[Table, Table]) -> None:
    table, other = game
    assert table.move({"t": "draw"}, id="same")["t"] == "accepted"
    other.until(lambda state: state["seq"] == table.state["seq"])
    assert other.move({"t": "draw"}, id="same")["seq"] == table.state["seq"] + 1


def test_an_illegal_move_says_everything_that_is_wrong_and_costs_nothing(game: tuple[Table, Table]) -> None:
    table, _ = game
    answer = table.move({"t": "play", "opening": [], "table": ["b1 b2", "k13 k1 k2"]})
    assert (answer["t"], answer["code"]) == ("refused", "illegal")
    assert {violation["meld"] for violation in answer["violations"]} >= {0, 1}
    assert all(set(v) == {"code", "meld", "tile", "ref", "params", "point"} for v in answer["violations"])
    assert table.move({"t": "pass"})["code"] == "illegal"
    unchanged(table)


def test_notation_that_cannot_be_read_is_refused_with_the_place(game: tuple[Table, Table]) -> None:
    table, _ = game
    answer = table.move({"t": "play", "opening": [], "table": ["b4 b5 b6", "b4 b55 b6"]})
    assert answer["code"] == "notation"
    assert (answer["params"]["meld"], answer["params"]["column"]) == (1, 4)
    unchanged(table)


def test_a_seat_comes_from_the_session_and_never_from_the_message(game: tuple[Table, Table]) -> None:
    table, other = game
    other.send({"t": "move", "id": "x", "on": other.state["seq"], "seat": 0, "move": {"t": "draw"}})
    assert other.expect("error")["code"] == "malformed"
    assert other.ask("sit", seat=1 - other.state["you"], name="Eve")["code"] == "already-started"
    unchanged(table)


def test_a_foreign_seat_in_the_lobby_stays_whose_it_is(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with bob.join(room) as table:
        assert table.ask("sit", seat=0, name="Eve")["code"] == "seat-taken"
        assert table.ask("sit", seat=5, name="Eve")["code"] == "no-such-seat"
        assert table.ask("empty", seat=0)["code"] == "not-owner"
        assert table.ask("sit", seat=1, name="ANN")["code"] == "name-taken"
        assert table.ask("sit", seat=1, name="Bob")["t"] == "accepted"
        assert table.ask("sit", seat=1, name="Bob")["code"] == "already-seated"


def test_a_forged_cookie_is_nobody(ann: Guest, server: object) -> None:
    room = ann.make(seats=2, name="Ann")
    with Guest(ann.address, session=False) as eve:
        player, signature = ann.http.cookies["tilerummy"].rsplit(".", 1)
        eve.http.cookies.set("tilerummy", f"{player}.{signature[::-1]}")
        with eve.join(room) as table:
            assert table.state["you"] is None
            assert table.ask("sit", name="Eve")["code"] == "no-session"
        assert eve.http.post("/api/rooms", json={"seats": 2, "edition": "original"}).status_code == 401


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x" * 10_000, "name-too-long"),
        ("x" * 25, "name-too-long"),
        ("", "name-empty"),
        (" \n\t ", "name-empty"),
        (" \u200b\u202e\n ", "name-unseen"),
    ],
    ids=["10,000 characters", "25 characters", "empty", "blank", "invisible"],
)
def test_names_that_cannot_be_shown_are_refused(ann: Guest, bob: Guest, name: str, code: str) -> None:
    answer = ann.http.post("/api/rooms", json={"seats": 2, "edition": "original", "name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    room = ann.make(seats=2, name="Ann")
    with bob.join(room) as table:
        if len(name) < limits.FRAME:
            assert table.ask("sit", name=name)["code"] == code
        else:
            table.send({"t": "sit", "id": "a", "name": name})
            assert table.expect("error")["code"] == "too-large"
        assert table.state["seats"][1]["kind"] == "open"


def test_the_first_message_must_join(ann: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.connect(room) as table:
        table.send({"t": "ping"})
        assert table.expect("error")["code"] == "not-joined"
        assert table.closed() == 1008


def test_joining_twice_is_an_error(ann: Guest) -> None:
    with ann.join(ann.make(seats=2, name="Ann")) as table:
        table.send({"t": "join", "v": 1})
        assert table.expect("error")["code"] == "already-joined"
        unchanged(table)


def test_an_unknown_version_is_told_which_one_is_known(ann: Guest) -> None:
    with ann.connect(ann.make(seats=2, name="Ann")) as table:
        table.send({"t": "join", "v": 2})
        assert table.expect("error") == {"t": "error", "code": "unknown-version", "params": {"known": 1}}
        assert table.closed() == 1008


def test_an_unknown_room_closes_with_its_own_code(ann: Guest) -> None:
    with ann.connect("nosuchroom") as table:
        table.send({"t": "join", "v": 1})
        assert table.expect("error")["code"] == "unknown-room"
        assert table.closed() == 4404


def test_another_sites_page_gets_no_socket_and_makes_no_room(ann: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with pytest.raises(InvalidStatus) as refused, ann.connect(room, headers={"Origin": "https://evil.example"}):
        pass
    assert refused.value.response.status_code == 403
    for origin in ("https://evil.example", "null"):
        answer = ann.http.post("/api/rooms", json={"seats": 2, "edition": "original"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    own = {"Origin": ann.address}
    assert ann.http.post("/api/rooms", json={"seats": 2, "edition": "original"}, headers=own).status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "malformed"),
        ({"seats": 2}, "one-edition"),
        ({"seats": 2, "edition": "original", "toml": ""}, "one-edition"),
        ({"seats": 2, "edition": "../../etc/passwd"}, "unknown-edition"),
        ({"seats": 2, "edition": "/tmp/own.toml"}, "unknown-edition"),
        ({"seats": 2, "house": {"base": "nonsense", "changes": {}}}, "unknown-edition"),
        ({"seats": 2, "house": {"base": "original", "changes": {"opening.amonut": 20}}}, "edition-faults"),
        ({"seats": 2, "house": {"base": "original", "changes": {"opening.amount": "many"}}}, "edition-faults"),
        ({"seats": 2, "toml": 'base = "original"\nnonsense = 1\n'}, "edition-faults"),
        ({"seats": 2, "toml": "this is no toml"}, "edition-faults"),
        ({"seats": 7, "edition": "original"}, "seats-do-not-fit"),
        ({"seats": 99, "edition": "original"}, "malformed"),
        ({"seats": 2, "edition": "original", "limit": 1}, "malformed"),
        ({"seats": 2, "edition": "original", "limit": "never"}, "malformed"),
        ({"seats": 2, "edition": "original", "computers": ["genius"]}, "unknown-level"),
        ({"seats": 2, "edition": "original", "computers": ["gentle"] * 3}, "room-full"),
        ({"seats": 2, "edition": "original", "name": "Ann", "start": True}, "too-few-players"),
        ({"seats": 2, "edition": "original", "unknown": 1}, "malformed"),
    ],
)
def test_a_room_that_cannot_be_is_refused(ann: Guest, body: Message, code: str) -> None:
    answer = ann.http.post("/api/rooms", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert ann.http.get("/api/rooms").json() == []


def test_faults_of_an_edition_come_all_at_once(ann: Guest) -> None:
    house = {"base": "original", "changes": {"opening.amonut": 20, "jokers.sets": "loose"}}
    faults = ann.http.post("/api/rooms", json={"seats": 2, "house": house}).json()["faults"]
    assert {fault["key"] for fault in faults} == {"opening.amonut", "jokers.sets"}


def test_a_body_above_the_limit_is_refused(ann: Guest) -> None:
    answer = ann.http.post("/api/rooms", content=b" " * (limits.BODY + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_making_rooms_without_end_is_too_fast(ann: Guest) -> None:
    answers = [ann.http.post("/api/rooms", json={"seats": 2, "edition": "original"}) for _ in range(60)]
    assert {answer.status_code for answer in answers} == {201, 429}


def test_unknown_addresses_and_methods(ann: Guest) -> None:
    answer = ann.http.get("/api/nonsense")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-address")
    assert ann.http.get("/api/rooms/nosuchroom/record").json()["code"] == "unknown-room"
    assert httpx.get(f"{ann.address}/api/session", verify=False).status_code == 404
