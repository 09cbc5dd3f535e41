"""The people of a guest: counted from their games, asked to a table with one press, and kept away once blocked."""

from typing import Any

from tests.web.harness import Guest, Message, Server
from tests.web.test_open_tables import OPEN, open_rooms


def game(*guests: Guest, names: tuple[str, ...] = ("Ann", "Bob", "Cy"), **body: Any) -> str:
    """A game of these guests that the first one wins: all others give up."""
    room = guests[0].make(seats=len(guests), name=names[0], **body)
    tables = [guest.join(room) for guest in guests]
    for table, name in zip(tables[1:], names[1:], strict=False):
        assert table.ask("sit", name=name)["t"] == "accepted"
    assert tables[0].ask("start")["t"] == "accepted"
    for table in tables[1:]:
        table.until(lambda state: state["phase"] == "playing")
        table.ask("resign")
    for table in tables:
        table.close()
    return room


def people(guest: Guest) -> list[Message]:
    """Whom a guest knows."""
    shown: Message = guest.http.get("/api/people").json()
    assert shown["counted"]
    found: list[Message] = shown["people"]
    return found


def act(guest: Guest, person: Message, what: str) -> list[Message]:
    """The list after the guest wants something of a person."""
    answer = guest.http.post(f"/api/people/{person['alias']}", json={"act": what})
    assert answer.status_code == 200, answer.text
    found: list[Message] = answer.json()["people"]
    return found


def play(guest: Guest, *aliases: str, name: str = "Ann") -> str:
    """The room of a table for some people."""
    answer = guest.http.post("/api/people/play", json={"aliases": list(aliases), "name": name})
    assert answer.status_code == 201, answer.text
    room: str = answer.json()["room"]
    return room


def mine(guest: Guest) -> list[str]:
    """The rooms in a guest's list."""
    return [listed["room"] for listed in guest.http.get("/api/rooms").json()]


def test_people_are_counted_from_finished_games(ann: Guest, bob: Guest) -> None:
    game(ann, bob, limit=90)
    game(bob, ann, names=("Bert", "Ann"))
    (bert,) = people(ann)
    assert (bert["name"], bert["games"], bert["won"], bert["lost"]) == ("Bert", 2, 1, 1)
    assert bert["points"] == -bert["theirs"]
    (anne,) = people(bob)
    assert (anne["name"], anne["points"], anne["theirs"]) == ("Ann", bert["theirs"], bert["points"])
    assert anne["alias"] != bert["alias"]
    assert people(ann) == [bert]
    (hidden,) = act(ann, bert, "hide")
    assert hidden["hidden"]
    assert ann.http.get("/api/people").json()["companies"] == []
    assert not act(ann, bert, "show")[0]["hidden"]
    assert act(ann, bert, "forget") == []
    assert ann.http.post(f"/api/people/{bert['alias']}", json={"act": "hide"}).status_code == 404
    game(ann, bob)
    assert [one["games"] for one in people(ann)] == [1]


def test_one_press_asks_the_same_people_to_a_table_of_the_same_kind(ann: Guest, bob: Guest) -> None:
    game(ann, bob, limit=90)
    shown = ann.http.get("/api/people").json()
    (company,) = shown["companies"]
    assert company["names"] == ["Bob"]
    room = play(ann, *company["aliases"])
    assert play(ann, *company["aliases"]) == room
    assert "Original, 1 invited." in bob.http.get(f"/t/{room}").text
    (listed,) = bob.http.get("/api/rooms").json()
    assert (listed["room"], listed["names"], listed["free"]) == (room, ["Ann", "Bob"], 0)
    assert (listed["invited"], listed["limit"], listed["phase"]) == (True, 90, "lobby")
    # who is asked by the other at the same time comes to one table
    assert play(bob, people(bob)[0]["alias"], name="Bob") == room
    with Guest(ann.address) as eve, eve.join(room) as stranger:
        assert stranger.state["seats"][1]["invited"] == "Bob"
        assert stranger.ask("sit", name="Eve", seat=1)["code"] == "seat-taken"
        assert stranger.ask("sit", name="Eve")["code"] == "room-full"
    with ann.join(room) as host, bob.join(room) as guest:
        assert (guest.state["you"], guest.state["kept"], host.state["kept"]) == (None, 1, None)
        assert host.ask("fill", seat=1, level="gentle")["code"] == "seat-taken"
        assert guest.ask("sit", name="Bob", seat=0)["t"] == "accepted"
        # all have come: nobody has to press anything
        assert guest.until(lambda state: state["phase"] == "playing")["you"] == 1


