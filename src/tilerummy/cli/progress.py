"""How far a long batch or move is: one line on a terminal's standard error."""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from tilerummy.messages import language, text

EVERY: Final = 0.2
"""Seconds between two looks."""
WIDTH: Final = 30
"""Characters of a bar."""


def with_progress(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same lines; shows how many there were where standard error is a terminal and standard output is not."""
    return _shown(lines) if sys.stderr.isatty() and not sys.stdout.isatty() else iter(lines)


@contextmanager
def rows_told() -> Iterator[Callable[[str, int], None]]:
    """Shows how many rows of which table were moved, where standard error is a terminal."""
    with _line_told() as tell:
        yield lambda table, count: tell("cli.progress-rows", {"table": table, "count": count})


@contextmanager
def deals_told(whole: int, match: str) -> Iterator[Callable[[int], None]]:
    """Shows how many deals of a match were played, where standard error is a terminal."""
    with _line_told() as tell:
        yield lambda count: tell("cli.progress-deals", {"match": match, "count": count, "bar": _bar(count, whole)})


@contextmanager
def puzzles_told(whole: int) -> Iterator[Callable[[int], None]]:
    """Shows how many puzzles were made, where standard error is a terminal."""
    with _line_told() as tell:
        yield lambda count: tell("cli.progress-puzzles", {"count": count, "bar": _bar(count, whole)})


def _bar(count: int, whole: int) -> str:
    done = WIDTH * count // max(1, whole)
    return "#" * done + "." * (WIDTH - done)


@contextmanager
def _line_told() -> Iterator[Callable[[str, dict[str, object]], None]]:
    """What shows a text in one line that goes away at the end, now and then."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    lang, told = language(), 0.0

    def tell(key: str, params: dict[str, object]) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            print(f"\r\x1b[K{text(lang, key, **params)}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _shown(lines: Iterable[bytes]) -> Iterator[bytes]:
    found = os.fstat(sys.stdin.fileno())
    whole = found.st_size if stat.S_ISREG(found.st_mode) else 0
    count = taken = 0
    told = time.monotonic()
    try:
        for line in lines:
            count, taken = count + 1, taken + len(line)
            if time.monotonic() - told >= EVERY:
                told = time.monotonic()
                _tell(count, taken, whole)
            yield line
    finally:
        _tell(count, taken, whole)
        print(file=sys.stderr)


def _tell(count: int, taken: int, whole: int) -> None:
    lang = language()
    said = text(lang, "cli.progress-open", count=count)
    if whole:
        said = text(lang, "cli.progress", count=count, percent=min(100, 100 * taken // whole))
    print(f"\r{said}", end="", file=sys.stderr, flush=True)
