"""A stranger at the public page of a tournament fills no list and keeps nobody else from it."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Guest, Message, Server
from tilerummy.tournament.sign_ups import MOST_ASKING

HALL = 100
"""People who may sign up at once from one address."""
NOBODY: Message = {"answer": "none", "name": "", "number": None, "waiting": None, "key": ""}
"""What a browser is told that has signed up nobody."""


class Open:
    """An event whose list is open."""

    def __init__(self, organiser: Guest) -> None:
        made = organiser.http.post("/api/tournaments", json={"name": "Cup", "format": "open-league"}).json()
        self.guest, self.path = organiser, f"/api/tournaments/{made['tournament']}"
        self.organiser, self.desk = made["organiser"], made["desk"]
        self._sent = 0
        self.do("sign-up", open=True)

    def ask(self, by: Guest, text: str, ident: str = "ask") -> tuple[int, str]:
        """What comes of signing up: the status, and the code of what is wrong."""
        answer = by.http.post(self.path, json={"t": "ask", "id": ident, "text": text})
        said: Message = answer.json()
        return answer.status_code, str(next((one["code"] for one in said.get("faults", ())), said.get("code", "")))

    def do(self, kind: str, key: str = "", **fields: object) -> None:
        self._sent += 1
        headers = {"X-Tilerummy-Key": key or self.organiser}
        body = {"t": kind, "id": f"c{self._sent}", **fields}
        self.guest.http.post(self.path, json=body, headers=headers).raise_for_status()

    def see(self, key: str | None = None) -> Message:
        headers = {"X-Tilerummy-Key": self.organiser if key is None else key}
        seen: Message = self.guest.http.get(self.path, headers=headers).json()
        return seen

    def own(self, by: Guest) -> Message:
        seen: Message = by.http.get(f"{self.path}/sign-up").json()
        return seen


@pytest.fixture
def event(server: Server) -> Iterator[Open]:
    with Guest(server.address) as organiser:
        yield Open(organiser)


def test_the_id_of_ones_request_is_nobody_elses(event: Open, server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve:
        assert [event.ask(eve, "Eve", "same"), event.ask(ann, "Ann", "same")] == [(200, "")] * 2
        assert [event.own(one)["name"] for one in (ann, eve)] == ["Ann", "Eve"]


def test_a_browser_puts_one_name_before_the_desk_and_none_on_the_list(event: Open, server: Server) -> None:
    with Guest(server.address) as eve:
        assert event.ask(eve, "Eve") == (200, "")
        refused = [event.ask(eve, f"Eve {number}", f"e{number}") for number in range(20)]
        assert set(refused) == {(422, "signed-up-already")}
        marks: Message = {"browsers": ["0" * 12]}
        desks: dict[str, Message] = {
            "enter": {"text": "Eve"},
            "accept": marks,
            "decline": marks,
            "remove": {"numbers": [1]},
        }
        for kind, fields in desks.items():
            answer = eve.http.post(event.path, json={"t": kind, "id": kind, **fields})
            assert (answer.status_code, answer.json()["faults"][0]["code"]) == (403, "not-allowed-role")
    shown = event.see()
    assert (shown["entrants"], [one["name"] for one in shown["asking"]]) == ([], ["Eve"])


def test_many_browsers_of_one_address_do_not_fill_what_the_desk_is_asked(event: Open, server: Server) -> None:
    """A stranger who throws the cookie away each time: the address pays for all of them."""
    outcome = []
    with Guest(server.address) as eve:
        for number in range(HALL + 20):
            eve.http.cookies.clear()
            eve.http.post("/api/session").raise_for_status()
            outcome.append(event.ask(eve, f"Eve {chr(0x61 + number // 26)}{chr(0x61 + number % 26)}"))
    waiting = event.see()["asking"]
    assert HALL <= len(waiting) < MOST_ASKING / 2
    assert (429, "too-fast") in outcome
    event.do("decline", event.desk, browsers=[one["browser"] for one in waiting])
    assert event.see()["asking"] == []
    assert event.see()["entrants"] == []


def test_who_asked_sees_their_own_answer_and_nobody_elses(event: Open, server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address) as eve:
        for one, name in ((ann, "Ann"), (bob, "Bob")):
            event.ask(one, name)
            assert event.own(one) == {**NOBODY, "answer": "asked", "name": name}
        first, second = (one["browser"] for one in event.see(event.desk)["asking"])
        event.do("accept", event.desk, browsers=[first])
        event.do("decline", event.desk, browsers=[second])
        mine = event.own(ann)
        assert mine.pop("key").startswith("1.")
        assert mine == {"answer": "accepted", "name": "Ann", "number": 1, "waiting": None}
        assert event.own(bob) == {**NOBODY, "answer": "declined"}
        assert event.own(eve) == NOBODY
        assert first not in str(event.see(""))
        with Guest(server.address) as other:
            other.http.cookies.clear()
            assert event.ask(other, "Nobody") == (401, "no-session")
            assert event.own(other)["answer"] == "none"
