"""The deal worked out again from what is shown after the game (docs/games.md), and the draw for the first turn."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.bookkeeper.books.book import DEAL, Book
from tests.bookkeeper.books.notation import JOKERS, NUMBER, Tiles

Lot = Mapping[str, Any]
ORDER = [*NUMBER, *JOKERS]
"""How a rack is sorted."""


def commitment(shuffle: Mapping[str, Any]) -> str:
    """The digest that was promised before the words."""
    return _digest(
        f"tilerummy deal {shuffle['form']}", shuffle["salt"], " ".join(shuffle["deck"]), " ".join(shuffle["draws"])
    )


def seal(word: str) -> str:
    """The digest of a word, shown before all words."""
    return _digest(word)


def mixed(shuffle: Mapping[str, Any], words: Sequence[str | None], name: str) -> list[str]:
    """The `deck` or the `draws`, shuffled again by salt and words."""
    return mixed_as(shuffle[name], shuffle["salt"], words, name)


def mixed_as(tiles: Sequence[str], salt: str, words: Sequence[str | None], name: str) -> list[str]:
    """Tiles shuffled by salt and words under a name."""
    key = _digest(salt, *(word or "" for word in words))
    tiles, numbers = list(tiles), _numbers(f"{key} {name}")
    for last in range(len(tiles) - 1, 0, -1):
        at = next(number for number in numbers if number < 2**32 - 2**32 % (last + 1)) % (last + 1)
        tiles[last], tiles[at] = tiles[at], tiles[last]
    return tiles


def _digest(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _numbers(key: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{key} {block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def draw(lots: Sequence[Lot], seats: int) -> tuple[int | None, int, int]:
    """Who starts by these lots, how often they were tied, and how many jokers were put aside. No seat for lots that
    were not drawn as the book says: everyone in turn, a joker put aside for another, only the tied again."""
    drawing, at, time, jokers = list(range(seats)), 0, 0, 0
    while len(drawing) > 1:
        time += 1
        numbers: dict[int, int] = {}
        for seat in drawing:
            while at < len(lots) and lots[at]["tile"] in JOKERS and _is(lots[at], time, seat):
                at, jokers = at + 1, jokers + 1
            if at >= len(lots) or not _is(lots[at], time, seat):
                return None, time - 1, jokers
            numbers[seat] = NUMBER[lots[at]["tile"]]
            at += 1
        drawing = [seat for seat in drawing if numbers[seat] == max(numbers.values())]
    return (drawing[0] if at == len(lots) else None), time - 1, jokers


def _is(lot: Lot, time: int, seat: int) -> bool:
    return bool(lot["round"] == time and lot["seat"] == seat)


def dealt_again(
    what: str,
    deck: Sequence[str],
    before: tuple[Sequence[Tiles], Sequence[str]],
    seat: int,
    by: tuple[str, Sequence[str | None], int],
    book: Book,
) -> tuple[list[Tiles], list[str]]:
    """Racks and pool of a new deal, of `all` racks or the seat's `own`, where racks and pool were as `before`.

    `by`: salt, words, and which new deal it is.
    """
    (racks, pool), (salt, words, time) = before, by
    tiles = list(deck) if what == "all" else [*sorted(racks[seat].elements(), key=ORDER.index), *pool]
    fresh = mixed_as(tiles, salt, words, f"redeal {time}")
    if what == "all":
        return dealt(fresh, len(racks), book)
    (rack,), rest = dealt(fresh, 1, book)
    return [rack if at == seat else other for at, other in enumerate(racks)], rest


def dealt(deck: Sequence[str], seats: int, book: Book) -> tuple[list[Tiles], list[str]]:
    """Racks and pool of a deck: seat after seat the next tiles, where the book deals jokers those first."""
    rest, racks = list(deck), [Counter[str]() for _ in range(seats)]
    if book.joker_each:
        for rack in racks:
            joker = next(tile for tile in rest if tile in JOKERS)
            rest.remove(joker)
            rack[joker] += 1
    for rack in racks:
        missing = DEAL - rack.total()
        rack.update(rest[:missing])
        del rest[:missing]
    return racks, rest
