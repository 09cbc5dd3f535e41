"""The books of one game: what is on the table, the racks and in the pool after every event, and what must follow.

Every event is judged before it is entered; `disagreements` holds what does not fit the book. A rack that nobody of ours
has seen (a computer player's, or of a player who is away) is None; its count is known all the same.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.bookkeeper.books.book import DEAL, Book
from tests.bookkeeper.books.deal import draw
from tests.bookkeeper.books.late import Late, late
from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import readings
from tests.bookkeeper.books.notation import NUMBER, Tiles, canonical, tiles_of
from tests.bookkeeper.books.points import Outcome, nobody_out, rack_value, went_out
from tests.bookkeeper.books.unopened import faults

Event = dict[str, Any]
TURNS = ("played", "drew", "passed", "timed-out", "resigned")
"""The events that end a turn; giving up out of turn is counted with them."""


class Ledger:
    """One game from its first event on."""

    def __init__(self, book: Book, seats: int) -> None:
        self.book = book
        self.seats = seats
        self.disagreements: list[str] = []
        self.racks: list[Tiles | None] = [Counter() for _ in range(seats)]
        self.counts = [0] * seats
        self.drawn: list[list[str] | None] = [[] for _ in range(seats)]
        self.table: tuple[str, ...] = ()
        self.pool = book.tiles
        self.turn: int | None = None
        self.turn_number = 0
        self.opened = [False] * seats
        self.resigned = [False] * seats
        self.passed: set[int] = set()
        self.last_turns: list[int] | None = None
        self.last: dict[str, Any] | None = None
        self.outcome: Outcome | None = None
        self.reason: str | None = None
        self.drafts: list[Play | None] = [None]
        self.chances: list[Tiles | None] = [None] * seats
        self.ties, self.jokers_drawn, self.waived = 0, 0, 0
        self.bills: list[dict[str, Any]] = []

    # --- what is known ------------------------------------------------------------------------------------------

    def position(self, seat: int) -> Position:
        """What a seat has before it; its rack has to be known."""
        rack = self.racks[seat]
        assert rack is not None
        return Position(self.book, self.table, rack, self.opened[seat], self.pool, self.last_turns is not None)

    @property
    def active(self) -> list[int]:
        """The seats that have not given up."""
        return [seat for seat in range(self.seats) if not self.resigned[seat]]

    @property
    def must_end(self) -> str | None:
        """Why the game has to be over now; None while it goes on."""
        if self.outcome is not None or self.turn is None:
            return None
        if 0 in self.counts:
            return "rack-empty"
        if len(self.active) == 1:
            return "resigned"
        done = self.last_turns == [] or (self.pool == 0 and set(self.active) <= self.passed)
        return "pool-exhausted" if done else None

    def fail(self, what: str) -> None:
        """Note that the server and the book differ."""
        self.disagreements.append(what)

    def check(self, holds: bool, what: str) -> None:
        """Note it unless it holds."""
        if not holds:
            self.fail(what)

    # --- events -------------------------------------------------------------------------------------------------

    def enter(self, event: Event) -> None:
        """Judge an event and enter it."""
        kind = event["t"]
        if kind in TURNS:
            self.check(self.outcome is None and self.must_end is None, f"{kind} after the end ({self.must_end})")
        if kind in ("played", "drew", "passed", "timed-out"):
            self.check(event["seat"] == self.turn, f"{kind} of seat {event['seat']} in the turn of {self.turn}")
        if kind in TURNS and event["seat"] == self.turn:
            rack = self.racks[event["seat"]]
            self.chances[event["seat"]] = None if rack is None else rack.copy()
        match kind:
            case "started":
                self._started(event)
            case "dealt":
                self.pool -= DEAL * self.seats
                self.turn_number = 1
                self._dealt(event)
            case "redealt":
                self._redealt(event)
            case "played":
                self._played(event)
            case "drew":
                self._draws(event["seat"], 1, event["pool"], [event["tile"]] if event["tile"] else None)
                self._over(event["seat"], "drew", drawn=1)
            case "passed":
                self.check(self.pool == 0, "passed with tiles in the pool")
                self.check(bool(event["proof"]) == self.book.must_lay, f"a pass with the proof {event['proof']}")
                self.passed.add(event["seat"])
                self._over(event["seat"], "passed")
            case "timed-out":
                self._timed_out(event)
            case "resigned":
                self._resigned(event["seat"])
            case "ended":
                self._ended(event["result"])

    def three_doubles(self, seat: int) -> bool:
        """Whether the book lets the seat ask for a new deal: it has three pairs of tiles before the first turn."""
        rack = self.racks[seat]
        may = self.book.redeal is not None and self.turn_number == 1 and rack is not None and not self.resigned[seat]
        return may and sum(count // 2 for tile, count in (rack or {}).items() if tile in NUMBER) >= 3

    def _started(self, event: Event) -> None:
        starter, self.ties, self.jokers_drawn = draw(event["lots"], self.seats)
        self.check(starter == event["starter"], f"lots {event['lots']} give {starter}, not {event['starter']}")
        self.check(event["seats"] == self.seats, f"{event['seats']} seats instead of {self.seats}")
        self.turn = event["starter"]

    def _dealt(self, event: Event) -> None:
        self.counts = [DEAL] * self.seats
        self.check(event["tiles"] == self.counts, f"dealt {event['tiles']}")
        self.racks = [Counter(rack) if rack is not None else None for rack in event["racks"]]
        for rack in self.racks:
            self.check(rack is None or rack.total() == DEAL, f"a rack of {rack}")
            self.check(not self.book.joker_each or rack is None or rack["J"] >= 1, "no joker dealt")
        self.check(event["pool"] == self.pool, f"dealt, and {event['pool']} in the pool instead of {self.pool}")

    def _redealt(self, event: Event) -> None:
        """A seat showed its pairs before the first turn was over, and all racks are new, or its own."""
        seat, what = event["seat"], self.book.redeal
        self.check(what is not None and self.turn_number == 1, f"a new deal in turn {self.turn_number}")
        rack = self.racks[seat]
        shown = Counter[str](event["doubles"])
        self.check(shown.total() >= 3 and not shown["J"], f"a new deal for {event['doubles']}")
        self.check(rack is None or all(rack[tile] // 2 == count for tile, count in shown.items()), f"not on {rack}")
        kept = [
            self.racks[other] if what == "own" and other != seat else new for other, new in enumerate(event["racks"])
        ]
        self._dealt({**event, "racks": kept})

    def _played(self, event: Event) -> None:
        seat, play = event["seat"], Play(tuple(event["table"]), tuple(event["opening"]))
        played = tiles_of(play.table) - tiles_of(self.table)
        if self.racks[seat] is not None:
            found = wrong(self.position(seat), play)
            self.check(not found, f"accepted {found}: {self.position(seat)} -> {play}")
        self.check(all(readings(meld, self.book) for meld in play.table), f"no meld in {play.table}")
        self.check(not tiles_of(self.table) - tiles_of(play.table), "table tiles are gone")
        self.check(Counter(event["played"]) == played, f"told {event['played']} for {played}")
        self.check(event["opened"] != self.opened[seat], f"opened {event['opened']}, was {self.opened[seat]}")
        self._changed(event)
        self.waived += not self.opened[seat] and self.book.waived and (self.pool == 0 or self.last_turns is not None)
        self._lay(seat, play.table, played, event["left"])
        self.opened[seat] = True
        self.passed.clear()
        self._over(seat, "played", played=event["played"], melds=event["changed"])

    def _changed(self, event: Event) -> None:
        """Melds of which it is not said that they changed lay there before."""
        same = [canonical(meld) for at, meld in enumerate(event["table"]) if at not in event["changed"]]
        fresh = Counter(same) - Counter(map(canonical, self.table))
        self.check(not fresh, f"{fresh} are new and not among {event['changed']} of {event['table']}")

    def _lay(self, seat: int, table: tuple[str, ...], played: Tiles, left: int) -> None:
        self.counts[seat] -= played.total()
        self.check(left == self.counts[seat], f"{left} left of {self.counts[seat]}")
        rack = self.racks[seat]
        self.racks[seat] = None if rack is None else rack - played
        self.table = table

    def _draws(self, seat: int, count: int, left: int, tiles: list[str] | None) -> None:
        """Tiles go from the pool to a rack; `tiles` where they are known."""
        if count > 0:
            self.check(self.pool >= count, f"{count} tiles from a pool of {self.pool}")
        self.pool -= count
        self.check(left == self.pool, f"{left} in the pool instead of {self.pool}")
        self.counts[seat] += count
        rack = self.racks[seat]
        self.racks[seat] = rack + Counter(tiles) if rack is not None and tiles is not None else None if count else rack
        self.drawn[seat] = tiles if count else []
        if count and self.pool == 0 and self.book.one_turn_each:
            following = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
            self.last_turns = [other for other in following if not self.resigned[other]]

    def _timed_out(self, event: Event) -> None:
        seat, before = event["seat"], self.pool
        table, drawn = tuple(event["table"]), event["drawn"]
        if self.racks[seat] is not None:
            expected = [late(self.position(seat), draft) for draft in self.drafts]
            fits = any(self._as_expected(event, one) for one in expected)
            self.check(fits, f"{self.position(seat)} late with {self.drafts}: expected {expected}, told {event}")
        played, back = tiles_of(table) - tiles_of(self.table), tiles_of(self.table) - tiles_of(table)
        told = Counter[str](event["played"]), Counter[str](event["returned"])
        self.check(told == (played, back), f"{told} moved instead of {played}, {back}")
        rack = self.racks[seat]
        self.racks[seat] = None if rack is None else rack + back
        self.counts[seat] += back.total()
        self._changed(event)
        self._lay(seat, table, played, event["left"] - drawn)
        self.opened[seat] = self.opened[seat] or event["opened"]
        if played:
            self.passed.clear()
        elif before == 0:
            self.passed.add(seat)
        self._draws(seat, drawn, event["pool"], event["tiles"])
        self._over(seat, "timed-out", event["outcome"], event["played"], event["changed"], drawn)

    def _as_expected(self, event: Event, expected: Late) -> bool:
        told = (tuple(event["table"]), event["drawn"], event["opened"])
        return (
            told == (expected.table, min(expected.draws, self.pool), expected.opens)
            and event["outcome"] in expected.words
        )

    def _resigned(self, seat: int) -> None:
        self.check(not self.resigned[seat], f"seat {seat} gave up twice")
        self.resigned[seat] = True
        self.passed.discard(seat)
        if self.last_turns:
            self.last_turns = [other for other in self.last_turns if other != seat]
        if self.turn == seat:
            self._over(seat, "resigned")
        else:
            self.last = _last(seat, "resigned")

    def _over(self, seat: int, kind: str, outcome: str | None = None, played: Sequence[str] = (),
              melds: Sequence[int] = (), drawn: int = 0) -> None:  # fmt: skip
        """The turn goes to the next seat clockwise that has not given up."""
        if not drawn:
            self.drawn[seat] = []
            if self.last_turns:
                self.last_turns = [other for other in self.last_turns if other != seat]
        self.last = _last(seat, kind, outcome, played, melds, drawn)
        following = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.turn = next((other for other in following if not self.resigned[other]), None)
        self.turn_number += 1
        self.drafts = [None]

    def _ended(self, result: dict[str, Any]) -> None:
        reason = self.must_end
        by_proof = reason is None and result["reason"] == "stuck" and self.book.must_lay and self.pool == 0
        self.check(by_proof or reason == result["reason"], f"ended by {result['reason']} instead of {reason}")
        racks = [Counter(rack) for rack in result["racks"]]
        for seat, rack in enumerate(self.racks):
            self.check(rack is None or rack == racks[seat], f"rack {seat} is {racks[seat]}, not {rack}")
        self.check([rack.total() for rack in racks] == self.counts, f"racks of {racks}, not {self.counts}")
        values = [rack_value(rack, self.book) for rack in racks]
        self.check(values == result["values"], f"values {result['values']} instead of {values}")
        self.outcome, self.reason = self._scored(racks, values, result), result["reason"]
        told = Outcome(tuple(result["scores"]), tuple(result["winners"]))
        self.check(told == self.outcome, f"{told} instead of {self.outcome} for {racks}")
        total = self.book.bonus if told.winners else 0
        self.check(sum(told.scores) == total, f"points that do not sum to {total}")
        self.turn = None

    def _scored(self, racks: list[Tiles], values: list[int], result: dict[str, Any]) -> Outcome:
        self.bills = result["unopened"]
        owed = {bill["seat"]: bill["pays"] for bill in self.bills}
        if result["reason"] == "rack-empty":
            outcome = went_out(values, next(seat for seat, rack in enumerate(racks) if not rack), self.book, owed)
        elif result["reason"] == "resigned":
            outcome = went_out(values, self.active[0], self.book, owed)
        else:
            outcome = nobody_out(racks, values, self.resigned, self.turn or 0, self.book, owed)
        losers = [seat for seat, points in enumerate(outcome.scores) if points < 0 and not self.opened[seat]]
        self.disagreements += faults(self.book, self.bills, losers, self.chances)
        return outcome


def _last(seat: int, kind: str, outcome: str | None = None, played: Sequence[str] = (), melds: Sequence[int] = (),
          drawn: int = 0) -> dict[str, Any]:  # fmt: skip
    """The latest turn as the state shows it."""
    return {
        "seat": seat,
        "kind": kind,
        "outcome": outcome,
        "played": list(played),
        "melds": list(melds),
        "drawn": drawn,
    }
