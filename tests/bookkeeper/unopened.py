"""Losers who have not opened, where a book has them pay an amount instead of their rack, and twice that if they could
have opened in their last turn."""

from collections.abc import Sequence
from typing import Any

from tests.bookkeeper.able import able
from tests.bookkeeper.book import Book
from tests.bookkeeper.law import Play, Position, wrong
from tests.bookkeeper.notation import Tiles
from tests.bookkeeper.program import UnsureError

Bill = dict[str, Any]


def faults(book: Book, bills: Sequence[Bill], losers: Sequence[int], chances: Sequence[Tiles | None]) -> list[str]:
    """What is wrong with what `losers` pay who have not opened; `chances` are the racks of everybody's last turn before
    anything was drawn in it, None where there was none or nobody of ours has seen it."""
    if book.unopened is None:
        return [f"{bills} asked by a book that asks for nothing"] if bills else []
    if [bill["seat"] for bill in bills] != list(losers):
        return [f"{bills} instead of {losers}"]
    return [fault for bill in bills for fault in _wrong_with(bill, book, chances[bill["seat"]])]


def _wrong_with(bill: Bill, book: Book, rack: Tiles | None) -> list[str]:
    pays = (book.unopened or 0) * (2 if bill["proof"] == "able" else 1)
    if bill["pays"] != pays:
        return [f"{bill} instead of {pays}"]
    if rack is None:
        return []
    position = Position(book, (), rack, False, 1)
    if bill["proof"] == "able":
        opening = tuple(bill["opening"])
        return [f"{bill} could not open with {position}"] if wrong(position, Play(opening, opening)) else []
    try:
        play = able(position)
    except UnsureError:
        return []
    return [f"{bill}, but {position} opens with {play}"] if bill["proof"] == "unable" and play is not None else []
