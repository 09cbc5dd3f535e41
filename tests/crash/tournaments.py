"""A server is killed around every step of an evening with a check-in, ties, lots, reserves and a referee:
`python -m tests.crash.tournaments --kills 200`.

The commands are sent again until they are answered, under the same id. After each the server has carried out what it
acknowledged and nothing else, once; after each event all pictures are made of what is on disk, agree with each other,
and are what the server shows.
"""

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.crash.organiser import Organiser, logs
from tests.servers.server_process import ServerProcess
from tests.tournaments import pictures
from tests.web.harness import unconfirmed
from tilerummy.records.kind import Entry
from tilerummy.store import Row
from tilerummy.tournament.decide import Actor
from tilerummy.tournaments.hosted_tournament import KIND
from tilerummy.tournaments.views import view

PLAYERS: Final = 12
"""Three full tables, so that the door offers a fourth."""
PLACES: Final = 13
"""Of the hall; one more waits, and two do not come."""
FORMAT: Final = "belgian-tournament"
WAYS: Final = ("drawn-lot", "play-off", "rule")
"""How equals at the line are parted, in one event after the other."""
STEPS: Final = {
    *("cap", "open-check-in", "check-in", "paid", "renew-own", "close-check-in", "take-in", "leave-queue", "return"),
    *("seat", "call-referee", "rule", "revoke-ruling", "close", "settle", "undo", "move-up", "hide", "reveal"),
}
"""Commands without which an evening has not met what it is to meet."""


class Evening(Organiser):
    """An event with all that an arbiter meets."""

    def do_as(self, actor: str, key: str, kind: str, **fields: Any) -> None:
        """The same, and afterwards the server knows what it acknowledged and no more."""
        super().do_as(actor, key, kind, **fields)
        assert self.see()["seq"] == 1 + len(self.acknowledged), f"after {kind}: lost, or done twice"

    def play(self, way: str) -> None:
        """From the list to the last place that is revealed; equals are parted in this `way`."""
        self._check_in()
        self.do("begin")
        self.do("publish")
        self.do("seat", table=self.see()["chairs"][0]["table"], name="Late")
        self.do("hide", hidden=True)
        self.do("start")
        self._referee()
        while not self.see()["finished"]:
            self._round(way)
        ranking = len(self.see()["ranking"])
        for places in (0, 1, 2, ranking):
            self.do("reveal", places=places)
        self.do("hide", hidden=False)

    def _check_in(self) -> None:
        """The hall is full and three wait. Two do not come, one who is there moves in for them; another is taken in and
        one comes after all, both of whom go home again."""
        self.do("cap", cap=PLACES)
        self.do("enter", text="\n".join(f"Player {number}" for number in range(1, PLACES + 4)))
        self.do("open-check-in")
        for ticket in (*range(2, PLACES - 1), PLACES + 1):
            self.do("check-in", ticket=ticket)
        self.do("renew-own", ticket=1)
        self.do_as("entrant:1", self._own_key(1), "check-in")
        self.do("paid", ticket=1, paid=True)
        self.do("close-check-in")
        self.do("undo", step=self.see()["undo"]["step"])
        self.do("close-check-in")
        self.do("leave-queue", tickets=[PLACES + 3])
        self.do("take-in", tickets=[PLACES + 2])
        self.do("return", number=PLACES)
        for number in (PLACES, PLACES + 2):
            self.do("withdraw", number=number)

    def _own_key(self, ticket: int) -> str:
        """The key of a person's own link."""
        with self._line() as http:
            answer = http.get(f"/api/tournaments/{self.tournament}/own-links", headers={"X-Tilerummy-Key": self._key})
        return next(str(one["key"]) for one in answer.json()["links"] if one["ticket"] == ticket)

    def _referee(self) -> None:
        """A table calls; a warning, two penalties, one of which is revoked."""
        card = self.see()["table_keys"][0]
        self.do_as("table:1", card, "call-referee", table=1)
        self.do("answer-call", table=1)
        for number, points in ((2, 0), (3, -10), (4, -15)):
            self.do("rule", number=number, stage=0, points=points, reason="Late at the table")
        self.do("revoke-ruling", ruling=2, reason="The wrong player")

    def _round(self, way: str) -> None:
        """A round from where it stands until it is closed, and what is decided before the next."""
        phase = self.see()["stages"][-1]["rounds"][-1]["phase"]
        if phase == "planned":
            self.do("publish")
            self.do("start")
        shown = self.see()
        tables = shown["stages"][-1]["rounds"][shown["current"]]["tables"]
        for table, game in shown["outstanding"]:
            more = len(tables[table - 1]) - 1
            self.do("report", table=table, game=game, scores=[20 * more, *[-20] * more])
        self.do("close", listed=unconfirmed(self.see()))
        if not self.see()["finished"]:
            self._between(way)

    def _between(self, way: str) -> None:
        """Equals are parted, taken back and parted again; the first one is absent, and the reserve moves up."""
        for tie in self.see()["between"]["ties"]:
            won = tie["there"][-tie["places"] :] if way == "play-off" else ()
            settled = {"equal": tie["numbers"], "how": way, "won": won, "reason": "Equal at the line"}
            self.do("settle", **settled)
            self.do("undo", step=self.see()["undo"]["step"])
            self.do("settle", **settled)
        self.do("withdraw", number=self.see()["stages"][-2]["line"]["through"][0])
        if (reserve := self.see()["between"]["reserve"]) is not None:
            self.do("move-up", number=reserve["number"])

    def holds(self, rows: list[Row], last: dict[str, Any]) -> None:
        """What is on disk is what was acknowledged; the pictures of all roles agree, and with what was shown `last`.
        Raises Contradiction."""
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert [(row.actor, row.command, row.seq) for row in rows[1:]] == self.acknowledged
        entries = [Entry(row, KIND.decode(row.body)) for row in rows]
        held = None
        for entry in entries:
            held = KIND.fold(held, entry.events)
        assert held is not None
        pictures.agree(held, pictures.made(held, entries))
        shown = view(held.tournament, held.keys, Actor("organiser"), self.tournament, len(rows))
        assert not shown.missing
        assert msgspec.json.decode(msgspec.json.encode(shown)) == last


def evenings(kills: int, server: ServerProcess, chance: random.Random) -> Iterator[Evening]:
    """Events one after the other until the server was killed so often."""
    for way in itertools.cycle(WAYS):
        evening = Evening(server, chance, FORMAT, kills)
        evening.play(way)
        yield evening
        kills -= evening.kills
        if kills == 0:
            return


def run(kills: int, folder: Path, seed: int = 34) -> tuple[int, int]:
    """Kill so often; how many events and commands there were. Raises AssertionError where something is lost."""
    with ServerProcess(("--data", str(folder))) as server:
        played = [(one, one.see()) for one in evenings(kills, server, random.Random(seed))]
    rows = asyncio.run(logs(folder, [evening.tournament for evening, _ in played]))
    for evening, shown in played:
        evening.holds(rows[evening.tournament], shown)
        assert {command.rpartition("-")[0] for _, command, _ in evening.acknowledged} >= STEPS
    return len(played), sum(len(evening.acknowledged) for evening, _ in played)


def main() -> int:
    """Kill as often as was said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=34)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        events, commands = run(args.kills, Path(name), args.seed)
    print(f"{args.kills} kills in {events} events of {commands} commands: nothing lost, nothing twice, pictures agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
