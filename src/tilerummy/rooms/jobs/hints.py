"""Hints: the best play for the player to move, or in the turn they have just had, worked out beside the games."""

import asyncio
from typing import Final

from tilerummy.rooms.commands import Hint
from tilerummy.rooms.jobs.advice_job import Advice, advise
from tilerummy.rooms.jobs.scheduler import Scheduler, Work
from tilerummy.rooms.jobs.single_flight import SingleFlight
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Hinted, Refused
from tilerummy.rules.game.state import position_of
from tilerummy.rules.position import Position
from tilerummy.rules.refusal import Refusal, refuse

SECONDS: Final = 2.0
"""What one search may take."""
PATIENCE: Final = 30.0
"""Seconds after which an answer that still waits for a worker is given up."""


class Hints:
    """The hints of one server; each position is searched once."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._found: SingleFlight[tuple[str, int], Advice] = SingleFlight(kept=500)

    async def close(self) -> None:
        """Stop searching."""
        await self._found.close()

    async def hint(self, room: Room, player: str | None, asked: Hint, asker: str) -> Hinted | Refused:
        """What the player to move can lay on the table numbered `asked.on`, or could have laid in a turn just over;
        it costs `asker`, the address they come from."""
        try:
            position = position_to_advise(room, player, asked.on)
            found = await self._found.get((room.id, asked.on), lambda: self._search(position, asker))
            position_to_advise(room, player, asked.on)
        except Refusal as refusal:
            return Refused(asked.id, refusal.code, refusal.params, ())
        except TimeoutError:
            return Refused(asked.id, "busy", {}, ())
        return Hinted(
            id=asked.id,
            on=asked.on,
            status=found.status,
            tiles=len(found.played),
            played=found.played,
            opening=found.opening,
            table=found.table,
            steps=found.steps,
            short=found.short,
        )

    async def _search(self, position: Position, asker: str) -> Advice:
        with self._scheduler.question(asker):
            async with asyncio.timeout(PATIENCE):
                return await self._scheduler.run(Work.HINT, asker, advise, position, SECONDS)


def position_to_advise(room: Room, player: str | None, on: int) -> Position:
    """The position of the player to move, or that of a player's last turn. Raises Refusal for everyone else, and where
    the room allows no hints."""
    state = room.state
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    seat = state.seat_of(player)
    if seat is None:
        raise refuse("not-seated")
    if not (state.hints or state.obliged):
        raise refuse("hints-off")
    now = on == room.seq and state.game.turn == seat
    game = state.game if now else room.turns_met.game(seat, on)
    if game is not None:
        return position_of(game, seat)
    raise refuse("not-your-turn") if on == room.seq else refuse("stale", seq=room.seq)
