"""Runs at one number and colour: everything that the tiles of one kind, and jokers, can do there.

An open run is a small integer, so that states compare and hash fast:

    bits 0-1   physical tiles so far, 3 for three or more (a mirror run: numbers so far)
    bit  2     has a numbered tile
    bit  3     a double joker laid at this number covers the next one too
    bit  4     a two-colour joker was laid at the number before: the run must go on in this colour
    bits 5-7   jokers so far, only where the rules limit them
    bit  8     a mirror run: both halves grow together, the mirror joker comes last
    bits 9-10  mirror run: on how many sides a double joker covers the next number too
    bit  11    mirror run that will reach 13, laid falling: its middle is the number below its lowest
    bits 12-14 after a two-colour joker: the colour before it, 4 where there is none
    bit  15    begun by a free joker

A joker is *free* where the search may leave it out at no cost, because a place for it is looked for afterwards. Then it
is only worth laying where it is needed: not after a complete run unless more follows (such a run counts as two tiles
again), and not before one that is complete without it (a run begun by a free joker ends as soon as it is complete).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import gt
from typing import NamedTuple

from tilerummy.solver.special.switches import MeldRules

LENGTH, REAL, COVERED, ENTERED, MIRROR, FALLING, LED = 3, 4, 8, 16, 256, 2048, 1 << 15
JOKERS_AT, SIDES_AT, COLOUR_AT = 5, 9, 12
JOKERS, SIDES, COLOUR = 7 << JOKERS_AT, 3 << SIDES_AT, 7 << COLOUR_AT
NO_COLOUR = 4
NEVER = 99
"""More jokers than there are."""


class Stock(NamedTuple):
    """Jokers that may be used: regular, double, two-colour, mirror."""

    regular: int
    doubles: int
    borders: int
    mirrors: int


class Terms(NamedTuple):
    """What decides how runs grow: the switches of the edition, and which jokers (letters of J, D, C) are free."""

    rules: MeldRules
    free: str


class Spent(NamedTuple):
    """Numbered tiles and jokers J D C M that are used at one number and colour."""

    real: int = 0
    regular: int = 0
    doubles: int = 0
    two_colour: int = 0
    mirrors: int = 0


class Part(NamedTuple):
    """An option on its way: the runs that go on or begin, those that now end in a two-colour joker, what is used, the
    opening value, the moves, and whether a run ended here (which would rather have taken a tile than see it idle)."""

    out: tuple[int, ...] = ()
    borders: tuple[int, ...] = ()
    spent: Spent = Spent()
    points: int = 0
    moves: tuple[str, ...] = ()
    ended: bool = False


class Option(NamedTuple):
    """One thing to do with the tiles of a kind.

    `real`: numbered tiles used. `runs`: the colour's open runs afterwards, `borders`: runs that now end in a
    two-colour joker. `grouped`: numbered tiles left for groups. `points`: opening value. `moves`: what each open run
    did, in order, then what the new runs began with (for the rebuilding).
    """

    real: int
    runs: tuple[int, ...]
    borders: tuple[int, ...]
    grouped: int
    regular: int
    doubles: int
    two_colour: int
    mirrors: int
    points: int
    moves: tuple[str, ...]


def is_complete(run: int, reached: int, rules: MeldRules) -> bool:
    """Whether a run whose last number is `reached` may end there."""
    if run & (COVERED | ENTERED) or not run & REAL:
        return False
    if not run & MIRROR:
        return run & LENGTH == LENGTH
    if run & SIDES or run & LENGTH < max(2, rules.mirror_least):
        return False
    if run & FALLING:
        return reached == 13
    return reached < 13 or not rules.mirror_counts


def end_points(run: int, reached: int, rules: MeldRules) -> int:
    """What the mirror joker of a run that ends counts (a falling one counted when it began)."""
    return reached + 1 if run & MIRROR and not run & FALLING and rules.mirror_counts else 0


def grown(run: int, tiles: str, terms: Terms) -> int | None:
    """The run with `tiles` laid at the next number, None where it would hold too many jokers.

    `tiles`: one letter for a run, two for a mirror run: R numbered, J, D, C jokers, P covered by a double joker.
    """
    rules, length = terms.rules, run & LENGTH
    after = run & ~(LENGTH | ENTERED | COVERED | SIDES) | (length if tiles == "P" else min(3, length + 1))
    if tiles in terms.free and not run & MIRROR:
        if not length:
            after |= LED
        elif length == 3 and run & REAL:
            after -= 1
    if "R" in tiles or rules.all_jokers:
        after |= REAL
    covering = tiles.count("D")
    after |= covering << SIDES_AT if run & MIRROR else covering * COVERED
    if rules.per_set:
        jokers = ((run & JOKERS) >> JOKERS_AT) + sum(1 for tile in tiles if tile in "JDC")
        if jokers > rules.per_set:
            return None
        after = (after & ~JOKERS) | (jokers << JOKERS_AT)
    return after


def must_end(run: int) -> bool:
    """Whether a run is complete and cannot be worth going on with."""
    return bool(run & LED and run & LENGTH == 3 and run & REAL and not run & COVERED)


def new_mirror(rules: MeldRules) -> int:
    """The empty mirror run."""
    return MIRROR | (1 << JOKERS_AT if rules.per_set else 0)


def _moves(run: int, number: int, rules: MeldRules) -> Iterator[str]:
    """What an open run can do at `number`: "E" end, or the tiles it grows by."""
    here = "RJD" if number < 13 else "RJ"
    if not run & MIRROR:
        if run & COVERED:
            yield "P"
            return
        if is_complete(run, number - 1, rules):
            yield "E"
        yield from here
        if not run & ENTERED:
            yield "C"
        return
    sides = (run & SIDES) >> SIDES_AT
    if is_complete(run, number - 1, rules):
        yield "E"
    if sides == 2:
        yield "PP"
    elif sides == 1:
        yield from ("P" + tile for tile in here)
    else:
        yield from ("".join(pair) for pair in combinations_with_replacement(here, 2))
        if not run & ENTERED:
            yield "CC"


def _starts(number: int, mirror: bool, falling: bool, rules: MeldRules) -> Iterator[tuple[str, int]]:
    """What a new run can begin with, and the empty run it begins from."""
    here = "RJD" if number < 13 else "RJ"
    yield from ((tile, 0) for tile in here)
    if mirror and number < 13:
        for pair in combinations_with_replacement(here, 2):
            yield "".join(pair), new_mirror(rules)
            if falling:
                yield "".join(pair), new_mirror(rules) | FALLING


def wanting(runs: tuple[int, ...], number: int, after: Sequence[int]) -> int:
    """How many jokers these open runs need at least, a double or two-colour joker counting for two; `NEVER` where they
    cannot be completed. `number`: the last one they reached, `after`: tiles of their colour at the numbers after it.
    """
    needs = [0, 0, 0]
    for run in runs:
        if run & MIRROR:
            if run & (SIDES | ENTERED) or run & LENGTH < 2 or not run & REAL:
                needs[0] += 2 - ((run & SIDES) >> SIDES_AT)
            continue
        short = max(3 - (run & LENGTH), 0 if run & REAL else 1, 1 if run & ENTERED else 0)
        covered = 1 if run & COVERED else 0
        for step in range(covered, min(3, covered + short)):
            needs[step] += 1
    lacking = 0
    for step, need in enumerate(needs):
        if need and number + step >= 13:
            return NEVER
        if need:
            lacking += max(0, need - after[step])
    return lacking


class Colour:
    """The options of one kind of tile: `must` of the `here` tiles have to be used, `after`: tiles at higher numbers,
    `stock`: the jokers that are left, `grouped`: whether they may lie in groups."""

    def __init__(
        self,
        number: int,
        colour: int,
        must: int,
        here: int,
        after: tuple[int, ...],
        stock: Stock,
        terms: Terms,
        grouped: bool = True,
    ) -> None:
        self.number, self.colour, self.must, self.here, self.after = number, colour, must, here, (*after[:3], 0, 0, 0)
        self.stock, self.terms, self.rules, self.grouped = stock, terms, terms.rules, grouped
        self.weight = stock.regular + 2 * stock.doubles + 2 * stock.borders
        self.found: dict[tuple[object, ...], Option] = {}
        # a mirror run laid falling takes two of every number up to 13, or jokers in their place, or changes colour
        missing = sum(max(0, 2 - tiles) for tiles in (here, *after))
        reaches = missing <= stock.regular + 2 * stock.doubles or stock.borders > 1
        falling = self.rules.mirror_counts and number > 1 and reaches
        self.starts = list(_starts(number, bool(stock.mirrors), falling, self.rules))

    def options(self, runs: tuple[int, ...]) -> list[Option]:
        """All options for these open runs (sorted), the best to try first, dominated ones left out."""
        self.found = {}
        self._grow(runs, 0, Part())
        return sorted(self.found.values(), key=lambda o: (-o.real, o.regular + o.doubles + o.two_colour, -o.grouped))

    def _grow(self, runs: tuple[int, ...], at: int, part: Part) -> None:
        """Every move of the open runs from the one at `at` on."""
        if at == len(runs):
            self._start(0, part)
            return
        run = runs[at]
        # equal runs do things in one order only
        floor = part.moves[-1] if at and runs[at - 1] == run else ""
        for move in _moves(run, self.number, self.rules):
            if move < floor:
                continue
            if move == "E":
                points = part.points + end_points(run, self.number - 1, self.rules)
                ended = part.ended or not run & MIRROR
                self._grow(runs, at + 1, part._replace(points=points, moves=(*part.moves, move), ended=ended))
                continue
            after = grown(run, move, self.terms)
            longer = None if after is None else self._laid(part, move, 0)
            if longer is None or after is None:
                continue
            if move[0] == "C":
                longer = longer._replace(borders=(*part.borders, after | self.colour << COLOUR_AT))
            elif not must_end(after):
                longer = longer._replace(out=(*part.out, after))
            self._grow(runs, at + 1, longer)

    def _start(self, least: int, part: Part) -> None:
        """Every choice of new runs, each no earlier in `starts` than the one before."""
        self._group(part)
        for at in range(least, len(self.starts)):
            tiles, blank = self.starts[at]
            if part.ended and not blank & MIRROR and not self.rules.per_set:
                continue  # the run that ended would rather have taken this tile
            run = grown(blank, tiles, self.terms)
            longer = None if run is None else self._laid(part, tiles, blank)
            if longer is not None and run is not None:
                self._start(at, longer._replace(out=(*part.out, run)))

    def _laid(self, part: Part, move: str, blank: int) -> Part | None:
        """The part with `move` made too, by a run of `blank` kind if it begins one; None where there is not enough."""
        spent = part.spent
        spent = Spent(
            spent.real + move.count("R"),
            spent.regular + move.count("J"),
            spent.doubles + move.count("D"),
            spent.two_colour + move.count("C"),
            spent.mirrors + (1 if blank & MIRROR else 0),
        )
        if spent.real > self.here or any(map(gt, spent[1:], self.stock)):
            return None
        points = part.points + (self.number - 1 if blank & FALLING else 0)
        points += sum(self.number * 2 + 1 if tile == "D" else self.number for tile in move if tile != "P")
        return part._replace(spent=spent, points=points, moves=(*part.moves, move + ("+" if blank & FALLING else "")))

    def _group(self, part: Part) -> None:
        """Keep what the part makes, with every number of tiles left for groups."""
        runs, ends, spent = tuple(sorted(part.out)), tuple(sorted(part.borders)), part.spent
        if wanting(runs, self.number, self.after) > self.weight - _weight(spent):
            return
        idle = part.ended or (spent.regular > 0 and "J" in self.terms.free)
        most = self.here - spent.real if self.grouped else 0
        for grouped in range(max(0, self.must - spent.real), most + 1):
            real = spent.real + grouped
            if idle and real < self.here:
                continue  # the run that ended, or the place of the joker, would rather have the tile left behind
            key = (runs, ends, grouped, spent[1:], part.points)
            known = self.found.get(key)
            if known is None or known.real < real:
                self.found[key] = Option(real, runs, ends, grouped, *spent[1:], part.points, part.moves)


def _weight(spent: Spent) -> int:
    return spent.regular + 2 * spent.doubles + 2 * spent.two_colour
