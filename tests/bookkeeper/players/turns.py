"""One turn of ours: a play, a draw, a pass, a slip, a time-out or giving up, and what the server has to answer."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import as_they_lie, readings
from tests.bookkeeper.books.notation import tiles_of
from tests.bookkeeper.players.drafts import draft
from tests.bookkeeper.players.plays import find
from tests.bookkeeper.players.slips import slip, too_low
from tests.bookkeeper.proofs.able import able
from tests.bookkeeper.proofs.program import UnsureError
from tests.bookkeeper.rooms.chairs import Chair, Message, clock
from tests.bookkeeper.rooms.table import Table
from tests.bookkeeper.rooms.tally import Cell, Tally

RACES = ("stale", "too-late", "not-your-turn", "not-playing")
"""How a move is refused that comes after something else has happened."""

LONGEST = 700.0
"""Seconds that no turn is longer than: all of a game clock of ten minutes, and the grace of a server."""


@dataclass(frozen=True)
class Temper:
    """How often a player lays what they see, slips, is late, gives up, asks first, thinks deep, is cut off."""

    lays: float = 0.8
    lays_last: float = 0.9
    slips: float = 0.1
    late: float = 0.0
    resigns: float = 0.0
    asks: float = 0.1
    deep: float = 0.03
    drops: float = 0.01


class Turn:
    """The turn of one seat."""

    def __init__(self, table: Table, seat: int, temper: Temper, random: Random, tally: Tally, cell: Cell) -> None:
        chair = table.chairs[seat]
        assert chair is not None
        self.table, self.seat, self.chair, self.temper, self.random = table, seat, chair, temper, random
        self.tally, self.cell = tally, cell
        self.on = chair.seq
        self.deadline: int | None = None
        self.position: Position = table.ledger.position(seat)

    async def take(self) -> None:
        """Do something until the turn is over, or has passed to another one."""
        chance = self.random.random
        if chance() < self.temper.drops:
            await self.chair.drop()
            self._count("reconnected")
        if chance() < self.temper.slips and await self._slip():
            return
        if chance() < self.temper.resigns:
            await self._resign()
        elif self.chair.state["deadline"] is not None and chance() < self.temper.late:
            await self._late()
        else:
            await self._move()

    def _count(self, what: str) -> None:
        self.tally.count(self.cell, what)

    # --- moves --------------------------------------------------------------------------------------------------

    async def _move(self) -> None:
        play = await self._seen()
        if play is not None:
            if self.random.random() < self.temper.asks:
                await self.lay(play)
            await self._accepted(play.wire(), play)
        elif self.position.pool:
            await self._accepted({"t": "draw"})
        else:
            await self._pass()

    async def _seen(self) -> Play | None:
        if self.random.random() >= (self.temper.lays if self.position.pool else self.temper.lays_last):
            return None
        if self.position.opened and self.random.random() < self.temper.deep:
            return await self._deep()
        return find(self.position, self.random)

    async def _deep(self) -> Play | None:
        """As many tiles as can be."""
        self._count("deep plays")
        try:
            return await asyncio.to_thread(able, self.position, True)
        except UnsureError:
            self._count("unsure")
            return None

    async def _pass(self) -> None:
        """Where the book obliges players who can lay, a pass is refused to them and to nobody else."""
        if not self.position.book.must_lay:
            await self._accepted({"t": "pass"})
            return
        try:
            play = find(self.position, self.random) or await asyncio.to_thread(able, self.position)
        except UnsureError:
            self._count("unsure")
            await self._either({"t": "pass"})
            return
        if play is None:
            await self._accepted({"t": "pass"})
        elif await self._refused({"t": "pass"}, "pass-while-able", f"could lay {play}"):
            self._count("passes refused")
            await self._accepted(play.wire(), play)

    async def _either(self, move: Message) -> None:
        """A pass of which we have no proof: whatever the server says, then a draw of breath and the next state."""
        answer = await self._ask(move)
        if answer["t"] == "accepted":
            await self.table.settle(answer["seq"])
        elif not await self._raced(answer):
            await self._resign()

    async def _ask(self, move: Message, **fields: Any) -> Message:
        self.deadline = self.chair.state["deadline"]
        return await self.table.act(self.chair, "move", **{"on": self.on, "move": move, **fields})

    async def _accepted(self, move: Message, play: Play | None = None) -> None:
        """Make a legal move."""
        answer = await self._ask(move)
        if answer["t"] == "refused":
            if not await self._raced(answer):
                self.table.ledger.fail(f"refused {move} on {self.position}: {answer}")
            return
        before = len(self.table.events)
        await self.table.settle(answer["seq"])
        kind = {"play": "played", "draw": "drew", "pass": "passed"}[move["t"]]
        made = [one for one in self.table.events[before:] if one["t"] == kind and one["seat"] == self.seat]
        self.table.ledger.check(len(made) == 1, f"accepted {move}, and {made} happened")
        if play is not None and made:
            lies = as_they_lie(play.table, self.position.table, self.position.book)
            self.table.ledger.check(tuple(made[0]["table"]) == lies, f"laid {play}, and {made} came of it")
            self._noted(play)

    def _noted(self, play: Play) -> None:
        for word in set(play.about.split()) & {"swap", "take", "split", "proof", "slip"}:
            self._count(f"by {word}")
        for joker in "JDCM":
            if tiles_of(play.table)[joker] > tiles_of(self.position.table)[joker]:
                self._count(f"laid {joker}")

    async def _raced(self, answer: Message) -> bool:
        """Whether the move came too late for something that happened meanwhile; that is then waited for."""
        if answer["code"] not in RACES:
            return False
        if answer["code"] == "too-late":
            # As it was when we asked: the answer may have come together with the next turn's.
            fits = self.deadline is not None and clock() >= self.deadline - 50
            self.table.ledger.check(fits, f"too late before {self.deadline}")
        await self.table.until(lambda: self.table.seq > self.on)
        await self.table.settle()
        self._count("raced")
        return True

    # --- slips --------------------------------------------------------------------------------------------------

    async def _slip(self) -> bool:
        """Try what is wrong; whether the turn is over (a slip may turn out to be legal)."""
        chance = self.random.random()
        if chance < 0.1:
            return not await self._refused(
                {"t": "pass"} if self.position.pool else {"t": "draw"}, "", "no such move now"
            )
        if chance < 0.15:
            return not await self._refused({"t": "draw"}, "stale", "an older state", on=self.on - 1)
        if chance < 0.25:
            return not await self._out_of_turn()
        play = too_low(self.position, self.random) if chance < 0.3 and not self.position.opened else None
        play = play or slip(self.position, self.random)
        faults = wrong(self.position, play)
        if not play.table or not faults:
            if play.table:
                await self._accepted(play.wire(), play)
            return bool(play.table)
        self._count(f"slips: {faults.words[0]}")
        return not await self._refused(play.wire(), "", str(faults))

    async def _refused(self, move: Message, code: str, why: str, **fields: Any) -> bool:
        """Make an illegal move; whether it was refused and nothing has changed."""
        answer = await self._ask(move, **fields)
        if answer["t"] == "accepted":
            unproved = code == "pass-while-able" and await self._unproved(answer["seq"])
            self.table.ledger.check(unproved, f"accepted {move} on {self.position}: {why}")
            return False
        codes = {answer["code"], *(fault["code"] for fault in answer["violations"])}
        if "illegal" not in codes and code not in codes:
            if not await self._raced(answer):
                self.table.ledger.fail(f"refused {move} on {self.position} as {codes}: {why}")
            return False
        self.table.ledger.check(not code or code in codes, f"refused {move} on {self.position} as {codes}, not {code}")
        self._count("refused")
        return True

    async def _unproved(self, seq: int) -> bool:
        """Whether this pass stands without a proof: a server that is busy for a second owes its player no longer."""
        before = len(self.table.events)
        await self.table.settle(seq)
        passed = [one for one in self.table.events[before:] if one["t"] == "passed" and one["seat"] == self.seat]
        return [one["proof"] for one in passed] == ["unproved"]

    async def _out_of_turn(self) -> bool:
        others = [chair for chair in self.table.chairs if chair is not None and chair is not self.chair and chair.here]
        if not others:
            return True
        other = self.random.choice(others)
        move = {"t": "draw"} if self.position.pool else {"t": "pass"}
        answer = await other.ask("move", self.table.ident(), on=self.on, move=move)
        if answer["t"] == "accepted" or answer["code"] not in RACES:
            self.table.ledger.fail(f"a move out of turn: {answer}")
        self._count("refused")
        return True

    # --- drafts and time-outs -----------------------------------------------------------------------------------

    async def lay(self, play: Play) -> None:
        """Show the judge an arrangement, which is also what a time-out falls back on; its word has to be the law's."""
        ledger = self.table.ledger
        ledger.drafts = [*ledger.drafts, play]
        self.table.laid_at, deadline = clock(), self.chair.state["deadline"]
        fields = {"on": self.on, "opening": list(play.opening), "table": list(play.table)}
        answer = await self.chair.preview(self.table.number(), **fields)
        if answer["t"] == "refused":
            ledger.check(answer["code"] in RACES, f"no preview: {answer}")
            return
        if deadline is None or clock() < deadline:
            # What comes when the time is up counts no more.
            ledger.drafts = [play]
        self._count("previews")
        faults = wrong(self.position, play)
        ledger.check(answer["legal"] == (not faults), f"preview of {play} on {self.position}: {answer}, but {faults}")
        legal = [bool(readings(meld, self.position.book)) for meld in play.table]
        ledger.check([meld["legal"] for meld in answer["melds"]] == legal, f"melds {play.table} are {answer['melds']}")

    async def _late(self) -> None:
        """Let the time run out, with nothing begun or with something on the table."""
        lies = draft(self.position, self.random)
        for play in lies:
            await self.lay(play)
        back = self.chair.came_back

        def happened() -> bool:
            return self.table.seq > self.on or self.chair.came_back > back

        if self.random.random() < 0.3:
            deadline = self.chair.state["deadline"]
            if not await self.table.wait(happened, (deadline - clock()) / 1000 + 0.01):
                await self._too_late(deadline)
        while self.table.seq == self.on:
            await self.table.until(happened, LONGEST)
            if self.chair.came_back > back:
                # A server that was away knows of no draft; the page shows it again.
                back = self.chair.came_back
                if self.table.seq == self.on:
                    await self.table.settle()
                    if lies:
                        await self.lay(lies[-1])
        await self.table.settle()

    async def _too_late(self, deadline: int) -> None:
        """A move just after the time is up."""
        back, sent = self.chair.came_back, clock()
        play = find(self.position, self.random)
        if play is None:
            return
        answer = await self._ask(play.wire())
        if answer["t"] == "accepted":
            # Only a deadline that was put off meanwhile, which every viewer is told by a new welcome, or a server that
            # stood still before it and reads only now.
            excused = self.chair.came_back > back or sent - deadline < self.table.server.standstill()
            self.table.ledger.check(excused, f"accepted a move after {deadline}")
            await self.table.settle(answer["seq"])
        else:
            self.table.ledger.check(answer["code"] in RACES, f"late, and refused as {answer}")
            self._count("moves too late")

    async def _resign(self) -> None:
        """Give up, in turn or out of it."""
        able_to = [seat for seat in self.table.ledger.active if self.table.here(seat)]
        seat = self.random.choice(able_to)
        chair: Chair | None = self.table.chairs[seat]
        assert chair is not None
        answer = await self.table.act(chair, "resign")
        if answer["t"] == "accepted":
            await self.table.settle(answer["seq"])
            self._count("resigned")
        elif not await self._raced(answer):
            self.table.ledger.fail(f"could not give up: {answer}")
