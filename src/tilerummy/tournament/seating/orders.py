"""Rounds seated from an order of the players: by drawn number, by standing, snake, crosswise, random."""

from collections.abc import Collection, Sequence

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import History, pair
from tilerummy.tournament.seating.table_sizes import Sizes


def consecutive(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The first players at table 1, the next at table 2: 1-2-3-4, 5-6-7-8."""
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def crosswise(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Dealt out table by table: 1-3-5-7, 2-4-6-8 (rulebook 004's semi-final)."""
    return _dealt(order, sizes, snake=False)


def snake(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Dealt out there and back: 1-4-5-8, 2-3-6-7."""
    return _dealt(order, sizes, snake=True)


def spread(order: Sequence[int], sizes: Sequence[int], chance: Chance) -> list[list[int]]:
    """As many as there are tables, one to each in an order drawn by lot, then the next: pots of a draw."""
    drawn: list[int] = []
    for row in range(max(sizes, default=0)):
        count = sum(row < size for size in sizes)
        drawn += chance.shuffled(order[len(drawn) : len(drawn) + count])
    return crosswise(drawn, sizes)


def home(before: Sequence[Sequence[int]], here: Sequence[int], sizes: Sizes) -> list[list[int]] | None:
    """Everybody at the table where they were; those of a table that has become too small and those who are new at the
    smallest others. None where they cannot be seated so."""
    tables = [[player for player in table if player in here] for table in before]
    for table in tables:
        if len(table) < sizes.least:
            table.clear()
    seated = {player for table in tables for player in table}
    for player in here:
        if player not in seated:
            free = [table for table in tables if sizes.least <= len(table) < sizes.most]
            if not free:
                return None
            min(free, key=len).append(player)
    return tables if any(tables) else None


def _dealt(order: Sequence[int], sizes: Sequence[int], *, snake: bool) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    players = iter(order)
    for row in range(max(sizes, default=0)):
        open_tables = [table for table, size in zip(tables, sizes, strict=True) if row < size]
        for table in reversed(open_tables) if snake and row % 2 else open_tables:
            table.append(next(players))
    return tables


def fresh(
    tables: list[list[int]], order: Sequence[int], reach: int, history: History, apart: Collection[tuple[int, int]]
) -> list[list[int]]:
    """The tables with players swapped, none further than `reach` places from their own place in the order, while that
    separates pairs that should not meet, that met last or that met before; the smaller shift first among equals."""
    rank = {player: at for at, player in enumerate(order)}
    home = [[rank[player] for player in table] for table in tables]
    shunned = {pair(one, other) for one, other in apart}

    def cost(table: Sequence[int], leaves: int, comes: int) -> int:
        return sum(_meeting(comes, mate, history, shunned) for mate in table if mate != leaves)

    def shift(player: int, table: int, seat: int) -> int:
        return abs(rank[player] - home[table][seat])

    places = [(table, seat) for table, players in enumerate(tables) for seat in range(len(players))]
    for _ in range(len(places)):
        best: tuple[int, int, tuple[int, int], tuple[int, int]] | None = None
        for at, (table, seat) in enumerate(places):
            player = tables[table][seat]
            mine = cost(tables[table], player, player)
            if not mine:
                continue
            for other_table, other_seat in places[max(0, at - 4 * reach - 6) : at + 4 * reach + 7]:
                other = tables[other_table][other_seat]
                moved = shift(player, other_table, other_seat), shift(other, table, seat)
                if other_table == table or max(moved) > reach:
                    continue
                swapped = cost(tables[table], player, other) + cost(tables[other_table], other, player)
                more = swapped - mine - cost(tables[other_table], other, other)
                if more < 0 and (best is None or (more, sum(moved)) < best[:2]):
                    best = more, sum(moved), (table, seat), (other_table, other_seat)
        if best is None:
            break
        (table, seat), (other_table, other_seat) = best[2:]
        tables[table][seat], tables[other_table][other_seat] = tables[other_table][other_seat], tables[table][seat]
    return tables


def _meeting(one: int, other: int, history: History, shunned: set[tuple[int, int]]) -> int:
    pair_ = pair(one, other)
    times = history.met[pair_]
    return 1000 * (pair_ in shunned) + (20 * (pair_ in history.last) + times if times else 0)
