"""What a cookie and a room's link open, and that they open nothing else."""

from tests.web.harness import Guest, Message, Server, Table


def nothing_at(table: Table, somebody: Guest) -> None:
    """A person who looks at another one's table sees no rack and moves nothing there."""
    with somebody.join(table.room) as looking:
        assert (looking.state["you"], looking.state["owner"], looking.state["rack"]) == (None, False, [])
        for kind, fields in {
            "move": {"on": looking.state["seq"], "move": {"t": "draw"}},
            "resign": {},
            "rematch": {},
            "hint": {"on": looking.state["seq"]},
            "sit": {"name": "Eve"},
            "start": {},
        }.items():
            assert looking.ask(kind, **fields)["t"] == "refused", kind
        looking.send({"t": "preview", "n": 1, "on": looking.state["seq"], "opening": [], "table": []})
        assert looking.expect("refused", "previewed")["t"] == "refused"
        assert looking.state["drawn"] == []
    assert table.room not in somebody.http.get("/api/rooms").text
    assert table.move({"t": "draw"})["t"] == "accepted", "it is as it was"


def test_a_cookie_opens_nothing_of_another_guest(server: Server, ann: Guest, hosted: Table) -> None:
    bot, here = ann.bot()["bot"], ann.http.get("/api/sessions").json()["devices"][0]["session"]
    with Guest(server.address) as eve:
        nothing_at(hosted, eve)
        assert eve.http.post(f"/api/bots/{bot}/revoke").status_code == 404
        assert eve.http.post(f"/api/sessions/{here}/end").status_code == 404
        for address in ("/api/session/kept", "/api/sessions", "/api/bots", "/api/rooms/finished"):
            said = eve.http.get(address).text
            assert not any(secret in said for secret in (hosted.room, bot, here)), address


def test_a_cookie_that_was_copied_opens_the_seats_of_its_guest(ann: Guest, hosted: Table) -> None:
    with Guest(ann.address, session=False) as copy:
        copy.http.cookies.update(ann.http.cookies)
        with copy.join(hosted.room) as again:
            assert (again.state["you"], again.state["rack"]) == (hosted.state["you"], hosted.state["rack"])
            assert again.move({"t": "draw"})["t"] == "accepted"


def test_a_rooms_link_shows_anybody_the_table_and_nobody_acts_without_a_session(server: Server, hosted: Table) -> None:
    with Guest(server.address, session=False) as nobody, nobody.join(hosted.room) as looking:
        assert (looking.state["you"], looking.state["rack"], looking.state["drawn"]) == (None, [], [])
        assert looking.state["table"] == hosted.state["table"]
        for kind in ("resign", "rematch", "leave"):
            assert looking.ask(kind)["code"] == "no-session"


def test_a_rooms_link_gives_a_free_seat_and_decides_nothing(ann: Guest, bob: Guest) -> None:
    room = ann.make(seats=4, name="Ann")
    deciding: dict[str, Message] = {"start": {}, "fill": {"seat": 2, "level": "steady"}, "empty": {"seat": 0}}
    with ann.join(room) as host, bob.join(room) as his:
        for sits in (False, True):
            if sits:
                assert his.ask("sit", name="Bob")["t"] == "accepted"
            for kind, fields in deciding.items():
                assert his.ask(kind, **fields)["code"] == "not-owner", kind
        assert host.ask("start")["t"] == "accepted"
        assert [seat["name"] for seat in host.state["seats"]] == ["Ann", "Bob"]
