"""What a guest's passkey opens: that guest, once for each challenge; and nothing to whoever has only part of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.hostile.raw import eventually
from tests.hostile.test_cookies import command
from tests.web.api.authenticator import Authenticator, challenge, text
from tests.web.api.test_devices import devices
from tests.web.api.test_guests import refused, who
from tests.web.harness import Guest, Message, Server, serving
from tilerummy.web import limits

FIREFOX = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}


def added(server: Server, guest: Guest) -> Authenticator:
    """An authenticator with one more passkey of a guest."""
    phone = Authenticator(server.address)
    answer = guest.http.post("/api/passkeys", json=phone.make(guest))
    assert answer.status_code == 201, answer.text
    return phone


def taken(guest: Guest, authenticator: Authenticator) -> tuple[int, str]:
    """What a browser is told that comes with a passkey."""
    answer = guest.http.post("/api/passkeys/take", json=authenticator.sign(challenge(guest)), headers=FIREFOX)
    return answer.status_code, answer.json().get("code", "")


def test_a_passkey_brings_its_guest_back_until_it_is_removed(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as tablet, Guest(server.address) as third:
        room, before = ann.make(seats=2, computers=["gentle"], name="Ann", start=True), who(tablet)
        wanted = ann.http.post("/api/passkeys/wanted", headers=FIREFOX).json()
        assert (wanted["name"], wanted["known"], wanted["browser"]) == ("Ann", [], "Firefox")
        phone = added(server, ann)
        assert who(ann) not in phone.handle
        (shown,) = ann.http.get("/api/passkeys").json()["passkeys"]
        assert (shown["id"], shown["name"], shown["used"]) == (text(phone.id), "Phone", None)
        assert ann.http.post("/api/passkeys/wanted").json()["known"] == [text(phone.id)]
        assert refused(ann.http.post("/api/passkeys", json=phone.make(ann))) == (409, "passkey-known")
        assert taken(ann, phone) == (409, "passkey-own")
        phone.count = 1
        assert taken(tablet, phone) == (200, "")
        assert who(tablet) == who(ann)
        assert [one["room"] for one in tablet.http.get("/api/rooms").json()] == [room]
        assert {(one["browser"], one["system"]) for one in devices(ann)} == {("", ""), ("Firefox", "Android")}
        place = f"/api/passkeys/{text(phone.id)}"
        (shown,) = ann.http.post(f"{place}/name", json={"name": "My phone"}).json()["passkeys"]
        assert (shown["name"], shown["used"] >= shown["made"]) == ("My phone", True)
        assert refused(third.http.post(f"{place}/end")) == (404, "passkey-unknown")
        assert ann.http.post(f"{place}/end").json()["passkeys"] == []
        assert refused(ann.http.post(f"{place}/end")) == (404, "passkey-unknown")
        phone.count = 2
        assert taken(third, phone) == (404, "passkey-unknown")
        # the browser that it has brought stays, and can be who it was
        assert who(tablet) == who(ann)
        assert tablet.http.post("/api/sessions/back").json() == {"player": before}


BENT: dict[str, Callable[[Authenticator], Authenticator]] = {
    "another origin": lambda phone: replace(phone, origin="https://elsewhere.test"),
    "another server's name": lambda phone: replace(phone, host="elsewhere.test"),
    "another key": lambda phone: replace(phone, key=Authenticator("").key),
    "another handle": lambda phone: replace(phone, handle=text(b"theirs")),
    "no handle": lambda phone: replace(phone, handle=""),
    "a count that stands": lambda phone: replace(phone, count=3),
}


def test_nothing_opens_to_who_has_only_part_of_a_passkey(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve, Guest(server.address) as bob:
        phone, before = added(server, ann), who(eve)
        phone.count = 3
        assert taken(bob, phone) == (200, "")
        for name, bend in BENT.items():
            assert taken(eve, bend(replace(phone, count=4))) == (422, "passkey-invalid"), name
        assert who(eve) == before


def test_a_challenge_counts_once_and_for_the_browser_that_asked(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve, Guest(server.address) as bob:
        phone, before = added(server, ann), who(eve)
        signed = phone.sign(challenge(bob))
        assert refused(eve.http.post("/api/passkeys/take", json=signed)) == (410, "passkey-late")
        challenge(eve)
        assert refused(eve.http.post("/api/passkeys/take", json=signed)) == (422, "passkey-invalid")
        assert bob.http.post("/api/passkeys/take", json=signed).status_code == 200
        # by now this is Ann's browser too: what it signed is over for her, as for everybody
        for guest in (bob, ann, eve):
            assert refused(guest.http.post("/api/passkeys/take", json=signed)) == (410, "passkey-late")
        # what was signed to come back makes no new passkey, and the other way round
        made = Authenticator(server.address).make(eve)
        as_answer = {**phone.sign("x"), "client_data": made["client_data"]}
        assert refused(eve.http.post("/api/passkeys/take", json=as_answer)) == (422, "passkey-invalid")
        assert who(eve) == before


def test_no_passkey_is_kept_that_was_not_made_here(server: Server) -> None:
    def kept(guest: Guest, body: Message) -> tuple[int, str]:
        return refused(guest.http.post("/api/passkeys", json=body))

    with Guest(server.address) as eve, Guest(server.address) as ann:
        here, theirs = server.address, added(server, ann)
        for made in (Authenticator("https://elsewhere.test"), Authenticator(here, "elsewhere.test")):
            assert kept(eve, made.make(eve)) == (422, "passkey-invalid")
        good = Authenticator(here)
        assert kept(eve, {**good.make(eve), "id": text(b"another")}) == (422, "passkey-invalid")
        for field in ("id", "client_data", "attestation"):
            for garbage in ("", "A", "oWFh", text(b'{"type":"webauthn.create"}'), text(bytes(range(200)))):
                assert kept(eve, {**good.make(eve), field: garbage}) == (422, "passkey-invalid")
        assert kept(eve, Authenticator(here, id=theirs.id).make(eve)) == (409, "passkey-known")
        assert eve.http.get("/api/passkeys").json()["passkeys"] == []


def test_a_guest_has_ten_passkeys_and_none_once_they_are_ended_or_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, Guest(server.address) as ann, Guest(server.address) as eve:
        before, phones = who(eve), [added(server, ann) for _ in range(limits.PASSKEYS - 1)]
        with Guest(server.address) as tablet:
            assert taken(tablet, phones[0]) == (200, "")
            added(server, tablet)
            assert refused(ann.http.post("/api/passkeys/wanted")) == (409, "passkeys-full")
            assert ann.http.post("/api/sessions/end-others").json() == {"ended": 1}
        assert ann.http.get("/api/passkeys").json()["passkeys"] == []
        assert taken(eve, phones[0]) == (404, "passkey-unknown")
        player, phone = who(ann), added(server, ann)
        assert command(server, "revoke", "--", player).returncode == 0
        eventually(lambda: who(ann) != player)
        assert taken(eve, phone) == (404, "passkey-unknown")
        phone = added(server, ann)
        assert ann.http.post("/api/session/forget").status_code == 200
        assert taken(eve, phone) == (404, "passkey-unknown")
        assert who(eve) == before


def test_who_tries_passkeys_is_stopped_and_noted(tmp_path: Path) -> None:
    with serving(tmp_path / "data", log=tmp_path / "log") as server, Guest(server.address) as eve:
        with Guest(server.address, session=False) as nobody, Guest(server.address, key=eve.bot()["key"]) as bot:
            body = Authenticator(server.address).sign("x")
            for address in ("wanted", "challenge", "take", "AA/end"):
                assert refused(nobody.http.post(f"/api/passkeys/{address}", json=body)) == (401, "no-session")
                assert refused(bot.http.post(f"/api/passkeys/{address}", json=body)) == (403, "not-for-bots")
        tries = int(limits.recoveries(1).of_guest.of("").burst)
        codes = [taken(eve, Authenticator(server.address))[0] for _ in range(tries + 2)]
        assert codes == [404] * tries + [429] * 2
        eventually(lambda: "passkey-tries-refused" in (tmp_path / "log").read_text())
