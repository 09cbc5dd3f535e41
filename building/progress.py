"""What the person who waits sees: one line per step, with its time, and the output of a step only when it failed."""

import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from building import ROOT

_RETRY_PAUSES = (2.0, 10.0)


class SetupError(Exception):
    """What stops a command: a text for the person who typed it."""


def say(line: str) -> None:
    """Print a line at once, also where the output is a file."""
    print(line, flush=True)


@contextmanager
def step(label: str) -> Iterator[None]:
    """Say what is being done and, when it is done, how long it took; a terminal sees the seconds count."""
    begun = time.monotonic()
    done = threading.Event()
    live = sys.stdout.isatty()

    def tick() -> None:
        while not done.wait(1.0):
            print(f"\r· {label} {time.monotonic() - begun:.0f} s ", end="", flush=True)

    print(f"· {label}", end="" if live else "\n", flush=True)
    if live:
        threading.Thread(target=tick, daemon=True).start()
    try:
        yield
    except BaseException:
        done.set()
        print(f"\r✗ {label}" if live else f"✗ {label}", flush=True)
        raise
    done.set()
    print(f"{chr(13) if live else ''}✓ {label} ({time.monotonic() - begun:.1f} s)", flush=True)


def call(command: Sequence[object], env: Mapping[str, str] | None = None, tries: int = 1) -> str:
    """Run a command in the project's folder and return its output; up to three `tries` for what fetches from a network.

    Raises SetupError with the output of the last try.
    """
    words = [str(word) for word in command]
    done = _run(words, env)
    for pause in _RETRY_PAUSES[: tries - 1]:
        if done.returncode == 0:
            break
        time.sleep(pause)
        done = _run(words, env)
    if done.returncode:
        raise SetupError(f"{done.stdout.rstrip()}\n{shlex.join(words)} ended with {done.returncode}")
    return done.stdout


def _run(words: list[str], env: Mapping[str, str] | None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        words,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
