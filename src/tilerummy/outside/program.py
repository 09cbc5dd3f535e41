"""An outside program as a player: a View in, a Move out, whatever the program does."""

import shlex
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from tilerummy.bots.rng import Stream
from tilerummy.outside.process import Process
from tilerummy.outside.sandbox.confinement import Confinement
from tilerummy.outside.words import (
    VERSION,
    Failed,
    Fault,
    NewGame,
    edition_line,
    move_of,
    new_game,
    view_line,
)
from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.judge import Illegal, judge
from tilerummy.rules.moves import Draw, Move, Pass

BUDGET: Final = 1_000
"""Milliseconds that a program is given for a move where nobody says otherwise."""
START_SECONDS: Final = 10.0
"""Seconds until a program must have greeted."""
OVER: Final = 1.0
"""Seconds beyond the budget after which a program is ended."""
SHOWN: Final = 80
"""Characters of a wrong answer that are told."""
Told = Callable[[Fault], None]


class Program:
    """One seat's player, who is a program. It is started with the first move, and again after it was ended.

    The game goes on whatever it does: where it has no legal answer in time, the move is a draw, or a pass once the
    pool is empty, and `told` hears why. `name`: what it calls itself, once it has greeted.
    """

    def __init__(
        self,
        command: str,
        budget: int = BUDGET,
        told: Told = lambda _: None,
        errors: int | None = None,
        confined: Confinement | None = None,
    ) -> None:
        """`command`: a path, and arguments after it as a shell takes them. `budget`: milliseconds for a move. `errors`:
        where its standard error goes, as for `subprocess.Popen`. `confined`: how it is kept in, None as the environment
        says. Raises Failed `not-started` for what is no command."""
        self._command = _words(command)
        self._budget = budget
        self._told = told
        self._errors = errors
        self._confined = confined
        self._process: Process | None = None
        self._edition = ""
        self._game: NewGame | None = None
        self._refused: list[str] = []
        self.name = ""

    def __call__(self, view: View, stream: Stream) -> Move:
        """Its move, always legal but for a pass of who could lay. `stream` is not needed."""
        try:
            line = self._asked(view)
        except Failed as failed:
            self.end()
            return self._instead(view, failed)
        try:
            return self._judged(view, line)
        except Failed as failed:
            self._refused = [f"refused {failed.fault.code} {failed.fault.params.get('violations', '')}".rstrip()]
            return self._instead(view, failed)

    def greet(self) -> None:
        """Start it where it does not run, and hear its greeting. Raises Failed."""
        if self._process is None:
            self._process = Process(self._command, self._errors, self._confined)
            self._edition, self._game, self._refused = "", None, []
            self.name = _greeted(self._process.ask([f"tilerummy {VERSION}"], START_SECONDS))

    def end(self) -> None:
        """End it, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _asked(self, view: View) -> str:
        """What it answers. Raises Failed."""
        self.greet()
        assert self._process is not None
        lines, self._refused = self._refused, []
        if view.edition.hash != self._edition:
            lines.append(f"edition {edition_line(view.edition)}")
            self._edition = view.edition.hash
        if new_game(view) != self._game:
            self._game = new_game(view)
            lines.append(f"newgame {msgspec.json.encode(self._game).decode()}")
        lines += [f"view {view_line(view)}", f"go {self._budget}"]
        return self._process.ask(lines, self._budget / 1000 + OVER)

    def _judged(self, view: View, line: str) -> Move:
        """The move in its answer. Raises Failed."""
        try:
            move = move_of(line)
        except ValueError as error:
            raise Failed("malformed", line=_short(line), detail=_short(str(error))) from None
        verdict = judge(position_in(view), move)
        if isinstance(verdict, Illegal):
            codes = ", ".join(dict.fromkeys(violation.code for violation in verdict.violations))
            raise Failed("illegal", line=_short(line), violations=codes)
        return move

    def _instead(self, view: View, failed: Failed) -> Move:
        self._told(failed.fault)
        return Draw() if view.pool else Pass()


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Failed("not-started", command=command, reason=str(error)) from None
    if not words:
        raise Failed("not-started", command=command, reason="")
    return words


def _greeted(line: str) -> str:
    """The name in a greeting. Raises Failed `no-greeting`."""
    word, version, *name = [*line.split(maxsplit=2), "", ""][:3]
    with suppress(ValueError):
        if word == "hello" and int(version) == VERSION:
            return _short(name[0].strip())
    raise Failed("no-greeting", line=_short(line), version=VERSION)


def _short(text: str) -> str:
    """The text as it can be told: one line of it, not all of what is long."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text.strip())
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
