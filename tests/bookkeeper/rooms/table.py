"""One room with all who look at it: what they are told is put together, entered in the books and compared with them."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.ledger import TURNS, Event, Ledger
from tests.bookkeeper.books.notation import tiles_of
from tests.bookkeeper.rooms.chairs import PATIENCE, Chair, Message, SilentError, clock
from tests.bookkeeper.rooms.guests import Server
from tests.bookkeeper.rooms.times import Times

PASS = {"t": "pass"}


class Table:
    """A room: `chairs` of those at seats, in order (None for a computer player's), and of `onlookers`."""

    def __init__(self, server: Server, book: Book, chairs: Sequence[Chair | None], onlookers: Sequence[Chair]) -> None:
        self.book = book
        self.server = server
        self.chairs = list(chairs)
        self.onlookers = list(onlookers)
        self.seats = len(chairs)
        self.ledger = Ledger(book, self.seats)
        self.events: list[Event] = []
        self.times = Times(server, book, self.ledger)
        self.stood_in: set[int] = set()
        self.entered = 0
        self._moved = asyncio.Event()
        self._numbers = 0
        self.laid_at = 0

    def ident(self) -> str:
        """An id for a command that nobody has used in this room."""
        return f"c{self.number()}"

    def number(self) -> int:
        """A number that was not used yet."""
        self._numbers += 1
        return self._numbers

    async def act(self, chair: Chair, kind: str, **fields: Any) -> Message:
        """Ask for what may end the turn."""
        sent = clock()
        if fields.get("move") == PASS:
            self.times.passes(sent)
        answer = await chair.ask(kind, self.ident(), **fields)
        if answer["t"] == "accepted":
            self.times.moved(sent)
        return answer

    def here(self, seat: int) -> bool:
        """Whether a player of ours sits there and is connected."""
        chair = self.chairs[seat]
        return chair is not None and chair.here

    def wake(self) -> None:
        """A player was told something."""
        self._moved.set()

    @property
    def present(self) -> list[Chair]:
        """All who are connected or coming back."""
        return [chair for chair in (*self.chairs, *self.onlookers) if chair is not None and chair.here]

    @property
    def seq(self) -> int:
        """The newest state that anybody has."""
        return max(chair.seq for chair in self.present)

    @property
    def state(self) -> Message:
        """The newest state of the first who is here."""
        return self.present[0].state

    async def settle(self, seq: int = 0) -> None:
        """Wait until all have the same state, numbered `seq` at least; then enter what happened, and compare."""
        await self.until(lambda: len({chair.seq for chair in self.present}) == 1 and self.seq >= seq)
        self._enter()

    async def until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait for a condition on what was told. Raises SilentError."""
        if not await self.wait(holds, seconds):
            states = [(chair.seq, chair.state.get("phase")) for chair in self.present]
            raise SilentError(f"nothing came: {states}")

    async def wait(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait for a condition on what was told, so long at most; whether it holds."""
        end = clock() + round(seconds * 1000)
        while not holds() and clock() < end:
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout((end - clock()) / 1000):
                    await self._moved.wait()
        return holds()

    # --- putting together what was told -------------------------------------------------------------------------

    def _enter(self) -> None:
        told = {id(chair): chair.heard[len(self.events) :] for chair in self.present}
        counts = {len(news) for news in told.values()}
        self.ledger.check(len(counts) == 1, f"told of {counts} events")
        turns = 0
        for at in range(min(counts)):
            event = self._merged(at, told)
            turns += event["t"] in TURNS
            if turns == 2:
                self.times.forget()
            self._happened(event)
        self.entered = self.seq
        for chair in self.present:
            self.ledger.disagreements += chair.faults
            chair.faults.clear()
        if self.events and not self.ledger.disagreements:
            if not self.state["asking"]:
                self.times.look(self.state, self.present[0].now)
            self._compare()

    def _happened(self, event: Event) -> None:
        self.events.append(event)
        now = self.present[0].now
        match event["t"]:
            case "clock":
                self.times.clock(event, now)
            case "stood-in":
                self.stood_in.add(event["seat"])
            case "came-back":
                self.stood_in.discard(event["seat"])
            case _:
                if event["t"] == "timed-out":
                    if self.server.away_since >= self.laid_at:
                        # A server that was away since knows of no draft.
                        self.ledger.drafts = [None, *self.ledger.drafts]
                    event["drafts"] = self.ledger.drafts
                    self.times.timed_out(now)
                self.ledger.enter(event)

    def _merged(self, at: int, told: dict[int, list[Event]]) -> Event:
        """One event as all seats together know it. Everybody is told the same, and of hidden tiles only their own."""
        known: Event = {}
        public: Event | None = None
        for chair in self.present:
            event = dict(told[id(chair)][at])
            hidden = {"dealt": "rack", "redealt": "rack", "drew": "tile", "timed-out": "tiles"}.get(event["t"])
            secret = event.pop(hidden) if hidden else None
            self.ledger.check(public is None or event == public, f"{event} and {public} told of the same")
            public = event
            seat = self.chairs.index(chair) if chair in self.chairs else None
            own = seat is not None and (event["t"] in ("dealt", "redealt") or event.get("seat") == seat)
            self.ledger.check(own or not secret, f"seat {seat} was told {secret} of {event}")
            if own and hidden:
                known[str(seat)] = secret
        assert public is not None
        return {**public, **self._secrets(public, known)}

    def _secrets(self, event: Event, known: Event) -> Event:
        if event["t"] in ("dealt", "redealt"):
            return {"racks": [known.get(str(seat)) for seat in range(self.seats)]}
        seat = str(event.get("seat"))
        if event["t"] == "drew":
            return {"tile": known.get(seat)}
        return {"tiles": known.get(seat, [] if not event["drawn"] else None)} if event["t"] == "timed-out" else {}

    # --- comparing ----------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """What every viewer is shown, against the books."""
        ledger = self.ledger
        asking = self.state["asking"]
        ledger.check(not asking or (self.book.redeal is not None and ledger.turn_number == 1), "asks for no new deal")
        public = {
            "phase": "playing" if ledger.outcome is None else "over",
            "table": list(ledger.table),
            "pool": ledger.pool,
            "turn": None if asking else ledger.turn,
            "turn_number": ledger.turn_number,
            "last_turn": ledger.last_turns is not None,
            "last": ledger.last,
        }
        for chair in self.present:
            state, seat = chair.state, self.chairs.index(chair) if chair in self.chairs else None
            for key, value in public.items():
                if state[key] != value:
                    ledger.fail(f"shown {key} {state[key]} instead of {value}")
            shown = [(one["tiles"], one["opened"], one["resigned"]) for one in state["seats"]]
            own = list(zip(ledger.counts, ledger.opened, ledger.resigned, strict=True))
            ledger.check(shown == own, f"shown seats {shown} instead of {own}")
            ledger.check(state["you"] == seat, f"seat {seat} is told it is {state['you']}")
            self._own(seat, state)
        known = [rack for rack in ledger.racks if rack is not None]
        if (
            len(known) == self.seats
            and sum(map(Counter.total, known)) + ledger.pool + tiles_of(ledger.table).total() != self.book.tiles
        ):
            ledger.fail("tiles are lost or added")

    def _own(self, seat: int | None, state: Message) -> None:
        ledger, rack = self.ledger, Counter[str](state["rack"])
        if seat is None:
            ledger.check(not rack and not state["drawn"], "an onlooker is shown a rack")
            return
        if ledger.racks[seat] is None and ledger.counts[seat] == rack.total():
            # A player was away, and sees now what was drawn for them.
            ledger.racks[seat] = rack
        ledger.check(ledger.racks[seat] == rack, f"rack {seat} shown {rack} instead of {ledger.racks[seat]}")
        drawn = ledger.drawn[seat]
        ledger.check(
            drawn is None or sorted(drawn) == sorted(state["drawn"]), f"drawn {state['drawn']} instead of {drawn}"
        )
