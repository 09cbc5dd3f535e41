"""A tournament run by its commands, for tests: every row is encoded and decoded, as a store would, and everything that
a command brings about would also be admitted from outside."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilerummy import editions, formats
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.admission import admit
from tilerummy.tournament.decide import Actor, decide
from tilerummy.tournament.events.people import Opened
from tilerummy.tournament.events.stored import decode, encode
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.results.plausible import box_of
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.rng import Chance
from tilerummy.tournament.rounds import unconfirmed
from tilerummy.tournament.state import Event as Happened
from tilerummy.tournament.state import Tournament, fold

ORGANISER = Actor("organiser")


class Event:
    """A tournament in memory."""

    def __init__(self, format_: str | Format, players: int | Sequence[str], seed: int = 7, box: bool = True) -> None:
        """`box`: results are held against the edition's; without it a game may have the points of several."""
        self.rows: list[tuple[Happened, ...]] = []
        self.rooms = self.seeds = 0
        self._admitted: Tournament | None = None
        kind = formats.load(format_) if isinstance(format_, str) else format_
        self.box = box_of(editions.load(kind.edition)) if box else None
        self.keep((Opened("Event", kind, seed),))
        names = [f"P{number:03}" for number in range(1, players + 1)] if isinstance(players, int) else players
        if names:
            self.do(commands.Enter, text="\n".join(names))

    @property
    def state(self) -> Tournament:
        return fold(None, (event for row in self.rows for event in row))

    def do(self, kind: Callable[..., Any], actor: Actor = ORGANISER, **fields: Any) -> tuple[Happened, ...]:
        """Carry a command out. Raises Refusal, and keeps nothing then."""
        command = kind(id=f"c{len(self.rows)}", **fields)
        return self.keep(decide(self.state, actor, command, 0, self._new_room, self._new_seed, self.box))

    def _new_room(self) -> str:
        self.rooms += 1
        return f"room{self.rooms}"

    def _new_seed(self) -> int:
        self.seeds += 1
        return self.seeds

    def refused(self, kind: Callable[..., Any], actor: Actor = ORGANISER, **fields: Any) -> list[str]:
        """The codes with which a command is refused."""
        before = self.state
        try:
            self.do(kind, actor, **fields)
        except Refusal as refusal:
            assert self.state == before
            return [fault.code for fault in refusal.faults]
        raise AssertionError("not refused")

    def open_round(self) -> None:
        """Publish and start the next round."""
        self.do(commands.Publish)
        self.do(commands.StartRound)

    def play_round(self, scores: Callable[[Sequence[int], int], Sequence[int]] | None = None) -> None:
        """The next round from publishing to closing. `scores` makes points in seat order from players and game."""
        if self.state.play and self.state.play.rounds[self.state.current].phase == "planned":
            self.do(commands.Publish)
        if self.state.play and self.state.play.rounds[self.state.current].phase == "published":
            self.do(commands.StartRound)
        for number, table, game in outstanding(self.state):
            state = self.state
            assert state.play is not None
            players = state.play.rounds[number].seating.tables[table - 1]
            here = [player for player in players if player not in state.withdrawn]
            made = dict(zip(here, (scores or chance_scores)(here, game), strict=True))
            self.do(
                commands.Report, table=table, game=game, scores=tuple(made.get(player) for player in players), sure=True
            )
        self.do(commands.CloseRound, listed=unconfirmed(self.state))

    def ranking(self, stage: int | None = None) -> list[int]:
        return [line.player for line in lines(self.state, stage)]

    def keep(self, happened: tuple[Happened, ...]) -> tuple[Happened, ...]:
        """Take a row over, as the store would."""
        if happened:
            self.rows.append(decode(encode(happened)))
            assert self.rows[-1] == happened
            for event in happened:
                self._admitted = admit(self._admitted, event, lambda _: ())
            assert self._admitted == self.state
        return happened


def chance_scores(players: Sequence[int], game: int) -> list[int]:
    """One winner, the others lose something."""
    chance = Chance("scores", game, *players)
    losses = [1 + chance.below(60) for _ in players]
    winner = chance.below(len(players))
    return [sum(losses) - losses[winner] if at == winner else -loss for at, loss in enumerate(losses)]


def winners(players: Sequence[int], _: int) -> list[int]:
    """The lower the number, the better."""
    order = sorted(players)
    points = {player: -5 * order.index(player) - 5 for player in order[1:]}
    points[order[0]] = -sum(points.values())
    return [points[player] for player in players]


def given(points: Mapping[int, Sequence[int]]) -> Callable[[Sequence[int], int], list[int]]:
    """Scores by player and game."""
    return lambda players, game: [points[player][game - 1] for player in players]
