"""Who sits where in the next rounds of a stage."""

from collections.abc import Collection, Sequence
from typing import Final

from tilerummy.tournament.format.format import SeatingRule, Stage
from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.apart import together
from tilerummy.tournament.seating.history import History, Seating
from tilerummy.tournament.seating.locks import FREE, Locks, Pair, numbered
from tilerummy.tournament.seating.orders import consecutive, crosswise, fresh, home, snake, spread
from tilerummy.tournament.seating.pairing import pairs
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_assignment import seated
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes

BY_STANDING: Final = ("standing", "snake", "crosswise", "spread")
"""The rules that seat by who is better than whom."""


def sizes_of(stage: Stage) -> Sizes:
    """The table sizes of a stage."""
    return Sizes(stage.tables.prefer, stage.tables.least, stage.tables.most)


def seat(
    stage: Stage,
    number: int,
    order: Sequence[int],
    seed: object,
    stood: Sequence[Seating] = (),
    locks: Locks = FREE,
    met: Sequence[Seating] = (),
) -> tuple[Seating, ...]:
    """Round `number` (from 1) of a stage, with all rounds after it that need no results: those of one `meet-new`.

    `order` is who plays, the best first; `stood` the rounds of this stage before it, `met` those of another stage
    that are not to be repeated either. The same arguments give the same tables. Where a rule says who sits together,
    the group goes to the table of those fixed to one. Raises ValueError where the sizes cannot seat the players.
    """
    sizes, rule = sizes_of(stage), stage.seating_of(number)
    seed = f"{seed} {stage.id}"
    if rule == "meet-new":
        last = number
        while last < stage.rounds and stage.seating_of(last + 1) == "meet-new":
            last += 1
        return meet_new(sorted(order), last + 1 - number, sizes, seed, stood, locks)
    history, chance = History(stood, sizes.prefer), Chance(rule, seed, number)
    here = list(order)
    if rule == "drawn-number":
        here.sort()
    elif rule == "random":
        # players who sat at small tables most often come first, and the small tables come last
        here = sorted(chance.shuffled(sorted(order)), key=lambda player: -history.small[player])
    out = _sit_out(here, sizes, history)
    here = [player for player in here if player not in out]
    asked = table_sizes(len(here), sizes)
    assert asked is not None
    at_home = home(stood[-1].tables, here, sizes) if rule == "home" and stood else None
    tables = at_home or _seated_by(stage, rule, here, asked, History((*met, *stood), sizes.prefer), chance, locks.apart)
    if locks.teams and together((Seating(tuple(map(tuple, tables))),), locks.teams):
        tables = fresh(tables, here, len(here), History((), sizes.prefer), locks.apart)
    tables = numbered(tables, locks.fixed)
    if stage.seats == "shared":
        tables = [list(seated(table, history.seat, chance)) for table in tables]
    return (Seating(tuple(map(tuple, tables)), tuple(sorted(out))),)


def _seated_by(
    stage: Stage,
    rule: SeatingRule,
    here: Sequence[int],
    asked: Sequence[int],
    history: History,
    chance: Chance,
    apart: Collection[Pair],
) -> list[list[int]]:
    """Tables of the sizes `asked` by a rule other than `meet-new`."""
    if rule == "random":
        tables = _shuffled_within(here, asked, stage.tables.prefer, chance)
        mixed = [player for table in tables for player in table]
        return fresh(tables, mixed, len(here), History((), stage.tables.prefer), apart) if apart else tables
    if set(asked) == {2} and stage.reach:
        return pairs(here, stage.reach, history, apart)
    if rule == "spread":
        tables = spread(here, asked, chance)
    else:
        tables = {"crosswise": crosswise, "snake": snake}.get(rule, consecutive)(here, asked)
    return fresh(tables, here, stage.reach, history, apart) if rule in BY_STANDING and stage.reach else tables


def _sit_out(order: Sequence[int], sizes: Sizes, history: History) -> frozenset[int]:
    """Who has a bye: of those who had the fewest, the last in the order."""
    count = byes(len(order), sizes)
    if count == len(order):
        raise ValueError("these table sizes cannot seat the players")
    rank = {player: at for at, player in enumerate(order)}
    return frozenset(sorted(order, key=lambda player: (history.byes[player], -rank[player]))[:count])


def _shuffled_within(order: Sequence[int], asked: Sequence[int], prefer: int, chance: Chance) -> list[list[int]]:
    """Random tables whose small ones hold the last of the order."""
    large = sum(size for size in asked if size >= prefer)
    mixed = chance.shuffled(order[:large]) + chance.shuffled(order[large:])
    return consecutive(mixed, asked)
