"""Local search over whole rounds: swaps between tables until nobody meets twice and small tables are shared out."""

from collections.abc import Sequence
from itertools import count

from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import History, Seating, pairs_of
from tilerummy.tournament.seating.locks import Locks

APART, REPEAT = 1_000_000, 1_000
"""What a forbidden pair and a repeat cost; one uneven visit to a small table costs 2."""
FORBIDDING, SPARING = 20_000, 20
"""What a repeat in the next round may cost beside that: searches of both kinds find better plans than those of one."""
SAMPLE = 40
"""Partners tried for one player who should move."""


class Search:
    """Rounds of tables of players 0..n-1, improved in place.

    `met` are meetings before these rounds; `last` the tables' numbers of the round before (None: not seated); `small`
    the visits to small tables before; `locks` are of these numbers: who is fixed to a table sits there already, and
    stays; `consecutive` is what a repeat in the next round costs.
    """

    def __init__(
        self,
        plan: list[list[list[int]]],
        met: list[bytearray],
        last: Sequence[int | None],
        small: Sequence[int],
        locks: Locks,
        prefer: int,
        chance: Chance,
        consecutive: int,
    ) -> None:
        self.plan = plan
        self._consecutive = consecutive
        self._met = met
        self._small = list(small)
        self._apart: list[set[int]] = [set() for _ in met]
        self._fixed = locks.fixed
        for one, other in locks.apart:
            self._apart[one].add(other)
            self._apart[other].add(one)
        self._prefer = prefer
        self._chance = chance
        before = [-1 - p if table is None else table for p, table in enumerate(last)]
        self._where = [before, *([-1 - p for p in range(len(met))] for _ in plan)]
        for number, tables in enumerate(plan, start=1):
            for at, table in enumerate(tables):
                for player in table:
                    self._where[number][player] = at
                    self._small[player] += len(table) < prefer
                for one, other in pairs_of(table):
                    met[one][other] += 1
                    met[other][one] += 1
        self._seated = sorted({player for tables in plan for table in tables for player in table})
        visits = [self._small[player] for player in self._seated]
        share, rest = divmod(sum(visits), max(1, len(visits)))
        self._fair = share, share + (rest > 0)
        """The fewest and the most visits to small tables in an even share."""

    def improve(self, steps: int, enough: int = 0) -> int:
        """Swap players until the cost is at most `enough`, or `steps` swaps have found nothing better; the cost of the
        best plan, which is kept."""
        cost = best = self._cost()
        since = 0
        kept = self._copy()
        wrong: list[tuple[int, int]] = []
        tabu: dict[tuple[int, int, int], int] = {}
        for step in count():
            wrong = wrong or self._chance.shuffled(self._wrong())
            if best <= enough or not wrong or step - since == steps:
                break
            number, player = wrong.pop()
            found = self._best_swap(number, player, tabu, step, best - cost) if self._is_wrong(number, player) else None
            if found is None:
                continue
            delta, other = found
            self._swap(number, player, other)
            cost += delta
            tabu[number, player, other] = tabu[number, other, player] = step + 4 + self._chance.below(12)
            if cost < best:
                best, kept, since = cost, self._copy(), step
        self.plan[:] = kept
        return best

    def _copy(self) -> list[list[list[int]]]:
        return [[list(table) for table in tables] for tables in self.plan]

    def _best_swap(
        self, number: int, player: int, tabu: dict[tuple[int, int, int], int], step: int, needed: int
    ) -> tuple[int, int] | None:
        """The cheapest swap for a player in a round, as its cost and the partner; one made just now only if it leads
        to the best plan so far."""
        tables, where = self.plan[number], self._where[number + 1]
        mine = where[player]
        others = [other for at, table in enumerate(tables) if at != mine for other in table if other not in self._fixed]
        if len(others) > SAMPLE:
            others = [others[self._chance.below(len(others))] for _ in range(SAMPLE)]
        alone = sum(self._pair(number, player, mate) for mate in tables[mine] if mate != player)
        best: tuple[int, int] | None = None
        for other in others:
            delta = self._delta(number, player, other) - alone
            if (best is None or delta < best[0]) and (delta < needed or tabu.get((number, player, other), 0) <= step):
                best = delta, other
        return best

    def _delta(self, number: int, player: int, other: int) -> int:
        """What a swap changes, without what the player's own table costs them now."""
        tables, where = self.plan[number], self._where[number + 1]
        mine, theirs = tables[where[player]], tables[where[other]]
        pair = self._pair
        delta = 0
        for mate in theirs:
            if mate != other:
                delta += pair(number, player, mate) - pair(number, other, mate)
        for mate in mine:
            if mate != player:
                delta += pair(number, other, mate)
        shift = (len(theirs) < self._prefer) - (len(mine) < self._prefer)
        if shift:
            delta += 2 * shift * (self._small[player] - self._small[other]) + 2
        return delta

    def _pair(self, number: int, one: int, other: int) -> int:
        """What it costs that two sit together in a round, beside their other meetings."""
        where = self._where
        times = self._met[one][other] - (where[number + 1][one] == where[number + 1][other])
        cost = APART if other in self._apart[one] else 0
        if times > 0:
            cost += REPEAT * times
            if where[number][one] == where[number][other]:
                cost += self._consecutive
            if number + 2 < len(where) and where[number + 2][one] == where[number + 2][other]:
                cost += self._consecutive
        return cost

    def _swap(self, number: int, player: int, other: int) -> None:
        tables, where, met = self.plan[number], self._where[number + 1], self._met
        mine, theirs = tables[where[player]], tables[where[other]]
        for table, leaves, comes in ((mine, player, other), (theirs, other, player)):
            at = table.index(leaves)
            for mate in table:
                if mate != leaves:
                    met[leaves][mate] -= 1
                    met[mate][leaves] -= 1
                    met[comes][mate] += 1
                    met[mate][comes] += 1
            table[at] = comes
            self._small[comes] += len(table) < self._prefer
            self._small[leaves] -= len(table) < self._prefer
        where[player], where[other] = where[other], where[player]

    def _wrong(self) -> list[tuple[int, int]]:
        """Rounds and players whose place costs something."""
        return [
            (number, player)
            for number, tables in enumerate(self.plan)
            for table in tables
            for player in table
            if player not in self._fixed and self._is_wrong(number, player)
        ]

    def _is_wrong(self, number: int, player: int) -> bool:
        table = self.plan[number][self._where[number + 1][player]]
        small, (least, most) = self._small[player], self._fair
        if small > most if len(table) < self._prefer else small < least:
            return True
        return any(self._pair(number, player, mate) for mate in table if mate != player)

    def _cost(self) -> int:
        """The cost of all meetings in these rounds that swaps can change, and of visits to small tables beyond an even
        share."""
        cost = 0
        later: dict[tuple[int, int], int] = {}
        for tables in self.plan:
            for pair in (pair for table in tables for pair in pairs_of(table)):
                later[pair] = later.get(pair, 0) + 1
        before = {pair: self._met[pair[0]][pair[1]] - count for pair, count in later.items()}
        for number, tables in enumerate(self.plan):
            for one, other in (pair for table in tables for pair in pairs_of(table)):
                if one in self._fixed and other in self._fixed:
                    continue
                cost += REPEAT * before[one, other] + (APART if other in self._apart[one] else 0)
                if before[one, other] and self._where[number][one] == self._where[number][other]:
                    cost += self._consecutive
                before[one, other] += 1
        visits = [self._small[player] for player in self._seated]
        return cost + sum(count**2 for count in visits) - _even(visits)


