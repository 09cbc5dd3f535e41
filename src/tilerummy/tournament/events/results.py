"""Results: entered, confirmed, disputed, corrected."""

from collections.abc import Iterable

from msgspec.structs import replace

from tilerummy.tournament.events import telling
from tilerummy.tournament.events.rounds import InStage
from tilerummy.tournament.state import Did, Event, Place, Result, Scores, StagePlay, Tournament


class _OfGame(InStage, frozen=True):
    """What was said of a game of the round under way."""

    round: int
    table: int
    game: int

    @property
    def place(self) -> Place:
        """Which game it is."""
        return self.round, self.table, self.game

    def follows(self, state: Tournament) -> Tournament:
        # a result may depend on every step before it
        return replace(super().follows(state), undoable=())

    def changes(self, play: StagePlay) -> StagePlay:
        return replace(play, results=play.results.set(self.place, self.result(play)))

    def result(self, play: StagePlay) -> Result:
        """The game's result after this."""
        raise NotImplementedError


class Reported(_OfGame, frozen=True, tag="reported"):
    """A result was entered: by `seat:N` at the table, by the `desk`, or by the game itself in its `room:ID`. `browser`:
    the mark of the one it came from at the table; None in rows of older versions. `stood_in`: for whom a computer
    player played."""

    scores: Scores
    by: str
    browser: str | None = None
    stood_in: tuple[int, ...] = ()

    def result(self, play: StagePlay) -> Result:
        return Result(self.scores, self.by, browser=self.browser, stood_in=self.stood_in)

    def told(self, state: Tournament) -> Iterable[Did]:
        if state.play is not None and self.by.startswith("room:"):
            params = telling.result(state, state.play, self.place, None, self.scores)
            yield "played", params
            if self.stood_in:
                yield "stood-in", {**params, "names": telling.names(state, self.stood_in)}
        else:
            yield from _other(state, "reported", self.place, self.scores)


class Confirmed(_OfGame, frozen=True, tag="confirmed"):
    """A second person entered the same result, or agreed to it."""

    by: str
    browser: str | None = None

    def result(self, play: StagePlay) -> Result:
        return replace(play.results[self.place], confirmed=self.by, other=None)


class Disputed(_OfGame, frozen=True, tag="disputed"):
    """A second person entered another result: the desk settles it."""

    scores: Scores
    by: str
    browser: str | None = None

    def result(self, play: StagePlay) -> Result:
        return replace(play.results[self.place], other=self.scores)

    def told(self, state: Tournament) -> Iterable[Did]:
        return _other(state, "disputed", self.place, self.scores)


class Corrected(Event, frozen=True, tag="corrected"):
    """The desk put a result right, and said why."""

    stage: int
    round: int
    table: int
    game: int
    scores: Scores
    reason: str
    by: str

    def follows(self, state: Tournament) -> Tournament:
        play = state.stages[self.stage]
        place = self.round, self.table, self.game
        before = play.results.get(place, Result(self.scores, self.by))
        said = {"scores": self.scores, "by": self.by, "confirmed": self.by, "reason": self.reason}
        result = replace(before, **said, other=None, browser=None)
        closed = play.rounds[self.round].phase == "closed"
        counted = play.counted.set(place, result) if closed else play.counted
        return state.with_stage(self.stage, replace(play, results=play.results.set(place, result), counted=counted))

    def told(self, state: Tournament) -> Iterable[Did]:
        play, place = state.stages[self.stage], (self.round, self.table, self.game)
        known = play.results.get(place)
        before = known.scores if known is not None else None
        yield "corrected", {**telling.result(state, play, place, before, self.scores), "reason": self.reason}


def _other(state: Tournament, code: str, place: Place, scores: Scores) -> Iterable[Did]:
    """What is said of points other than those known; nothing where none were known."""
    known = state.play.results.get(place) if state.play is not None else None
    if state.play is not None and known is not None:
        yield code, telling.result(state, state.play, place, known.scores, scores)
