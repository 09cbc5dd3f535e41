"""A second count of the Belgian tournament, written apart from the product's: who is where in a standing, who goes on,
who moves up, and in which seats. It knows points, games won, the best game, what was settled, and numbers."""

import copy
import hashlib
from collections.abc import Iterable, Sequence

Game = dict[int, int]
"""Points by player."""
PLACES = {"semifinal": 8, "final": 4}


class Count:
    """An event as a person with pencil and paper has it."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.gone: set[int] = set()
        self.stages: list[str] = ["qualifying"]
        self.players: dict[str, list[int]] = {"qualifying": sorted(numbers)}
        self.barred: dict[str, set[int]] = {}
        """Who may not come into a stage any more: they had left, or gave their place away."""
        self.games: dict[str, dict[tuple[int, int], Game]] = {"qualifying": {}}
        self.settled: dict[str, dict[frozenset[int], list[int]]] = {"qualifying": {}}

    def copy(self) -> "Count":
        """As it is now, for a step that may be taken back."""
        return copy.deepcopy(self)

    def figures(self, stage: str, player: int) -> tuple[int, int, int | None]:
        """Points, games won, and the best game."""
        own = [game[player] for game in self.games[stage].values() if player in game]
        return sum(own), sum(score > 0 for score in own), max(own, default=None)

    def equals(self, stage: str) -> list[list[int]]:
        """The players in order, equals together in the order of their numbers."""
        by: dict[tuple[int, int, int | None], list[int]] = {}
        for player in sorted(self.players[stage]):
            by.setdefault(self.figures(stage, player), []).append(player)

        def worth(key: tuple[int, int, int | None]) -> tuple[bool, int, int, int]:
            points, won, best = key
            return best is not None, points, won, best or 0

        return [by[key] for key in sorted(by, key=worth, reverse=True)]

    def order(self, stage: str) -> list[int]:
        """The standing of a stage."""
        return [player for group in self.equals(stage) for player in self.settled[stage].get(frozenset(group), group)]

    def may_come(self, stage: str, before: str) -> list[int]:
        """Who may play a stage, by the standing of the one before: those who are there, and who left during it."""
        inside = set(self.players.get(stage, ()))
        return [
            player for player in self.order(before) if player in inside or player not in self.gone | self.barred[stage]
        ]

    def begin(self, stage: str) -> None:
        """Close the last stage: the best of those who are there come into the next one."""
        self.barred[stage] = set(self.gone)
        self.players[stage] = self.may_come(stage, self.stages[-1])[: PLACES[stage]]
        self.games[stage], self.settled[stage] = {}, {}
        self.stages.append(stage)

    def corrected(self) -> None:
        """After a correction, or when equals were parted: who goes on to a stage whose tables nobody has seen."""
        stage = self.stages[-1]
        self.players[stage] = self.may_come(stage, self.stages[-2])[: PLACES[stage]]

    def line(self) -> list[tuple[list[int], list[int], int]]:
        """Equals at the line before the last stage: all of them, those who may go on, and how many do."""
        stage, before = self.stages[-1], self.stages[-2]
        here = [player for player in self.may_come(stage, before) if player not in self.gone]
        through = here[: PLACES[stage]]
        found = []
        for group in self.equals(before):
            ordered = self.settled[before].get(frozenset(group), group)
            there = [player for player in ordered if player in here]
            places = sum(player in through for player in there)
            if 0 < places < len(there):
                found.append((group, there, places))
        return found

    def settle(self, group: Sequence[int], order: Sequence[int]) -> None:
        """These equals are parted so."""
        self.settled[self.stages[-2]][frozenset(group)] = list(order)
        self.corrected()

    def reserve(self) -> tuple[int, int] | None:
        """Who moves up, and for whom."""
        stage, before = self.stages[-1], self.stages[-2]
        left = [player for player in self.players[stage] if player in self.gone]
        others = [
            player
            for player in self.may_come(stage, before)
            if player not in self.gone and player not in self.players[stage]
        ]
        return (others[0], left[0]) if left and others else None

    def move_up(self) -> None:
        """The next in the standing plays for the first who has gone."""
        found = self.reserve()
        assert found is not None
        stage = self.stages[-1]
        inside = {*self.players[stage], found[0]} - {found[1]}
        self.players[stage] = [player for player in self.order(self.stages[-2]) if player in inside]
        self.barred[stage].add(found[1])

    def tables(self) -> list[list[int]]:
        """The seats of the last stage: 1-3-5-7 and 2-4-6-8 in the semi-final, 1-2-3-4 in the final."""
        here = [player for player in self.players[self.stages[-1]] if player not in self.gone]
        return [here] if len(here) <= 4 else [here[::2], here[1::2]]

    def ranking(self) -> list[int]:
        """Everybody: who played the last stage first, then those whose last stage was the one before, and so on; in the
        end who has played no game at all."""
        found: list[int] = []
        for stage in reversed(self.stages):
            found += [player for player in self.order(stage) if player not in found]
        games = [game for stage in self.stages for game in self.games[stage].values()]
        return sorted(found, key=lambda player: not any(player in game for game in games))


def by_lot(seed: int, players: Iterable[int]) -> list[int]:
    """The order of lots, the highest first."""
    return sorted(players, key=lambda one: hashlib.sha256(f"{seed} {one}".encode()).hexdigest(), reverse=True)
