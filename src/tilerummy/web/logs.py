"""Logs: one JSON object a line on standard error, quiet unless something is wrong or TILERUMMY_LOG says otherwise."""

import logging
import os
import sys

import structlog

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def configure() -> None:
    """Send our logs and the server's to standard error at the level of TILERUMMY_LOG (default: warning)."""
    level = LEVELS.get(os.environ.get("TILERUMMY_LOG", "warning").lower(), 30)
    structlog.configure(
        processors=[
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
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # What it tells below a warning are addresses of connections, the keys of tournament links with them.
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.WARNING))


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
        said = {"event": record.getMessage(), "level": record.levelname.lower(), "logger": record.name}
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        renderer = structlog.processors.JSONRenderer()
        return str(renderer(None, "", said))
