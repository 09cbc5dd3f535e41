"""What people do with clubs over HTTP."""

from typing import Any

from tests.tournaments.test_tournaments import Club as Desk
from tests.web.harness import Guest, Message, unconfirmed


class Secretary:
    """Who founded a club, and keeps it."""

    def __init__(self, guest: Guest, name: str = "Friday club") -> None:
        self.guest = guest
        made = guest.http.post("/api/clubs", json={"name": name})
        assert made.status_code == 201, made.text
        self.keeper, self.reader = made.json()["keeper"], made.json()["reader"]
        self.link: str = made.json()["club"]
        self.address = f"/api/clubs/{self.link}"
        self._asked = 0

    def get(self, what: str = "", key: str | None = None) -> Any:
        """What an address answers to a key, the keeper's without one."""
        headers = {"X-Tilerummy-Key": self.keeper if key is None else key}
        return self.guest.http.get(f"{self.address}{what}", headers=headers)

    def post(self, what: str, body: Message, key: str | None = None) -> Any:
        headers = {"X-Tilerummy-Key": self.keeper if key is None else key}
        return self.guest.http.post(f"{self.address}{what}", json=body, headers=headers)

    def see(self, what: str = "", key: str | None = None) -> Message:
        answer = self.get(what, key)
        assert answer.status_code == 200, answer.text
        seen: Message = answer.json()
        return seen

    def ask(self, t: str, **body: Any) -> Any:
        self._asked += 1
        return self.post("", {"t": t, "id": body.pop("id", f"a{self._asked}"), **body})

    def do(self, t: str, **body: Any) -> int:
        answer = self.ask(t, **body)
        assert answer.status_code == 200, answer.text
        seq: int = answer.json()["seq"]
        return seq

    def codes(self, t: str, **body: Any) -> list[str]:
        """Why it is refused."""
        answer = self.ask(t, **body)
        assert answer.status_code == 422, answer.text
        return [fault["code"] for fault in answer.json()["faults"]]

    def enter(self, name: str, **more: Any) -> int:
        """Somebody more in the register; their number."""
        self.do("enter", name=name, **more)
        number: int = self.register()[name]["number"]
        return number

    def register(self) -> dict[str, Message]:
        """The register by names."""
        return {one["name"]: one for one in self.see("/register")["members"]}


def evening(guest: Guest, *names: str) -> Desk:
    """An event that has begun: one game of up to four people; `won` ends it."""
    desk = Desk(guest.http, "belgian-tournament")
    desk.do("enter", text="\n".join(names))
    for step in ("begin", "publish", "start"):
        desk.do(step)
    return desk


def won(desk: Desk, *scores: int) -> None:
    """It is over, with these points of its players in the order in which they were entered."""
    (seats,) = desk.see(desk.organiser)["stages"][-1]["rounds"][-1]["tables"]
    desk.do("report", table=1, game=1, scores=[scores[number - 1] for number in seats])
    desk.do("close", listed=unconfirmed(desk.see(desk.organiser)))


def add(club: Secretary, desk: Desk) -> None:
    """The event counts for the club."""
    club.do("add-event", event=desk.address.rpartition("/")[2], key=desk.organiser)
