"""A running program that is asked in lines and answers in lines; ended where it hangs, floods or dies.

All reading and writing is in one thread of its own, which is left alone where it hangs: nobody else waits longer than
they want to.
"""

from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from tilerummy.outside.sandbox.confinement import Confinement, from_environment
from tilerummy.outside.sandbox.launch import Launched
from tilerummy.outside.words import Failed

MOST_BYTES: Final = 65_536
"""Bytes that a program may write until it has answered, remarks and all; the largest move takes 4,000."""
REMARK: Final = b"info "
"""How lines begin that are for people alone."""


class Process:
    """A program under way. `errors`: where what it says on standard error goes, as for `subprocess.Popen`. `confined`:
    how it is kept in, None as the environment says."""

    def __init__(self, command: Sequence[str], errors: int | None, confined: Confinement | None = None) -> None:
        """Raises Failed `not-started`."""
        try:
            self._program = Launched(command, errors, confined or from_environment())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Failed("not-started", command=command[0], reason=reason) from None
        self._asked: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[str | Failed] = SimpleQueue()
        Thread(target=self._talk, daemon=True).start()

    def ask(self, lines: Sequence[str], seconds: float) -> str:
        """Its answer to the lines. Raises Failed: `too-late`, `too-much`, `ended`; it is to be ended then."""
        self._asked.put("".join(f"{line}\n" for line in lines).encode())
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise Failed("too-late", seconds=round(seconds, 1)) from None
        if isinstance(answer, Failed):
            raise answer
        return answer

    def end(self) -> None:
        """End the program and all it has started, at once."""
        self._asked.put(None)
        self._program.end()

    def _talk(self) -> None:
        with suppress(OSError), self._program.stdin, self._program.stdout:
            while (lines := self._asked.get()) is not None:
                self._answers.put(self._answered(lines))

    def _answered(self, lines: bytes) -> str | Failed:
        stdin, stdout = self._program.stdin, self._program.stdout
        left = MOST_BYTES
        try:
            stdin.write(lines)
            stdin.flush()
            while True:
                line = stdout.readline(left + 1)
                left -= len(line)
                if left < 0:
                    return Failed("too-much", most=MOST_BYTES)
                if not line.endswith(b"\n"):
                    return Failed("ended")
                if not line.startswith(REMARK):
                    return line.decode(errors="replace")
        except OSError:
            return Failed("ended")
