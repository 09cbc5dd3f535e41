"""The books speak of steps, the judge of the table at the end: on small tables a play is legal exactly where there is
an order of single steps of which the book allows each: `python -m tests.oracle.orders suomi -n 200`.

A turn works on the melds that lie closed for the jokers in them, on what else is in the hand of the mover, who may lay
it in any meld, and on the rack. A step puts a tile in the place of a joker, which is in the hand then; lengthens a
closed meld; joins two; or takes up a meld that nothing closes any more.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from tests.oracle.special_cases import freed_position, frozen_position
from tests.oracle.sweep import edition_of, line_of
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.solver.every_meld import melds_of

Tiles = tuple[Tile, ...]
MOST_TILES: Final = 12
"""On table and rack."""


class State(NamedTuple):
    """Closed melds, each with the tiles of the rack that were put in it; the hand, tiles of the table, tiles laid from
    the rack before and jokers set free apart; and the rack."""

    closed: tuple[tuple[Tiles, Tiles], ...]
    table: Tiles
    laid: Tiles
    freed: int
    rack: Tiles


class Turn:
    """One turn of a player who has opened, where regular jokers lie on the table."""

    def __init__(self, position: Position, play: Play) -> None:
        self.edition, self.rules = position.edition, position.edition.jokers
        closed = [meld.tiles for meld in position.table if self.closes(meld.tiles)]
        loose = [tile for meld in position.table if meld.tiles not in closed for tile in meld.tiles]
        self.start = State(_sorted((meld, ()) for meld in closed), in_order(loose), (), 0, position.rack)
        self.old, self.goal = ([meld.tiles for meld in table] for table in (position.table, play.table))
        self.left = Counter(position.rack) + _count(closed) + Counter(loose) - _count(self.goal)
        self.seen: set[State] = set()

    def opened(self, melds: list[Tiles]) -> State:
        """What may be done once these are laid from the rack."""
        rest = Counter(self.start.rack) - _count(melds)
        return self.start._replace(laid=in_order(_count(melds).elements()), rack=in_order(rest.elements()))

    def closes(self, tiles: Tiles) -> bool:
        """Whether a meld may not be taken up."""
        return self.rules.frozen and "J" in tiles

    def reached(self, state: State) -> bool:
        """Whether steps that the book allows lead from the state to the goal."""
        if state in self.seen:
            return False
        self.seen.add(state)
        return self.ends(state) or any(map(self.reached, self.steps(state)))

    def steps(self, state: State) -> Iterator[State]:
        """All that can be done next."""
        for one in set(state.closed):
            others = list(state.closed)
            others.remove(one)
            rest = state._replace(closed=tuple(others))
            yield from self.replaced(rest, one)
            yield from self.lengthened(rest, one)
            for other in set(others):
                joined = (one[0] + other[0], in_order(one[1] + other[1]))
                if self.legal(joined[0]):
                    others_left = list(others)
                    others_left.remove(other)
                    yield self.settled(rest._replace(closed=tuple(others_left)), joined)

    def replaced(self, state: State, one: tuple[Tiles, Tiles]) -> Iterator[State]:
        """A tile of the rack, or of the table where the edition allows it, takes the place of a joker."""
        tiles, own = one
        sources = [(state._replace(rack=_less(state.rack, tile)), tile) for tile in set(state.rack)]
        if self.rules.retrieval != "rack":
            sources += [(state._replace(table=_less(state.table, tile)), tile) for tile in set(state.table)]
        kept = "J" in tiles and self.rules.group_needs == "both" and len(tiles) == 3
        for reading in readings(Meld(tiles), self.edition):
            if kept and reading.kind == "group" and tiles.count("J") == 1:
                continue
            for (after, tile), at in product(sources, range(len(tiles))):
                if tiles[at] == "J" and tile in reading.stands[at]:
                    now = (*tiles[:at], tile, *tiles[at + 1 :])
                    if self.legal(now):
                        from_rack = after.rack != state.rack
                        freed = after._replace(freed=after.freed + 1)
                        yield self.settled(freed, (now, in_order((*own, tile)) if from_rack else own))

    def lengthened(self, state: State, one: tuple[Tiles, Tiles]) -> Iterator[State]:
        """A tile is put at an end of a closed meld."""
        tiles, own = one
        for tile in {*state.rack, *state.laid, *state.table}:
            for now in {(tile, *tiles), (*tiles, tile)}:
                if self.legal(now):
                    if tile in state.table:
                        yield self.settled(state._replace(table=_less(state.table, tile)), (now, own))
                    grown = now, in_order((*own, tile))
                    if tile in state.laid:
                        yield self.settled(state._replace(laid=_less(state.laid, tile)), grown)
                    if tile in state.rack:
                        yield self.settled(state._replace(rack=_less(state.rack, tile)), grown)
        if state.freed and self.rules.freed == "any-set":
            for now in {("J", *tiles), (*tiles, "J")}:
                if self.legal(now):
                    yield self.settled(state._replace(freed=state.freed - 1), (now, own))

    def settled(self, state: State, one: tuple[Tiles, Tiles]) -> State:
        """With a meld that has changed, taken up where nothing closes it any more."""
        tiles, own = one
        if self.closes(tiles) or self.rules.sets == "frozen":
            return state._replace(closed=_sorted((*state.closed, one)))
        table = (Counter(tiles) - Counter(own)).elements()
        return state._replace(table=in_order((*state.table, *table)), laid=in_order((*state.laid, *own)))

    def legal(self, tiles: Tiles) -> bool:
        """Whether it is a meld."""
        return bool(readings(Meld(tiles), self.edition))

    def ends(self, state: State) -> bool:
        """Whether the goal is what lies closed, and melds of all that is in the hand and some of the rack."""
        goal = [_alike(meld, self.edition) for meld in self.goal]
        for tiles, _ in state.closed:
            if _alike(tiles, self.edition) not in goal:
                return False
            goal.remove(_alike(tiles, self.edition))
        laid = Counter(state.rack) - self.left
        if laid + self.left != Counter(state.rack):
            return False
        needed = Counter(tile for meld in goal for tile in meld)
        if needed != laid + Counter(state.laid) + Counter(state.table) + Counter("J" * state.freed):
            return False
        return self.rules.freed != "rack-set" or self._at_home(goal, state.freed, laid + Counter(state.laid))

    def _at_home(self, goal: list[Tiles], freed: int, laid: Counter[Tile]) -> bool:
        """Whether each joker that was set free lies with tiles of the rack alone."""
        homes = [Counter(meld) - Counter("J") for meld in goal if meld.count("J") == 1]
        return any(sum(chosen, Counter[Tile]()) <= laid for chosen in combinations(homes, freed))


@cache
def _alike(tiles: Tiles, edition: Edition) -> Tiles:
    """The tiles, of a group in one order."""
    group = any(reading.kind == "group" for reading in readings(Meld(tiles), edition))
    return in_order(tiles) if group else tiles


def _sorted(melds: Iterable[tuple[Tiles, Tiles]]) -> tuple[tuple[Tiles, Tiles], ...]:
    return tuple(sorted(melds))


def _less(tiles: Tiles, tile: Tile) -> Tiles:
    at = tiles.index(tile)
    return (*tiles[:at], *tiles[at + 1 :])


def _count(melds: Iterable[Tiles]) -> Counter[Tile]:
    return Counter(tile for meld in melds for tile in meld)


def tables(position: Position) -> Iterator[Play]:
    """Every table of legal melds that the tiles of table and rack make with some of the rack."""
    table = Counter(tile for meld in position.table for tile in meld.tiles)
    every = table + Counter(position.rack)
    melds = dict.fromkeys(melds_of(position.edition, in_order(every.elements())))
    for laid in _tables(every, table, [(Counter(meld.tiles), meld) for meld in melds], 0):
        if sum(len(meld.tiles) for meld in laid) > table.total():
            yield Play((), laid)


def _tables(
    rest: Counter[Tile], needed: Counter[Tile], melds: list[tuple[Counter[Tile], Meld]], least: int
) -> Iterator[tuple[Meld, ...]]:
    if not needed:
        yield ()
    for at in range(least, len(melds)):
        tiles, meld = melds[at]
        if tiles <= rest:
            yield from ((meld, *others) for others in _tables(rest - tiles, needed - tiles, melds, at))


def has_order(position: Position, play: Play) -> bool:
    """Whether steps that the book allows one by one make the play."""
    turn = Turn(position, play)
    if position.opened:
        return turn.reached(turn.start)
    edition = position.edition
    if edition.opening.table_use == "same-turn":
        return any(turn.reached(turn.opened(melds)) for melds in _openings(position, turn.goal))
    old, new = (Counter(_alike(tiles, edition) for tiles in melds) for melds in (turn.old, turn.goal))
    return any(
        new == old + Counter(_alike(meld, edition) for meld in melds) for melds in _openings(position, turn.goal)
    )


def _openings(position: Position, goal: list[Tiles]) -> Iterator[list[Tiles]]:
    """Melds of the goal that the rack can lay and that reach the amount."""
    rule = position.edition.opening
    for size in range(1, len(goal) + 1):
        for melds in combinations(goal, size):
            worth = sum(readings(Meld(meld), position.edition)[0].value for meld in melds)
            reached = worth >= rule.amount + (rule.comparison == "more-than")
            if reached and _count(melds) <= Counter(position.rack):
                yield [*melds]


def sweep(name: str, seed: int, positions: int) -> tuple[Counter[str], list[str]]:
    """All tables that so many random positions can lead to: a tally, and what the judge allows without an order of
    steps, or refuses though there is one."""
    edition, random = edition_of(name), Random(f"{name} {seed}")
    tally, wrong = Counter[str](), list[str]()
    while tally["positions"] < positions:
        position = random.choice((freed_position, frozen_position))(edition, random)
        if position is None or sum(len(meld.tiles) for meld in position.table) + len(position.rack) > MOST_TILES:
            continue
        position = replace(position, opened=random.random() < 0.8)
        tally["positions"] += 1
        for play in tables(position):
            legal = isinstance(judge(position, play), Legal)
            tally["legal" if legal else "illegal"] += 1
            if has_order(position, play) != legal:
                wrong.append(f"{'legal' if legal else 'illegal'}: {line_of(position, play)}")
    return tally, wrong


def main() -> int:
    """Run a sweep and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=editions.names(), help="editions or house rules")
    parser.add_argument("-n", type=int, default=200, help="positions")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = 0
    for name in args.names:
        tally, wrong = sweep(name, args.seed, args.n)
        failed += len(wrong)
        print(name, dict(tally), f"{len(wrong)} differ", *wrong[:10], sep="\n    ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
