"""Bots that guests connect by a key: made, listed, revoked; computers everywhere, with the limits of a guest."""

import httpx
import pytest
from itsdangerous import Signer

from tests.hostile.raw import eventually
from tests.web.harness import PATIENCE, Guest, Server
from tilerummy.web import schema
from tilerummy.web.limits import BOTS


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_key_is_shown_once_and_its_bot_is_listed(ann: Guest) -> None:
    new = ann.bot("  My   bot ")
    assert new["name"] == "My bot"
    key = new.pop("key")
    assert len(key) < 200
    assert ann.http.get("/api/bots").json() == [new]
    assert key not in ann.http.get("/api/bots").text


def test_a_key_does_not_tell_its_owner_and_keys_that_did_stay_good(server: Server, ann: Guest) -> None:
    new, player = ann.bot(), ann.http.post("/api/session").json()["player"]
    assert player not in new["key"]
    older = Signer(server.key, salt="tilerummy.bot").sign(f"{new['bot']}.{player}.{new['made']}").decode()
    with Guest(server.address, key=older) as bot:
        assert bot.http.post("/api/session").json()["player"] == new["bot"]
        assert ann.http.post("/api/session/forget").status_code == 200
        eventually(lambda: bot.http.post("/api/session").status_code == 401)


@pytest.mark.parametrize("key", ["x", "bot-1.2.3", "a" * 100_0, "ä", "bot-1.ann.1.AAAAAAAAAAAAAAAAAAAAAAAAAAA"])
def test_what_is_no_key_is_nobody(ann: Guest, key: str) -> None:
    headers = {b"Authorization": f"Bearer {key}".encode()}
    answer = httpx.post(f"{ann.address}/api/rooms", json={}, headers=headers, timeout=PATIENCE, verify=False)
    assert refused(answer) == (401, "no-session")


def test_a_guest_has_so_many_bots_and_names_for_them(server: Server) -> None:
    with Guest(server.address) as guest, Guest(server.address, session=False) as nobody:
        assert refused(nobody.http.post("/api/bots", json={"name": "Mine"})) == (401, "no-session")
        assert refused(guest.http.post("/api/bots", json={"name": " "})) == (422, "name-empty")
        assert refused(guest.http.post("/api/bots", json={"name": "x" * 30})) == (422, "name-too-long")
        assert refused(guest.http.post("/api/bots", json={})) == (422, "malformed")
        for _ in range(BOTS):
            guest.bot()
        assert refused(guest.http.post("/api/bots", json={"name": "Mine"})) == (409, "too-many-bots")


def test_the_schema_is_served_as_it_is_in_the_package(ann: Guest) -> None:
    answer = ann.http.get("/api/schema.json")
    assert answer.text == schema.text()
    assert answer.json()["version"] == 1
