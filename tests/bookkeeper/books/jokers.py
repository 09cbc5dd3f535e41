"""What a book lets people do with the jokers that lay on the table.

Copies of a tile look alike, so a play is right if there is one way to say which tile went where that obeys every rule
at once. Only the tiles of melds with a joker have to be followed, and those of a meld that may come back whole around
a freed joker. All others are counted: as many copies as were played come from the rack.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from tests.bookkeeper.books.book import Book
from tests.bookkeeper.books.melds import Reading, Stand, best, readings
from tests.bookkeeper.books.notation import COLOUR, COLOURS, JOKERS, NUMBER, Tiles, laid, tiles_of

Place = tuple[int, int]
"""Where a tile lies in the new table: which meld, and where in it."""
Table = Sequence[tuple[str, ...]]
"""The tiles of melds as laid."""


class Replacing(NamedTuple):
    """Tiles that replace jokers, and those that have to lie there besides, from wherever there was no joker."""

    tiles: tuple[str, ...]
    besides: tuple[str, ...] = ()


class Way(NamedTuple):
    """Where the tiles of an old meld went, None where nothing depends on it. `freed`: those of its jokers that came
    free. `paid`: the places of what replaced them. `owed`: what did so and lies anywhere, in each of the ways."""

    went: tuple[Place | None, ...]
    freed: tuple[int, ...] = ()
    paid: frozenset[Place] = frozenset()
    owed: tuple[frozenset[Replacing], ...] = ()


def bound(book: Book) -> bool:
    """Whether the book has any rule about jokers on the table."""
    return book.frozen or book.rack_only or book.freed != "any" or book.both_colours or book.both_tiles


def right(old: Sequence[str], new: Sequence[str], played: Tiles, book: Book) -> bool:
    """Whether the jokers of the old table are where the book lets them be. Both tables are legal melds."""
    with_joker = [meld for meld in old if not JOKERS.isdisjoint(laid(meld).tiles)]
    if not with_joker or not bound(book):
        return True
    before, after = [laid(meld).tiles for meld in with_joker], [laid(meld).tiles for meld in new]
    ways = _frozen if book.frozen else _free
    options = [list(ways(meld, new, after, book)) for meld in with_joker]
    loose = tiles_of(new) - tiles_of(with_joker)
    if book.freed == "new":
        homes = [Counter(meld) for meld in after if not JOKERS.isdisjoint(meld)]
        for tiles in (laid(meld).tiles for meld in old if meld not in with_joker):
            if any(Counter(tiles) <= home for home in homes):
                before.append(tiles)
                options.append([Way(went) for went in _placed(tiles, after)])
    return any(
        _agree(chosen, before, after, played, book) and _paid(chosen, after, played if book.rack_only else loose, loose)
        for chosen in _apart(options)
    )


def _apart(options: Sequence[Sequence[Way]]) -> Iterator[tuple[Way, ...]]:
    """Every choice of one way for each meld, no two with the same place."""
    if not options:
        yield ()
        return
    for others in _apart(options[1:]):
        taken = {place for other in others for place in other.went if place}
        for way in options[0]:
            if taken.isdisjoint(way.went):
                yield (way, *others)


def _agree(chosen: Sequence[Way], before: Table, after: Table, played: Tiles, book: Book) -> bool:
    """Whether the ways obey, together, the rules about where replacements come from and where freed jokers go."""
    paid = [place for way in chosen for place in way.paid]
    kept = {
        place
        for way, tiles in zip(chosen, before, strict=True)
        for tile, place in zip(tiles, way.went, strict=True)
        if place and tile in NUMBER and not JOKERS.isdisjoint(tiles)
    }
    if len(set(paid)) < len(paid) or not kept.isdisjoint(paid):
        return False
    rack = set(paid) if book.rack_only else set()
    whole = [_followed(way, tiles, book) for way, tiles in zip(chosen, before, strict=True)]
    for home, at in (place for way in chosen for joker in way.freed if (place := way.went[joker])):
        beside = {(home, other) for other in range(len(after[home])) if other != at}
        if book.freed == "rack":
            if len(beside) < 2:
                return False
            rack |= beside
        if book.freed == "new" and any(all(place and place[0] == home for place in places) for places in whole):
            return False
    followed = {place for way in chosen for place in way.went}
    return followed.isdisjoint(rack) and Counter(after[home][at] for home, at in rack) <= played


def _paid(chosen: Sequence[Way], after: Table, able: Tiles, loose: Tiles) -> bool:
    """Whether every joker that came free was replaced by a tile of its own, of those that are able to."""
    paid = Counter(after[home][at] for way in chosen for home, at in way.paid)
    owed = [ways for way in chosen for ways in way.owed]
    for some in product(*owed):
        replacing = paid + Counter(tile for one in some for tile in one.tiles)
        if replacing <= able and replacing + Counter(tile for one in some for tile in one.besides) <= loose:
            return True
    return False


def _followed(way: Way, tiles: Sequence[str], book: Book) -> list[Place | None]:
    """The places that a meld fills where it lies whole; a frozen one is whole without its jokers too."""
    return [place for tile, place in zip(tiles, way.went, strict=True) if tile in NUMBER or not book.frozen]


def _placed(tiles: Sequence[str], after: Table) -> Iterator[tuple[Place, ...]]:
    """Every way in which these tiles may lie on the new table."""
    there: dict[str, list[Place]] = {}
    for home, meld in enumerate(after):
        for at, tile in enumerate(meld):
            there.setdefault(tile, []).append((home, at))
    kinds = sorted(set(tiles))
    for chosen in product(*(permutations(there[kind], tiles.count(kind)) for kind in kinds)):
        rest = {kind: iter(places) for kind, places in zip(kinds, chosen, strict=True)}
        yield tuple(next(rest[tile]) for tile in tiles)


# --- free melds -----------------------------------------------------------------------------------------------------


def _free(meld: str, new: Sequence[str], after: Table, book: Book) -> Iterator[Way]:
    """A joker comes free where none of its meld's numbered tiles lies beside it any more."""
    tiles = laid(meld).tiles
    held = best(meld, book)
    jokers = [at for at, tile in enumerate(tiles) if tile in JOKERS]
    of_three = len(tiles) == 3 and held[0].kind == "group" and not held[0].mirrored
    for went in _placed(tiles, after):
        beside = {place[0] for tile, place in zip(tiles, went, strict=True) if tile in NUMBER}
        freed = tuple(at for at in jokers if went[at][0] not in beside)
        if of_three and any(_too_few(tiles, at, went, after, book) for at in jokers):
            continue
        if not book.rack_only:
            yield Way(went, freed)
        for kind in sorted({one.kind for one in held}) if book.rack_only else ():
            stands = [one.stands for one in held if one.kind == kind]
            owed = ({by for each in stands for by in _replacing(tiles[at], each[at], book)} for at in freed)
            yield Way(went, freed, owed=tuple(frozenset(map(Replacing, each)) for each in owed))