def indexed(
    rounds: Sequence[Sequence[Sequence[int]]],
    players: Sequence[int],
    history: History,
    stood: Sequence[Seating],
    locks: Locks,
    prefer: int,
    chance: Chance,
    consecutive: int,
) -> tuple[Search, Sequence[int]]:
    """A search over rounds of drawn numbers, after those that `stood`; and the number of each of its players."""
    index = {player: at for at, player in enumerate(players)}
    met = [bytearray(len(players)) for _ in players]
    for (one, other), times in history.met.items():
        if one in index and other in index:
            met[index[one]][index[other]] = met[index[other]][index[one]] = min(times, 100)
    last: list[int | None] = [None] * len(players)
    for number, table in enumerate(stood[-1].tables if stood else ()):
        for player in table:
            if player in index:
                last[index[player]] = number
    plan = [[[index[player] for player in table] for table in tables] for tables in rounds]
    pairs = [(index[one], index[other]) for one, other in locks.apart if one in index and other in index]
    fixed = {index[player]: at for player, at in locks.fixed.items() if player in index}
    small = [history.small[player] for player in players]
    return Search(plan, met, last, small, Locks(pairs, fixed), prefer, chance, consecutive), players


def _even(visits: Sequence[int]) -> int:
    """The sum of squares when the same visits are shared as evenly as they can be."""
    share, rest = divmod(sum(visits), max(1, len(visits)))
    return rest * (share + 1) ** 2 + (len(visits) - rest) * share**2
