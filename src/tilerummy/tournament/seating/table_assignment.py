"""Which table a group gets and who sits where at it: nobody at the same table again, seats shared out.

Changes no meeting: groups come in, tables in seat order come out.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import History, Seating, Table
from tilerummy.tournament.seating.locks import NOBODY, Fixed, held, numbered

Group = Sequence[int]
PASSES, LARGEST = 20, 60
"""How often the numbers of all rounds are gone through again, in halls of at most so many tables."""
MANY = 2_000
"""Tables of all rounds beyond which seats are shared out in two passes."""
TRIES = 1_000
"""How often numbers are given out from the start, times the tables of all rounds; the best are kept."""


def arranged(
    rounds: Sequence[Sequence[Group]],
    byes: Sequence[Sequence[int]],
    history: History,
    chance: Chance,
    fixed: Fixed = NOBODY,
) -> tuple[Seating, ...]:
    """Rounds with their table numbers and seats, after the rounds in `history`. Groups of who is fixed to a table get
    its number."""
    tries = 1 + TRIES // max(1, sum(map(len, rounds)))
    shuffled = ([numbered(chance.shuffled(groups), fixed) for groups in rounds] for _ in range(tries))
    found = [_shared(groups, history, fixed) for groups in shuffled]
    ordered, _ = min(found, key=lambda numbered: numbered[1])
    seats = Counter(history.seat)
    tables: list[list[list[int]]] = []
    for groups in ordered:
        tables.append([])
        for group in groups:
            table = seated(group, seats, chance)
            seats.update((player, seat) for seat, player in enumerate(table))
            tables[-1].append(list(table))
    _share_seats(tables, seats)
    return tuple(Seating(tuple(map(tuple, round_)), tuple(out)) for round_, out in zip(tables, byes, strict=True))


def seated(group: Group, seats: Counter[tuple[int, int]], chance: Chance) -> Table:
    """The group in the seat order in which each has been in their seat least often; `seats` counts (player, seat)."""
    shuffled = chance.shuffled(group)
    if len(shuffled) > 4:
        orders = [tuple(shuffled[at:] + shuffled[:at]) for at in range(len(shuffled))]
    else:
        orders = list(permutations(shuffled))
    return min(orders, key=lambda order: sum(seats[player, seat] for seat, player in enumerate(order)))


def _shared(rounds: list[list[list[int]]], history: History, fixed: Fixed) -> tuple[list[list[list[int]]], int]:
    """The groups of each round in the order of their table numbers, swapped while that saves sitting at a table again;
    round after round, until no round can be better while the others stay. And how uneven that is."""
    sat = Counter(history.sat)
    for groups in rounds:
        _swap_numbers(groups, sat, fixed)
        _count(groups, sat, 1)
    most = max((len(groups) for groups in rounds), default=0)
    for _ in range(PASSES if most <= LARGEST else 0):
        changed = False
        for groups in rounds:
            _count(groups, sat, -1)
            changed |= _swap_numbers(groups, sat, fixed)
            _count(groups, sat, 1)
        if not changed:
            break
    return rounds, _unevenness(sat)


def _count(groups: list[list[int]], sat: Counter[tuple[int, int]], sign: int) -> None:
    """Count a round in, or out of, the tables at which everybody sat."""
    for number, group in enumerate(groups):
        for player in group:
            sat[player, number] += sign


def _swap_numbers(groups: list[list[int]], sat: Counter[tuple[int, int]], fixed: Fixed) -> bool:
    """Swap two groups of a round while that saves sitting at the same table again; whether any was."""
    cost = [[sum(sat[player, number] for player in group) for number in range(len(groups))] for group in groups]
    order = list(range(len(groups)))
    kept = held(groups, fixed)
    free = [at for at in order if at not in kept]
    swapped, changed = True, False
    while swapped:
        swapped = False
        for at, other in combinations(free, 2):
            here, there = order[at], order[other]
            now = cost[here][at] + cost[there][other]
            if now and cost[here][other] + cost[there][at] < now:
                order[at], order[other] = there, here
                swapped = changed = True
    groups[:] = [groups[at] for at in order]
    return changed


def _share_seats(rounds: list[list[list[int]]], seats: Counter[tuple[int, int]]) -> None:
    """Swap seats at tables until everybody was in each seat about equally often, in place: the seats of the largest
    tables among these, then those that smaller ones have too among more.

    Two seats at a time: each table is a line from who is in the one to who is in the other. Walked along until no line
    is left, all lines give everybody as many beginnings as ends, but for one (an Eulerian orientation: de Werra,
    "Equitable colorations of graphs", 1971).
    """
    tables = [table for round_ in rounds for table in round_]
    for size in sorted(set(map(len, tables)), reverse=True):
        large = [table for table in tables if len(table) >= size]
        for _ in range(PASSES if len(tables) <= MANY else 2):
            for one, other in combinations(range(size), 2):
                _orient(large, one, other, seats)
            if _even(large, size):
                break


def _even(tables: Sequence[Sequence[int]], size: int) -> bool:
    """Whether everybody at these tables is in each of the first seats equally often, but for one."""
    times = Counter((player, seat) for table in tables for seat, player in enumerate(table[:size]))
    every = ([times[player, seat] for seat in range(size)] for player in {player for player, _ in times})
    return all(max(own) - min(own) < 2 for own in every)


def _orient(tables: list[list[int]], one: int, other: int, seats: Counter[tuple[int, int]]) -> None:
    """Give two seats of each table out again so that both come equally often to everybody."""
    lines: defaultdict[int, list[int]] = defaultdict(list)
    for at, table in enumerate(tables):
        for player in (table[one], table[other]):
            lines[player].append(at)
            seats[player, one if player == table[one] else other] -= 1
    left = set(range(len(tables)))

    def walk(player: int) -> None:
        while lines[player]:
            at = lines[player].pop()
            if at in left:
                left.remove(at)
                mate = tables[at][other] if tables[at][one] == player else tables[at][one]
                tables[at][one], tables[at][other] = player, mate
                seats[player, one] += 1
                seats[mate, other] += 1
                player = mate

    # walks between those with an odd number of lines come first, so that all others come back to their beginning
    for player in list(lines):
        if len(left.intersection(lines[player])) % 2:
            walk(player)
    for player in list(lines):
        while lines[player]:
            walk(player)


def _unevenness(times: Counter[tuple[int, int]]) -> int:
    """By cubes: where there are as many tables as seats and nobody meets twice, squares are always the same."""
    return sum(count**3 for count in times.values())
