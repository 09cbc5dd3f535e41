"""Where logs are kept. `base` says what hosting asks for; `sqlite` is the default adapter."""

from tilerummy.store.base import (
    Bot,
    Conflict,
    DataError,
    Head,
    Playing,
    PuzzleTry,
    Row,
    Said,
    Status,
    StorageFailure,
    Store,
    Write,
)
from tilerummy.store.moderation import Closing, Report
from tilerummy.store.notices import Notice, Outlet, Word
from tilerummy.store.people.kept import Acquaintance, Meeting, Outcome
from tilerummy.store.returning.passkeys import Challenge, Passkey
from tilerummy.store.sessions import GuestSession, Handover, Recovery

__all__ = [
    "Acquaintance",
    "Bot",
    "Challenge",
    "Closing",
    "Conflict",
    "DataError",
    "GuestSession",
    "Handover",
    "Head",
    "Meeting",
    "Notice",
    "Outcome",
    "Outlet",
    "Passkey",
    "Playing",
    "PuzzleTry",
    "Recovery",
    "Report",
    "Row",
    "Said",
    "Status",
    "StorageFailure",
    "Store",
    "Word",
    "Write",
]
