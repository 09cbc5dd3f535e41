"""A running program that is asked in lines and answers in lines; ended where it hangs, floods or dies.

All reading and writing is in one thread of its own, which is left alone where it hangs: nobody else waits longer than
they want to.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from tilerummy.outside.words import Failed

MOST_BYTES: Final = 65_536
"""Bytes that a program may write until it has answered, remarks and all; the largest move takes 4,000."""
REMARK: Final = b"info "
"""How lines begin that are for people alone."""
OWN: Final = "TILERUMMY_"
"""How the variables of the environment begin that are ours, secrets among them: no program gets them."""


class Process:
    """A program under way. `errors`: where what it says on standard error goes, as for `subprocess.Popen`."""

    def __init__(self, command: Sequence[str], errors: int | None) -> None:
        """Raises Failed `not-started`."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                # with whatever it starts in a group of its own, so that all of it can be ended
                start_new_session=True,
            )
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
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _talk(self) -> None:
        with suppress(OSError), self._process:
            while (lines := self._asked.get()) is not None:
                self._answers.put(self._answered(lines))

    def _answered(self, lines: bytes) -> str | Failed:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
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
