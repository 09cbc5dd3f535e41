"""What the links of an event played online open: seats by a table's card, and the tables that the public may watch."""

from contextlib import ExitStack

import pytest

from tests.tournaments.test_online_tables import OnlineClub, Players
from tests.web.harness import Guest, Server


def test_a_seat_is_one_devices_until_the_desk_frees_it(server: Server) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http)
        players = Players(server, club, stack)
        one, two = players.numbers[:2]
        room = players.claim(one)
        assert players.claim(one) == room
        thief, key = players.guests[two], players.key
        assert club.asks(key, "claim", thief, table=1, number=one).json()["code"] == "seat-taken"
        assert club.asks(key, "claim", players.guests[one], table=1, number=two).json()["code"] == "already-seated"
        assert club.asks(key, "claim", thief, table=1, number=99).json()["code"] == "no-such-seat"
        assert club.asks(key, "release", table=1, number=one).status_code == 403
        assert club.asks("", "claim", thief, table=1, number=two).status_code == 403
        assert club.asks(club.desk, "claim", thief, table=1, number=two).status_code == 403
        for number in players.numbers[1:]:
            players.claim(number)
        players.come(room)
        # Their phone is flat: they go on with another one, in the middle of the game.
        assert club.asks(club.desk, "release", table=1, number=one).status_code == 200
        other = stack.enter_context(Guest(server.address))
        assert club.asks(key, "claim", other, table=1, number=one).status_code == 200
        with other.join(room) as seat, players.guests[one].join(room) as before:
            assert seat.state["you"] == 0
            assert len(seat.state["rack"]) == 14
            assert before.state["you"] is None
            assert before.state["rack"] == []


@pytest.mark.parametrize("watch", [True, False])
def test_the_public_finds_the_tables_it_may_watch(server: Server, watch: bool) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server.address)).http, 8, watch=watch)
        keys = club.table_keys
        assert [table["table"] for table in club.here(keys[1])] == [2]
        assert [table["table"] for table in club.here()] == ([1, 2] if watch else [])
