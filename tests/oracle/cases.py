"""Random small cases: legal plays grown by moves a person might make, then often disturbed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from tests.bookkeeper.books.melds import readings
from tests.bookkeeper.books.notation import COLOURS
from tests.oracle.asked import book
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, relaid
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position, PositionError, position

Tiles = tuple[str, ...]


class Maker:
    """Makes one case. Tiles come from a window of numbers and colours, so that copies of one kind often meet."""

    def __init__(self, edition: Edition, random: Random) -> None:
        self.edition, self.book = edition, book(edition)
        self.random = random
        width = random.randint(3, 7)
        low = random.randint(1, 14 - width)
        self.past_one = edition.runs.past_last == "one"
        self.numbers = [*range(low, low + width), *([1, 1] if self.past_one and low + width == 14 else [])]
        self.colours = random.sample(COLOURS, random.randint(2, 4))
        self.box = dict.fromkeys((f"{c}{n}" for c in COLOURS for n in range(1, 14)), edition.tiles.copies)
        for kind in "JDCM":
            self.box[kind] = edition.tiles.jokers[kind]
        self.joker_rate = random.choice((0.2, 0.5, 0.8))

    def take(self, tiles: Tiles) -> bool:
        """Take the tiles out of the box; False, and nothing taken, when it lacks one."""
        if all(self.box[tile] >= tiles.count(tile) for tile in tiles):
            for tile in tiles:
                self.box[tile] -= 1
            return True
        return False

    def legal(self, tiles: Tiles) -> bool:
        """Whether they are a meld by the book, so that what the judge refuses wrongly comes up too."""
        return bool(readings(" ".join(tiles), self.book))

    def tile(self) -> str:
        if self.random.random() < 0.15:
            return self.random.choice([kind for kind in "JDCM" if self.edition.tiles.jokers[kind]])
        return f"{self.random.choice(self.colours)}{self.random.choice(self.numbers)}"

    def meld(self) -> Tiles | None:
        """A legal meld out of the box."""
        for _ in range(6):
            tiles = self._jokered(self._mirrored() if self._chance("M", 0.2) else self._plain())
            if self.legal(tiles) and self.take(tiles):
                return tiles
        return None

    def _chance(self, joker: str, rate: float) -> bool:
        return bool(self.edition.tiles.jokers[joker]) and self.random.random() < rate

    def _plain(self) -> Tiles:
        if self.random.random() < 0.5:
            number = self.random.choice(self.numbers)
            return tuple(f"{c}{number}" for c in self.random.sample(COLOURS, self.random.randint(3, 4)))
        colour, start = self.random.choice(self.colours), self.random.choice(self.numbers)
        places = range(start, min(15 if self.past_one else 14, start + self.random.randint(3, 6)))
        tiles = [f"{colour}{1 if place == 14 else place}" for place in places]
        if self._chance("C", 0.3) and len(tiles) > 2:
            border = self.random.choice((1, 1, 2))
            wide = border == 2 and len(tiles) > 3 and self.edition.jokers.two_colour_neighbours == "free"
            at = self.random.randrange(1, len(tiles) - 2) if wide else self.random.randrange(len(tiles))
            other = colour if wide else self.random.choice(COLOURS)
            tiles[at:] = ["C"] * border + [f"{other}{tile[1:]}" for tile in tiles[at + border :]]
        return tuple(tiles)

    def _mirrored(self) -> Tiles:
        half = list(self._plain()[: self.random.randint(1, 4)])
        other = half[::-1]
        if self.random.random() < 0.3:
            self.random.shuffle(other)
        if self.book.free_runs and self.random.random() < 0.5:
            colour = self.random.choice(COLOURS)
            other = [tile if tile in "JDCM" else f"{colour}{tile[1:]}" for tile in other]
        return (*self._jokered(tuple(half)), "M", *other)

    def _jokered(self, tiles: Tiles) -> Tiles:
        found = list(tiles)
        if self._chance("D", 0.3) and len(found) > 2:
            at = self.random.randrange(len(found) - 1)
            found[at : at + 2] = ["D"]
        for _ in range(2):
            if self.random.random() < self.joker_rate / 2:
                at = self.random.randrange(len(found))
                found[at] = "J" if self.random.random() < 0.8 else found[at]
        return tuple(found)

    def grow(self, table: list[Tiles]) -> list[Tiles]:
        """The table after one attempt at a change, which may fail and leave it as it is."""
        changed = self.random.choice(
            (self._add, self._add, self._lay, self._swap, self._swap, self._move, self._split, self._join, self._shift)
        )(list(table))
        if changed is None and self.random.random() < 0.02:
            changed = self._repartition(list(table))
        return table if changed is None else changed

    def _add(self, table: list[Tiles]) -> list[Tiles] | None:
        if not table:
            return None
        at, tile = self.random.randrange(len(table)), self.tile()
        longer = self._with(table[at], tile)
        if longer is None or not self.take((tile,)):
            return None
        table[at] = longer
        return table

    def _with(self, tiles: Tiles, tile: str) -> Tiles | None:
        places = list(range(len(tiles) + 1))
        self.random.shuffle(places)
        for at in places:
            longer = (*tiles[:at], tile, *tiles[at:])
            if self.legal(longer):
                return longer
        return None

    def _lay(self, table: list[Tiles]) -> list[Tiles] | None:
        meld = self.meld()
        return None if meld is None else [*table, meld]

    def _swap(self, table: list[Tiles]) -> list[Tiles] | None:
        """Take a joker for what it stands for, or half of that, from the box or the table, and use it elsewhere."""
        spots = [(i, at) for i, meld in enumerate(table) for at, tile in enumerate(meld) if tile in "JDC"]
        for index, at in self.random.choices(spots, k=4) if spots else ():
            box = dict(self.box)
            swapped = self._swapped(list(table), index, at)
            if swapped is not None:
                return swapped
            self.box = box
        return None

    def _swapped(self, table: list[Tiles], index: int, at: int) -> list[Tiles] | None:
        joker = table[index][at]
        choices: list[Tiles] = [()]
        for stands in sorted({held.stands[at] for held in readings(" ".join(table[index]), self.book)}):
            choices.append(tuple(f"{c or self.random.choice(COLOURS)}{n}" for c, n in stands))
        choices += [(tile,) for both in choices if len(both) > 1 for tile in both]
        tiles = self.random.choice(choices)
        rest = (*table[index][:at], *tiles, *table[index][at + 1 :])
        if not self.legal(rest):
            return None
        for tile in tiles:
            if not self._fetch(table, tile, index):
                return None
        table[index] = rest
        return self._place(table, joker)

    def _fetch(self, table: list[Tiles], tile: str, but: int) -> bool:
        """Get the tile from the box, or out of another meld of the table."""
        if self.random.random() < 0.7 and self.take((tile,)):
            return True
        for index, meld in enumerate(table):
            if index != but and tile in meld:
                at = meld.index(tile)
                rest = (*meld[:at], *meld[at + 1 :])
                if self.legal(rest):
                    table[index] = rest
                    return True
        return False

    def _place(self, table: list[Tiles], tile: str) -> list[Tiles] | None:
        """Put a loose tile into a meld, or into a new one with two tiles of the box or of the table."""
        if self.random.random() < 0.4:
            order = list(range(len(table)))
            self.random.shuffle(order)
            for index in order:
                longer = self._with(table[index], tile)
                if longer is not None:
                    table[index] = longer
                    return table
        for _ in range(8):
            beside = tuple(t for t in (self._plain() + self._plain())[: self.random.randint(2, 4)] if t not in "JDCM")
            meld = relaid_or_same((tile, *beside), self.edition)
            if meld is not None and self._fetch_all(table, beside):
                return [*table, meld]
        return None

    def _fetch_all(self, table: list[Tiles], tiles: Tiles) -> bool:
        copy, box = list(table), dict(self.box)
        if all(self._fetch(copy, tile, -1) for tile in tiles):
            table[:] = copy
            return True
        self.box = box
        return False

    def _move(self, table: list[Tiles]) -> list[Tiles] | None:
        if len(table) < 2:
            return None
        here, there = self.random.sample(range(len(table)), 2)
        at = self.random.choice((0, len(table[here]) - 1, self.random.randrange(len(table[here]))))
        tile, rest = table[here][at], (*table[here][:at], *table[here][at + 1 :])
        longer = self._with(table[there], tile)
        if longer is None or not (self.legal(rest) or self.random.random() < 0.03):
            return None
        table[here], table[there] = rest, longer
        return table

    def _split(self, table: list[Tiles]) -> list[Tiles] | None:
        long = [index for index, meld in enumerate(table) if len(meld) > 4]
        if not long:
            return None
        index = self.random.choice(long)
        at = self.random.randint(2, len(table[index]) - 2)
        parts = [table[index][:at], table[index][at:]]
        for which in (0, 1):
            if not self.legal(parts[which]):
                tile = self.random.choice(table[index])
                longer = self._with(parts[which], tile)
                if longer is None or not self.take((tile,)):
                    return None
                parts[which] = longer
        table[index : index + 1] = parts
        return table

    def _join(self, table: list[Tiles]) -> list[Tiles] | None:
        if len(table) < 2:
            return None
        here, there = self.random.sample(range(len(table)), 2)
        joined = table[here] + table[there]
        if not self.legal(joined):
            return None
        return [*(meld for index, meld in enumerate(table) if index not in (here, there)), joined]

    def _shift(self, table: list[Tiles]) -> list[Tiles] | None:
        """Move a joker within its meld, perhaps with a new tile."""
        spots = [(i, at) for i, meld in enumerate(table) for at, tile in enumerate(meld) if tile in "JDC"]
        if not spots:
            return None
        index, at = self.random.choice(spots)
        rest = (*table[index][:at], *table[index][at + 1 :])
        if self.random.random() < 0.6:
            tile = self.tile()
            longer = self._with(rest, tile) or rest
            if longer != rest and not self.take((tile,)):
                return None
            rest = longer
        moved = self._with(rest, table[index][at])
        if moved is None:
            return None
        table[index] = moved
        return table

    def _repartition(self, table: list[Tiles]) -> list[Tiles] | None:
        """Take some melds apart and make others of their tiles and one or two from the box."""
        self.random.shuffle(table)
        kept, loose = table[2:], [tile for meld in table[:2] for tile in meld]
        for _ in range(self.random.randint(1, 2)):
            tile = self.tile()
            if self.take((tile,)):
                loose.append(tile)
        if len(loose) > 8:
            return None
        self.random.shuffle(loose)
        melds = self._partition(tuple(loose))
        return None if melds is None else [*kept, *melds]

    def _partition(self, loose: Tiles) -> list[Tiles] | None:
        if not loose:
            return []
        for size in (2, 3):
            for others in combinations(range(1, len(loose)), size):
                meld = relaid_or_same((loose[0], *(loose[at] for at in others)), self.edition)
                if meld is not None:
                    rest = tuple(tile for at, tile in enumerate(loose) if at and at not in others)
                    melds = self._partition(rest)
                    if melds is not None:
                        return [meld, *melds]
        return None


def relaid_or_same(tiles: Tiles, edition: Edition) -> Tiles | None:
    """The tiles in a legal order, if there is one."""
    if readings(" ".join(tiles), book(edition)):
        return tiles
    order = relaid(Meld(tiles), edition)
    return None if order is None else order.tiles


Case = tuple[Position, Play]


def random_case(edition: Edition, random: Random) -> Case | None:
    """A position and a play in it; None when the dice gave no position."""
    cases = list(random_cases(edition, random))
    return random.choice(cases) if cases else None


def random_cases(edition: Edition, random: Random) -> Iterator[Case]:
    """Plays on one table, each grown from the one before; some are disturbed."""
    maker = Maker(edition, random)
    table = [meld for _ in range(random.randint(0, 4)) if (meld := maker.meld()) is not None]
    opened = random.random() < 0.7
    opening: list[Tiles] = []
    if not opened:
        opening = [meld for _ in range(random.randint(1, 3)) if (meld := maker.meld()) is not None]
    grown = [*table, *opening]
    yield from _case(maker, table, grown, opening, opened)
    if opened or edition.opening.table_use == "same-turn" or random.random() < 0.2:
        for _ in range(random.randint(5, 13)):
            before, grown = grown, maker.grow(grown)
            if grown != before and random.random() < 0.8:
                yield from _case(maker, table, grown, opening, opened)
    for _ in range(2):
        yield from _case(maker, table, grown, opening, opened)


def _case(maker: Maker, table: list[Tiles], grown: list[Tiles], opening: list[Tiles], opened: bool) -> Iterator[Case]:
    """The play as it is, or spoilt a little, with some more tiles on the rack; nothing where that is no position."""
    random, box = maker.random, dict(maker.box)
    before = Counter(tile for meld in table for tile in meld)
    rack = list((Counter(tile for meld in grown for tile in meld) - before).elements())
    if not rack and random.random() < 0.8:
        return
    if random.random() < 0.35:
        grown = _disturb(maker, grown, rack)
    for _ in range(random.randint(0, 3)):
        tile = maker.tile()
        if maker.take((tile,)):
            rack.append(tile)
    maker.box = box
    last_turn = random.random() < 0.1
    try:
        where = position(
            edition=maker.edition,
            table=[Meld(meld) for meld in table],
            rack=rack,
            opened=opened,
            pool=0 if last_turn or random.random() < 0.15 else 20,
            last_turn=last_turn,
        )
    except PositionError:
        return
    stated = _stated(opening, grown, random)
    yield where, Play(tuple(map(Meld, stated)), tuple(Meld(meld) for meld in grown if meld))


def _stated(opening: list[Tiles], grown: list[Tiles], random: Random) -> list[Tiles]:
    dice = random.random()
    if dice < 0.6:
        return opening
    if dice < 0.8:
        return []
    return (
        random.sample(opening, random.randint(0, len(opening)))
        if dice < 0.9
        else random.sample(grown, min(1, len(grown)))
    )


def _disturb(maker: Maker, table: list[Tiles], rack: list[str]) -> list[Tiles]:
    """Spoil the play a little, or the rack."""
    random = maker.random
    found = [list(meld) for meld in table]
    for _ in range(random.randint(1, 2)):
        dice = random.randrange(6)
        if dice == 0 and rack:
            rack.pop(random.randrange(len(rack)))
        elif found and (meld := random.choice(found)):
            at = random.randrange(len(meld))
            if dice == 1:
                meld.pop(at)
            elif dice == 2:
                meld[at] = maker.tile()
            elif dice == 3:
                random.shuffle(meld)
            elif dice == 4:
                other = random.choice(found)
                if other:
                    to = random.randrange(len(other))
                    meld[at], other[to] = other[to], meld[at]
            else:
                random.choice(found).insert(0, meld.pop(at))
    return [tuple(meld) for meld in found]
