"""One phone is one word, a card is for its round, and a key that was renewed is nobody's."""

import base64
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.harness import PATIENCE, Guest, Server, picture, unconfirmed

Message = dict[str, Any]
SCORES = [30, -10, -10, -10]


class Event:
    """An event of eight players and four rounds, as its organiser runs it."""

    def __init__(self, server: Server) -> None:
        self.guest = Guest(server.address)
        made = self.guest.http.post("/api/tournaments", json={"name": "Cup", "format": "wins-then-points"}).json()
        self.address, self.path = server.address, f"/api/tournaments/{made['tournament']}"
        self.organiser, self.desk = made["organiser"], made["desk"]
        self._commands = 0
        self.do("enter", text="\n".join(f"Player {number}" for number in range(1, 9)))
        for step in ("begin", "publish", "start"):
            self.do(step)

    def ask(self, kind: str, by: str = "", guest: Guest | None = None, /, **fields: Any) -> httpx.Response:
        self._commands += 1
        body = {"t": kind, "id": f"c{self._commands}", **fields}
        http = (guest or self.guest).http
        return http.post(self.path, json=body, headers={"X-Tilerummy-Key": by or self.organiser})

    def do(self, kind: str, by: str = "", guest: Guest | None = None, /, **fields: Any) -> Message:
        answer = self.ask(kind, by, guest, **fields)
        assert answer.status_code == 200, answer.text
        done: Message = answer.json()
        return done

    def codes(self, kind: str, by: str = "", guest: Guest | None = None, /, **fields: Any) -> list[str]:
        return [fault["code"] for fault in self.ask(kind, by, guest, **fields).json()["faults"]]

    def see(self, key: str = "") -> Message:
        seen: Message = self.guest.http.get(self.path, headers={"X-Tilerummy-Key": key or self.organiser}).json()
        return seen

    def opens(self, key: str, what: str = "") -> int:
        """The status with which an address answers this key."""
        return self.guest.http.get(self.path + what, headers={"X-Tilerummy-Key": key}).status_code

    @property
    def referee(self) -> str:
        """The key of the referee's link, as it is now."""
        key: str = self.see()["referee_key"]
        return key

    def card(self, table: int = 1) -> str:
        key: str = self.see()["table_keys"][table - 1]
        return key

    def watch(self, key: str) -> Any:
        address = f"{self.address.replace('http', 'ws', 1)}{self.path}/watch?key={key}"
        return connect(address, open_timeout=PATIENCE)

    def next_round(self) -> None:
        for table, game in self.see()["outstanding"]:
            self.do("report", table=table, game=game, scores=SCORES)
        self.do("close", listed=unconfirmed(self.see()))
        for step in ("publish", "start"):
            self.do(step)


@pytest.fixture
def hall(server: Server) -> Iterator[Event]:
    found = Event(server)
    yield found
    found.guest.http.close()


@pytest.fixture
def phone(server: Server) -> Iterator[Callable[[], Guest]]:
    """Phones of players."""
    phones: list[Guest] = []

    def another() -> Guest:
        phones.append(Guest(server.address))
        return phones[-1]

    yield another
    for one in phones:
        one.http.close()


def report(seat: int, scores: list[int] = SCORES) -> Message:
    return {"table": 1, "game": 1, "scores": scores, "seat": seat}


def confirmed(hall: Event) -> str | None:
    (result,) = hall.see()["results"]
    found: str | None = result["confirmed"]
    return found


def test_one_phone_confirms_nothing_and_a_second_one_does(hall: Event, phone: Callable[[], Guest]) -> None:
    card, ann, bob = hall.card(), phone(), phone()
    before = hall.do("report", card, ann, **report(1, [-10, 30, -10, -10]))["seq"]
    assert hall.do("report", card, ann, **report(2))["seq"] > before, "its own entry it may put right"
    assert hall.codes("report", card, ann, **report(3)) == ["same-browser"]
    assert hall.do("report", card, ann, **report(2))["seq"] == before + 1, "nothing new was said"
    assert confirmed(hall) is None
    hall.do("report", card, bob, **report(2))
    assert confirmed(hall) == "seat:2"


def test_one_phone_settles_no_dispute_about_its_own_entry(hall: Event, phone: Callable[[], Guest]) -> None:
    card, ann, bob = hall.card(), phone(), phone()
    hall.do("report", card, ann, **report(1))
    hall.do("report", card, bob, **report(2, [-10, 30, -10, -10]))
    hall.ask("report", card, ann, **report(1))
    assert hall.codes("report", card, ann, **report(3)) == ["same-browser"]
    assert confirmed(hall) is None
    hall.do("report", hall.desk, table=1, game=1, scores=SCORES)
    assert confirmed(hall) == "desk"


def test_a_phone_without_a_session_enters_nothing(hall: Event, server: Server) -> None:
    with Guest(server.address, session=False) as nobody:
        answer = hall.ask("report", hall.card(), nobody, **report(1))
        assert (answer.status_code, answer.json()["code"]) == (401, "no-session")


