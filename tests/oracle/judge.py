"""A brute-force judge for small cases, written from the rules and not from the product's judge.

Every tile is a physical thing with a number of its own. Where the edition restricts jokers, every way in which the
physical tiles can have reached their places is tried, and each is tested as the rules say it; one that passes is
enough. Only regular use: melds without statements, stated openings.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from tests.oracle.melds import COLOURS, Sense, senses
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position

RACK = -1


@dataclass(frozen=True)
class Verdict:
    """Whether the play is legal, and what of the simple tests fails: tiles taken from the table, tiles that are not on
    the rack, nothing laid, indices of illegal melds; then opening and jokers."""

    missing: frozenset[str]
    foreign: frozenset[str]
    idle: bool
    illegal: frozenset[int]
    opening: bool
    jokers: bool

    @property
    def legal(self) -> bool:
        sound = not (self.missing or self.foreign or self.idle or self.illegal)
        return sound and self.opening and self.jokers


def verdict(position: Position, play: Play, world: "type[World] | None" = None) -> Verdict:
    """Judge a play by brute force; `world` is how the tiles may lie, where it is not the usual one."""
    edition = position.edition
    before = Counter(tile for meld in position.table for tile in meld.tiles)
    after = Counter(tile for meld in play.table for tile in meld.tiles)
    rack = Counter(position.rack)
    missing = frozenset(tile for tile in before if after[tile] < before[tile])
    foreign = frozenset(tile for tile in after if after[tile] - before[tile] > rack[tile])
    idle = all(after[tile] <= before[tile] for tile in after)
    illegal = frozenset(index for index, meld in enumerate(play.table) if not senses(meld, edition))
    simple = not (missing or foreign or idle or illegal)
    opening = position.opened or _opens(position, play, after - before)
    jokers = True
    if simple and opening:
        jokers = _jokers(position, play, world or World)
    return Verdict(missing, foreign, idle, illegal, opening, jokers)


def value(meld: Meld, edition: Edition) -> int:
    """The meld's opening value: its best reading."""
    return max((sense.value for sense in senses(meld, edition)), default=0)


def _opens(position: Position, play: Play, laid: Counter[str]) -> bool:
    edition = position.edition
    waived = edition.opening.after_pool == "waived" and (position.pool == 0 or position.last_turn)

    def enough(melds: Sequence[Meld]) -> bool:
        if not melds or not all(senses(meld, edition) for meld in melds):
            return False
        worth = [value(meld, edition) for meld in melds]
        points = max(worth) if edition.opening.melds == "one" else sum(worth)
        if waived:
            return True
        if edition.opening.comparison == "more-than":
            return points > edition.opening.amount
        return points >= edition.opening.amount

    if edition.opening.table_use == "later-turn":
        new = list(play.table)
        for old in position.table:
            same = [meld for meld in new if _same(old, meld, edition)]
            if not same:
                return False
            new.remove(same[0])
        stated = list(new)
        for meld in play.opening:
            same = [other for other in stated if _same(meld, other, edition)]
            if not same:
                return False
            stated.remove(same[0])
        return enough(new)
    claimed = Counter(tile for meld in play.opening for tile in meld.tiles)
    for size in range(len(play.table) + 1):
        for melds in combinations(play.table, size):
            used = claimed + Counter(tile for meld in melds for tile in meld.tiles)
            if all(used[tile] <= laid[tile] for tile in used) and enough((*play.opening, *melds)):
                return True
    return False


def _same(one: Meld, other: Meld, edition: Edition) -> bool:
    """The same set, untouched: a group has no order. What can be read in two ways is what is worth more (TW16)."""
    if one.tiles == other.tiles:
        return True
    groups = [
        max(senses(meld, edition), key=lambda sense: (sense.value, sense.kind == "group"), default=None)
        for meld in (one, other)
    ]
    return sorted(one.tiles) == sorted(other.tiles) and all(best and best.kind == "group" for best in groups)


def _jokers(position: Position, play: Play, world: "type[World]") -> bool:
    rules = position.edition.jokers
    old_sets = [i for i, meld in enumerate(position.table) if any(tile in "JDCM" for tile in meld.tiles)]
    tests = (rules.sets == "frozen", rules.retrieval == "rack", rules.freed != "any-set")
    if not old_sets or not any((*tests, rules.group_needs == "both", rules.double_needs == "both")):
        return True
    readings = []
    for index in old_sets:
        found = senses(position.table[index], position.edition)
        best = max(sense.value for sense in found)
        readings.append([sense for sense in found if sense.value == best])
    # all colours an open joker may have are separate senses here: any of them may be claimed
    for sources in _ways(position, play):
        whole = world(position, play, sources)
        if whole.holds(old_sets, readings):
            return True
    return False


