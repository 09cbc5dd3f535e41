"""Logs: one JSON object a line on standard error, quiet unless something is wrong or TILERUMMY_LOG says otherwise.

Each line names the request or the connection it is about, and its room, wherever there is one. A warning that repeats
is counted: within a minute the first, the tenth, the hundredth ... are written, with how often.
"""

import logging
import os
import sys
from time import monotonic
from typing import Any, Final

import structlog

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}

MINUTE: Final = 60.0
"""Seconds after which a line that repeats is written again."""


class Repeats:
    """Counts lines of the same event: a processor for structlog, and what the standard library's handlers ask."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[float, int]] = {}

    def __call__(self, _: Any, method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
        """The line with its count, from warnings on. Raises DropEvent for one that is only counted."""
        if method in ("debug", "info"):
            return line
        times = self.times(str(line.get("event")))
        if not _is_told(times):
            raise structlog.DropEvent
        return {**line, "times": times} if times > 1 else line

    def times(self, event: str) -> int:
        """How often the event was logged within this minute, this time included."""
        now = monotonic()
        since, times = self._seen.get(event, (now, 0))
        if now - since >= MINUTE:
            since, times = now, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[event] = since, times + 1
        return times + 1


def _is_told(times: int) -> bool:
    return str(times).strip("0") == "1"


def configure() -> None:
    """Send our logs and the server's to standard error at the level of TILERUMMY_LOG (default: warning)."""
    repeats = Repeats()
    level = LEVELS.get(os.environ.get("TILERUMMY_LOG", "warning").lower(), 30)
    structlog.configure(
        processors=[
            repeats,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: _Lines(),
        cache_logger_on_first_use=True,
    )
    logging.raiseExceptions = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    handler.addFilter(lambda record: _is_told(repeats.times(record.getMessage())))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # What they tell below a warning are addresses of connections, the keys of links and of services with them.
    for name in ("uvicorn.error", "apprise", "urllib3"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


class _Lines:
    """Writes lines to standard error. Where that leads to a full disk, a line is lost and nothing else."""

    def msg(self, line: str) -> None:
        """Write one line."""
        try:
            print(line, file=sys.stderr, flush=True)
        except (OSError, ValueError):
            pass

    debug = info = warning = error = critical = exception = msg


class _Json(logging.Formatter):
    """Lines of the libraries below us in the same form."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object."""
        said = {**structlog.contextvars.get_contextvars(), "event": record.getMessage()}
        said |= {"level": record.levelname.lower(), "logger": record.name}
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        renderer = structlog.processors.JSONRenderer()
        return str(renderer(None, "", said))
