"""Plays with a slip in them: nearly legal, mostly not. The law says which, and the server has to say the same."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.law import Play, Position
from tests.bookkeeper.books.melds import readings
from tests.bookkeeper.books.notation import COLOUR, COLOURS, JOKERS, NUMBER, laid, tiles_of
from tests.bookkeeper.players.plays import find

Table = list[list[str]]


def slip(position: Position, random: Random) -> Play:
    """What is legal by other rules, or a play or the table as it lies with one or two things changed by chance."""
    play = find(position, random)
    if random.random() < 0.4 and (other := by_other_rules(position, random)):
        return other
    table = [list(laid(meld).tiles) for meld in (play.table if play else position.table)]
    changes = (_drop, _foreign, _merge, _break, _pair, _swap, _to_rack, _wrap, _twin, _reverse, _own_order, _from_joker)
    for change in random.sample(changes, random.choice((1, 1, 2))):
        change(table, position, random)
    told = tuple(" ".join(meld) for meld in table if meld)
    opening = () if position.opened else _claimed(position, told)
    return Play(told, opening, "slip")


@cache
def _others(book: Book) -> tuple[Book, ...]:
    """Books that differ in one rule."""
    return (
        replace(book, frozen=False, rack_only=False, freed="any", most_jokers=book.tiles),
        replace(book, opens_at=20),
        replace(book, same_turn=not book.same_turn),
        replace(book, centre=not book.centre),
    )


def by_other_rules(position: Position, random: Random) -> Play | None:
    """A play by a book that differs in one rule, or of a player who thinks that they have opened."""
    if position.opened or random.random() < 0.7:
        book = _others(position.book)[0] if position.book.frozen else random.choice(_others(position.book))
        return find(replace(position, book=book), random)
    return find(replace(position, opened=True), random)


def _claimed(position: Position, table: Sequence[str]) -> tuple[str, ...]:
    """The melds that are said to open: those that were not there and are made of rack tiles."""
    return tuple(meld for meld in table if meld not in position.table and tiles_of([meld]) <= position.rack)


def _rack(position: Position, table: Table, random: Random) -> str | None:
    """A tile that is still on the rack."""
    rest = position.rack - (tiles_of(" ".join(meld) for meld in table if meld) - tiles_of(position.table))
    return random.choice(sorted(rest)) if rest else None


def _any(table: Table, random: Random) -> list[str]:
    full = [meld for meld in table if meld]
    return random.choice(full) if full else []


def _drop(table: Table, position: Position, random: Random) -> None:
    """A tile falls off the table."""
    meld = _any(table, random)
    if meld:
        meld.pop(random.choice((0, -1)))


def _foreign(table: Table, position: Position, random: Random) -> None:
    """A tile that belongs to nobody here continues a run."""
    meld = _any(table, random)
    numbered = [tile for tile in meld if tile in NUMBER]
    if numbered:
        last = numbered[-1]
        meld.append(f"{COLOUR[last]}{min(13, NUMBER[last] + 1)}")


def _merge(table: Table, position: Position, random: Random) -> None:
    one, other = _any(table, random), _any(table, random)
    if one is not other:
        one.extend(other)
        other.clear()


def _break(table: Table, position: Position, random: Random) -> None:
    """A meld in two, with a rack tile at one of them."""
    meld, tile = _any(table, random), _rack(position, table, random)
    if len(meld) > 1:
        cut = random.randrange(1, len(meld))
        table.append(meld[cut:] + ([tile] if tile else []))
        del meld[cut:]


def _pair(table: Table, position: Position, random: Random) -> None:
    """Two rack tiles are no meld."""
    tiles = sorted(position.rack.elements())
    if len(tiles) > 1:
        table.append(random.sample(tiles, 2))


def _swap(table: Table, position: Position, random: Random) -> None:
    """Two tiles change places."""
    one, other = _any(table, random), _any(table, random)
    if one and other:
        at, there = random.randrange(len(one)), random.randrange(len(other))
        one[at], other[there] = other[there], one[at]


def _to_rack(table: Table, position: Position, random: Random) -> None:
    """A joker goes from the table to a rack, with a tile in its place or without."""
    for meld in table:
        for at, tile in enumerate(meld):
            if tile in JOKERS:
                mine = _rack(position, table, random)
                meld[at : at + 1] = [mine] if mine and random.random() < 0.5 else []
                return


def _wrap(table: Table, position: Position, random: Random) -> None:
    """A 1 after a 13, or whatever the rack has after anything."""
    tile = _rack(position, table, random)
    if tile:
        _any(table, random).append(tile)


def _twin(table: Table, position: Position, random: Random) -> None:
    """A group with a colour twice."""
    tile = _rack(position, table, random)
    groups = [meld for meld in table if len({one[1:] for one in meld}) == 1 and meld]
    if tile and groups:
        random.choice(groups).append(tile)


def _reverse(table: Table, position: Position, random: Random) -> None:
    _any(table, random).reverse()


def _own_order(table: Table, position: Position, random: Random) -> None:
    """A meld in an order by chance."""
    random.shuffle(_any(table, random))


def _from_joker(table: Table, position: Position, random: Random) -> None:
    """A joker from one meld to the end of another."""
    for meld in table:
        at = next((at for at, tile in enumerate(meld) if tile in JOKERS), None)
        if at is not None:
            _any(table, random).append(meld.pop(at))
            return


def too_low(position: Position, random: Random) -> Play | None:
    """An opening with one poor meld."""
    for number in range(1, 10):
        tiles = [f"{colour}{number}" for colour in COLOURS if position.rack[f"{colour}{number}"]][:3]
        if len(tiles) == 3 and readings(" ".join(tiles), position.book):
            return Play((*position.table, " ".join(tiles)), (" ".join(tiles),), "too low")
    return None