def test_who_declines_has_no_seat_and_no_invitation(ann: Guest, bob: Guest) -> None:
    game(ann, bob)
    room = play(ann, people(ann)[0]["alias"])
    assert ann.http.post(f"/api/rooms/{room}/decline").status_code == 404
    assert room not in [listed["room"] for listed in bob.http.post(f"/api/rooms/{room}/decline").json()]
    assert bob.http.post(f"/api/rooms/{room}/decline").status_code == 404
    with ann.join(room) as host:
        assert [seat["invited"] for seat in host.state["seats"]] == [None, None]
        assert host.ask("start")["code"] == "too-few-players"
    # two who say no name are called the same until both sit there
    assert play(ann, people(ann)[0]["alias"], name="Bob") != room


def test_a_game_begins_without_who_does_not_come(ann: Guest, bob: Guest) -> None:
    with Guest(ann.address) as cy:
        game(ann, bob, cy)
        room = play(ann, *(one["alias"] for one in people(ann)))
        with ann.join(room) as host, bob.join(room) as guest:
            guest.ask("sit", name="Bob")
            assert guest.state["phase"] == "lobby"
            host.ask("start")
            assert len(host.until(lambda state: state["phase"] == "playing")["seats"]) == 2
        assert room not in mine(cy)


def test_a_guest_asks_so_many_people_at_a_time(ann: Guest, bob: Guest) -> None:
    game(ann, bob)
    for _ in range(3):
        with Guest(ann.address) as other:
            game(ann, other)
    known = [one["alias"] for one in people(ann)]
    for second in known[1:]:
        play(ann, known[0], second)
    refused = ann.http.post("/api/people/play", json={"aliases": known[:1], "name": "Ann"})
    assert (refused.status_code, refused.json()["params"]) == (409, {"most": 3})
    assert ann.http.post("/api/people/play", json={"aliases": ["0" * 16], "name": "Ann"}).status_code == 404
    assert ann.http.post("/api/people/play", json={"aliases": [], "name": "Ann"}).status_code == 422


def test_blocking_ends_all_of_it_and_nothing_tells_of_it(ann: Guest, bob: Guest) -> None:
    finished = game(ann, bob)
    room, before = play(bob, people(bob)[0]["alias"], name="Bob"), mine(ann)
    own = ann.make(seats=2, name="Ann", options=OPEN)
    with bob.join(own) as guest:
        guest.ask("sit", name="Bob")
    (known,) = people(ann)
    assert act(ann, known, "block")[0]["blocked"]
    assert (room in before, room in mine(ann), own in mine(bob)) == (True, False, False)
    # to the other it is as if nobody came
    again = play(bob, people(bob)[0]["alias"], name="Bob")
    assert (again != room, play(bob, people(bob)[0]["alias"], name="Bob") == again) == (True, True)
    assert again not in mine(ann)
    with bob.join(again) as table:
        assert table.state["seats"][1]["invited"] == "Ann"
    with bob.connect(own) as table, bob.connect("nowhere") as nowhere:
        for socket in (table, nowhere):
            socket.send({"t": "join", "v": 1, "since": None})
        assert nowhere.closed() == table.closed() == 4404
        assert nowhere.frames == table.frames
    with ann.join(own):
        assert open_rooms(bob) == []
    with bob.join(finished) as table:
        table.ask("rematch")
        following = table.state["next"]
    with bob.join(following) as table:
        assert [seat["kind"] for seat in table.state["seats"]] == ["open", "person"]
    assert following not in mine(ann)
    assert not act(ann, known, "unblock")[0]["blocked"]
    assert play(bob, people(bob)[0]["alias"], name="Bob") in mine(ann)


