"""Stages and rounds: begun, planned, published, played, closed, here or at real tables."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from tilerummy.tournament.events.telling import Parameters, listed, names, stage_id
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.seating.history import Move, Seating
from tilerummy.tournament.state import Did, Event, Round, RoundPhase, StagePlay, Tournament


class InStage(Event, frozen=True):
    """Something that happened in the stage under way."""

    def follows(self, state: Tournament) -> Tournament:
        if state.play is None:
            raise ValueError("no stage has begun")
        return state.with_stage(len(state.stages) - 1, self.changes(state.play))

    def changes(self, play: StagePlay) -> StagePlay:
        """The stage after this."""
        raise NotImplementedError


class StageBegun(Event, frozen=True, tag="stage"):
    """A stage begins with these players, in the order in which they come into it."""

    stage: int
    players: tuple[int, ...]

    def follows(self, state: Tournament) -> Tournament:
        unranked = {number for number, one in state.entrants.items() if not one.ranked}
        begun = StagePlay(self.stage, self.players, out=state.withdrawn | unranked)
        return replace(state, stages=(*state.ended(), begun))


class Joined(InStage, frozen=True, tag="joined"):
    """Late entrants play in the stage under way."""

    numbers: tuple[int, ...]

    def changes(self, play: StagePlay) -> StagePlay:
        return replace(play, players=(*play.players, *self.numbers))


class Recut(InStage, frozen=True, tag="recut"):
    """The stage under way is played by these now, in the order in which they come into it: a result before it was
    corrected."""

    players: tuple[int, ...]

    def changes(self, play: StagePlay) -> StagePlay:
        return replace(play, players=self.players, kept=())

    def told(self, state: Tournament) -> Iterable[Did]:
        if state.play is not None:
            old, new = state.play.players, self.players
            came = {"coming": names(state, minus(new, old)), "going": names(state, minus(old, new))}
            yield "recut" if set(old) != set(new) else "reordered", {"stage": stage_id(state, state.play), **came}


def minus(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the first who are not among the second, by number."""
    return tuple(sorted(set(some) - set(others)))


class Kept(Event, frozen=True, tag="kept"):
    """A stage stays with its players, or its round with its tables, though results that were corrected speak for
    `players`, the best first; and why. `round` -1: the stage."""

    stage: int
    round: int
    players: tuple[int, ...]
    reason: str

    def follows(self, state: Tournament) -> Tournament:
        play = state.stages[self.stage]
        whole = self.round < 0
        kept = replace(play, kept=self.players) if whole else play.changed(self.round, kept=self.players)
        return state.with_stage(self.stage, kept)

    def told(self, state: Tournament) -> Iterable[Did]:
        where: Parameters = {"stage": stage_id(state, state.stages[self.stage]), "round": self.round + 1}
        yield "kept" if self.round < 0 else "kept-round", {**where, "reason": self.reason}


class Planned(InStage, frozen=True, tag="planned"):
    """Tables of the rounds from `first` on, and whose table changed where these rounds had been planned before: where
    nobody's did, some sit in other seats. `order`: the standing they follow from, the best first; empty where they
    follow from none."""

    first: int
    rounds: tuple[Seating, ...]
    moved: tuple[Move, ...] = ()
    order: tuple[int, ...] = ()

    def changes(self, play: StagePlay) -> StagePlay:
        planned = tuple(
            self._reseated(play.rounds[at] if at < len(play.rounds) else Round(seating), at)
            for at, seating in enumerate(self.rounds, start=self.first)
        )
        after = play.rounds[self.first + len(self.rounds) :]
        return replace(play, rounds=(*play.rounds[: self.first], *planned, *after))

    def _reseated(self, round_: Round, at: int) -> Round:
        moved = {move.number: move for move in round_.moved}
        if round_.phase != "planned":
            for move in self.moved:
                if move.round == at:
                    before = moved[move.number].before if move.number in moved else move.before
                    moved[move.number] = replace(move, before=before)
        kept = tuple(move for move in moved.values() if move.before != move.after)
        return replace(round_, seating=self.rounds[at - self.first], moved=kept, order=self.order, kept=())

    def told(self, state: Tournament) -> Iterable[Did]:
        if self.moved:
            # a sign that is mirrored where names run from the right
            moved = [
                f"{state.entrants[move.number].name if move.number in state.entrants else move.number}"
                f" {move.before or '–'} › {move.after or '–'} ({move.round + 1})"
                for move in self.moved
            ]
            count = len({move.number for move in self.moved})
            yield "moved", {"round": self.first + 1, **listed(moved), "count": count}
        elif state.play is not None and len(state.play.rounds) > self.first:
            yield "reseated", {"round": self.first + 1}


class _Phase(InStage, frozen=True):
    """A round comes into another phase."""

    tells: ClassVar[bool] = True
    phase: ClassVar[RoundPhase]
    round: int

    def changes(self, play: StagePlay) -> StagePlay:
        return play.changed(self.round, phase=self.phase)

    def parameters(self, state: Tournament) -> Parameters:
        return {"stage": stage_id(state, state.play), "round": self.round + 1}


class Published(_Phase, frozen=True, tag="published"):
    """The tables of a round are known to everybody."""

    phase: ClassVar[RoundPhase] = "published"


class RoundStarted(_Phase, frozen=True, tag="started"):
    """A round is being played."""

    phase: ClassVar[RoundPhase] = "playing"


class RoundClosed(_Phase, frozen=True, tag="closed"):
    """All results of a round are in, and its standings are out."""

    phase: ClassVar[RoundPhase] = "closed"

    def changes(self, play: StagePlay) -> StagePlay:
        return replace(super().changes(play), counted=play.results)

    def follows(self, state: Tournament) -> Tournament:
        # a table's own clock was for this round
        clocks = {table: clock for table, clock in state.clocks.items() if not table}
        return replace(super().follows(state), clocks=clocks)


class Finished(Event, frozen=True, tag="finished"):
    """The last stage is over."""

    tells: ClassVar[bool] = True

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, stages=state.ended(), finished=True, clocks={})


class OnlineChosen(Event, frozen=True, tag="online"):
    """Tables of rounds that start from now on are played here by these rules, or at real tables."""

    online: bool
    rules: OnlineRules

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, online=self.online, online_rules=self.rules)

    def told(self, state: Tournament) -> Iterable[Did]:
        yield "online" if self.online else "offline", {}


class TableChosen(InStage, frozen=True, tag="table-online"):
    """One table of a round is played here, or at a real table: also after its rooms were given."""

    round: int
    table: int
    online: bool

    def changes(self, play: StagePlay) -> StagePlay:
        before = play.rounds[self.round]
        rooms = {table: given for table, given in before.rooms.items() if table != self.table or self.online}
        return play.changed(self.round, chosen={**before.chosen, self.table: self.online}, rooms=rooms)

    def told(self, state: Tournament) -> Iterable[Did]:
        yield "table-online" if self.online else "table-offline", {"round": self.round + 1, "table": self.table}


class RoomsGiven(InStage, frozen=True, tag="rooms"):
    """A table of a round that is played has these rooms, one for each of its games."""

    round: int
    table: int
    rooms: tuple[str, ...]

    def changes(self, play: StagePlay) -> StagePlay:
        return play.changed(self.round, rooms={**play.rounds[self.round].rooms, self.table: self.rooms})
