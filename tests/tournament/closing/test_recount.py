"""Random Belgian tournaments with equals at every line, lots, play-offs, reserves and corrections, counted twice."""

import random
from typing import Any

import pytest

from tests.tournament.closing.recount import Count, by_lot
from tests.tournament.running import Event
from tilerummy.tournament import commands
from tilerummy.tournament.closing.commands import MoveUp, Settle
from tilerummy.tournament.closing.equals import equals_at_line
from tilerummy.tournament.closing.reserves import reserve
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.rounds import unconfirmed


class Sunday:
    """An event, counted a second time."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.event = Event("belgian-tournament", self.chance.randint(9, 20), seed=seed, box=False)
        self.event.do(commands.Begin)
        self.count = Count(self.event.state.entrants)
        self.before: list[Count] = []
        self.done = {"settled": 0, "moved up": 0, "corrected": 0, "taken back": 0}

    def run(self) -> None:
        """The whole event; AssertionError where the two counts differ."""
        while not self.event.state.finished:
            self.event.open_round()
            if self.chance.random() < 0.3:
                self.withdraw(most=2)
            self.play()
            while not self.event.state.finished and self.chance.random() < 0.8:
                self.between()
                self.compare()
        if self.chance.random() < 0.5:
            self.correct()
        self.compare()

    def step(self, kind: Any, **fields: Any) -> None:
        """Something that can be taken back."""
        self.before.append(self.count.copy())
        self.event.do(kind, **fields)

    def points(self, here: list[int]) -> dict[int, int]:
        """Few different points, so that many are equal."""
        losses = {player: -self.chance.choice((0, 5, 5)) for player in here}
        winner = self.chance.choice(here)
        return losses | {winner: -sum(loss for player, loss in losses.items() if player != winner)}

    def play(self) -> None:
        """All games of a round, and its end."""
        state = self.event.state
        for number, table, game in outstanding(state):
            seats = state.stages[-1].rounds[number].seating.tables[table - 1]
            points = self.points([player for player in seats if player not in state.withdrawn])
            scores = tuple(points.get(player) for player in seats)
            self.event.do(commands.Report, table=table, game=game, scores=scores, sure=True)
            self.count.games[self.count.stages[-1]][table, game] = points
        self.before = []
        self.step(commands.CloseRound, listed=unconfirmed(self.event.state))
        if not self.event.state.finished:
            self.count.begin(self.event.state.format.stages[self.event.state.stages[-1].index].id)
        self.compare()

    def between(self) -> None:
        """What a desk does between two stages."""
        often, seldom = (self.settle, self.move_up), (self.withdraw, self.come_back, self.correct, self.undo)
        self.chance.choice((*often, *often, *seldom))()

    def withdraw(self, most: int = 1) -> None:
        """One who sits goes home, as long as enough stay for the tables."""
        tables = self.event.state.stages[-1].rounds[-1].seating.tables
        here = [player for table in tables for player in table if player not in self.count.gone]
        table = self.chance.choice(tables)
        if len(self.count.gone) < most + 1 and len(here) > 6 and len(set(table) - self.count.gone) > 3:
            number = self.chance.choice([player for player in table if player not in self.count.gone])
            self.step(commands.Withdraw, number=number)
            self.count.gone.add(number)

    def come_back(self) -> None:
        """One who went home is there again."""
        if self.count.gone and not self.event.state.finished:
            number = self.chance.choice(sorted(self.count.gone))
            self.step(commands.Return, number=number)
            self.count.gone.discard(number)

    def settle(self) -> None:
        """Equals at the line are parted."""
        for group, there, places in self.count.line():
            how = self.chance.choice(("rule", "play-off", "drawn-lot"))
            won = tuple(self.chance.sample(there, places)) if how == "play-off" else ()
            tie = next(one for one in equals_at_line(self.event.state) if set(one.equal) == set(group))
            fields: dict[str, Any] = {"equal": tuple(group), "how": how, "won": won, "reason": "as agreed"}
            if tie.settled is not None:
                wanted = "lot-drawn" if how == tie.settled.how == "drawn-lot" else "settled-already"
                assert self.event.refused(Settle, **fields) == [wanted]
                continue
            self.step(Settle, **fields)
            self.done["settled"] += 1
            known = self.event.state.stages[-2].settled[-1]
            if how == "drawn-lot":
                assert known.seed is not None
                self.count.settle(group, by_lot(known.seed, group))
            elif how == "play-off":
                self.count.settle(group, [*won, *(player for player in tie.equal if player not in won)])

    def move_up(self) -> None:
        """The next in the standing plays for one who left."""
        found = self.count.reserve()
        assert found == reserve(self.event.state)
        if found is not None:
            self.step(MoveUp, number=found[0])
            self.count.move_up()
            self.done["moved up"] += 1

    def correct(self) -> None:
        """A game of any stage is put right."""
        at = self.chance.randrange(len(self.count.stages))
        stage = self.count.stages[at]
        if not self.count.games[stage]:
            return
        table, game = self.chance.choice(sorted(self.count.games[stage]))
        points = self.points(list(self.count.games[stage][table, game]))
        seats = self.event.state.stages[at].rounds[0].seating.tables[table - 1]
        scores = tuple(points.get(player) for player in seats)
        place = {"stage": at, "round": 0, "table": table, "game": game}
        self.step(commands.Correct, **place, scores=scores, reason="misread", sure=True)
        self.count.games[stage][table, game] = points
        self.done["corrected"] += 1
        if not self.event.state.finished and at == len(self.count.stages) - 2:
            self.count.corrected()

    def undo(self) -> None:
        """The last step is taken back, down to the closing."""
        if len(self.before) > 1:
            self.event.do(commands.Undo, step=self.event.state.steps)
            self.count = self.before.pop()
            self.done["taken back"] += 1

    def compare(self) -> None:
        """The same standings, players and seats."""
        state = self.event.state
        for at, stage in enumerate(self.count.stages):
            if self.count.games[stage]:
                assert [line.player for line in lines(state, at)] == self.count.order(stage), stage
        assert [line.player for line in final_ranking(state)][: len(self.count.ranking())] == self.count.ranking()
        if state.finished:
            return
        play = state.stages[-1]
        assert list(play.players) == self.count.players[self.count.stages[-1]]
        assert [list(table) for table in play.rounds[0].seating.tables] == self.count.tables()
        assert [(set(one.equal), set(one.there), one.places) for one in equals_at_line(state)] == [
            (set(group), set(there), places) for group, there, places in self.count.line()
        ]


@pytest.mark.parametrize("block", range(4))
def test_both_counts_agree(block: int) -> None:
    done = dict.fromkeys(("settled", "moved up", "corrected", "taken back"), 0)
    for seed in range(block * 20, block * 20 + 20):
        sunday = Sunday(seed)
        sunday.run()
        for what, times in sunday.done.items():
            done[what] += times
    assert all(done.values()), done