def test_who_is_blocked_sees_what_they_would_see_of_who_never_answers(ann: Guest, bob: Guest) -> None:
    seen = []
    with Guest(ann.address) as cy:
        for other, blocks in ((ann, True), (cy, False)):
            game(bob, other, names=("Bob", "Ann"))
            if blocks:
                act(other, people(other)[0], "block")
            known = people(bob)[0]
            room = play(bob, known["alias"], name="Bob")
            listed = next(one for one in bob.http.get("/api/rooms").json() if one["room"] == room)
            told = {**listed, "room": "", "updated": 0}, {**known, "alias": "", "last": 0, "points": 0, "theirs": 0}
            with bob.join(room) as table:
                table.ask("empty", seat=1)
                state = {**table.state, "commitment": "", "seals": [], "word": ""}
                seen.append((told, state, play(bob, known["alias"], name="Bob") != room))
                assert table.frames[0].count('"invited":"Ann"') == 1
    assert seen[0] == seen[1]


def test_a_person_met_at_a_table_is_blocked_and_read_no_more(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=2, name="Ann")
    with ann.join(room) as host, bob.join(room) as guest:
        guest.ask("sit", name="Bob")
        host.ask("start")
        guest.until(lambda state: state["phase"] == "playing")
        block = f"/api/rooms/{room}/block"
        assert ann.http.post(block, json={"seat": 0}).status_code == 422
        assert ann.http.post(block, json={"seat": 1, "line": 1}).status_code == 422
        (shown,) = ann.http.post(block, json={"seat": 1}).json()["people"]
        assert (shown["name"], shown["games"], shown["last"], shown["blocked"]) == ("Bob", 0, None, True)
        guest.send({"t": "say", "id": "s1", "text": "Hello?"})
        assert guest.expect("accepted", "chatted")
        host.send({"t": "say", "id": "s1", "text": "What a quiet table"})
        (line,) = host.expect("chatted")["lines"]
        assert line["text"] == "What a quiet table"
        for table, reaction in ((guest, "heart"), (host, "star")):
            table.send({"t": "react", "reaction": reaction})
            assert guest.expect("reacted")["reaction"] == reaction
        assert host.expect("reacted")["reaction"] == "star"
    with ann.join(room) as host:
        assert [line["name"] for line in host.expect("chatted")["lines"]] == ["Ann"]
    said = [[line["name"] for line in one.http.get(f"/api/rooms/{room}/replay").json()["chat"]] for one in (ann, bob)]
    assert said == [["Ann"], ["Bob", "Ann"]]
    # who is blocked sees as much as before
    with bob.join(room) as guest:
        assert [line["name"] for line in guest.expect("chatted")["lines"]] == ["Bob", "Ann"]
    with Guest(ann.address) as eve:
        assert eve.http.post(block, json={"seat": 1}).status_code == 403


def test_what_is_told_of_people_names_no_guest(ann: Guest, bob: Guest, server: Server) -> None:
    game(ann, bob)
    ids = [guest.http.post("/api/session").json()["player"] for guest in (ann, bob)]
    (known,) = people(ann)
    act(ann, known, "block")
    room = play(bob, people(bob)[0]["alias"], name="Bob")
    with bob.join(room) as table:
        told = [
            *table.frames,
            *(bob.http.get(path).text for path in ("/api/people", "/api/rooms", "/api/session/kept")),
        ]
    assert not any(ids[0] in text for text in told)
    assert '"blocked":true' not in "".join(told)
    own = ann.http.get("/api/session/kept").text
    assert (ids[1] in own, '"blocked":' in own) == (False, True)
    assert server.kept(f"select count(*) from outcome where player = '{ids[0]}'") == "1"
    assert ann.http.post("/api/session/forget").status_code == 200
    assert server.kept(f"select count(*) from acquaintance where player = '{ids[0]}'") == "0"
    assert people(bob) == []


def test_the_next_game_takes_one_press_of_each(ann: Guest, bob: Guest) -> None:
    room = game(ann, bob)
    with bob.join(room) as table:
        assert table.ask("rematch", invite=True)["t"] == "accepted"
        following = table.state["next"]
    assert ann.http.get("/api/rooms").json()[0]["invited"]
    with bob.join(following) as host, ann.join(following) as guest:
        assert (guest.state["you"], guest.state["kept"], host.state["you"]) == (None, 0, 1)
        guest.ask("sit", name="Ann")
        assert host.until(lambda state: state["phase"] == "playing")["host"] == 1
