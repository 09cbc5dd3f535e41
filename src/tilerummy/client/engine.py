"""A program that speaks the line protocol (docs/players.md), asked from asyncio."""

import asyncio
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

import msgspec

from tilerummy.outside.words import VERSION, NewGame, edition_line, move_of, new_game, view_line
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.judge import Illegal, judge
from tilerummy.rules.moves import Move

GREETING: Final = 10.0
"""Seconds until a program must have greeted."""
OVER: Final = 1.0
"""Seconds beyond the time for a move after which a program counts as hanging."""
MOST_BYTES: Final = 65_536
"""Bytes of one line."""


class EngineError(RuntimeError):
    """A program that did not start, is gone, hangs, or answered what is no legal move."""


class Engine:
    """A program under way, which plays one seat of one game after another. One question at a time."""

    def __init__(self, process: Process) -> None:
        """`start` makes one."""
        self._process = process
        self._edition = ""
        self._game: NewGame | None = None
        self._turn = asyncio.Lock()
        self.name = ""
        """What the program calls itself."""

    @classmethod
    async def start(cls, *command: str) -> Self:
        """Start a program, and hear its greeting: `async with await Engine.start("node", "bot.mjs") as engine`. It runs
        with all that this process may do. Raises EngineError."""
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=MOST_BYTES)
        except OSError as error:
            raise EngineError(f"{command[0]} does not start: {error.strerror}") from None
        engine = cls(process)
        try:
            line = await engine._answer([f"tilerummy {VERSION}"], GREETING)
            word, version, *name = [*line.split(maxsplit=2), "", ""]
            if (word, version) != ("hello", str(VERSION)):
                raise EngineError(f"a program begins with hello {VERSION} and its name, not with {line!r}")
        except EngineError:
            await engine.end()
            raise
        engine.name = name[0]
        return engine

    async def move(self, view: View, milliseconds: int = 1000) -> Move:
        """Its move for the seat of the view. Raises EngineError, also for an illegal one."""
        async with self._turn:
            lines = []
            if view.edition.hash != self._edition:
                self._edition = view.edition.hash
                lines.append(f"edition {edition_line(view.edition)}")
            if new_game(view) != self._game:
                self._game = new_game(view)
                lines.append(f"newgame {msgspec.json.encode(self._game).decode()}")
            lines += [f"view {view_line(view)}", f"go {milliseconds}"]
            line = await self._answer(lines, milliseconds / 1000 + OVER)
        try:
            move = move_of(line)
        except ValueError as error:
            raise EngineError(f"{line!r} is no move: {error}") from None
        verdict = judge(position_in(view), move)
        if isinstance(verdict, Illegal):
            codes = ", ".join(violation.code for violation in verdict.violations)
            raise EngineError(f"{line!r} is not allowed: {codes}")
        return move

    async def end(self) -> None:
        """Ask it to end, and end it where it does not."""
        if self._process.returncode is None:
            try:
                await asyncio.wait_for(self._process.communicate(b"quit\n"), OVER)
            except (TimeoutError, OSError):
                self._process.kill()
        await self._process.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.end()

    async def _answer(self, lines: list[str], seconds: float) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write("".join(f"{line}\n" for line in lines).encode())
            async with asyncio.timeout(seconds):
                with suppress(ConnectionError):  # of one that has ended, what it said still counts
                    await stdin.drain()
                while (line := await stdout.readline()).startswith(b"info "):
                    pass
        except TimeoutError:
            raise EngineError(f"{self.name or 'the program'} did not answer within {seconds:g} seconds") from None
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.name or 'the program'} cannot be heard: {error}") from None
        if not line.endswith(b"\n"):
            raise EngineError(f"{self.name or 'the program'} has ended")
        return line.decode(errors="replace").strip()
