"""What a cookie, a bot's key, the host's part and an operator's address open, and that they open nothing else."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Guest, Message, Server, Table


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


@pytest.fixture
def game(ann: Guest) -> Iterator[Table]:
    """Ann, who hosts it, plays with a computer player."""
    with ann.join(ann.make(name="Ann", computers=["gentle"], start=True)) as table:
        table.until(lambda state: state["turn"] == state["you"])
        yield table


def nothing_at(table: Table, somebody: Guest) -> None:
    """Somebody who looks at another one's table sees no rack and moves nothing there."""
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
    assert table.room not in somebody.http.get("/api/rooms").text
    assert table.move({"t": "draw"})["t"] == "accepted", "it is as it was"


def test_a_cookie_opens_nothing_of_another_guest(server: Server, ann: Guest, game: Table) -> None:
    bot, here = ann.bot()["bot"], ann.http.get("/api/sessions").json()["devices"][0]["session"]
    with Guest(server.address) as eve:
        nothing_at(game, eve)
        assert eve.http.post(f"/api/bots/{bot}/revoke").status_code == 404
        assert eve.http.post(f"/api/sessions/{here}/end").status_code == 404
        for address in ("/api/session/kept", "/api/sessions", "/api/bots", "/api/rooms/finished"):
            said = eve.http.get(address).text
            assert not any(secret in said for secret in (game.room, bot, here)), address


def test_a_bots_key_opens_no_seat_of_its_owner(server: Server, ann: Guest, game: Table) -> None:
    with Guest(server.address, key=ann.bot()["key"]) as bot:
        nothing_at(game, bot)
        assert bot.http.get("/api/session/kept").status_code == 403
        assert bot.http.post("/api/session/forget").status_code == 403


def test_a_host_decides_nothing_once_the_game_is_on(game: Table) -> None:
    assert game.state["owner"] is True
    before = game.state
    asked: dict[str, Message] = {
        "empty": {"seat": 1},
        "fill": {"seat": 1, "level": "gentle"},
        "start": {},
        "leave": {},
        "take-back": {},
    }
    for kind, fields in asked.items():
        assert game.ask(kind, **fields)["t"] == "refused", kind
    assert game.state == before


def test_an_operators_address_opens_nothing_but_how_the_server_is(server: Server, ann: Guest, game: Table) -> None:
    with Guest(server.address, session=False) as operator:
        told = "".join(operator.http.get(path).text for path in ("/readyz", "/metrics"))
        assert not any(word in told for word in (game.room, "Ann", ann.http.post("/api/session").json()["player"]))
        with operator.join(game.room) as looking:
            assert looking.state["rack"] == []
            assert looking.ask("resign")["code"] == "no-session"
        assert operator.http.get(f"/api/rooms/{game.room}/record").status_code == 409
        assert operator.http.post("/api/rooms", json={"edition": "original", "seats": 2}).status_code == 401
