"""Rounds in which everybody meets new people, planned together from a seed."""

from collections.abc import Collection, Iterator, Sequence

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.designs import perfect
from tilerummy.tournament.seating.history import History, Seating
from tilerummy.tournament.seating.local_search import indexed
from tilerummy.tournament.seating.table_assignment import placed
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes

STEPS = 8_000
"""Swaps tried in vain before a plan with repeats is taken; most fields need a few dozen altogether."""

Plan = list[list[list[int]]]


def meet_new(
    players: Sequence[int],
    rounds: int,
    sizes: Sizes,
    seed: object,
    stood: Sequence[Seating] = (),
    apart: Collection[tuple[int, int]] = (),
    steps: int = STEPS,
) -> tuple[Seating, ...]:
    """The next `rounds`, after those that `stood`: forbidden pairs apart, then no pair twice in a row, no pair twice,
    nobody at the same table again, small tables shared out, seats shared out.

    The same arguments give the same plan. Raises ValueError where the sizes cannot seat the players.
    """
    chance = Chance("meet-new", seed, len(stood), *players)
    history = History(stood, sizes.prefer)
    sitting_out = _share_byes(players, rounds, sizes, history, chance)
    found = []
    for start in _starts(players, sitting_out, sizes, history, chance):
        search, _ = indexed(start, players, history, stood, apart, sizes.prefer, chance)
        found.append((search.improve(steps), search.plan))
        if not found[-1][0]:
            break
    _, plan = min(found, key=lambda pair: pair[0])
    made: list[Seating] = []
    for tables, out in zip(plan, sitting_out, strict=True):
        groups = [[players[at] for at in table] for table in tables]
        made.append(placed(groups, out, History([*stood, *made], sizes.prefer), chance))
    return tuple(made)


def _share_byes(
    players: Sequence[int], rounds: int, sizes: Sizes, history: History, chance: Chance
) -> list[tuple[int, ...]]:
    """Who sits out in each round: whoever did so least often."""
    count = byes(len(players), sizes)
    if count == len(players):
        raise ValueError("these table sizes cannot seat the players")
    times = {player: history.byes[player] for player in players}
    chosen = []
    for _ in range(rounds):
        out = sorted(chance.shuffled(players), key=times.__getitem__)[:count]
        for player in out:
            times[player] += 1
        chosen.append(tuple(sorted(out)))
    return chosen


def _starts(
    players: Sequence[int],
    sitting_out: Sequence[tuple[int, ...]],
    sizes: Sizes,
    history: History,
    chance: Chance,
) -> Iterator[Plan]:
    """Plans to begin with: a perfect design where one is known and nothing was played; random rounds."""
    if not history.met and not any(sitting_out) and (sizes.prefer, sizes.least <= 3) == (4, True):
        design = perfect(len(players), len(sitting_out))
        if design is not None:
            names = chance.shuffled(players)
            yield [[[names[at] for at in table] for table in tables] for tables in design]
    yield _random(players, sitting_out, sizes, history, chance)


def _random(
    players: Sequence[int],
    sitting_out: Sequence[tuple[int, ...]],
    sizes: Sizes,
    history: History,
    chance: Chance,
) -> Plan:
    """Random rounds with small tables shared out."""
    visits = {player: history.small[player] for player in players}
    plan = []
    for out in sitting_out:
        here = chance.shuffled(player for player in players if player not in out)
        asked = table_sizes(len(here), sizes)
        assert asked is not None
        here.sort(key=lambda player: -visits[player])
        tables = []
        for size in asked:
            tables.append(here[:size])
            here = here[size:]
        for table in tables:
            for player in table:
                visits[player] += len(table) < sizes.prefer
        plan.append(_mixed(tables, sizes.prefer, chance))
    return plan


def _mixed(tables: list[list[int]], prefer: int, chance: Chance) -> list[list[int]]:
    """The same players at small tables, otherwise anywhere: sorting by visits must keep nobody together."""
    mixed: list[list[int]] = []
    for small in (False, True):
        same = [table for table in tables if (len(table) < prefer) == small]
        people = chance.shuffled(player for table in same for player in table)
        for table in same:
            mixed.append(people[: len(table)])
            people = people[len(table) :]
    return mixed
