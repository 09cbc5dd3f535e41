"""What a time-out brings about by the book: the table after it, and the tiles drawn."""

from dataclasses import dataclass

from tests.bookkeeper.books.law import Play, Position, opening_fault, wrong
from tests.bookkeeper.books.melds import as_they_lie, readings
from tests.bookkeeper.books.notation import JOKERS, canonical, tiles_of


@dataclass(frozen=True)
class Late:
    """The table after a time-out, how many tiles are drawn where the pool has them, whether the mover has opened with
    it, and by which words the server may call it."""

    table: tuple[str, ...]
    draws: int
    opens: bool
    words: tuple[str, ...]


def late(position: Position, draft: Play | None) -> Late:
    """What becomes of a mover whose time is up with `draft` on the table, None for nothing begun."""
    book = position.book
    if draft is None or _same(position.table, draft.table):
        return Late(position.table, book.idle, False, ("idle",))
    if not wrong(position, draft):
        return Late(as_they_lie(draft.table, position.table, book), 0, not position.opened, ("stood",))
    if not book.keeps:
        return _back(position, "unfinished", "below-opening")
    return _kept(position, draft)


def _kept(position: Position, draft: Play) -> Late:
    """Legal melds stay and loose tiles go to the rack, unless the opening is not reached or a table joker is loose."""
    stay = tuple(meld for meld in draft.table if readings(meld, position.book))
    before, after = tiles_of(position.table), tiles_of(stay)
    opens = not position.opened
    if opens and opening_fault(position, draft, after - before):
        return _back(position, "unfinished", "below-opening", "joker-loose")
    if any(before[joker] > after[joker] for joker in JOKERS):
        return _back(position, "joker-loose")
    return Late(stay, position.book.late, opens, ("sets-kept", "idle"))


def _back(position: Position, *words: str) -> Late:
    return Late(position.table, position.book.late, False, words)


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the same melds lie there; a meld laid in another order is the same."""
    return sorted(map(canonical, one)) == sorted(map(canonical, other))
