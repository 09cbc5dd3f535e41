"""Rounds in which everybody meets new people, planned together from a seed."""

from collections.abc import Iterator, Sequence

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.history import History, Seating
from tilerummy.tournament.seating.local_search import FORBIDDING, REPEAT, SPARING, indexed
from tilerummy.tournament.seating.locks import FREE, Locks, always_together
from tilerummy.tournament.seating.quality import quality
from tilerummy.tournament.seating.starts import Plan, designed, greedy, random_rounds, spaced
from tilerummy.tournament.seating.table_assignment import arranged
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes

STEPS = 8_000
"""Swaps tried in vain before a plan with repeats is taken; most fields need a few dozen altogether."""
STARTS, SMALL = 24, 16
"""Random plans that are improved in fields of at most so many players, each with as much less patience; larger fields
have one."""
GREEDY = 300
"""Players for whom the design with the simplest further rounds is tried too."""


def meet_new(
    players: Sequence[int],
    rounds: int,
    sizes: Sizes,
    seed: object,
    stood: Sequence[Seating] = (),
    locks: Locks = FREE,
    steps: int = STEPS,
) -> tuple[Seating, ...]:
    """The next `rounds`, after those that `stood`: players fixed to a table at it, forbidden pairs apart, then no
    pair twice, none three times, none twice in a row, nobody at the same table again, small tables and seats shared.

    The same arguments give the same plan: the best of several begun from the largest design and at random, each
    improved until `steps` swaps in a row were in vain. Raises ValueError where the sizes cannot seat the players.
    """
    chance = Chance("meet-new", seed, len(stood), *players)
    history = History(stood, sizes.prefer)
    sitting_out = _share_byes(players, rounds, sizes, history, chance)
    locks = locks.of(players, len(table_sizes(len(players) - len(sitting_out[0]), sizes) or ()))
    enough = 0 if stood else REPEAT * _avoidable(len(players), rounds, sizes, locks)
    found: list[Plan] = []
    patience = steps // STARTS if len(players) <= SMALL else steps
    for at, start in enumerate(_starts(players, sitting_out, sizes, history, locks, chance, steps)):
        consecutive = SPARING if at % 2 else FORBIDDING
        search, _ = indexed(start, players, history, stood, locks, sizes.prefer, chance, consecutive)
        cost = search.improve(patience, enough)
        improved = [[[players[at] for at in table] for table in tables] for tables in search.plan]
        found += [start, improved]
        if not stood and not any(sitting_out):
            found.append(spaced(improved))
        if cost <= enough:
            break
    best = min(found, key=lambda plan: quality(plan, history, locks, sizes.prefer))
    return arranged(best, sitting_out, history, chance, locks.fixed)


def _avoidable(players: int, rounds: int, sizes: Sizes, locks: Locks) -> int:
    """The bound without those who are fixed to one table: they are not counted."""
    return max(0, least_repeats(players, rounds, sizes, locks) - (rounds - 1) * len(always_together(locks.fixed)))


def _share_byes(
    players: Sequence[int], rounds: int, sizes: Sizes, history: History, chance: Chance
) -> list[tuple[int, ...]]:
    """Who sits out in each round: the players who did so least often."""
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
    locks: Locks,
    chance: Chance,
    steps: int,
) -> Iterator[Plan]:
    """Plans to begin with: from the largest design where nothing was played and nobody sits out; random rounds, in
    small fields several times, where luck matters and time does not."""
    if not history.met and not any(sitting_out) and not always_together(locks.fixed):
        yield from designed(players, len(sitting_out), sizes, locks, chance, steps)
    for _ in range(STARTS if len(players) <= SMALL else 1):
        yield random_rounds(players, sitting_out, sizes, history, locks.fixed, chance)
    if not history.met and not any(sitting_out) and len(players) <= GREEDY:
        yield greedy(players, len(sitting_out), sizes, locks)