def _ways(position: Position, play: Play) -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
    """Every way the physical tiles can lie: new place -> (old meld, place in it) or (RACK, 0)."""
    old: dict[str, list[tuple[int, int]]] = {}
    for index, meld in enumerate(position.table):
        for at, tile in enumerate(meld.tiles):
            old.setdefault(tile, []).append((index, at))
    new: dict[str, list[tuple[int, int]]] = {}
    for index, meld in enumerate(play.table):
        for at, tile in enumerate(meld.tiles):
            new.setdefault(tile, []).append((index, at))
    kinds = sorted(new)
    choices = []
    for kind in kinds:
        places = new[kind]
        things = old.get(kind, []) + [(RACK, 0)] * (len(places) - len(old.get(kind, [])))
        choices.append(sorted(set(permutations(things))))
    for chosen in product(*choices):
        yield {
            place: source
            for kind, order in zip(kinds, chosen, strict=True)
            for place, source in zip(new[kind], order, strict=True)
        }


class World:
    """One way the physical tiles may lie after the play."""

    def __init__(self, position: Position, play: Play, sources: dict[tuple[int, int], tuple[int, int]]) -> None:
        self.position = position
        self.edition: Edition = position.edition
        self.rules = position.edition.jokers
        self.new = play.table
        self.sources = sources
        self.went = {source: place for place, source in sources.items() if source[0] != RACK}
        self.holding = [{sources[index, at] for at in range(len(meld.tiles))} for index, meld in enumerate(self.new)]

    def holds(self, old_sets: Sequence[int], readings: Sequence[Sequence[Sense]]) -> bool:
        """Whether every old set was treated well, with a tile of its own in the place of each replaced joker."""
        options = [
            {paid for sense in choices for paid in self.payments(index, sense)}
            for index, choices in zip(old_sets, readings, strict=True)
        ]
        return any(len(frozenset().union(*chosen)) == sum(map(len, chosen)) for chosen in product(*options))

    def payments(self, index: int, sense: Sense) -> Iterator[frozenset[tuple[int, int]]]:
        """The places that may pay for the jokers of a set that was treated well; nothing when it was not."""
        if self.rules.sets == "frozen":
            yield from self._frozen_well(index, sense)
        elif self._free_well(index, sense):
            yield frozenset()

    def _from_rack(self, place: tuple[int, int]) -> bool:
        return self.sources[place][0] == RACK

    def replaces(self, tile: str, joker: str, wanted: str) -> bool:
        """Whether a tile may replace a joker that stands for the `wanted` one."""
        return tile == wanted

    def _frozen_well(self, index: int, sense: Sense) -> Iterator[frozenset[tuple[int, int]]]:
        """Rules 4.8: some set holds all the numbered tiles in the same positions, and in a joker's place the joker with
        the same identity or what it stood for."""
        tiles = self.position.table[index].tiles
        homes = {self.went[index, at][0] for at, tile in enumerate(tiles) if tile not in "JDCM"}
        if len(homes) > 1:
            return
        for home in homes or range(len(self.new)):
            for now in senses(self.new[home], self.edition):
                if (now.kind, now.mirrored) == (sense.kind, sense.mirrored):
                    by_kind = self._run_lies_in if sense.kind == "run" else self._group_lies_in
                    for freed, paid in by_kind(index, sense, home, now):
                        own = {self.went[index, at] for at in range(len(tiles)) if at not in freed}
                        others = [s for p in paid for s in [self.sources[p]] if s[0] != RACK]
                        apart = not own & paid and (self.rules.retrieval == "rack" or not self._kept(others))
                        if apart and all(self._freed_well(index, at) for at in freed):
                            yield frozenset(paid)

    def _kept(self, sources: Sequence[tuple[int, int]]) -> bool:
        """Whether one of these tiles is a numbered tile of an old set with a joker, which keeps its place."""
        return any(any(tile in "JDCM" for tile in self.position.table[meld].tiles) for meld, _ in sources)

    def _run_lies_in(
        self, index: int, sense: Sense, home: int, now: Sense
    ) -> Iterator[tuple[list[int], set[tuple[int, int]]]]:
        tiles, laid = self.position.table[index].tiles, self.new[home].tiles
        there = [self._position(laid, now, other) for other in range(len(laid))]
        freed: list[int] = []
        paid: set[tuple[int, int]] = set()
        for at, tile in enumerate(tiles):
            place, before = self.went[index, at], self._position(tiles, sense, at)
            if place[0] == home and there[place[1]] == before:
                continue
            if tile not in "JDCM" or tile == "M":
                return
            filling = [o for o, (side, held) in enumerate(there) if side == before[0] and set(held) <= set(before[1])]
            wanted = sorted(f"{colour}{number}" for colour, number in sense.stands[at])
            numbers = sorted(number for other in filling for number in there[other][1])
            if any(laid[other] in "JDCM" for other in filling) or numbers != sorted(before[1]):
                return
            laid_there = sorted(laid[other] for other in filling)
            if tile != "C" and not (len(laid_there) == len(wanted) and self._all_replace(laid_there, tile, wanted)):
                return
            if self.rules.retrieval == "rack" and not all(self._from_rack((home, other)) for other in filling):
                return
            freed.append(at)
            paid |= {(home, other) for other in filling}
        yield freed, paid

    def _group_lies_in(
        self, index: int, sense: Sense, home: int, now: Sense
    ) -> Iterator[tuple[list[int], set[tuple[int, int]]]]:
        tiles, laid = self.position.table[index].tiles, self.new[home].tiles
        numbered = {tile for tile in tiles if tile not in "JDCM"}
        jokers = [at for at, tile in enumerate(tiles) if tile in "JDCM"]
        freed = [at for at in jokers if self.went[index, at][0] != home]
        if any(tiles[at] in "MC" for at in freed):
            return
        of_three = not sense.mirrored and len(tiles) == 3 and [tiles[at] for at in jokers] == ["J"]
        lacked = {f"{colour}{sense.stands[0][0][1]}" for colour in COLOURS} - numbered
        if self.rules.group_needs == "both" and of_three and freed and len(set(laid) & lacked) < 2:
            return
        wanted = [(tiles[at], f"{colour}{number}") for at in freed for colour, number in sense.stands[at]]
        spots = [
            [
                (home, other)
                for other, tile in enumerate(laid)
                if tile not in "JDCM" and self.replaces(tile, joker, want)
            ]
            for joker, want in wanted
        ]
        for chosen in product(*spots):
            allowed = self.rules.retrieval != "rack" or all(map(self._from_rack, chosen))
            if len(set(chosen)) == len(chosen) and allowed:
                yield freed, set(chosen)

    def _all_replace(self, laid: Sequence[str], joker: str, wanted: Sequence[str]) -> bool:
        return all(self.replaces(tile, joker, want) for tile, want in zip(laid, wanted, strict=True))

    @staticmethod
    def _position(tiles: tuple[str, ...], sense: Sense, at: int) -> tuple[int, tuple[int, ...]]:
        """Which side of a mirror (0 where none, 1 left, 2 centre, 3 right) and which numbers."""
        numbers = tuple(sorted(number for _, number in sense.stands[at]))
        if not sense.mirrored:
            return 0, numbers
        centre = tiles.index("M")
        if at == centre:
            return 2, ()
        return (1 if at < centre else 3), numbers

    def _free_well(self, index: int, sense: Sense) -> bool:
        tiles = self.position.table[index].tiles
        jokers = [at for at, tile in enumerate(tiles) if tile in "JDCM"]
        for at in jokers:
            home = self.went[index, at][0]
            companions = [o for o in self.holding[home] if o[0] == index and tiles[o[1]] not in "JDCM"]
            if not companions:
                if not self._freed_well(index, at):
                    return False
                if self.rules.retrieval == "rack" and not self._paid_for():
                    return False
        if sense.kind == "group" and not sense.mirrored and len(tiles) == 3:
            for at in jokers:
                one_joker = len(jokers) == 1 and tiles[at] == "J" and self.rules.group_needs == "both"
                double = tiles[at] == "D" and self.rules.double_needs == "both"
                if (one_joker or double) and self._freed_by_one(index, at):
                    return False
        return True

    def _freed_by_one(self, index: int, joker: int) -> bool:
        tiles = self.position.table[index].tiles
        homes = {self.went[index, at][0] for at in range(3) if at != joker}
        if len(homes) > 1:
            return False
        (home,) = homes
        if self.went[index, joker][0] == home:
            return False
        number = next(tile[1:] for tile in tiles if tile not in "JDCM")
        lacked = {f"{colour}{number}" for colour in "krby"} - set(tiles)
        return len(lacked & set(self.new[home].tiles)) < 2

    def _paid_for(self) -> bool:
        """Whether every freed joker of the table is paid with the tiles it stood for, laid from the rack."""
        laid = Counter(self.new[i].tiles[at] for (i, at) in self.sources if self._from_rack((i, at)))
        demands = []
        for index, meld in enumerate(self.position.table):
            for at, tile in enumerate(meld.tiles):
                if tile not in "JDCM":
                    continue
                home = self.went[index, at][0]
                if any(o[0] == index and meld.tiles[o[1]] not in "JDCM" for o in self.holding[home]):
                    continue
                if tile == "M":
                    return False
                found = senses(meld, self.edition)
                best = max(sense.value for sense in found)
                wanted = {
                    tuple(sorted(f"{c or colour}{n}" for c, n in sense.stands[at]))
                    for sense in found
                    if sense.value == best
                    for colour in "krby"
                }
                if tile == "J":
                    pays = [other for other in laid if other not in "JDCM"]
                    wanted = {(other,) for other in pays if any(self.replaces(other, tile, one) for (one,) in wanted)}
                demands.append(wanted)
        for chosen in product(*demands):
            need = Counter(tile for tiles in chosen for tile in tiles)
            if all(need[tile] <= laid[tile] for tile in need):
                return True
        return False

    def _freed_well(self, index: int, at: int) -> bool:
        place = self.went[index, at]
        home = place[0]
        if self.rules.freed == "rack-set":
            beside = [(home, other) for other in range(len(self.new[home].tiles)) if other != place[1]]
            return len(beside) >= 2 and all(map(self._from_rack, beside))
        if self.rules.freed == "new-set":
            for old, meld in enumerate(self.position.table):
                counted = list(range(len(meld.tiles)))
                if self.rules.sets == "frozen":
                    counted = [i for i in counted if meld.tiles[i] not in "JDCM"]
                if all((old, i) in self.holding[home] for i in counted):
                    return False
        return True
