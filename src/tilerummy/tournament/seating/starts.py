"""Plans for a local search to begin with: constructed designs, extended where they are too short, and random rounds."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.designs.coverings import covering
from tilerummy.tournament.seating.designs.largest import largest
from tilerummy.tournament.seating.history import History, Seating, pair, pairs_of
from tilerummy.tournament.seating.local_search import FORBIDDING, REPEAT, indexed
from tilerummy.tournament.seating.locks import Fixed, Locks, Pair, gathered, never_together, numbered
from tilerummy.tournament.seating.table_sizes import Sizes, table_sizes

Plan = list[list[list[int]]]
FILLS, KEPT = 640, 2
"""How often the rounds after a design are begun from other random ones, by the players of a field, up to 16 times; and
how many of these plans are kept."""


def designed(
    players: Sequence[int], rounds: int, sizes: Sizes, locks: Locks, chance: Chance, steps: int
) -> Iterator[Plan]:
    """The largest design with these table sizes, for players under a random name, or a covering where that has too few
    rounds; where both have, further ones by local search over the pairs it leaves, several times. Nothing where there
    is neither."""
    design = largest(len(players), sizes.prefer, rounds)
    if len(design) < rounds:
        design = covering(len(players), sizes.prefer, rounds) or design
    asked = sorted(table_sizes(len(players), sizes) or ())
    if not design or any(sorted(map(len, tables)) != asked for tables in design):
        return
    shunned = {pair(one, other) for one, other in locks.apart} | never_together(locks.fixed)
    names = _named(players, design, shunned, chance)
    named = [numbered([[names[at] for at in table] for table in tables], locks.fixed) for tables in design]
    plan = [tables for tables in named if not any(shunned.intersection(pairs_of(table)) for table in tables)]
    if len(plan) == rounds:
        yield plan
        return
    stood = [Seating(tuple(map(tuple, tables))) for tables in plan]
    filled = []
    for at in range(min(16, max(4, FILLS // len(players)))):
        # now as if the rounds were played in this order, now to be put into another
        consecutive = FORBIDDING if at % 2 else 0
        rest = _filled(stood, rounds, players, sizes, locks, chance, steps // 4, consecutive)
        filled.append(spaced(plan + rest))
    yield from sorted(filled, key=_cost)[:KEPT]


def greedy(players: Sequence[int], rounds: int, sizes: Sizes, locks: Locks) -> Plan:
    """The largest design with these table sizes, and each further seat for a player who met the fewest there."""
    asked = table_sizes(len(players), sizes) or ()
    plan = [[list(table) for table in tables] for tables in largest(len(players), sizes.prefer, rounds)]
    if any(sorted(map(len, tables)) != sorted(asked) for tables in plan):
        plan = []
    met: Counter[tuple[int, int]] = Counter(two for tables in plan for table in tables for two in pairs_of(table))
    while len(plan) < rounds:
        plan.append(_of_few_meetings(len(players), asked, met))
        met.update(two for table in plan[-1] for two in pairs_of(table))
    return [gathered([[players[at] for at in table] for table in tables], locks.fixed) for tables in plan]


def _of_few_meetings(players: int, asked: Sequence[int], met: Counter[tuple[int, int]]) -> list[list[int]]:
    left = list(range(players))
    tables = []
    for size in asked:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(min(left, key=lambda player: sum(met[pair(mate, player)] for mate in table)))
            left.remove(table[-1])
        tables.append(table)
    return tables


def _filled(
    stood: Sequence[Seating],
    rounds: int,
    players: Sequence[int],
    sizes: Sizes,
    locks: Locks,
    chance: Chance,
    steps: int,
    consecutive: int,
) -> Plan:
    """Rounds beside those that stand, up to so many."""
    history = History(stood, sizes.prefer)
    rest = random_rounds(players, [()] * (rounds - len(stood)), sizes, history, locks.fixed, chance)
    search, back = indexed(rest, players, history, stood, locks, sizes.prefer, chance, consecutive)
    search.improve(steps)
    return [[[back[at] for at in table] for table in tables] for tables in search.plan]


def _cost(plan: Plan) -> int:
    """What repeats cost, a little more in two rounds running."""
    pairs = [{two for table in tables for two in pairs_of(table)} for tables in plan]
    again = sum(map(len, pairs)) - len(set().union(*pairs))
    return REPEAT * again + sum(len(one & other) for one, other in pairwise(pairs))


def spaced(plan: Plan) -> Plan:
    """The rounds in an order in which few meet twice in a row: swapped while that helps."""
    pairs = [{two for table in tables for two in pairs_of(table)} for tables in plan]
    common = [[len(one & other) for other in pairs] for one in pairs]
    order = list(range(len(plan)))
    best = _in_a_row(order, common)
    improved = best > 0
    while improved:
        improved = False
        for one, other in combinations(range(len(order)), 2):
            order[one], order[other] = order[other], order[one]
            now = _in_a_row(order, common)
            if now < best:
                best, improved = now, True
            else:
                order[one], order[other] = order[other], order[one]
    return [plan[at] for at in order]


def _in_a_row(order: Sequence[int], common: Sequence[Sequence[int]]) -> int:
    return sum(common[one][other] for one, other in pairwise(order))


def random_rounds(
    players: Sequence[int],
    sitting_out: Sequence[tuple[int, ...]],
    sizes: Sizes,
    history: History,
    fixed: Fixed,
    chance: Chance,
) -> Plan:
    """Random rounds with small tables shared out, and everybody who is fixed to a table at it."""
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
        plan.append(gathered(_mixed(tables, sizes.prefer, chance), fixed))
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


def _named(players: Sequence[int], design: Plan, shunned: Collection[Pair], chance: Chance) -> list[int]:
    """The players in the places of a design, at random, and pairs to keep apart where the design leaves them so."""
    names = chance.shuffled(players)
    if not shunned:
        return names
    meet = {two for tables in design for table in tables for two in combinations(sorted(table), 2)}

    def broken() -> int:
        return sum(pair(names[one], names[other]) in shunned for one, other in meet)

    cost = broken()
    for one, other in combinations(range(len(names)), 2):
        if not cost:
            break
        names[one], names[other] = names[other], names[one]
        after = broken()
        if after > cost:
            names[one], names[other] = names[other], names[one]
        cost = min(cost, after)
    return names
