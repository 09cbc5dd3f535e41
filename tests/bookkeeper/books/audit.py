"""A finished game gone through once more, with all tiles open: promise, deal, every draw, every turn, every proof."""

from collections.abc import Sequence
from typing import Any

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.deal import commitment, dealt, dealt_again, mixed, seal
from tests.bookkeeper.books.ledger import Event, Ledger
from tests.bookkeeper.books.notation import Tiles
from tests.bookkeeper.proofs.able import able
from tests.bookkeeper.proofs.program import UnsureError


class Audit:
    """What was found: `disagreements`, and how many proofs were checked or stayed open."""

    def __init__(self, book: Book, seats: int, events: Sequence[Event]) -> None:
        self.ledger = Ledger(book, seats)
        self.proved, self.unsure = 0, 0
        started, ended = events[0], next(event for event in events if event["t"] == "ended")
        self._deal(started, ended, book, seats)
        for event in self._opened(events, seats, book):
            self._proof(event)
            self.ledger.drafts = event.get("drafts", [None])
            self.ledger.enter(event)

    @property
    def disagreements(self) -> list[str]:
        """What does not fit."""
        return self.ledger.disagreements

    def _deal(self, started: Event, ended: Event, book: Book, seats: int) -> None:
        shuffle, words, check = ended["shuffle"], started["words"], self.ledger.check
        check(shuffle is not None and len(words) == seats, f"words {words} and shuffle {shuffle}")
        pairs = zip(words, started["seals"], strict=True)
        check(
            all(word is None or seal(word) == shown for word, shown in pairs), "a word is not the one that was sealed"
        )
        check(commitment(shuffle) == started["commitment"], "the shuffle is not what was promised")
        deck, draws = (mixed(shuffle, words, name) for name in ("deck", "draws"))
        check(deck == list(ended["deck"]), "the deck is not made of shuffle and words")
        check([lot["tile"] for lot in started["lots"]] == draws[: len(started["lots"])], "lots are not the next tiles")
        whole = sorted(tile for tile, count in book.kinds.items() for _ in range(count))
        check(sorted(deck) == sorted(draws) == whole, "tiles are not those of the box")

    def _opened(self, events: Sequence[Event], seats: int, book: Book) -> Sequence[Event]:
        """The events with every hidden tile, taken from the deck."""
        deck = next(event for event in events if event["t"] == "ended")["deck"]
        racks, pool = dealt(deck, seats, book)
        found, time = [], 0
        for event in events:
            hidden: dict[str, Any] = {}
            if event["t"] == "dealt":
                hidden = {"racks": racks}
            elif event["t"] == "redealt":
                racks, pool = self._again(events, (racks, pool), event["seat"], time := time + 1)
                hidden = {"racks": racks}
            elif event["t"] == "drew":
                hidden = {"tile": pool.pop(0) if pool else None}
            elif event["t"] == "timed-out":
                hidden = {"tiles": [pool.pop(0) for _ in range(min(event["drawn"], len(pool)))]}
            for key, tiles in hidden.items():
                told = event[key]
                fits = key == "racks" or told is None or told == tiles
                self.ledger.check(fits, f"told {told}, but {tiles} was next in the pool")
            if event["t"] not in ("clock", "stood-in", "came-back"):
                found.append({**event, **hidden})
        return found

    def _again(
        self, events: Sequence[Event], before: tuple[list[Tiles], list[str]], seat: int, time: int
    ) -> tuple[list[Tiles], list[str]]:
        """Racks and pool of the new deal that this seat asked for, made of promise and words."""
        started, ended = events[0], next(event for event in events if event["t"] == "ended")
        book = self.ledger.book
        by = (ended["salt"], started["words"], time)
        return dealt_again(book.redeal or "all", ended["deck"], before, seat, by, book)

    def _proof(self, event: Event) -> None:
        """That nobody could lay, where the server says that it has proved it."""
        if event["t"] == "passed" and event["proof"] == "stuck":
            self._stuck(event["seat"])
        elif event["t"] == "ended" and event["result"]["reason"] == "stuck":
            for seat in self.ledger.active:
                self._stuck(seat)

    def _stuck(self, seat: int) -> None:
        try:
            play = able(self.ledger.position(seat))
        except UnsureError:
            self.unsure += 1
            return
        self.proved += 1
        self.ledger.check(play is None, f"said to be stuck: {self.ledger.position(seat)}, but there is {play}")
