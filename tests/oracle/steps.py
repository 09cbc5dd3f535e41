"""The fewest steps in which a person can lay a play, by trying them all; and plays to compare them with those of
`explain`: `python -m tests.oracle.steps original -n 200`.

Anything may be done to a meld that the play changes: a joker replaced, tiles added at both ends, a split, tiles taken,
two pieces joined, a new meld laid. No piece of one tile is left or split off: taking it up is as short.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, pairwise
from random import Random
from typing import NamedTuple

from tests.oracle.solver_positions import random_position
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.tiles import NUMBER_OF
from tilerummy.solver.explain.steps import explain
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.query import Budget
from tilerummy.solver.solve import solve
from tilerummy.solver.special import backend as special

Piece = tuple[str, ...]
MOST_STEPS = 5
"""Plays of more steps take too long to search."""


class State(NamedTuple):
    """Work in progress, each part sorted: the pieces that lie, the tiles in hand, the tiles still on the rack."""

    pieces: tuple[Piece, ...]
    hand: Piece
    rack: Piece


class Goal:
    """The new melds of a play."""

    def __init__(self, targets: list[Piece]) -> None:
        self.runs = {target for target in targets if _fits_run(target)}
        self.targets = Counter(map(_sorted, targets))
        self.groups = {target for target in self.targets if _fits_group(target)}
        self.stretches = {_sorted(part) for target in self.runs for part in _parts(target, 2)}
        self.stretches |= {part for target in self.groups for part in _subsets(target, 2)}

    def at_least(self, state: State) -> int:
        """No fewer steps lead from the state to the goal."""
        pieces = Counter(map(_sorted, state.pieces))
        missing = self.targets - pieces
        rest = list((pieces - self.targets).elements())
        bad = sum(piece not in self.stretches for piece in rest)
        fresh = sum(all(_most_together(piece, target) < 2 for piece in rest) for target in missing.elements())
        return max(bad + fresh, (missing.total() + 1) // 2)

    def next(self, state: State) -> Iterator[State]:
        """The states that one step leads to."""
        free = Counter(state.hand) + Counter(state.rack)
        for target in self.targets - Counter(map(_sorted, state.pieces)):
            if Counter(target) <= free:
                yield _after(state, (), (target,), used=target)
        pieces = sorted(set(state.pieces))
        for piece in pieces:
            yield from self._changed(state, piece, free)
        for one, other in combinations(sorted(state.pieces), 2):
            for low, high in ((one, other), (other, one)):
                if self._stays(low[-1:] + high[:1]) or _sorted(low + high) in self.groups:
                    yield _after(state, (low, high), (low + high,))

    def _changed(self, state: State, piece: Piece, free: Counter[str]) -> Iterator[State]:
        yield _after(state, (piece,), (), taken=piece)
        yield from self._swapped(state, piece)
        if _fits_group(piece):
            for target in self.groups:
                missing = tuple((Counter(target) - Counter(piece)).elements())
                if Counter(piece) <= Counter(target) and missing and Counter(missing) <= free:
                    yield _after(state, (piece,), (target,), used=missing)
            for rest in _subsets(piece, 2):
                taken = tuple((Counter(piece) - Counter(rest)).elements())
                if taken and self._stays(rest):
                    yield _after(state, (piece,), (rest,), taken=taken)
                    if self._stays(taken):
                        yield _after(state, (piece,), (rest, taken))
        if _fits_run(piece):
            for front, behind in self._ends(piece):
                if Counter(front + behind) <= free:
                    yield _after(state, (piece,), (front + piece + behind,), used=front + behind)
            for rest in _parts(piece, 2):
                if rest != piece and self._of_use(rest):
                    yield _after(state, (piece,), (rest,), taken=tuple((Counter(piece) - Counter(rest)).elements()))
            for at in range(2, len(piece) - 1):
                if self._of_use(piece[:at]) and self._of_use(piece[at:]):
                    yield _after(state, (piece,), (piece[:at], piece[at:]))

    def _swapped(self, state: State, piece: Piece) -> Iterator[State]:
        others = {*state.rack, *state.hand} - {"J"}
        for place, tile in enumerate(piece):
            for other in others if tile == "J" else ():
                result = (*piece[:place], other, *piece[place + 1 :])
                if _fits_run(result) or _fits_group(result):
                    yield _after(state, (piece,), (result,), used=(other,), taken=("J",))

    def _ends(self, piece: Piece) -> Iterator[tuple[Piece, Piece]]:
        """What may be added before a run and behind it, as it lies in a new one."""
        fronts: set[Piece] = {()}
        behinds: set[Piece] = {()}
        for target in self.runs:
            for at, tile in enumerate(target):
                if tile == piece[0]:
                    fronts |= {target[start:at] for start in range(at)}
                if tile == piece[-1]:
                    behinds |= {target[at + 1 : end + 1] for end in range(at + 1, len(target))}
        return ((front, behind) for front in fronts for behind in behinds if front or behind)

    def _stays(self, piece: Piece) -> bool:
        """Whether it lies so in a new meld."""
        return _sorted(piece) in self.stretches

    def _of_use(self, piece: Piece) -> bool:
        """Whether two tiles of it, or a joker, may stay where they are."""
        return "J" in piece or any(map(self._stays, pairwise(piece)))


def fewest_steps(position: Position, play: Play, most: int) -> int | None:
    """The fewest steps of a legal play; None where more than `most` are needed. For free melds, regular jokers that any
    tile may replace, and players who have opened."""
    old, new = [meld.tiles for meld in position.table], [meld.tiles for meld in play.table]
    rack = Counter(chain(*new)) - Counter(chain(*old))
    for piece in tuple(old):
        same = next((other for other in new if _sorted(other) == _sorted(piece)), None)
        if same is not None:
            old.remove(piece)
            new.remove(same)
    goal = Goal(new)
    start = _state(map(_in_order, old), (), rack.elements())
    failed: dict[State, int] = {}

    def reached(state: State, left: int) -> bool:
        if not state.hand and not state.rack and Counter(map(_sorted, state.pieces)) == goal.targets:
            return True
        if failed.get(state, -1) >= left or goal.at_least(state) > left:
            return False
        if left and any(reached(after, left - 1) for after in goal.next(state)):
            return True
        failed[state] = left
        return False

    return next((steps for steps in range(most + 1) if reached(start, steps)), None)


def plays(edition: Edition, random: Random, most: int = MOST_STEPS) -> Iterator[tuple[Position, Play, int]]:
    """Best plays of random positions, with the number of steps `explain` needs: two to `most`."""
    while True:
        position = random_position(edition, random)
        found = solve(position, budget=Budget(nodes=5000))
        if position.opened and found.play is not None:
            steps = len(explain(position, found.play))
            if 2 <= steps <= most:
                yield position, found.play, steps


def _after(state: State, old: tuple[Piece, ...], new: tuple[Piece, ...], used: Piece = (), taken: Piece = ()) -> State:
    """The state after the pieces `old` became `new`; the tiles used are taken from the hand first."""
    pieces = Counter(state.pieces) - Counter(old) + Counter(map(_in_order, new))
    hand, rack, wanted = Counter(state.hand), Counter(state.rack), Counter(used)
    in_hand = hand - wanted + Counter(taken)
    return _state(pieces.elements(), in_hand.elements(), (rack - (wanted - hand)).elements())


def _state(pieces: Iterable[Piece], hand: Iterable[str], rack: Iterable[str]) -> State:
    return State(tuple(sorted(pieces)), tuple(sorted(hand)), tuple(sorted(rack)))


def _in_order(piece: Piece) -> Piece:
    """A run as it lies, what is only a group in one order."""
    return piece if _fits_run(piece) else tuple(sorted(piece))


def _sorted(piece: Piece) -> Piece:
    """What may be a group in one order."""
    return tuple(sorted(piece)) if _fits_group(piece) else piece


def _fits_group(piece: Piece) -> bool:
    """Whether it can be part of a group."""
    real = [tile for tile in piece if tile != "J"]
    return len(piece) <= 4 and len(set(real)) == len(real) and len({NUMBER_OF[tile] for tile in real}) <= 1


def _fits_run(piece: Piece) -> bool:
    """Whether it can be part of a run as it lies."""
    real = [(at, tile) for at, tile in enumerate(piece) if tile != "J"]
    return len({tile[0] for _, tile in real}) <= 1 and len({NUMBER_OF[tile] - at for at, tile in real}) <= 1


def _most_together(piece: Piece, target: Piece) -> int:
    """The most tiles of the piece that can stay together in the target, its jokers replaced at will."""
    same = Counter(piece) & Counter(target)
    return same.total() + piece.count("J") - same["J"]


def _parts(piece: Piece, least: int) -> Iterator[Piece]:
    return (piece[start:end] for start in range(len(piece)) for end in range(start + least, len(piece) + 1))


def _subsets(piece: Piece, least: int) -> set[Piece]:
    sizes = range(least, len(piece) + 1)
    return {_sorted(some) for some in chain.from_iterable(combinations(piece, size) for size in sizes)}


def main() -> int:
    """Compare plays and print those that take more steps than needed; 0 when there are none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition", choices=[name for name in editions.names() if _known(name)])
    parser.add_argument("-n", type=int, default=200, help="plays")
    parser.add_argument("--most", type=int, default=MOST_STEPS, help="steps of a play")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    edition = editions.load(args.edition)
    lengths: Counter[int] = Counter()
    wrong = 0
    for position, play, steps in islice(plays(edition, Random(args.seed), args.most), args.n):
        lengths[steps] += 1
        fewest = fewest_steps(position, play, steps)
        if fewest != steps:
            wrong += 1
            print(f"{steps} steps, fewest {fewest}: {format_position(layout_of(position))} -> {play}", flush=True)
    print(f"{args.edition}: {args.n} plays, steps {dict(sorted(lengths.items()))}, {wrong} with more than needed")
    return 1 if wrong else 0


def _known(name: str) -> bool:
    """Whether its melds are free and its jokers regular."""
    edition = editions.load(name)
    return not frozen.handles(edition) and not special.handles(edition)


if __name__ == "__main__":
    raise SystemExit(main())
