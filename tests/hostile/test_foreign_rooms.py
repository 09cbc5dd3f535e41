"""Who runs a tournament of their own reaches no room that was not made for it, whatever their files say."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.harness import Guest, Server, Table

Events = list[dict[str, Any]]


class Organiser:
    """A person with a tournament of their own."""

    def __init__(self, server: Server) -> None:
        self.guest = Guest(server.address)
        made = self.guest.http.post("/api/tournaments", json={"name": "Cup", "format": "table-points"}).json()
        self.link, self.organiser = made["tournament"], made["organiser"]
        self._commands = 0

    def do(self, kind: str, **fields: Any) -> None:
        self._commands += 1
        body = {"t": kind, "id": f"c{self._commands}", **fields}
        answer = self.guest.http.post(self.path, json=body, headers={"X-Tilerummy-Key": self.organiser})
        assert answer.status_code == 200, answer.text

    @property
    def path(self) -> str:
        return f"/api/tournaments/{self.link}"

    def see(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.guest.http.get(self.path, headers={"X-Tilerummy-Key": self.organiser}).json()
        return seen

    def play(self) -> None:
        """Four players at one table, which is played here."""
        self.do("enter", text="Ann\nBob\nCas\nDee")
        self.do("online", online=True)
        for step in ("begin", "publish", "start"):
            self.do(step)

    def backup(self) -> list[bytes]:
        got = self.guest.http.get(f"{self.path}/backup", headers={"X-Tilerummy-Key": self.organiser})
        return got.content.splitlines()


def restored(organiser: Organiser, ident: str, change: Any) -> Any:
    """What becomes of the organiser's backup under another id, with its events changed."""
    lines = [json.loads(line) for line in organiser.backup()]
    lines[0]["id"] = ident
    for line in lines[1:]:
        events: Events = json.loads(base64.b64decode(line["body"]))
        line["body"] = base64.b64encode(json.dumps([change(event) for event in events]).encode()).decode()
    data = "\n".join(json.dumps(line) for line in lines)
    return organiser.guest.http.post("/api/tournaments/restore", content=data)


@pytest.fixture
def victim(server: Server) -> Iterator[Organiser]:
    club = Organiser(server)
    club.play()
    yield club
    club.guest.http.close()


@pytest.fixture
def thief(server: Server) -> Iterator[Organiser]:
    eve = Organiser(server)
    eve.play()
    yield eve
    eve.guest.http.close()


def rows(server: Server, record: str) -> int:
    return int(server.kept(f"select count(*) from event where game_id = '{record}'"))


def everything(thief: Organiser, link: str, seen: dict[str, Any]) -> None:
    """All that can be asked of the rooms of a tournament by its own keys."""
    path = f"/api/tournaments/{link}"
    table = seen["table_keys"][0]
    for key, body in (
        (thief.organiser, {"t": "release", "table": 1, "number": 2}),
        (table, {"t": "claim", "table": 1, "number": 2}),
        (thief.organiser, {"t": "begin-game", "table": 1}),
    ):
        thief.guest.http.post(f"{path}/online", json=body, headers={"X-Tilerummy-Key": key})
    for number in (3, 4):
        body = {"t": "withdraw", "id": f"w{number}", "number": number}
        thief.guest.http.post(path, json=body, headers={"X-Tilerummy-Key": thief.organiser})
    thief.guest.http.get(f"{path}/online", headers={"X-Tilerummy-Key": thief.organiser})


def test_a_file_that_names_a_strangers_room_reaches_it_no_more(
    server: Server, victim: Organiser, thief: Organiser
) -> None:
    with Guest(server.address) as bob:
        key = victim.see()["table_keys"][0]
        claim = {"t": "claim", "table": 1, "number": 2}
        claimed = bob.http.post(f"{victim.path}/online", json=claim, headers={"X-Tilerummy-Key": key})
        room = claimed.json()["room"]
        before = rows(server, room)

        def stolen(event: dict[str, Any]) -> dict[str, Any]:
            return {**event, "rooms": [room] * len(event["rooms"])} if event["t"] == "rooms" else event

        answer = restored(thief, "evil", stolen)
        assert answer.status_code == 201
        made = answer.json()
        seen = thief.guest.http.get(
            f"/api/tournaments/{made['tournament']}", headers={"X-Tilerummy-Key": thief.organiser}
        ).json()
        everything(thief, made["tournament"], seen)
        assert rows(server, room) == before
        with thief.guest.join(room) as looking, bob.join(room) as own:
            assert looking.state["you"] is None
            assert own.state["you"] is not None


