"""Looking back: after a game, what could have been laid in each turn, by one player or by all."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.jobs.advice_job import Advice, advise, retell
from tilerummy.rooms.jobs.scheduler import Scheduler, Work
from tilerummy.rooms.jobs.single_flight import SingleFlight
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import StepLaid, TurnAnalysed, TurnReviewed
from tilerummy.rules.game.events import Event, Played, Turn
from tilerummy.rules.game.evolve import evolve, parsed
from tilerummy.rules.game.record import RecordError, loads
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, format_position
from tilerummy.rules.position import Position, layout_of
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import Tile

T = TypeVar("T")
SECONDS: Final = 0.5
"""What the search of one turn may take; a game has some twenty turns of a player."""
TURNS: Final = 2_000
"""Turns whose best play is kept."""
MOST_TURNS: Final = 600
"""Turns of a record that is analysed; the longest game of 160 tiles has some 400."""


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn as the player met it, and the tiles it laid; `play` is None where it was no play."""

    number: int
    seat: int
    position: Position
    laid: tuple[Tile, ...]
    play: Play | None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text is no record that can be analysed: what is wrong, in which of its lines."""

    code: str
    line: int


class Reviews:
    """The reviews of one server, worked out turn by turn, so that others are served in between, and each turn once."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._best: SingleFlight[tuple[str, str], Advice] = SingleFlight(kept=TURNS)
        self._reviewed: SingleFlight[tuple[str, int], tuple[TurnReviewed, ...]] = SingleFlight(kept=200)
        self._analysed: SingleFlight[str, tuple[TurnAnalysed, ...]] = SingleFlight(kept=50)

    async def close(self) -> None:
        """Stop searching."""
        for flight in (self._analysed, self._reviewed, self._best):
            await flight.close()

    async def review(self, room: Room, player: str | None, asker: str) -> tuple[TurnReviewed, ...]:
        """Every turn of the player, the first one first, at the cost of `asker`, the address they come from.

        Raises Refusal not-over, not-seated, busy, work-spent.
        """
        _check_over(room)
        seat = room.state.seat_of(player)
        if seat is None:
            raise refuse("not-seated")
        turns = own_turns(_events(room), seat)
        return await self._reviewed.get(
            (room.id, seat), lambda: self._asked(asker, lambda: self._review_turns(turns, asker))
        )

    async def analysis(self, room: Room, asker: str) -> tuple[TurnAnalysed, ...]:
        """Every turn of every seat, in their order, at the cost of `asker`, the address they come from.

        Raises Refusal not-over, busy, work-spent.
        """
        _check_over(room)
        return await self.analysis_of_record(own_turns(_events(room), None), room.id, asker)

    async def analysis_of_record(self, turns: Iterable[OwnTurn], key: str, asker: str) -> tuple[TurnAnalysed, ...]:
        """These turns, of a record that `key` names, at the cost of `asker`, the address they come from.

        Raises Refusal busy, work-spent.
        """
        return await self._analysed.get(key, lambda: self._asked(asker, lambda: self._analyse_turns(turns, asker)))

    async def _asked(self, asker: str, work: Callable[[], Awaitable[T]]) -> T:
        with self._scheduler.question(asker):
            return await work()

    async def _analyse_turns(self, turns: Iterable[OwnTurn], asker: str) -> tuple[TurnAnalysed, ...]:
        return tuple([TurnAnalysed(await self._review(turn, asker), await self._made(turn, asker)) for turn in turns])

    async def _review_turns(self, turns: Iterable[OwnTurn], asker: str) -> tuple[TurnReviewed, ...]:
        return tuple([await self._review(turn, asker) for turn in turns])

    async def _made(self, turn: OwnTurn, asker: str) -> tuple[StepLaid, ...]:
        return await self._scheduler.run(Work.ADVICE, asker, retell, turn.position, turn.play) if turn.play else ()

    async def _review(self, turn: OwnTurn, asker: str) -> TurnReviewed:
        position = format_position(layout_of(turn.position))
        found = await self._best.get(
            (turn.position.edition.hash, position),
            lambda: self._scheduler.run(Work.ADVICE, asker, advise, turn.position, SECONDS),
        )
        return TurnReviewed(
            turn=turn.number,
            seat=turn.seat,
            position=position,
            laid=turn.laid,
            best=max(len(turn.laid), len(found.played)),
            status=found.status,
            before=tuple(format_meld(meld) for meld in turn.position.table),
            rack=turn.position.rack,
            played=found.played,
            opening=found.opening,
            table=found.table,
            steps=found.steps,
        )


def _check_over(room: Room) -> None:
    if room.state.phase != "over":
        raise refuse("not-over")


def _events(room: Room) -> list[RoomEvent]:
    return [event for entry in room.entries for event in entry.events]


def read_turns(record: bytes) -> tuple[OwnTurn, ...] | Unreadable:
    """Every turn of a record. What strangers send is read apart, and no exception with fields comes back from there."""
    try:
        turns = tuple(own_turns(loads(record).events, None))
    except RecordError as error:
        return Unreadable(error.code, error.line)
    return turns if len(turns) <= MOST_TURNS else Unreadable("too-many-turns", MOST_TURNS)


def own_turns(events: Sequence[RoomEvent], seat: int | None) -> Iterator[OwnTurn]:
    """The turns that a seat (None: every seat) had in a game."""
    game: GameState | None = None
    for event in events:
        if not isinstance(event, Event):
            continue
        before, game = game, evolve(game, event)
        if before is not None and isinstance(event, Turn):
            if seat not in (None, event.seat):
                continue
            play = Play(parsed(event.opening), game.table) if isinstance(event, Played) else None
            laid = game.last.played if game.last else ()
            yield OwnTurn(before.turn_number, event.seat, position_of(before, event.seat), laid, play)
