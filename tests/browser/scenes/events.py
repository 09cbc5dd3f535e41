"""Tournaments at any point of their way, made over HTTP: what there is to print, to show and to look at."""

import itertools
import time
from typing import Any, Self

import httpx
from playwright.sync_api import BrowserContext, Page

from tests.web.harness import unconfirmed
from tilerummy.web.limits import tournament_commands

GIVEN = (
    "Ann", "Bo", "Charlotte", "Dieter-Maximilian", "Éléonore", "Freek", "Göran", "Hannelore", "Ida", "Jean-Baptiste",
    "Käthe", "Lotte", "Mikko", "Niels", "Østen", "Petronella", "Quirijn", "Rosemarie", "Søren", "Tuomas",
)  # fmt: skip
FAMILY = (
    "Li", "van der Westhuizen", "Peeters", "Müller-Lüdenscheidt", "Virtanen", "de Clercq", "Ng", "Hämäläinen",
    "Østergaard", "Vandenberghe-Claes",
)  # fmt: skip
NAME = "Autumn cup"
LONGEST = "Anna-Katharina van Oldenbarnevelt-Visser"
"""As long as a name may be."""
AFTER = {"seating": False, "list": False, "cards": False, "schedules": False, "forms": False, "report": False}
AFTER |= {"people": False, "tickets": False, "standings": True, "diplomas": True}
"""Every kind of print page, and whether it is of an event that is over."""


def people(count: int) -> list[str]:
    """Names of all lengths there are, none twice; 200 at most."""
    pairs = ((GIVEN[at % 20], FAMILY[(at + at // 20) % 10]) for at in itertools.count())
    return [LONGEST, *(f"{given} {family}" for given, family in itertools.islice(pairs, count - 1))][:count]


class Event:
    """A tournament of a server, as its organiser runs it."""

    def __init__(self, address: str, format_: str, name: str = NAME) -> None:
        with httpx.Client(base_url=address, timeout=60, verify=False) as http:
            http.post("/api/session")
            made = http.post("/api/tournaments", json={"name": name, "format": format_}).raise_for_status().json()
        self._meet(address, made["tournament"], made["organiser"])

    @classmethod
    def known(cls, address: str, ident: str, key: str) -> Self:
        """A tournament that there is, for who has its organiser's key."""
        event = cls.__new__(cls)
        event._meet(address, ident, key)
        return event

    def _meet(self, address: str, ident: str, key: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=60, verify=False)
        self._http.post("/api/session")
        self.id, self.key = ident, key
        self.link = f"{address}/e/{self.id}"
        self._sent = 0
        self._phones: dict[int, str] = {}
        self._pace = tournament_commands()

    def close_line(self) -> None:
        """Nothing more is asked of it."""
        self._http.close()

    def desk(self, context: BrowserContext, phase: str) -> Page:
        """The desk's page in a phase of the tournament."""
        page = context.new_page()
        page.goto(f"{self.link}#{self.key}")
        page.get_by_test_id(f"phase-{phase}").wait_for()
        return page

    def see(self) -> dict[str, Any]:
        """The tournament as the organiser sees it."""
        answer = self._http.get(f"/api/tournaments/{self.id}", headers={"X-Tilerummy-Key": self.key})
        found: dict[str, Any] = answer.raise_for_status().json()
        return found

    def own_key(self, ticket: int) -> str:
        """The key of a person's own link."""
        answer = self._http.get(f"/api/tournaments/{self.id}/own-links", headers={"X-Tilerummy-Key": self.key})
        links = answer.raise_for_status().json()["links"]
        return next(str(one["key"]) for one in links if one["ticket"] == ticket)

    def do(self, kind: str, **fields: Any) -> None:
        """Carry a command out as the organiser."""
        self.do_as(self.key, kind, **fields)

    def do_as(self, key: str, kind: str, **fields: Any) -> None:
        """Carry a command out in the role of a key, not faster than the server takes them; each seat has a phone."""
        while not self._pace.take(key):
            time.sleep(0.02)
        self._sent += 1
        body = {"t": kind, "id": f"{self._sent}", **fields}
        headers = {"Cookie": self._phone(fields["seat"])} if "seat" in fields else {}
        self._http.post(f"/api/tournaments/{self.id}?key={key}", json=body, headers=headers).raise_for_status()

    def _phone(self, seat: int) -> str:
        """The cookie of the phone at a seat."""
        if seat not in self._phones:
            self._phones[seat] = self._browser()
        return self._phones[seat]

    def _browser(self) -> str:
        """The cookie of a new browser."""
        cookies = httpx.post(self._http.base_url.join("/api/session"), verify=False).cookies
        return "; ".join(f"{name}={value}" for name, value in cookies.items())

    def enter(self, count: int) -> Self:
        """Players are on the list."""
        self.do("enter", text="\n".join(people(count)))
        return self

    def asked_by(self, *names: str) -> Self:
        """These people have signed up by the public link, each from a browser of their own."""
        for name in names:
            headers = {"Cookie": self._browser()}
            self._sent += 1
            body = {"t": "ask", "id": f"ask-{self._sent}", "text": name}
            self._http.post(f"/api/tournaments/{self.id}", json=body, headers=headers).raise_for_status()
        return self

    def seat(self) -> Self:
        """The list is closed and everybody seated."""
        self.do("begin")
        return self

    def publish(self) -> Self:
        """Everybody can see the tables of the next round."""
        self.do("publish")
        return self

    def start(self) -> Self:
        """The round is being played."""
        self.do("start")
        return self

    def report(self, most: int | None = None) -> Self:
        """Results are in: all that are missing, or the first of them."""
        shown = self.see()
        tables = shown["stages"][-1]["rounds"][shown["current"]]["tables"]
        for table, game in shown["outstanding"][:most]:
            seats = len(tables[table - 1])
            lost = [5 + (7 * table + 11 * game + 13 * seat) % 60 for seat in range(seats - 1)]
            winner = (table + game) % seats
            scores = [-value for value in lost]
            self.do("report", table=table, game=game, scores=[*scores[:winner], sum(lost), *scores[winner:]])
        return self

    def tie(self) -> Self:
        """Three games of a whole round of fours are in, the same at every table: equals are at every line."""
        for table in range(1, len(self.see()["stages"][-1]["rounds"][0]["tables"]) + 1):
            for game, scores in enumerate(((60, -10, -20, -30), (-5, 45, -20, -20), (30, -10, -10, -10)), start=1):
                self.do("report", table=table, game=game, scores=scores)
        return self

    def close(self) -> Self:
        """The round is closed, its standings are there."""
        self.do("close", listed=unconfirmed(self.see()))
        return self

    def play_round(self) -> Self:
        """A whole round."""
        return self.publish().start().report().close()

    def finish(self) -> Self:
        """All rounds that are left."""
        while not self.see()["finished"]:
            self.play_round()
        return self