def _replacing(joker: str, stand: Stand, book: Book) -> frozenset[tuple[str, ...]]:
    """The tiles that replace a joker: what it stands for, in any colour where it has none; nothing a mirror joker."""
    if joker == "M":
        return frozenset()
    if joker == "J" and book.either:
        ((colour, number),) = stand
        return frozenset((tile,) for tile in NUMBER if NUMBER[tile] == number or COLOUR[tile] == colour)
    alike = [[f"{each}{number}" for each in colour or COLOURS] for colour, number in stand]
    return frozenset(product(*alike))


def _too_few(tiles: Sequence[str], joker: int, went: Sequence[Place], after: Table, book: Book) -> bool:
    """Whether the book wants two tiles for this joker of a group of three, and the other two lie together without."""
    alone = sum(tile in JOKERS for tile in tiles) == 1
    both = book.both_tiles if tiles[joker] == "D" else book.both_colours and alone
    homes = {place[0] for at, place in enumerate(went) if at != joker}
    if not both or len(homes) > 1 or went[joker][0] in homes:
        return False
    return len(_lacking(tiles) & {*after[homes.pop()]}) < 2


def _lacking(tiles: Sequence[str]) -> set[str]:
    """The tiles that a group does not show."""
    number = next(NUMBER[tile] for tile in tiles if tile in NUMBER)
    return {f"{colour}{number}" for colour in COLOURS} - {*tiles}


# --- frozen melds ---------------------------------------------------------------------------------------------------


def _frozen(meld: str, new: Sequence[str], after: Table, book: Book) -> Iterator[Way]:
    """The meld lies within a new one of its kind: each numbered tile in its place, in a joker's place the joker or what
    it stood for."""
    seen = set[Way]()
    for home, other in enumerate(new):
        for held in best(meld, book):
            for now in readings(other, book):
                if (now.kind, now.mirrored) == (held.kind, held.mirrored):
                    within = _in_run if held.kind == "run" else _in_group
                    seen.update(within(laid(meld).tiles, held, home, now, after, book))
    yield from seen
    if book.until_replaced:
        yield from _replaced(meld, after, book)


def _replaced(meld: str, after: Table, book: Book) -> Iterator[Way]:
    """Tiles that replaced all jokers made it an ordinary meld, whose tiles lie anywhere."""
    tiles, owed = laid(meld).tiles, frozenset(replacing(meld, book))
    jokers = tuple(at for at, tile in enumerate(tiles) if tile in JOKERS)
    followed = range(len(tiles)) if book.freed == "new" else jokers
    for went in _placed([tiles[at] for at in followed], after) if owed else ():
        places = dict(zip(followed, went, strict=True))
        yield Way(tuple(places.get(at) for at in range(len(tiles))), jokers, owed=(owed,))


