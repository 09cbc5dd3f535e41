"""What a guest's recovery sheet opens: that guest, as often as its words are told, and nothing to who guesses them."""

import secrets
from pathlib import Path

from tests.hostile.raw import eventually
from tests.hostile.test_cookies import command
from tests.web.api.test_devices import devices
from tests.web.api.test_guests import refused, who
from tests.web.harness import Guest, Server, serving
from tilerummy.web.guests.words import LIST
from tilerummy.web.limits import recoveries

FIREFOX = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}


def sheet(guest: Guest) -> list[str]:
    """The words of a guest's new sheet."""
    answer = guest.http.post("/api/recovery")
    assert answer.status_code == 201, answer.text
    words: list[str] = answer.json()["words"]
    return words


def test_the_words_of_a_sheet_bring_its_guest_back_until_there_is_a_newer_one(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address) as third:
        room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
        before = who(phone)
        assert ann.http.get("/api/recovery").json()["made"] is None
        first, words = sheet(ann), sheet(ann)
        assert refused(ann.http.post("/api/recovery/take", json={"words": " ".join(words)})) == (409, "recovery-own")
        assert refused(phone.http.post("/api/recovery/take", json={"words": " ".join(first)})) == (
            404,
            "recovery-unknown",
        )
        typed = ", ".join(f"{number}. {word[:4].upper()} " for number, word in enumerate(words, 1))
        shown = phone.http.post("/api/recovery/look", json={"words": typed}).json()["last"]
        assert (shown["name"], shown["edition"]["id"], len(shown["others"])) == ("Ann", "original", 1)
        assert who(phone) == before
        taken = phone.http.post("/api/recovery/take", json={"words": typed}, headers=FIREFOX)
        assert taken.json() == {"player": who(ann)}
        assert who(phone) == who(ann)
        assert [one["room"] for one in phone.http.get("/api/rooms").json()] == [room]
        # the browser of before stays, and sees the new one
        assert {(one["browser"], one["system"]) for one in devices(ann)} == {("", ""), ("Firefox", "Android")}
        state = ann.http.get("/api/recovery").json()
        assert (state["browser"], state["system"]) == ("Firefox", "Android")
        assert state["used"] >= state["made"]
        assert phone.http.post("/api/sessions/back").json() == {"player": before}
        assert third.http.post("/api/recovery/take", json={"words": "-".join(words)}).status_code == 200


def test_no_sheet_opens_what_was_ended_or_forgotten(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address) as eve:
        words = [" ".join(sheet(guest)) for guest in (ann, bob)]
        assert ann.http.post("/api/sessions/end-others").status_code == 200
        assert bob.http.post("/api/session/forget").status_code == 200
        before = who(eve)
        for told in words:
            assert refused(eve.http.post("/api/recovery/take", json={"words": told})) == (404, "recovery-unknown")
        assert ann.http.get("/api/recovery").json()["made"] is None
        player, told = who(ann), " ".join(sheet(ann))
        assert command(server, "revoke", "--", player).returncode == 0
        eventually(lambda: who(ann) != player)
        assert refused(eve.http.post("/api/recovery/take", json={"words": told})) == (404, "recovery-unknown")
        assert who(eve) == before


def test_who_guesses_words_is_stopped_and_noted(tmp_path: Path) -> None:
    with serving(tmp_path / "data", log=tmp_path / "log") as server, Guest(server.address) as eve:
        with Guest(server.address, session=False) as nobody, Guest(server.address, key=eve.bot()["key"]) as bot:
            guess = {"words": " ".join(LIST[:7])}
            assert refused(nobody.http.post("/api/recovery/take", json=guess)) == (401, "no-session")
            assert refused(bot.http.post("/api/recovery/take", json=guess)) == (403, "not-for-bots")
            assert refused(bot.http.post("/api/recovery")) == (403, "not-for-bots")
        for typed in ("abandon " * 6, "abandon " * 8, "zzz " * 7, "ab " * 7, "", "☺"):
            assert eve.http.post("/api/recovery/look", json={"words": typed}).status_code == 422
        tries = int(recoveries(1).of_guest.of("").burst)
        codes = [
            eve.http.post(
                "/api/recovery/take", json={"words": " ".join(secrets.choice(LIST) for _ in range(7))}
            ).status_code
            for _ in range(tries + 2)
        ]
        assert codes == [404] * tries + [429] * 2
        assert eve.make()
        eventually(lambda: "recovery-tries-refused" in (tmp_path / "log").read_text())
