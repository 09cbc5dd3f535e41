"""Looking back: after a game, what a player could have laid in each turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.jobs.advice_job import advise
from tilerummy.rooms.jobs.single_flight import SingleFlight, TooManyAsked
from tilerummy.rooms.jobs.workers import Workers
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import TurnReviewed
from tilerummy.rules.game.events import Drew, Event, Passed, Played, TimedOut
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import Tile

SECONDS: Final = 0.5
"""What the search of one turn may take; a game has some twenty turns of a player."""


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A turn as the player met it, and the tiles it laid."""

    number: int
    position: Position
    laid: tuple[Tile, ...]


class Reviews:
    """The reviews of one server, each worked out once, in the order they were asked for."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: SingleFlight[tuple[str, int], tuple[TurnReviewed, ...]] = SingleFlight(kept=200, pending=8)

    async def close(self) -> None:
        """Stop searching."""
        await self._known.close()

    async def review(self, room: Room, player: str | None, asker: str) -> tuple[TurnReviewed, ...]:
        """Every turn of the player, the first one first; `asker` is the address they come from.

        Raises Refusal not-over, not-seated, busy.
        """
        if room.state.phase != "over":
            raise refuse("not-over")
        seat = room.state.seat_of(player)
        if seat is None:
            raise refuse("not-seated")
        try:
            return await self._known.get((room.id, seat), lambda: self._work_out(room, seat), asker)
        except TooManyAsked:
            raise refuse("busy") from None

    async def _work_out(self, room: Room, seat: int) -> tuple[TurnReviewed, ...]:
        events = [event for entry in room.entries for event in entry.events]
        return tuple([await self._reviewed(seat, turn) for turn in own_turns(events, seat)])

    async def _reviewed(self, seat: int, turn: OwnTurn) -> TurnReviewed:
        found = await self._workers.run_aside(advise, turn.position, SECONDS)
        return TurnReviewed(
            turn=turn.number,
            seat=seat,
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


def own_turns(events: list[RoomEvent], seat: int) -> Iterator[OwnTurn]:
    """The turns that a seat had in a game."""
    game: GameState | None = None
    for event in events:
        if not isinstance(event, Event):
            continue
        before, game = game, evolve(game, event)
        if before is not None and isinstance(event, Played | Drew | Passed | TimedOut) and event.seat == seat:
            yield OwnTurn(before.turn_number, position_of(before, seat), game.last.played if game.last else ())
