"""A game whose people are at different workers."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.cluster.conftest import Seats
from tests.web.harness import PATIENCE, Guest, Message, Table


def options(**chosen: Any) -> Message:
    """What a host chooses, with some of it chosen otherwise."""
    return {"chat": "everyone", "live": True, "open": False, "away": "wait", "away_seconds": 120, **chosen}


@dataclass(frozen=True)
class Game:
    """Ann's at the first worker, Bob's at the second; Eve looks on at the third."""

    room: str
    ann: Guest
    bob: Guest
    anns: Table
    bobs: Table
    others: Table

    @property
    def tables(self) -> tuple[Table, Table, Table]:
        """All sockets."""
        return self.anns, self.bobs, self.others

    @property
    def moving(self) -> Table:
        """Of the players' the one that is to move, as both know it."""
        newest = max(self.anns.state["seq"], self.bobs.state["seq"])
        for table in (self.anns, self.bobs):
            table.catch_up(newest)
        return self.anns if self.anns.state["turn"] == self.anns.state["you"] else self.bobs

    @property
    def waiting(self) -> Table:
        """The other one."""
        return self.bobs if self.moving is self.anns else self.anns

    def guest_of(self, table: Table) -> Guest:
        """Whose it is."""
        return self.ann if table is self.anns else self.bob


def begin(guest: Seats, **body: Any) -> Game:
    """Their game has begun."""
    ann, bob, eve = (guest(number) for number in range(3))
    room = ann.make(**{"name": "Ann", "options": options(), **body})
    game = Game(room, ann, bob, ann.join(room), bob.join(room), eve.join(room))
    assert game.bobs.ask("sit", name="Bob")["t"] == "accepted"
    game.anns.until(lambda state: all(seat["kind"] != "open" for seat in state["seats"]))
    assert game.anns.ask("start")["t"] == "accepted"
    for table in game.tables:
        table.until(lambda state: state["phase"] == "playing")
    return game


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until it holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)
