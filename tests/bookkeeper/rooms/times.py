"""When turns end: deadlines, game clocks and the grace of a server that was away, kept beside the books of a game."""

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.ledger import Event, Ledger
from tests.bookkeeper.rooms.chairs import Message
from tests.bookkeeper.rooms.guests import GRACE, Server

ROUNDING = 50
"""Milliseconds by which two clocks of one machine may differ when they are read."""
OVERDUE = 180_000
"""Milliseconds after which a turn that is not ended was forgotten, however busy the machine is: a server that stands
still gives grace, which we do not always see."""
FREE = round(GRACE * 1000)


class Times:
    """The deadline as last seen (None: no limit, or not seen), and how long the mover was `allowed`.

    `kind` says by what clock, `graces` how many turns went on after the server was away, `overdue` the most
    milliseconds that one ran over.
    """

    def __init__(self, server: Server, book: Book, ledger: Ledger) -> None:
        self.server, self.book, self.ledger = server, book, ledger
        self.banks: list[int] | None = None
        self.deadline: int | None = None
        self.allowed: int | None = None
        self.overdue = 0
        self.graces = 0
        self.kind = "no limit"
        self._begun = self._before = 0
        self._passing: int | None = None
        self._turn = 0
        self._seen_at = 0
        self._looked_at = 0

    def moved(self, at: int) -> None:
        """A player sends what may end the turn."""
        self._begun, self._before = at, self._begun

    def passes(self, at: int) -> None:
        """A player sends a pass: where it is refused, the server gives back how long its proof took."""
        self._passing = at if self._passing is None else self._passing

    def forget(self) -> None:
        """Several turns are told at once: nobody has seen the deadlines between them, nor which turn ended by what was
        sent last."""
        self.deadline = self.allowed = None
        self._begun = min(self._begun, self._before)

    def timed_out(self, now: int) -> None:
        """A turn has run out, as we hear at `now` by the server's clock."""
        if self.deadline is not None:
            late = now - self.deadline
            if self._looked_at < self.server.back_at:
                # Grace was given since, and the deadline that it made was not seen.
                late = min(late, max(0, now - self.server.back_at))
            self.ledger.check(0 <= late <= OVERDUE, f"timed out at {now}, with the deadline {self.deadline}")
            self.overdue, self._begun = max(self.overdue, late), max(self._begun, self.deadline)

    def clock(self, event: Event, now: int) -> None:
        """A game clock after a turn: the increment is free, and what was spent beyond it is taken from the bank."""
        seat = event["seat"]
        self.banks = self.banks or self._full()
        if self.deadline is not None and self.allowed is not None:
            # The row was written after the move was sent, and before its state came. Grace may have moved a deadline at
            # which nobody has looked since.
            first = self._begun - ROUNDING - self._owed(now)
            graced = self.server.back_at + FREE if self._looked_at < self.server.back_at else 0
            least, most = self._left(seat, now + ROUNDING), self._left(seat, first, graced)
            if event["bank"] > most:
                most = self._left(seat, first - self.server.standstill(), graced)
            self.ledger.check(least <= event["bank"] <= most, f"bank {event['bank']} is not from {least} to {most}")
        self.banks[seat] = event["bank"]

    def _left(self, seat: int, at: int, graced: int = 0) -> int:
        """What a seat's bank holds where its turn ended then, with the deadline moved to `graced` at most."""
        assert self.banks is not None
        spent = (self.allowed or 0) - (max(self.deadline or 0, graced) - at)
        return max(0, self.banks[seat] - max(0, spent - self.book.increment * 1000))

    def look(self, state: Message, now: int) -> None:
        """The deadline that a state of `now` shows: as long after the turn's beginning as book or room say."""
        ledger, told = self.ledger, state["deadline"]
        self._looked_at = now
        if ledger.turn is None:
            ledger.check(told is None, f"a deadline after the end: {told}")
            return
        self.allowed = self._allowed(state, ledger.turn)
        if self.allowed is None or told is None:
            ledger.check(self.allowed is told, f"deadline {told} where {self.allowed} ms are allowed")
        elif ledger.turn_number == self._turn:
            self._still(told, now)
        else:
            least, most = self._begun + self.allowed - ROUNDING, now + max(self.allowed, FREE)
            ledger.check(least <= told <= most, f"deadline {told} is not from {least} to {most}")
        if ledger.turn_number != self._turn:
            self._turn, self._seen_at, self._passing = ledger.turn_number, now, None
        self.deadline = told

    def _still(self, told: int, now: int) -> None:
        """The turn goes on. Only a server that was away, stood still or refused a pass moves its deadline, and only
        on."""
        moved = self.deadline is not None and told != self.deadline
        if moved:
            fits = (self.deadline or 0) < told <= max(now + FREE, (self.deadline or 0) + self._owed(now))
            self.ledger.check(fits, f"deadline moved from {self.deadline} to {told} at {now}")
        away, back = self.server.away_since, self.server.back_at
        if self._seen_at < away < back <= now:
            self.graces += 1
            self.ledger.check(told >= away + FREE, f"no grace: {told} where the server was away since {away}")

    def _owed(self, now: int) -> int:
        return 0 if self._passing is None else now - self._passing + ROUNDING

    def _full(self) -> list[int]:
        return [(self.book.bank or 0) * 1000] * self.ledger.seats

    def _allowed(self, state: Message, turn: int) -> int | None:
        shown = [seat["bank"] for seat in state["seats"]]
        if shown[turn] is not None:
            self.kind = "a game clock"
        elif state["limit"] is not None:
            self.kind = f"{state['limit']} s"
        if shown[turn] is None:
            return None if state["limit"] is None else int(state["limit"]) * 1000
        self.banks = self.banks or self._full()
        self.ledger.check(shown == self.banks, f"banks {shown} instead of {self.banks}")
        return self.banks[turn] + self.book.increment * 1000
