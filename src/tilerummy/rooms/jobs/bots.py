"""Computer players: they see a View, think in a worker process, and move through the same door as people.

Nothing about them is kept: whose turn it is stands in the log, and the choice follows from the game, so that after a
crash the same move is found again.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final

import structlog

from tilerummy import metrics
from tilerummy.cancellation import cancel
from tilerummy.outside import players
from tilerummy.rooms import commands
from tilerummy.rooms.jobs.bot_job import choose
from tilerummy.rooms.jobs.programs import Programs
from tilerummy.rooms.jobs.room_work import in_room
from tilerummy.rooms.jobs.scheduler import Dropped, Scheduler, Work
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import STAND_IN, actor_on
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.table_diff import laid, relaid
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld

THINKS: Final = (0.5, 1.1)
"""Seconds a computer player seems to look at the table, at least and at most."""
TILE: Final = 0.45
"""Seconds for each tile that it lays, and for each that was laid before it: the page shows them one by one, as long."""
TILES: Final = 7
"""Tiles after which it does not take longer."""
MELD: Final = 0.4
"""Seconds for each meld of the table that it takes apart or adds to."""
MELDS: Final = 5
"""Melds after which it does not take longer."""
HASTE: Final = 0.25
"""The most of the time left to its turn that it seems to take."""
BEGINS = 3.0
"""Seconds before the first turn of a game: everyone sees who drew what."""
THINKING: Final = 15.0
"""Seconds for which one server thinks for the computer players of a room; of one that died, another takes over then."""
log = structlog.get_logger()


class Bots:
    """The computer players of one server. `pause`: seconds before each of their moves, None for a human-like moment;
    `lease`: whether this server, of those that share a store, may do what a name stands for, for so many seconds."""

    def __init__(
        self,
        pause: float | None,
        scheduler: Scheduler,
        programs: Programs,
        lease: Callable[[str, float], Awaitable[bool]],
    ) -> None:
        self._pause = pause
        self._programs = programs
        self._scheduler = scheduler
        self._lease = lease
        self._turns: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._given_up: dict[str, dict[str, Room]] = {}

    def consider(self, room: Room) -> None:
        """Have a computer player move if it is to move and does not think already. Rooms of one owner that all people
        have given up are played out one after another."""
        if room.state.given_up:
            given_up = self._given_up.setdefault(room.state.owner, {})
            given_up[room.id] = room
            self._play_out(given_up)
            if not given_up:
                del self._given_up[room.state.owner]
        else:
            self._begin(room)

    def _play_out(self, given_up: dict[str, Room]) -> None:
        """Go on with the first of these rooms that is not over; those that are leave."""
        for ident, room in list(given_up.items()):
            if room.state.mover is not None:
                self._begin(room)
                return
            del given_up[ident]

    def _begin(self, room: Room) -> None:
        mover = room.state.mover
        key = (room.id, room.seq)
        if mover is not None and mover.of_server and key not in self._turns:
            task = asyncio.create_task(self._turn(room))
            self._turns[key] = task
            task.add_done_callback(lambda _: self._turns.pop(key, None))

    @property
    def turns(self) -> int:
        """Turns under way."""
        return len(self._turns)

    @property
    def rooms(self) -> set[str]:
        """Rooms for which this server thinks, or asks whether it may."""
        return {room for room, _ in self._turns}

    async def close(self) -> None:
        """Stop thinking, also about the turns to which the last moves lead."""
        while self._turns:
            await cancel(self._turns.values())
        self._programs.close()

    async def _turn(self, room: Room) -> None:
        state, on, mover = room.state, room.seq, room.state.mover
        if state.game is None or state.game.turn is None or mover is None or mover.level is None:
            return
        if not await self._lease(f"computers:{room.id}", THINKING):
            return
        actor = actor_on(state.game.turn, mover)
        seed = hashlib.sha256(f"{state.game.salt} {on}".encode()).hexdigest()
        begun = perf_counter()
        try:
            chosen = await self._choose(mover.level, room, seed)
            if not state.given_up:
                moment = self._moment(state.game, chosen, seed, _left(room))
                await asyncio.sleep(moment - (perf_counter() - begun))
            moves: list[Move] = [chosen, Draw(), Pass()]
        except Dropped:
            return
        except Exception:
            log.exception("computer-failed", room=room.id, seq=on, level=mover.level)
            moves = [Draw(), Pass()]
            if state.obliged and (play := (await room.endgame.mover(on, state.game)).play):
                moves = [play]
        for number, move in enumerate(moves):
            command, begun = commands.Move(f"turn-{on}-{number}", on, _body(move)), perf_counter()
            answer = await room.command(actor, command)
            metrics.answered("computer", command, answer, begun)
            if not isinstance(answer, Refused) or answer.code != "illegal":
                return
            if number == 0:
                log.error("computer-refused", room=room.id, seq=on, level=mover.level, violations=answer.violations)

    def _moment(self, game: GameState, move: Move, seed: str, left: float | None) -> float:
        if self._pause is not None:
            return self._pause
        least, most = THINKS
        looks = least + (most - least) * int(seed[:4], 16) / 0xFFFF
        lays = TILE * min(TILES, laid(game.table, move)) + MELD * min(MELDS, len(relaid(game.table, move)))
        moment = looks + TILE * _shown(game) + lays
        moment = max(BEGINS, moment) if game.turn_number == 1 else moment
        return moment if left is None else min(moment, HASTE * left)

    async def _choose(self, level: str, room: Room, seed: str) -> Move:
        game = room.state.game
        assert game is not None
        if room.state.given_up:
            level = STAND_IN  # nobody is left who chose an opponent, and the best take a hundred times as long
        seen = view(game, game.turn)
        if level in self._programs:
            return await self._programs.choose(level, seen)
        if level not in players.levels():
            log.warning("level-missing", room=room.id, missing=level, instead=STAND_IN)
            level = STAND_IN
        work = in_room(room, Work.OPPONENT)
        return await self._scheduler.run(work, room.state.owner, choose, level, seen, seed)


def _left(room: Room) -> float | None:
    """Seconds left to the turn, None without a limit."""
    return None if room.deadline is None else max(0.0, (room.deadline - room.server.now()) / 1000)


def _shown(game: GameState) -> int:
    """How many tiles of the turn before people still see laid."""
    return 0 if game.last is None else min(TILES, len(game.last.played))


def _body(move: Move) -> commands.MoveBody:
    match move:
        case Play():
            return commands.PlayMove(
                tuple(format_meld(meld) for meld in move.opening), tuple(format_meld(meld) for meld in move.table)
            )
        case Draw():
            return commands.DrawMove()
        case Pass():
            return commands.PassMove()