def replacing(meld: str, book: Book) -> set[Replacing]:
    """The tiles, in every way, that replace all jokers of a meld and make it whole."""
    tiles = laid(meld).tiles
    jokers = [at for at, tile in enumerate(tiles) if tile in JOKERS]
    found = set[Replacing]()
    for held in best(meld, book):
        for some in product(*(_replacing(tiles[at], held.stands[at], book) for at in jokers)):
            by = dict(zip(jokers, some, strict=True))
            whole = [tile for at, own in enumerate(tiles) for tile in by.get(at, (own,))]
            if any(now.kind == held.kind for now in readings(" ".join(whole), book)):
                missing = _lacking(tiles).difference(whole) if _of_three(tiles, book) else ()
                found.add(Replacing(tuple(sorted(tile for each in some for tile in each)), tuple(missing)))
    return found


def _in_run(tiles: Sequence[str], held: Reading, home: int, now: Reading, after: Table, book: Book) -> Iterator[Way]:
    old, new = _spots(tiles, held), _spots(after[home], now)
    kept: dict[int, Place] = {}
    paid = set[Place]()
    for at, (tile, (side, numbers)) in enumerate(zip(tiles, old, strict=True)):
        filling = [place for place, spot in enumerate(new) if spot[0] == side and spot[1] <= numbers]
        if any(after[home][place] == tile for place in filling) and len(filling) == 1 and new[filling[0]][1] == numbers:
            kept[at] = home, filling[0]
        elif tile in NUMBER or _tiles_at(home, filling, after) not in {
            tuple(sorted(by)) for by in _replacing(tile, held.stands[at], book)
        }:
            return
        else:
            paid |= {(home, place) for place in filling}
    yield from _with_freed(tiles, kept, frozenset(paid), after)


def _tiles_at(home: int, places: Sequence[int], after: Table) -> tuple[str, ...]:
    return tuple(sorted(after[home][place] for place in places))


def _spots(tiles: Sequence[str], reading: Reading) -> list[tuple[int, frozenset[int]]]:
    """The side of a mirror joker on which each tile of a run lies, and its numbers there."""
    centre = tiles.index("M") if reading.mirrored else 0
    return [
        (
            (at > centre) - (at < centre) if reading.mirrored else 0,
            frozenset(number for _, number in stand),
        )
        for at, stand in enumerate(reading.stands)
    ]


def _in_group(tiles: Sequence[str], held: Reading, home: int, now: Reading, after: Table, book: Book) -> Iterator[Way]:
    there = after[home]
    numbered = [at for at, tile in enumerate(tiles) if tile in NUMBER]
    jokers = [at for at, tile in enumerate(tiles) if tile in JOKERS]
    if not Counter(tiles[at] for at in numbered) <= Counter(there):
        return
    for count in range(len(jokers) + 1):
        for staying in combinations(jokers, count):
            freed = [at for at in jokers if at not in staying]
            kept = _first(tiles, [*numbered, *staying], home, there)
            if kept is None or (freed and _of_three(tiles, book) and len(_lacking(tiles) & {*there}) < 2):
                continue
            free = [place for place in range(len(there)) if (home, place) not in kept.values()]
            for some in product(*(_replacing(tiles[at], held.stands[at], book) for at in freed)):
                wanted = [tile for each in some for tile in each]
                # a meld like any other from now on: the second missing tile does not come from one that still waits
                of_both = book.until_replaced and freed and _of_three(tiles, book)
                besides = tuple(_lacking(tiles).intersection(there).difference(wanted))[:1] if of_both else ()
                owed = (frozenset({Replacing((), besides)}),) if besides else ()
                for paid in permutations(free, len(wanted)):
                    if [there[place] for place in paid] == wanted:
                        yield from _with_freed(tiles, kept, frozenset((home, place) for place in paid), after, owed)


def _of_three(tiles: Sequence[str], book: Book) -> bool:
    """Whether the book wants both missing colours for the joker of this group of three."""
    numbers = {NUMBER[tile] for tile in tiles if tile in NUMBER}
    of_three = len(tiles) == 3 and [tile for tile in tiles if tile in JOKERS] == ["J"] and len(numbers) == 1
    return book.both_colours and of_three


def _first(tiles: Sequence[str], which: Sequence[int], home: int, there: Sequence[str]) -> dict[int, Place] | None:
    """Places for these tiles in a group, whose order means nothing; None where it lacks one."""
    found: dict[int, Place] = {}
    for at in which:
        place = next(
            (place for place, tile in enumerate(there) if tile == tiles[at] and (home, place) not in found.values()),
            None,
        )
        if place is None:
            return None
        found[at] = home, place
    return found


def _with_freed(
    tiles: Sequence[str],
    kept: Mapping[int, Place],
    paid: frozenset[Place],
    after: Table,
    owed: tuple[frozenset[Replacing], ...] = (),
) -> Iterator[Way]:
    """The tiles that stayed, and the freed jokers wherever there is one of their kind."""
    freed = [at for at in range(len(tiles)) if at not in kept]
    for went in _placed([tiles[at] for at in freed], after):
        if {*kept.values()}.isdisjoint(went):
            places = {**kept, **dict(zip(freed, went, strict=True))}
            yield Way(tuple(places[at] for at in range(len(tiles))), tuple(freed), paid, owed)
