"""A simple player: lays what it sees, adds to melds, takes tiles that can be spared, splits runs, swaps jokers.

It knows no rule but the book's: whatever it makes is judged by `law` before it is sent.
"""

from collections.abc import Iterator
from random import Random

from tests.bookkeeper.books.law import Play, Position, wrong
from tests.bookkeeper.books.melds import best, readings, value
from tests.bookkeeper.books.notation import COLOUR, JOKERS, NUMBER, Tiles, laid, tiles_of
from tests.bookkeeper.players.combos import melds_from, pick


def find(position: Position, random: Random) -> Play | None:
    """A legal play, None where this player sees none."""
    play = _opening(position, random) if not position.opened else _later(position, random)
    return play if play is not None and not wrong(position, play) else None


def _opening(position: Position, random: Random) -> Play | None:
    """Enough melds of the rack; where the book allows it, sometimes the table is used at once."""
    chosen = pick(melds_from(position.rack, position.book), position.rack, position.book, random)
    if not chosen or sum(value(meld, position.book) for meld in chosen) < position.needed:
        return None
    if random.random() < 0.5:
        chosen = _least(chosen, position)
    play = Play((*position.table, *chosen), tuple(chosen), "opening")
    if position.book.same_turn and random.random() < 0.5:
        after = _laid(position, play)
        more = _later(after, random)
        play = Play(more.table, tuple(chosen), "opening and more") if more else play
    return play


def _least(chosen: list[str], position: Position) -> list[str]:
    """The first of the melds that open, and no more."""
    some: list[str] = []
    for meld in chosen:
        some.append(meld)
        if sum(value(one, position.book) for one in some) >= position.needed:
            break
    return some


def _laid(position: Position, play: Play) -> Position:
    rack = position.rack - (tiles_of(play.table) - tiles_of(position.table))
    return Position(position.book, play.table, rack, True, position.pool, position.last)


def _later(position: Position, random: Random) -> Play | None:
    """Several small plays, one after another."""
    now, steps = position, list[str]()
    for kind in random.sample((_swap, _take, _split), 3):
        if random.random() < 0.6:
            now, steps = _then(now, kind(now, random), steps)
    now, steps = _then(now, _own(now, random), steps)
    for _ in range(4):
        table = _add(now, random)
        if table is None:
            break
        now, steps = _then(now, table, steps)
    return Play(now.table, (), " ".join(steps)) if steps else None


def _then(position: Position, table: Play | None, steps: list[str]) -> tuple[Position, list[str]]:
    """The position after a small play that is legal by itself."""
    if table is None or wrong(position, table):
        return position, steps
    return _laid(position, table), [*steps, table.about]


def _own(position: Position, random: Random) -> Play | None:
    """Melds of the rack alone."""
    chosen = pick(melds_from(position.rack, position.book), position.rack, position.book, random)
    return Play((*position.table, *chosen), (), "own") if chosen else None


def _add(position: Position, random: Random) -> Play | None:
    """One rack tile more in a meld, or a pair of them at the ends of a mirrored one."""
    tiles = [tile for tile in position.rack if position.rack[tile]]
    random.shuffle(tiles)
    for tile in tiles:
        for at, meld in enumerate(position.table):
            if _near(tile, meld):
                for grown in _grown(meld, tile, position.rack):
                    if readings(grown, position.book):
                        return _replaced(position, at, [grown], "add")
    return None


def _near(tile: str, meld: str) -> bool:
    """Whether it is worth trying."""
    if tile in JOKERS:
        return tile != "M"
    number = NUMBER[tile]
    tiles = laid(meld).tiles
    return any(
        other in JOKERS
        or NUMBER[other] == number
        or (COLOUR[other] == COLOUR[tile] and abs(NUMBER[other] - number) == 1)
        for other in tiles
    )


def _grown(meld: str, tile: str, rack: Tiles) -> Iterator[str]:
    if "M" not in laid(meld).tiles:
        yield f"{meld} {tile}"
        yield f"{tile} {meld}" if ":" not in meld else meld.replace(": ", f": {tile} ")
    elif rack[tile] >= 2 and ":" not in meld:
        yield f"{tile} {meld} {tile}"


def _take(position: Position, random: Random) -> Play | None:
    """A tile that its meld can spare, in a meld with two or more of the rack."""
    order = list(range(len(position.table)))
    random.shuffle(order)
    for at in order:
        for tile, rest in _spared(position.table[at], position):
            made = [meld for meld in melds_from(_around(tile, position.rack), position.book) if tile in meld.split()]
            if made:
                return _replaced(position, at, [*rest, random.choice(made)], "take")
    return None


def _spared(meld: str, position: Position) -> Iterator[tuple[str, list[str]]]:
    """Tiles that can go, with what is left of the meld."""
    tiles = laid(meld).tiles
    if "M" in tiles or (position.book.frozen and "J" in tiles):
        return
    for at, tile in enumerate(tiles):
        before, after = tiles[:at], tiles[at + 1 :]
        for parts in ([before + after], [before, after]):
            left = [" ".join(part) for part in parts]
            if tile in NUMBER and min(map(len, parts)) > 2 and all(readings(part, position.book) for part in left):
                yield tile, left


def _around(tile: str, rack: Tiles) -> Tiles:
    """The rack tiles that can lie in a meld with this one, and it; jokers stay where they are."""
    near = Tiles({tile: 1})
    for other, count in rack.items():
        if other in NUMBER and count > 0:
            same_run = COLOUR[other] == COLOUR[tile] and 0 < abs(NUMBER[other] - NUMBER[tile]) <= 4
            if same_run or (NUMBER[other] == NUMBER[tile] and other != tile):
                near[other] = 1
    return near


def _split(position: Position, random: Random) -> Play | None:
    """A long run in two, with a rack tile that both halves need."""
    for at, meld in enumerate(position.table):
        tiles = laid(meld).tiles
        if len(tiles) < 5 or (position.book.frozen and "J" in tiles):
            continue
        for cut in range(2, len(tiles) - 2):
            again = tiles[cut]
            halves = [" ".join(tiles[: cut + 1]), " ".join(tiles[cut:])]
            if position.rack[again] and again in NUMBER and all(readings(half, position.book) for half in halves):
                return _replaced(position, at, halves, "split")
    return None


def _swap(position: Position, random: Random) -> Play | None:
    """The tile that a regular joker stands for, and the joker in a meld with rack tiles, or at another one."""
    for at, meld in enumerate(position.table):
        words = list(laid(meld).tiles)
        for place in (place for place, tile in enumerate(words) if tile == "J"):
            for tile in sorted(
                {f"{colour}{number}" for held in best(meld, position.book) for colour, number in held.stands[place]}
            ):
                if position.rack[tile]:
                    words[place] = tile
                    return _freed(position, at, " ".join(words), tile, random)
    return None


def _freed(position: Position, at: int, meld: str, tile: str, random: Random) -> Play | None:
    swapped = _replaced(position, at, [meld], "swap")
    rack = position.rack - Tiles([tile])
    made = [one for one in melds_from(rack + Tiles("J"), position.book) if "J" in one.split()]
    if made:
        return Play((*swapped.table, random.choice(made)), (), "swap")
    for other, there in enumerate(swapped.table):
        for grown in (f"{there} J", f"J {there}"):
            if ":" not in there and "M" not in there and readings(grown, position.book):
                return Play((*swapped.table[:other], grown, *swapped.table[other + 1 :]), (), "swap and add")
    return None


def _replaced(position: Position, at: int, melds: list[str], about: str) -> Play:
    return Play((*position.table[:at], *melds, *position.table[at + 1 :]), (), about)
