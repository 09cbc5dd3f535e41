"""A guest in another browser by a one-time link: what it tells, who must agree, and the way back."""

from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.hostile.raw import eventually
from tests.web.api.test_guests import refused, who
from tests.web.harness import Guest, Message, Server, serving
from tilerummy.web.limits import unknown_links

KEPT: dict[str, Any] = {
    "puzzles": {"rating": 1240, "rated": 1_795_000_000_000, "first": {"abc": 1}, "days": ["2026-11-25"]},
    "settings": {"theme": "dark", "sound": False},
    "lessons": ["groups"],
}
FIREFOX = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}


def handed_over(guest: Guest, kept: dict[str, Any] = KEPT) -> str:
    """The token of a new link."""
    answer = guest.http.post("/api/handovers", json={"kept": kept})
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def take(guest: Guest, token: str) -> Message:
    """A browser asks for the link's guest, or becomes it."""
    answer = guest.http.post("/api/handovers/take", json={"token": token}, headers=FIREFOX)
    assert answer.status_code == 200, answer.text
    taken: Message = answer.json()
    return taken


def answer(guest: Guest, code: str, agreed: bool = True) -> Message:
    """The first browser answers; how the link stands then."""
    state: Message = guest.http.post("/api/handovers/answer", json={"code": code, "agreed": agreed}).json()
    return state


def stage(guest: Guest) -> str:
    """How a guest's link stands."""
    told: str = guest.http.get("/api/handovers").json()["stage"]
    return told


def agreed(first: Guest, other: Guest) -> str:
    """A link that another browser asked to use, and may."""
    token = handed_over(first)
    code = take(other, token)["code"]
    assert answer(first, code)["stage"] == "agreed"
    return token


def moved(first: Guest, other: Guest) -> Message:
    """Another browser becomes the guest."""
    return take(other, agreed(first, other))


def test_the_guest_who_was_here_before_comes_back(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as cleo, Guest(server.address) as phone:
        before, room = who(phone), phone.make(seats=2, computers=["gentle"], name="Phil", start=True)
        assert refused(phone.http.post("/api/sessions/back")) == (404, "nobody-before")
        moved(ann, phone)
        with phone.join(ann.make(seats=2)) as table:
            # who was there before all others stays the one who comes back
            moved(cleo, phone)
            back = phone.http.get("/api/sessions").json()
            assert back["back"]["name"] == "Phil"
            assert who(phone) == who(cleo)
            assert phone.http.post("/api/sessions/back").json() == {"player": before}
            assert table.ask("sit", name="Phone")["t"] == "accepted"
        assert who(phone) == before
        assert [one["room"] for one in phone.http.get("/api/rooms").json()] == [room]
        assert len(cleo.http.get("/api/sessions").json()["devices"]) == 1
        assert phone.http.get("/api/sessions").json()["back"] is None
        assert refused(phone.http.post("/api/sessions/back")) == (404, "nobody-before")


def test_a_stranger_who_is_forgotten_takes_nobody_along(server: Server) -> None:
    with Guest(server.address) as eve, Guest(server.address) as phone:
        before = who(phone)
        moved(eve, phone)
        assert eve.http.post("/api/session/forget").status_code == 200
        eventually(lambda: who(phone) not in (before, who(eve)))
        assert phone.http.post("/api/sessions/back").status_code == 200
        assert who(phone) == before


def test_links_that_cannot_be_used_say_why(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone:
        first, last = handed_over(ann), handed_over(ann)
        for token in (first, "", "x" * 100):
            assert refused(phone.http.post("/api/handovers/take", json={"token": token})) == (404, "handover-unknown")
        assert refused(phone.http.post("/api/handovers/take", json={"token": "x" * 101})) == (422, "malformed")
        assert refused(phone.http.post("/api/handovers/take", json={"link": last})) == (422, "malformed")
        for code in ("12345", "1234567", "x" * 6):
            told = ann.http.post("/api/handovers/answer", json={"code": code, "agreed": True})
            assert refused(told) == (422, "malformed")
        assert ann.http.post("/api/session/forget").status_code == 200
        assert refused(phone.http.post("/api/handovers/take", json={"token": last})) == (404, "handover-unknown")


@pytest.mark.one_process("the fleet's web server gives addresses of its own")
def test_who_tries_links_is_stopped_and_makes_rooms_as_before(server: Server, tmp_path_factory: Any) -> None:
    with serving(tmp_path_factory.mktemp("tried")) as alone, Guest(alone.address) as eve:
        tries = int(unknown_links(1).of("").burst) + 5
        codes = [eve.http.post("/api/handovers/look", json={"token": "x" * 32}).status_code for _ in range(tries)]
        assert set(codes) == {404, 429}
        assert eve.make()


@pytest.mark.parametrize(
    "kept",
    [
        {"puzzles": {**KEPT["puzzles"], "days": ["today"]}},
        {"puzzles": {**KEPT["puzzles"], "rating": 10**9}},
        {"settings": {"theme": {"a": 1}}},
        {"settings": {f"s{number}": True for number in range(61)}},
        {"sheets": []},
    ],
)
def test_only_what_browsers_keep_travels(ann: Guest, kept: dict[str, Any]) -> None:
    assert refused(ann.http.post("/api/handovers", json={"kept": {**KEPT, **kept}})) == (422, "malformed")


def test_who_has_no_session_or_too_much_gets_no_link(server: Server) -> None:
    with Guest(server.address, session=False) as nobody, Guest(server.address) as ann:
        assert refused(nobody.http.post("/api/handovers", json={"kept": KEPT})) == (401, "no-session")
        token = handed_over(ann)
        assert refused(nobody.http.post("/api/handovers/take", json={"token": token})) == (401, "no-session")
        told = nobody.http.post("/api/handovers/answer", json={"code": "123456", "agreed": True})
        assert refused(told) == (401, "no-session")
        large = {**KEPT, "lessons": ["x" * 40] * 7_000}
        # who still sends when the server hangs up may lose the answer
        with suppress(httpx.ReadError, httpx.WriteError), Guest(server.address) as eve:
            assert refused(eve.http.post("/api/handovers", json={"kept": large})) == (413, "too-large")
        with Guest(server.address, key=ann.bot()["key"]) as bot:
            assert refused(bot.http.post("/api/handovers", json={"kept": KEPT})) == (403, "not-for-bots")
            assert refused(bot.http.get("/api/handovers")) == (403, "not-for-bots")


def test_a_link_holds_over_a_restart(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone:
        token = agreed(ann, phone)
        server.kill()
        server.start()
        assert take(phone, token)["player"] == who(ann)
