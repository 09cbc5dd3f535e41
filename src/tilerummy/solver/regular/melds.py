"""Reconstruction: the melds of a solution of the dynamic program, the same way every time.

Runs: at each number the unfinished ones go on first, then the finished ones, newest first; what remains begins new
runs. Tiles go first to the runs that hold jokers alone, longest first, then to the others, oldest first. Groups: the
fewest that hold the tiles, dealt in turn, colour by colour, jokers last. A spare joker goes where it stands for the
highest number: after a run, before it, or into a group of three (into the groups of the highest numbers, where there
is no run); where no meld has room, the longest run is cut after
its third place (or its first tile, where that comes later). Last the melds are put in canonical order.
"""

from dataclasses import dataclass

from tilerummy.solver.regular.arrangement import Arrangement
from tilerummy.solver.regular.codec import JOKER
from tilerummy.solver.regular.groups import number_of_groups

Kinds = tuple[int, ...]


@dataclass(slots=True)
class Run:
    """A run of `colour` from number `first`; `kinds` as laid, jokers in their places."""

    colour: int
    first: int
    kinds: list[int]

    def bare(self) -> bool:
        """Whether it holds jokers alone."""
        return all(kind == JOKER for kind in self.kinds)

    def last(self) -> int:
        return self.first + len(self.kinds) - 1


@dataclass(slots=True)
class Group:
    """A group of `number`, jokers last."""

    number: int
    kinds: list[int]


def lay(arrangement: Arrangement) -> list[Kinds]:
    """The melds in canonical order: by their kinds, compared tile by tile."""
    arrangement = arrangement.seated()
    spare = arrangement.spare
    runs: list[Run] = []
    for colour in range(4):
        if not any(row[colour] for row in arrangement.runs):
            continue
        for run in _runs(arrangement, colour):
            if run.bare():
                spare += len(run.kinds)
            else:
                runs.append(run)
    groups = [group for number in range(1, 14) for group in _groups(arrangement, number)]
    for _ in range(spare):
        _lay_spare(runs, groups)
    return sorted([tuple(run.kinds) for run in runs] + [tuple(group.kinds) for group in groups])


def points(melds: list[Kinds]) -> int:
    """The opening value of the melds as laid: each joker counts what it stands for."""
    return sum(_points(meld) for meld in melds)


def _points(meld: Kinds) -> int:
    at, kind = next((at, kind) for at, kind in enumerate(meld) if kind != JOKER)
    number = kind % 13 + 1
    if any(other != JOKER and other != kind and other % 13 == kind % 13 for other in meld):
        return number * len(meld)
    first = number - at
    if first < 1 or first + len(meld) > 14:
        return number * len(meld)
    return sum(range(first, first + len(meld)))


def _runs(arrangement: Arrangement, colour: int) -> list[Run]:
    done: list[Run] = []
    opened: list[Run] = []
    for number in range(1, 15):
        places = arrangement.runs[number][colour] if number < 14 else 0
        jokers = arrangement.run_jokers[number][colour] if number < 14 else 0
        if not places and not opened:
            continue
        goes = [len(run.kinds) < 3 or run.bare() for run in opened]
        longer = places - sum(goes)
        for at in range(len(opened) - 1, -1, -1):
            if not goes[at] and longer > 0:
                goes[at] = True
                longer -= 1
        done += [run for run, on in zip(opened, goes, strict=True) if not on]
        opened = [run for run, on in zip(opened, goes, strict=True) if on]
        begun = [Run(colour, number, []) for _ in range(places - len(opened))]
        bare = [run for run in opened if run.bare()]
        others = [run for run in opened if not run.bare()]
        for given, run in enumerate(bare + begun + others):
            run.kinds.append(colour * 13 + number - 1 if given < places - jokers else JOKER)
        opened += begun
    return done


def _groups(arrangement: Arrangement, number: int) -> list[Group]:
    a, b, c, d = arrangement.groups[number]
    jokers = arrangement.group_jokers[number]
    groups = number_of_groups((a, b, c, d), jokers)
    tiles = [colour * 13 + number - 1 for colour in range(4) for _ in range((a, b, c, d)[colour])]
    tiles += [JOKER] * jokers
    return [Group(number, tiles[at::groups]) for at in range(groups)]


def _lay_spare(runs: list[Run], groups: list[Group]) -> None:
    """Lay one more joker. The arrangement has room for it (`Arrangement.has_room`)."""
    best = 0
    target: list[int] | None = None
    before: Run | None = None
    for run in runs:
        last = run.last()
        if last < 13 and last + 1 > best:
            best, target, before = last + 1, run.kinds, None
        if run.first > 1 and run.first - 1 > best:
            best, target, before = run.first - 1, run.kinds, run
    for group in groups:
        if len(group.kinds) == 3 and group.number > best:
            best, target, before = group.number, group.kinds, None
    if target is None:
        longest = max(runs, key=lambda run: len(run.kinds))
        cut = 3
        while all(kind == JOKER for kind in longest.kinds[:cut]):
            cut += 1
        runs.append(Run(longest.colour, longest.first + cut, longest.kinds[cut:]))
        del longest.kinds[cut:]
        longest.kinds.append(JOKER)
    elif before is None:
        target.append(JOKER)
    else:
        target.insert(0, JOKER)
        before.first -= 1
