"""Tables of a tournament played online: seats claimed by the table's link, results that flow in by themselves."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.tournaments.test_tournaments import Club
from tests.web.harness import PATIENCE, Guest, Server, Table, serving

Message = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


class OnlineClub(Club):
    """A club whose tables are played here, its first round under way."""

    def __init__(self, http: Any, players: int = 8, *, online: bool = True, **rules: Any) -> None:
        super().__init__(http, "belgian-tournament")
        self.ask("enter", text="\n".join(f"Player {number}" for number in range(1, players + 1)))
        if online:
            usual = {"limit": "edition", "away": "wait", "away_seconds": 120, "watch": True}
            assert self.ask("online", online=True, rules={**usual, **rules}).status_code == 200
        for step in ("begin", "publish", "start"):
            assert self.ask(step).status_code == 200

    def here(self, key: str = "", guest: Guest | None = None) -> list[Message]:
        """The tables as a link sees them."""
        http = self.http if guest is None else guest.http
        answer = http.get(f"{self.address}/online", headers={"X-Tilerummy-Key": key})
        assert answer.status_code == 200, answer.text
        found: list[Message] = answer.json()["tables"]
        return found

    def asks(self, key: str, kind: str, guest: Guest | None = None, **fields: Any) -> Any:
        """Ask something of a table."""
        http = self.http if guest is None else guest.http
        return http.post(f"{self.address}/online?key={key}", json={"t": kind, **fields})

    def result(self, table: int, game: int) -> Message:
        """A game's result, as the organiser sees it once it is there."""
        end = time.monotonic() + PATIENCE
        while True:
            for result in self.see(self.organiser)["results"]:
                if (result["table"], result["game"]) == (table, game):
                    return dict(result)
            assert time.monotonic() < end, f"table {table}, game {game} has no result"
            time.sleep(0.02)

    @property
    def table_keys(self) -> list[str]:
        return list(self.see(self.organiser)["table_keys"])


class Players:
    """A table's players, each with a browser of their own."""

    def __init__(self, server: Server, club: OnlineClub, stack: ExitStack, table: int = 1) -> None:
        self.club, self.table, self.stack = club, table, stack
        self.key = club.table_keys[table - 1]
        self.numbers: list[int] = club.see(self.key)["stages"][-1]["rounds"][-1]["tables"][table - 1]
        self.guests = {number: stack.enter_context(Guest(server.address)) for number in self.numbers}

    def claim(self, number: int) -> str:
        answer = self.club.asks(self.key, "claim", self.guests[number], table=self.table, number=number)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["room"])

    def come(self, room: str) -> dict[int, Table]:
        """Everybody opens the room; the game begins."""
        seats = {number: self.stack.enter_context(guest.join(room)) for number, guest in self.guests.items()}
        for seat in seats.values():
            seat.until(lambda state: state["phase"] == "playing")
        return seats

    def finish(self, seats: dict[int, Table]) -> list[int]:
        """All but the last give up; the points in seat order."""
        *others, last = seats.values()
        for seat in others:
            assert seat.ask("resign")["t"] == "accepted"
        state = last.until(lambda state: state["phase"] == "over")
        return list(state["result"]["scores"])


def test_three_games_at_one_table_flow_in_without_anybody_entering_them(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http)
        players = Players(server, club, stack)
        table = club.here(club.desk)[0]
        assert (table["game"], table["games"], table["phase"]) == (1, 3, "lobby")
        room = ""
        for number in players.numbers:
            room = players.claim(number)
        assert room == table["room"]
        (table,) = club.here(players.key, players.guests[players.numbers[1]])
        assert table["you"] == players.numbers[1]
        for game in (1, 2, 3):
            seats = players.come(room)
            state = seats[players.numbers[0]].state
            assert [seat["name"] for seat in state["seats"]] == [f"Player {number}" for number in players.numbers]
            assert (state["hints"], state["options"]["live"], state["limit"]) == (False, False, 60)
            assert state["fixture"]["game"] == game
            assert seats[players.numbers[0]].ask("rematch")["code"] == "fixture"
            scores = players.finish(seats)
            found = club.result(1, game)
            assert (found["scores"], found["by"], found["confirmed"]) == (scores, f"room:{room}", f"room:{room}")
            if game < 3:
                room = seats[players.numbers[0]].until(lambda state: state["next"] is not None)["next"]
        assert club.here(club.desk)[0]["phase"] == "done"
        faults = club.ask("close").json()["faults"]
        assert {(fault["code"], fault["params"]["table"]) for fault in faults} == {("result-missing", 2)}


def test_seats_are_given_and_nobody_else_takes_or_frees_one(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http)
        players = Players(server, club, stack)
        one = players.numbers[0]
        room = players.claim(one)
        with players.guests[one].join(room) as seat, Guest(server.address) as stranger, stranger.join(room) as eve:
            for asked in (
                eve.ask("sit", name="Eve", seat=1),
                seat.ask("leave"),
                seat.ask("fill", seat=2, level="steady"),
            ):
                assert asked["code"] == "fixture"
            assert seat.state["phase"] == "lobby"
            table = club.here(club.desk)[0]
            assert [(at["claimed"], at["here"]) for at in table["seats"]] == [(True, True), *[(False, False)] * 3]


def test_the_desk_begins_without_who_does_not_come(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http)
        players = Players(server, club, stack)
        room = players.claim(players.numbers[0])
        assert club.asks(club.desk, "begin-game", table=1).status_code == 200
        with players.guests[players.numbers[0]].join(room) as seat:
            assert seat.state["phase"] == "playing"
            assert len(seat.state["seats"]) == 4


def test_who_withdraws_leaves_the_others_a_game(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http)
        players = Players(server, club, stack)
        gone, *rest = players.numbers
        for number in rest:
            room = players.claim(number)
        assert club.ask("withdraw", number=gone).status_code == 200
        del players.guests[gone]
        seats = players.come(room)
        assert len(seats[rest[0]].state["seats"]) == 3
        assert club.ask("withdraw", number=rest[0]).status_code == 200
        seats[rest[1]].until(lambda state: state["seats"][0]["resigned"])
        assert seats[rest[1]].ask("resign")["t"] == "accepted"
        found = club.result(1, 1)
        assert found["scores"][0] is None
        assert sum(found["scores"][1:]) == 0


def test_the_desk_takes_a_table_over_and_gives_it_back(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http, 8)
        assert [table["table"] for table in club.here(club.desk)] == [1, 2]
        first = club.here(club.desk)[0]["room"]
        assert club.ask("table-online", club.desk, table=1, online=False).status_code == 200
        assert [table["table"] for table in club.here(club.desk)] == [2]
        key = club.table_keys[0]
        assert club.ask("report", key, table=1, game=1, seat=1, scores=[30, -10, -10, -10]).status_code == 200
        assert club.ask("table-online", club.desk, table=1, online=True).status_code == 200
        again = club.here(club.desk)[0]
        assert again["game"] == 2
        assert again["room"] != first
        assert club.ask("report", key, table=1, game=2, seat=1, scores=[30, -10, -10, -10]).status_code == 422
        assert club.see()["stages"][0]["rounds"][0]["online"] == [1, 2]
