"""Positions: what the judge must know about one mover's turn, and the one door through which they are made."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from tilerummy.rules.drawn import Drawn
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.judge.tallies import GUARDS, ONE, tally, tally_of_legal
from tilerummy.rules.melds.readings import Meld, meld_violations
from tilerummy.rules.notation import Layout, format_position, parse_position
from tilerummy.rules.tiles import JOKERS, NUMBERED, RANK_OF, Tile, in_order, is_joker
from tilerummy.rules.violations import Param, Violation


class Position(Drawn, msgspec.Struct, frozen=True):
    """One mover's turn, in an `edition`, at a `table` of melds. What comes from outside becomes one by `position`; a
    state or a view, whose tiles were judged when they were laid, by `position_of` and `position_in`.

    `rack` is in canonical order; `opened`: the mover has made their opening in an earlier turn; `pool`: tiles left to
    draw; `last_turn`: the mover's last turn in a one-turn-each edition.

    Positions are equal where the same lies there, in whatever order the melds are.
    """

    edition: Edition
    table: tuple[Meld, ...]
    rack: tuple[Tile, ...]
    opened: bool
    pool: int
    last_turn: bool

    @staticmethod
    def parse(line: str, edition: Edition) -> "Position":
        """The position that a line of notation says; see `from_layout`. Raises NotationError and PositionError."""
        if not isinstance(edition, Edition):
            raise TypeError(f"an edition is what load_edition gives, not {edition!r}")
        return from_layout(parse_position(line), edition)

    def __str__(self) -> str:
        """The position as a line of notation, which says all but its edition."""
        return format_position(layout_of(self))

    def __repr__(self) -> str:
        return f"<Position, {self.edition.id}: {self}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        same_table = self.table == other.table or Counter(self.table) == Counter(other.table)
        return same_table and _beside(self) == _beside(other)

    def __hash__(self) -> int:
        return hash((frozenset(self.table), *_beside(self)))


def _beside(position: Position) -> tuple[object, ...]:
    """All of a position but its table."""
    return position.rack, position.opened, position.pool, position.last_turn, position.edition


class PositionError(ValueError):
    """What was given is no position of its edition; `faults` says everything that is wrong with it."""

    def __init__(self, faults: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults


def position(
    *,
    edition: Edition,
    table: Iterable[Meld],
    rack: Iterable[Tile],
    opened: bool,
    pool: int,
    last_turn: bool = False,
) -> Position:
    """The position, its rack sorted. Raises PositionError with all faults: unknown tiles, more copies of a tile than
    the edition's box holds, a meld on the table that the edition does not allow, a pool that the box cannot fill."""
    melds, held = tuple(table), tuple(rack)
    faults = [] if _possible(edition, melds, held) else _faults(edition, melds, held)
    if not 0 <= pool <= edition.tiles.total:
        faults.append(
            _fault(edition, "pool-out-of-range", "tiles.copies", params={"pool": pool, "most": edition.tiles.total})
        )
    if faults:
        raise PositionError(tuple(faults))
    return Position(edition, melds, in_order(held), opened, pool, last_turn)


def from_layout(layout: Layout, edition: Edition) -> Position:
    """The position that a line of notation says; a pool it does not name holds all tiles that are not in sight. Raises
    PositionError."""
    pool = tiles_left(edition, layout.table, layout.rack) if layout.pool is None else layout.pool
    return position(
        edition=edition,
        table=layout.table,
        rack=layout.rack,
        opened=layout.opened,
        pool=pool,
        last_turn=layout.last_turn,
    )


def layout_of(position: Position) -> Layout:
    """What a line of notation says about the position: all but its edition."""
    return Layout(position.table, position.rack, position.opened, position.pool, position.last_turn)


def tiles_left(edition: Edition, table: Iterable[Meld], rack: Iterable[Tile]) -> int:
    """How many tiles of the edition's box are neither on the table nor on the rack; 0 where these are too many."""
    return max(0, edition.tiles.total - sum([len(meld.tiles) for meld in table]) - len(tuple(rack)))


def _possible(edition: Edition, table: tuple[Meld, ...], rack: tuple[Tile, ...]) -> bool:
    """Whether these are legal melds and tiles that the edition's box can hold."""
    try:
        tallies = [*map(tally_of_legal(edition), table)]
        return all(tallies) and (_box(edition) - sum(tallies) - tally(rack)) & GUARDS == GUARDS
    except KeyError:  # what is no tile has no tally
        return False


def _faults(edition: Edition, table: tuple[Meld, ...], rack: tuple[Tile, ...]) -> list[Violation]:
    unknown = [*_unknown(table, rack)]
    return unknown or [*_too_many(edition, table, rack), *_illegal(edition, table)]


def _unknown(table: tuple[Meld, ...], rack: tuple[Tile, ...]) -> Iterable[Violation]:
    for index, meld in enumerate(table):
        for tile in meld.tiles:
            if tile not in RANK_OF:
                yield Violation(code="unknown-tile", meld=index, tile=tile)
    for tile in rack:
        if tile not in RANK_OF:
            yield Violation(code="unknown-tile", tile=tile)


def _too_many(edition: Edition, table: tuple[Meld, ...], rack: tuple[Tile, ...]) -> Iterable[Violation]:
    seen = tiles_on(table) + Counter(rack)
    for tile in in_order(seen):
        most = edition.tiles.jokers[tile] if is_joker(tile) else edition.tiles.copies
        if seen[tile] > most:
            point = "tiles.jokers" if is_joker(tile) else "tiles.copies"
            yield _fault(edition, "too-many-copies", point, tile=tile, params={"count": seen[tile], "most": most})


@lru_cache(maxsize=64)
def _box(edition: Edition) -> int:
    """How many of each tile the edition's box holds, and the guards."""
    jokers = sum([ONE[joker] * edition.tiles.jokers[joker] for joker in JOKERS])
    return GUARDS + jokers + edition.tiles.copies * tally(NUMBERED)


def _illegal(edition: Edition, table: tuple[Meld, ...]) -> Iterable[Violation]:
    for index, meld in enumerate(table):
        for violation in meld_violations(meld, edition):
            yield msgspec.structs.replace(violation, meld=index)


def _fault(
    edition: Edition, code: str, point: str, tile: Tile | None = None, params: dict[str, Param] | None = None
) -> Violation:
    return Violation(code=code, tile=tile, ref=edition.ref(point), params=params, point=point)
