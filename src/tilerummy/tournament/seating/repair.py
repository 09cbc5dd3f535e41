"""Planned rounds after a change: as they were, but for what the change makes necessary, with a list of who moved."""

from collections.abc import Sequence

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import History, Move, Seating
from tilerummy.tournament.seating.local_search import FORBIDDING, indexed
from tilerummy.tournament.seating.locks import FREE, Locks, gathered
from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes

STEPS = 3_000
"""Swaps tried in vain before a plan with repeats is taken."""


def adapted(
    old: Sequence[Seating],
    players: Sequence[int],
    sizes: Sizes,
    seed: object,
    stood: Sequence[Seating] = (),
    locks: Locks = FREE,
) -> tuple[Seating, ...]:
    """The rounds `old` for `players`: who left is taken out, who came is put in, and only then does anybody else move,
    so that who is fixed to a table sits there, pairs stay apart, nobody meets twice and small tables are shared out.
    Seats and numbers stay if they can.

    Raises ValueError where the sizes cannot seat the players.
    """
    chance = Chance("adapted", seed, len(stood), *players)
    history = History(stood, sizes.prefer)
    resized: list[Seating] = []
    for seating in old:
        tables, out = _resized(seating, players, sizes, History([*stood, *resized], sizes.prefer), chance)
        resized.append(Seating(tuple(map(tuple, gathered(tables, locks.fixed))), out))
    locks = locks.of(players, min(len(seating.tables) for seating in resized))
    search, back = indexed(
        [seating.tables for seating in resized], players, history, stood, locks, sizes.prefer, chance, FORBIDDING
    )
    search.improve(STEPS)
    return tuple(
        Seating(
            tuple(
                _in_seats([back[at] for at in table], before.tables[number] if number < len(before.tables) else ())
                for number, table in enumerate(tables)
            ),
            out,
        )
        for tables, (_, out), before in zip(search.plan, resized, old, strict=True)
    )


def moves(old: Sequence[Seating], new: Sequence[Seating], first: int) -> tuple[Move, ...]:
    """Who sits at another table, from round `first` (from 0) on."""
    found = []
    for number, (before, after) in enumerate(zip(old, new, strict=False), start=first):
        was, now = _tables(before), _tables(after)
        for player in sorted({*was, *now}):
            if was.get(player) != now.get(player):
                found.append(Move(number, player, was.get(player), now.get(player)))
    return tuple(found)


def _tables(seating: Seating) -> dict[int, int]:
    return {player: number for number, table in enumerate(seating.tables, start=1) for player in table}


def _resized(
    seating: Seating, players: Sequence[int], sizes: Sizes, history: History, chance: Chance
) -> tuple[list[list[int]], tuple[int, ...]]:
    """Tables of the right sizes with as few moved as can be, and who sits out."""
    here = set(players)
    count = byes(len(players), sizes)
    if count == len(players):
        raise ValueError("these table sizes cannot seat the players")
    tables = [[player for player in table if player in here] for table in seating.tables]
    known = {player for table in tables for player in table}
    out = [player for player in seating.byes if player in here]
    newcomers = chance.shuffled(player for player in players if player not in known and player not in out)
    pool = newcomers + sorted(out, key=lambda player: -history.byes[player])
    wanted = list(table_sizes(len(players) - count, sizes) or ())
    while len(tables) < len(wanted):
        tables.append([])
    # the largest tables stay the largest; the smallest are dissolved where there are too many
    by_size = sorted(range(len(tables)), key=lambda at: (-len(tables[at]), at))
    target = dict.fromkeys(range(len(tables)), 0) | dict(zip(by_size, wanted, strict=False))
    for at, size in target.items():
        while len(tables[at]) > size:
            pool.append(tables[at].pop())
    for at, size in target.items():
        while len(tables[at]) < size:
            tables[at].append(pool.pop(0))
    while tables and not tables[-1]:
        tables.pop()
    return tables, tuple(sorted(pool))


def _in_seats(table: Sequence[int], before: Sequence[int]) -> tuple[int, ...]:
    """The players of a table, each in their old seat where it is still there, the others in the seats that are free."""
    seats: list[int | None] = [None] * len(table)
    for seat, player in enumerate(before[: len(table)]):
        if player in table:
            seats[seat] = player
    others = [player for player in table if player not in seats]
    return tuple(others.pop(0) if player is None else player for player in seats)
