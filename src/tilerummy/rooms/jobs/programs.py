"""Programs that play at a server's tables as further levels: each seat of a game has a process of its own, so that none
knows two racks of one game."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from subprocess import DEVNULL
from time import monotonic
from typing import Final

import structlog

from tilerummy.bots.levels import obliged
from tilerummy.bots.rng import Constant
from tilerummy.outside.program import Program
from tilerummy.outside.sandbox.confinement import CPU_SECONDS, Confinement, from_environment
from tilerummy.outside.words import Fault
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move

BUDGET: Final = 3_000
"""Milliseconds that a program is given for a move."""
AT_ONCE: Final = 2
"""Moves that one program thinks about at the same time; other tables wait for theirs."""
KEPT: Final = 8
"""Processes of one program. The one that has waited longest is ended for another; each game is a new one's."""
IDLE_SECONDS: Final = 600.0
"""Seconds after which a process that nobody has asked is ended."""
log = structlog.get_logger()
_Seat = tuple[str, int | None]


class Programs:
    """The programs of one server, by the names of their levels."""

    def __init__(self, commands: Mapping[str, str], private: tuple[Path, ...] = ()) -> None:
        """`private`: folders that no program sees. Raises ValueError for a sandbox that there is not."""
        if not commands:
            self._benches: dict[str, _Bench] = {}
            return
        confined = replace(from_environment(), cpu=CPU_SECONDS, private=private)
        self._benches = {name: _Bench(name, command, confined) for name, command in commands.items()}
        log.info("programs", names=list(commands), sandbox=confined.kind, memory=confined.memory)

    def __contains__(self, level: object) -> bool:
        return level in self._benches

    async def choose(self, level: str, view: View) -> Move:
        """The program's move, never on the event loop; a draw or a pass where it has none. Raises KeyError."""
        return await self._benches[level].choose(view)

    def close(self) -> None:
        """End all processes."""
        for bench in self._benches.values():
            bench.close()


class _Bench:
    """The processes of one program; used by the event loop alone, but for the moves themselves."""

    def __init__(self, name: str, command: str, confined: Confinement) -> None:
        self._name = name
        self._confined = confined
        self._command = command
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix=f"program-{name}")
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting: OrderedDict[_Seat, tuple[Program, float]] = OrderedDict()
        self._thinking: set[Program] = set()

    async def choose(self, view: View) -> Move:
        async with self._turn:
            seat = view.commitment, view.viewer
            leaving = self._leaving(seat)
            known = self._waiting.pop(seat, None)
            program = known[0] if known else self._started()
            self._thinking.add(program)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, _moved, program, view, leaving)
            finally:
                self._thinking.discard(program)
                self._waiting[seat] = program, monotonic()

    def close(self) -> None:
        for program in (*self._thinking, *(program for program, _ in self._waiting.values())):
            program.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _leaving(self, seat: _Seat) -> list[Program]:
        """Those that wait and are too many or too old, but for the seat's own; they wait no more."""
        others = [other for other in self._waiting if other != seat]
        spare, old = len(others) - (KEPT - AT_ONCE), monotonic() - IDLE_SECONDS
        gone = [other for number, other in enumerate(others) if number < spare or self._waiting[other][1] < old]
        return [self._waiting.pop(other)[0] for other in gone]

    def _started(self) -> Program:
        return Program(self._command, BUDGET, self._tell, DEVNULL, self._confined)

    def _tell(self, fault: Fault) -> None:
        log.warning(f"program-{fault.code}", program=self._name, params=fault.params)


def _moved(program: Program, view: View, leaving: Sequence[Program]) -> Move:
    """Its move, in a thread, once those that leave are ended."""
    for other in leaving:
        other.end()
    return obliged(program)(view, Constant(0))  # a program has its own chance