def test_neither_a_lobby_nor_a_sheet_becomes_somebody_elses_table(server: Server, thief: Organiser) -> None:
    with Guest(server.address) as ann:
        lobby = ann.make(name="Ann", seats=2)
        for number, foreign in enumerate((lobby, "sheet:s121aaaaaaaaaaaa", "", "x" * 500)):

            def stolen(event: dict[str, Any], room: str = foreign) -> dict[str, Any]:
                return {**event, "rooms": [room]} if event["t"] == "rooms" else event

            answer = restored(thief, f"evil{number}", stolen)
            if answer.status_code == 201:
                link = answer.json()["tournament"]
                seen = thief.guest.http.get(
                    f"/api/tournaments/{link}", headers={"X-Tilerummy-Key": thief.organiser}
                ).json()
                everything(thief, link, seen)
        assert rows(server, lobby) == 1
        assert rows(server, "sheet:s121aaaaaaaaaaaa") == 0
        with ann.join(lobby) as table:
            assert table.state["phase"] == "lobby"


def test_no_address_of_a_room_leads_to_a_record_of_another_kind(server: Server, victim: Organiser) -> None:
    with Guest(server.address) as ann:
        for kind in ("tournament", "sheet"):
            assert ann.http.get(f"/api/rooms/{kind}:{victim.link}/record").status_code == 404
            table = ann.connect(f"{kind}:{victim.link}")
            with table:
                table.send({"t": "join", "v": 1})
                assert table.closed() == 4404


def test_who_watches_an_online_table_learns_no_rack(server: Server, victim: Organiser) -> None:
    guests = [Guest(server.address) for _ in range(4)]
    key = victim.see()["table_keys"][0]
    tables: list[Table] = []
    try:
        for number, guest in enumerate(guests, start=1):
            claim = {"t": "claim", "table": 1, "number": number}
            answer = guest.http.post(f"{victim.path}/online", json=claim, headers={"X-Tilerummy-Key": key})
            tables.append(guest.join(answer.json()["room"]))
        racks = [table.until(lambda state: state["phase"] == "playing")["rack"] for table in tables]
        assert all(len(rack) == 14 for rack in racks)
        with Guest(server.address, session=False) as public:
            shown = public.http.get(f"{victim.path}/online").json()
            with public.join(shown["tables"][0]["room"]) as looking:
                assert looking.state["rack"] == []
                assert '"secret"' not in "".join(looking.frames)
                assert '"deck"' not in "".join(looking.frames)
    finally:
        for table in tables:
            table.__exit__(None, None, None)
        for guest in guests:
            guest.http.close()


WRITE = {"t": "write", "id": "a", "game": 0, "out": 1, "left": [{"value": 12}, {}]}
BESIDE = (
    {"t": "join", "id": "b", "name": "Eve"},
    {"t": "leave", "id": "c", "player": 0},
    {"t": "return", "id": "d", "player": 0},
    {"t": "about", "id": "e", "note": "mine"},
    {"t": "keep", "id": "f"},
)


def sheet_of(guest: Guest) -> tuple[str, str]:
    answer = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob"]})
    assert answer.status_code == 201, answer.text
    return f"/api/sheets/{answer.json()['sheet']}", answer.json()["key"]


@pytest.mark.parametrize("given", ["of another sheet", "nobody's", "none"])
def test_the_key_of_a_sheet_writes_on_no_other(server: Server, given: str) -> None:
    with Guest(server.address) as guest, Guest(server.address) as stranger:
        (address, key), (_, foreign) = sheet_of(guest), sheet_of(stranger)
        asked = {"of another sheet": f"?key={foreign}", "nobody's": f"?key={'x' * len(key)}", "none": ""}[given]
        before = guest.http.get(address).json()
        for command in (WRITE, *BESIDE):
            assert stranger.http.post(f"{address}{asked}", json=command).status_code in (401, 403)
        assert guest.http.get(address).json() == before
        # nor is it, or its key, among a stranger's
        assert key not in stranger.http.get("/api/sheets").text
        assert guest.http.post(f"{address}?key={key}", json=WRITE).status_code == 200
