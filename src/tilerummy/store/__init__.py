"""Where logs are kept. `base` says what hosting asks for; `sqlite` is the default adapter."""

from tilerummy.store.base import (
    Bot,
    Conflict,
    DataError,
    Handover,
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

__all__ = [
    "Bot",
    "Conflict",
    "DataError",
    "Handover",
    "Head",
    "Playing",
    "PuzzleTry",
    "Row",
    "Said",
    "Status",
    "StorageFailure",
    "Store",
    "Write",
]
