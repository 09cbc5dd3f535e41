"""What has to be proved of a game: what its movers could lay once its pool is empty, searched once for every row, for
all callers; and, when it is over, which losers could have opened."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from tilerummy.rooms.decision import Decision
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.jobs.scheduler import Dropped
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.decide import Decided, settled
from tilerummy.rules.game.events import Ended, Event
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.unopened import Openings, chances
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.position import Position

Search = Callable[[Sequence[Position]], Awaitable[tuple[Ability, ...]]]
"""Finds the abilities of movers one after another, up to the first who is not proved to be stuck."""
PATIENCE: Final = 1.0
"""Seconds for which a pass waits for its proof, and the end of a game for those of the losers; without them they stand
as unproved."""
log = structlog.get_logger()


class Endgame:
    """The abilities of those who are to move on the last row that was asked about."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._row = 0
        self._found: asyncio.Future[tuple[Ability, ...]] | None = None

    async def mover(self, row: int, game: GameState) -> Ability:
        """What the mover could lay; unknown where the search fails or takes long: no fault of ours decides a game."""
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._abilities(row, game)
        except TimeoutError:
            return UNKNOWN
        return found[0] if found else UNKNOWN

    async def passing(self, row: int, state: RoomState, actor: str) -> Ability:
        """The same of who asks to pass on this row."""
        game = state.game if state.obliged else None
        return await self.mover(row, game) if game is not None and state.seat_of(actor) == game.turn else UNKNOWN

    async def is_stuck(self, row: int, game: GameState) -> bool:
        """Whether it is proved that nobody who is still to move could lay a tile."""
        found = await self._abilities(row, game)
        return len(found) == len(game.to_move) and all(one.stuck for one in found)

    async def proved(self, state: RoomState, decision: Decision) -> Decision:
        """The decision, with what is known of the losers who have not opened where it ends the game."""
        before, ended = state.game, decision.state.game
        if before is None or before.over or ended is None or ended.over is None or not ended.over.unopened:
            return decision
        return _with_openings(state, decision, await self._openings(before))

    async def _openings(self, game: GameState) -> Openings:
        """Whether those who have not opened could have in their last turn, where that counts and the search tells in
        time."""
        found: dict[int, Ability] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for seat, chance in chances(game).items():
                    if abilities := await self._looked([chance]):
                        found[seat] = abilities[0]
        return found

    async def _abilities(self, row: int, game: GameState) -> tuple[Ability, ...]:
        if self._found is None or self._row != row:
            positions = [position_of(game, seat) for seat in game.to_move]
            self._row, self._found = row, asyncio.ensure_future(self._looked(positions))
        # A caller who stops waiting does not stop the others.
        return await asyncio.shield(self._found)

    async def _looked(self, positions: Sequence[Position]) -> tuple[Ability, ...]:
        try:
            return await self._search(positions)
        except Dropped:
            return ()
        except Exception:
            log.exception("endgame-failed")
            return ()


def _with_openings(state: RoomState, decision: Decision, openings: Openings) -> Decision:
    """A decision that ends the game, with what is known of the losers who have not opened."""
    game = tuple(event for event in decision.events if isinstance(event, Event))
    if state.game is None or decision.state.game is None:
        return decision
    *_, ended = settled(state.game, Decided(game, decision.state.game), openings).events
    events = tuple(ended if isinstance(event, Ended) else event for event in decision.events)
    return Decision(events, fold(state, events), decision.opens)
