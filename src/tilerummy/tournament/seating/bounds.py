"""How few repeats any plan must have, by counting alone. The true minimum may lie above it."""

from collections.abc import Collection, Sequence

from tilerummy.tournament.seating.table_sizes import Sizes, byes, table_sizes


def least_repeats(players: int, rounds: int, sizes: Sizes, apart: Collection[tuple[int, int]] = ()) -> int:
    """A lower bound for the repeated meetings of so many rounds; `apart` are pairs who never meet.

    Two counts, of which the larger holds: there are only so many pairs who can meet; and where a table has more players
    than there were tables in an earlier round, some of them sat together in it. Raises ValueError where the sizes
    cannot seat the players.
    """
    here = players - byes(players, sizes)
    tables = table_sizes(here, sizes)
    if not here or not tables:
        raise ValueError("these table sizes cannot seat the players")
    pairs = players * (players - 1) // 2 - len({frozenset(pair) for pair in apart})
    meetings = rounds * sum(size * (size - 1) // 2 for size in tables)
    if here < players:
        return max(0, meetings - pairs)
    return max(0, meetings - pairs, (rounds - 1) * _in_both(tables))


def _in_both(tables: Sequence[int]) -> int:
    """How many pairs at least sit together in each of two rounds. A pair of r rounds counts in r(r-1)/2 pairs of rounds
    and is r-1 repeats, so that the repeats are at least as many as rounds after the first, times this."""
    count = 0
    for size in tables:
        each, more = divmod(size, len(tables))
        count += more * (each + 1) * each // 2 + (len(tables) - more) * each * (each - 1) // 2
    return count
