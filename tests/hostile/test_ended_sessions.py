"""What has ended stays ended: whatever clocks say, and whatever happens at the same moment."""

import threading
from pathlib import Path

import pytest

from tests.hostile.raw import eventually
from tests.hostile.test_clock_steps import installed, step, stepping
from tests.hostile.test_cookies import command
from tests.servers.postgresql import Postgresql
from tests.web.api.test_devices import MINUTE, devices
from tests.web.api.test_guests import refused, who
from tests.web.api.test_handovers import agreed, handed_over, moved
from tests.web.harness import Guest, Server, serving

ROUNDS = 24
"""Claims at the moment of forgetting: of a server that dated them by its clock, every second one lived on."""


def second(server: Server, ann: Guest) -> Guest:
    """The same guest in another browser, by a link."""
    phone = Guest(server.address)
    assert moved(ann, phone)["player"] == who(ann)
    return phone


def assert_gone(guest: Guest, player: str) -> None:
    """The guest is another one from now on; other workers hear of it within a second."""
    eventually(lambda: who(guest) != player)


def test_nobody_comes_back_who_is_forgotten_while_a_link_is_claimed(server: Server) -> None:
    claimed = 0
    for round_ in range(ROUNDS):
        with Guest(server.address) as ann, Guest(server.address) as phone:
            player, token = who(ann), agreed(ann, phone)
            forgetting = threading.Timer(round_ % 12 / 1000, lambda ann=ann: ann.http.post("/api/session/forget"))
            forgetting.start()
            taken = phone.http.post("/api/handovers/take", json={"token": token})
            forgetting.join()
            claimed += taken.status_code == 200
            for guest in (ann, phone):
                assert_gone(guest, player)
    assert claimed


@installed
def test_a_clock_that_was_set_forward_brings_nobody_back(tmp_path: Path) -> None:
    with serving(tmp_path / "data", environment=stepping(tmp_path)) as server:
        step(tmp_path, "+3600")
        with Guest(server.address) as ann, second(server, ann) as phone, Guest(server.address) as bob:
            player, room = who(ann), bob.make(name="Bob")
            assert who(phone) == player
            with phone.join(room) as table:
                assert ann.http.post("/api/session/forget").status_code == 200
                assert table.closed() == 4401
            for guest in (ann, phone):
                assert_gone(guest, player)
        with Guest(server.address) as eve, Guest(server.address, key=eve.bot()["key"]) as bot:
            # the command goes by the true time, an hour before that of the cookie
            assert command(server, "revoke", "--", who(eve)).returncode == 0
            eventually(lambda: eve.http.post("/api/rooms", json={"seats": 2}).status_code == 401)
            eventually(lambda: bot.http.post("/api/session").status_code == 401)
        with Guest(server.address) as bob:
            player, token = who(bob), handed_over(bob)
            assert command(server, "revoke", "--all").returncode == 0
            eventually(lambda: bob.http.post("/api/rooms", json={"seats": 2}).status_code == 401)
            with Guest(server.address) as phone:
                assert phone.http.post("/api/handovers/take", json={"token": token}).status_code == 404
                # who comes afterwards stays
                eventually(lambda: who(phone) == who(phone) != player)


@installed
def test_servers_that_are_ahead_of_their_database_bring_nobody_back(tmp_path: Path, postgresql: Postgresql) -> None:
    ahead = {**stepping(tmp_path), "TILERUMMY_SESSION_KEYS": "ab" * 32}
    step(tmp_path, "+3600")
    options = ("--store", postgresql.database())
    with (
        serving(None, options=options, environment=ahead) as first,
        serving(None, options=options, environment=ahead) as other,
        Guest(first.address) as ann,
        second(other, ann) as phone,
    ):
        player = who(ann)
        assert ann.http.post("/api/session/forget").status_code == 200
        for guest in (phone, ann):
            assert_gone(guest, player)


@pytest.mark.parametrize("words", [("revoke", "--all"), ("revoke", "--issued-before", "2999-01-01")])
def test_who_comes_after_the_end_of_all_stays(server: Server, words: tuple[str, ...]) -> None:
    with Guest(server.address) as ann, Guest(server.address, session=False) as bob:
        before = who(ann)
        assert command(server, *words).returncode == 0
        eventually(lambda: who(ann) != before)
        eventually(lambda: who(bob) == who(bob))


def test_a_guest_sees_their_browsers_and_ends_one_at_once(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address) as eve:
        (only,) = devices(ann)
        assert (only["here"], only["browser"], only["system"]) == (True, "", "")
        assert only["seen"] <= only["made"] < only["seen"] + 61 * MINUTE
        room = ann.make(seats=2, name="Ann")
        moved(ann, phone)
        here, there = sorted(devices(ann), key=lambda one: not one["here"])
        assert (here, there["browser"], there["system"]) == (only, "Firefox", "Android")
        address = f"/api/sessions/{there['session']}/end"
        assert refused(eve.http.post(address)) == (404, "unknown-session")
        assert refused(ann.http.post(f"/api/sessions/{here['session']}/end")) == (409, "session-own")
        with phone.join(room) as table, ann.join(room) as hers:
            assert ann.http.post(address).json() == {"ended": 1}
            assert table.closed() == 4401
            assert hers.ask("leave")["t"] == "accepted"
        assert devices(ann) == [only]
        eventually(lambda: who(phone) != who(ann))
        assert refused(ann.http.post(address)) == (404, "unknown-session")
