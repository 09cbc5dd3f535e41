"""Where a run may be laid as parts: it is not asked for then, nor is what begins as it does."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from tilerummy.rules.judge.tallies import GUARDS, tally
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import NUMBER_OF, RANK_OF, Tile, is_joker
from tilerummy.solver.every_meld import Cut
from tilerummy.solver.frozen.bonds import Bonds

Tiles = tuple[Tile, ...]


def cut_of(position: Position, bonds: Bonds) -> Cut:
    """Whether a run laid as parts is legal where the whole is: by what the edition asks of the jokers in it."""
    rules = position.edition.jokers
    if rules.frozen or (rules.retrieval, rules.freed) == ("rack-or-table", "any-set"):
        return lambda parts, *, grows: True
    if (rules.retrieval, rules.freed) == ("rack-or-table", "new-set"):
        return _IntoNewSets(position, bonds)
    return lambda parts, *, grows: next(bonds.losing(parts, grows=grows), None) is None


class _IntoNewSets:
    """The cut where a joker may leave its old meld for any other but an old one with tiles added."""

    def __init__(self, position: Position, bonds: Bonds) -> None:
        self.bonds = bonds
        self.wholes = [tally(meld.tiles) for meld in position.table]
        past = position.edition.runs.past_last is not None
        places = {tile: 14 if past and number == 1 else number for tile, number in NUMBER_OF.items()}
        self.up_to = [_bits(tile for tile in places if places[tile] <= place) for place in range(15)]
        self.olds = {count: [_bits(m.tiles) for m in position.table if _alike(m.tiles) < count] for count in (2, 3)}
        self.extended, self.extent = cache(self._extended), cache(_extent)

    def __call__(self, parts: Sequence[Tiles], *, grows: bool) -> bool:
        for at in self.bonds.losing(parts, grows=grows):
            if self._may_come(parts) if grows and at == len(parts) - 1 else self.extended(parts[at]):
                return False
        return True

    def _extended(self, part: Tiles) -> bool:
        """Whether it is an old meld with a joker added, or perhaps more."""
        most = GUARDS + tally(part)
        return any(map(is_joker, part)) and any((most - whole) & GUARDS == GUARDS for whole in self.wholes)

    def _may_come(self, parts: Sequence[Tiles]) -> bool:
        """Whether an old meld can lie in the last part with what comes to it: of each number one tile, or one on each
        side of a mirror joker, and none that was passed over."""
        last, reached = self.extent(parts[-1])
        before = max([self.extent(part)[1] for part in parts[:-1]])
        gone = self.up_to[before] | self.up_to[max(before, reached)] & ~last
        return not all(old & gone for old in self.olds[len(parts)])


def _bits(tiles: Iterable[Tile]) -> int:
    """A bit for each kind of numbered tile."""
    bits = 0
    for tile in tiles:
        bits |= 0 if is_joker(tile) else 1 << RANK_OF[tile]
    return bits


def _extent(part: Tiles) -> tuple[int, int]:
    """The bits of its tiles, and the highest number."""
    return _bits(part), max([NUMBER_OF[tile] for tile in part if not is_joker(tile)], default=0)


def _alike(tiles: Tiles) -> int:
    """How many numbered tiles have the same number, at most."""
    return max(Counter(NUMBER_OF[tile] for tile in tiles if not is_joker(tile)).values(), default=0)
