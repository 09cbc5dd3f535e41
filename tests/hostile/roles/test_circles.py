"""Members of a circle, and those who are none, try what they may not."""

from typing import Any

from tests.circles.meeting import ask, founded, joined, seen
from tests.web.harness import Guest, Server


def test_a_link_that_is_not_there_and_a_circle_one_is_not_in_are_answered_alike(
    ann: Guest, bob: Guest, server: Server
) -> None:
    address = founded(ann)
    joined(bob, address, "Bob", ann)
    old = seen(bob, address)["circle"]["invitation"]
    assert "seq" in ask(ann, address, "take-out", member=2)
    nowhere, with_old = "/api/circles/a234567890bcdefg", {"X-Tilerummy-Key": old}
    with Guest(server.address) as eve:
        for guest in (bob, eve):
            assert alike(guest.http.get(address), guest.http.get(nowhere))
            here, there = (guest.http.get(f"{one}/invitation", headers=with_old) for one in (address, nowhere))
            assert alike(here, there)
            for sent in (
                {"t": "open"},
                {"t": "leave", "id": "x"},
                {"t": "close", "id": "x"},
                {"t": "table", "id": "x", "table": {"seats": 2, "edition": "none"}},
                {"t": "sit-down", "id": "x", "room": "abc"},
                {"t": "join", "id": "x", "name": "Bob", "key": old},
            ):
                assert alike(guest.http.post(address, json=sent), guest.http.post(nowhere, json=sent)), sent
        assert bob.http.get("/api/circles").json() == []


def alike(one: Any, other: Any) -> bool:
    """Whether both are answered as a circle that is not there."""
    assert (one.status_code, one.json()["code"]) == (404, "unknown-circle"), one.text
    return bool((one.status_code, one.content) == (other.status_code, other.content))


def test_who_has_the_link_of_a_circles_table_looks_on_and_takes_no_seat(ann: Guest, bob: Guest) -> None:
    address = founded(ann)
    room = ask(ann, address, "open")["room"]
    with bob.join(room) as table:
        assert table.ask("sit", name="Bob")["code"] == "members-only"
        assert table.ask("start")["code"] == "not-owner"
    with Guest(bob.address, key=bob.bot()["key"]) as bot, bot.join(room) as table:
        assert table.ask("sit", name="Bot")["code"] == "members-only"
    assert room not in bob.http.get("/api/rooms/open").text


def test_a_member_keeps_no_circle_and_sees_no_id_and_no_key_but_that_of_members(ann: Guest, bob: Guest) -> None:
    address = founded(ann)
    joined(bob, address, "Bob", ann)
    for t, body in (
        ("take-out", {"member": 1}),
        ("rename", {"name": "Ours"}),
        ("renew", {"which": "members"}),
        ("table", {"table": {"seats": 2, "edition": "original"}}),
        ("close", {}),
    ):
        assert ask(bob, address, t, **body)["code"] == "not-keeper"
    keepers = seen(ann, address)["circle"]["keepers"]
    told = bob.http.get(address).text
    ids = [guest.http.post("/api/session").json()["player"] for guest in (ann, bob)]
    assert not [secret for secret in (keepers, *ids) if secret in told]


def test_a_room_of_another_circle_takes_nobody(ann: Guest, bob: Guest) -> None:
    mine, theirs = founded(bob, "Mine"), founded(ann, "Theirs")
    room = ask(ann, theirs, "open")["room"]
    for other in (room, "nowhere", mine.rpartition("/")[2]):
        assert ask(bob, mine, "sit-down", room=other)["code"] == "unknown-room"
