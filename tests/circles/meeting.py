"""What guests do with circles over HTTP."""

from collections.abc import Sequence
from typing import Any

from tests.web.harness import Guest, Message


def founded(ann: Guest, name: str = "Tuesday club") -> str:
    """The address of a new circle."""
    answer = ann.http.post("/api/circles", json={"name": name, "called": "Ann"})
    assert answer.status_code == 201, answer.text
    return f"/api/circles/{answer.json()['circle']}"


def seen(guest: Guest, address: str, season: str = "") -> Message:
    """The circle as its member sees it."""
    answer = guest.http.get(address, params={"season": season} if season else {})
    assert answer.status_code == 200, answer.text
    shown: Message = answer.json()
    return shown


def ask(guest: Guest, address: str, t: str, **body: Any) -> Message:
    """What is answered to what a guest asks, under an id of its own."""
    ident = {} if t == "open" else {"id": f"{t}-{sorted(body.items())}".encode().hex()[:40]}
    said: Message = guest.http.post(address, json={"t": t, **ident, **body}).json()
    return said


def joined(guest: Guest, address: str, name: str, host: Guest) -> None:
    """A guest comes in by the members' link."""
    key = seen(host, address)["circle"]["invitation"]
    assert "seq" in ask(guest, address, "join", name=name, key=key)


def played(guests: Sequence[Guest], room: str) -> None:
    """The first of them starts the game, and gives it up."""
    tables = [guest.join(room) for guest in guests]
    try:
        assert tables[0].ask("start")["t"] == "accepted"
        for table in tables:
            table.until(lambda state: bool(state["phase"] == "playing"))
        assert tables[0].ask("resign")["t"] == "accepted"
        tables[0].until(lambda state: bool(state["phase"] == "over"))
    finally:
        for table in tables:
            table.close()