def test_nobody_learns_from_a_backup_who_entered_a_result(hall: Event, phone: Callable[[], Guest]) -> None:
    ann = phone()
    hall.do("report", hall.card(), ann, **report(1))
    player = ann.http.post("/api/session").json()["player"]
    backup = hall.guest.http.get(f"{hall.path}/backup", headers={"X-Tilerummy-Key": hall.organiser})
    *_, last = (json.loads(line) for line in backup.text.splitlines())
    (event,) = json.loads(base64.b64decode(last["body"]))
    assert re.fullmatch("[0-9a-f]{12}", event["browser"])
    assert event["browser"] not in player
    assert player not in str(event)


def test_the_card_of_the_first_round_is_of_no_use_in_the_third(hall: Event, phone: Callable[[], Guest]) -> None:
    first, ann = hall.card(), phone()
    for _ in range(2):
        hall.next_round()
    answer = hall.ask("report", first, ann, **report(1))
    (fault,) = answer.json()["faults"]
    assert (fault["code"], fault["params"]["round"], fault["params"]["round_now"]) == ("card-of-another-round", 1, 3)
    shown = hall.see(first)
    assert (shown["card"], [bool(round_["tables"][0]) for round_ in shown["stages"][0]["rounds"]]) == (
        [0, 0],
        [True, False, False],
    )
    hall.do("table-online", table=1, online=True)
    number = hall.see()["stages"][0]["rounds"][2]["tables"][0][0]
    claim = {"t": "claim", "table": 1, "number": number}
    for key, status in ((first, 422), (hall.card(), 200)):
        asked = ann.http.post(f"{hall.path}/online", json=claim, headers={"X-Tilerummy-Key": key})
        assert asked.status_code == status, asked.text
    assert hall.guest.http.get(f"{hall.path}/online", headers={"X-Tilerummy-Key": first}).json()["tables"] == []


def test_a_photographed_desk_key_dies(hall: Event) -> None:
    with hall.watch(hall.desk) as watching, hall.watch("") as public:
        picture(watching)
        picture(public)
        hall.do("renew", which="desk")
        with pytest.raises(ConnectionClosed) as closed:
            watching.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        assert picture(public)["role"] == "public"
    for what in ("", "/online", "/journal", "/results.csv", "/standings.csv"):
        assert hall.opens(hall.desk, what) == 403
    assert hall.ask("withdraw", hall.desk, number=1).status_code == 403
    assert hall.opens(hall.see()["desk_key"], "/journal") == 200


def test_the_organisers_key_is_renewed_once_and_the_answer_holds_it(hall: Event) -> None:
    old = hall.organiser
    hall.organiser = hall.do("renew", id="same", which="organiser")["key"]
    assert hall.organiser != old
    assert hall.ask("renew", old, id="same", which="organiser").status_code == 403
    assert hall.do("renew", id="same", which="organiser")["key"] == hall.organiser
    assert [hall.opens(old, what) for what in ("", "/backup", "/journal")] == [403] * 3
    chosen = "abcdefghjkmnpqrs"
    assert hall.do("renew", which="organiser", key=chosen)["key"] == chosen
    assert hall.codes("renew", chosen, which="organiser", key=chosen) == ["key-in-use"]
    assert hall.ask("renew", chosen, which="desk", key=chosen).status_code == 422
    assert hall.ask("renew", hall.desk, which="tables").status_code == 403
    entries = hall.guest.http.get(f"{hall.path}/journal", headers={"X-Tilerummy-Key": chosen}).json()["entries"]
    assert [(entry["by"], entry["code"]) for entry in entries[:2]] == [("organiser", "renewed-organiser")] * 2


def test_two_phones_stay_two_when_all_cards_are_new(hall: Event, phone: Callable[[], Guest]) -> None:
    card, ann, bob = hall.card(), phone(), phone()
    hall.do("report", card, ann, **report(1))
    hall.do("renew", which="tables")
    assert hall.ask("report", card, bob, **report(2)).status_code == 403
    assert hall.codes("report", hall.card(), ann, **report(2)) == ["same-browser"]
    hall.do("report", hall.card(), bob, **report(2))
    assert confirmed(hall) == "seat:2"


def test_an_event_whose_keys_were_renewed_comes_back_with_the_new_ones(hall: Event, phone: Callable[[], Guest]) -> None:
    old, card, ann = hall.organiser, hall.card(), phone()
    hall.do("report", card, ann, **report(1))
    for which in ("tables", "desk", "organiser"):
        hall.organiser = hall.do("renew", which=which)["key"] or hall.organiser
    saved = hall.guest.http.get(f"{hall.path}/backup", headers={"X-Tilerummy-Key": hall.organiser}).content
    assert hall.guest.http.post("/api/tournaments/restore", content=saved).json()["code"] == "tournament-known"
    moved = saved.replace(hall.path.rsplit("/", 1)[1].encode(), b"moved", 1)
    made = hall.guest.http.post("/api/tournaments/restore", content=moved).json()
    assert made["organiser"] == hall.organiser
    hall.path = "/api/tournaments/moved"
    assert [hall.opens(key) for key in (old, card, hall.organiser)] == [403, 403, 200]
    assert hall.codes("report", hall.card(), ann, **report(2)) == ["same-browser"]
