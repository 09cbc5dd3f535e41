"""The parts of a picture, each made by itself: one that cannot be made costs itself, and not the picture."""

from collections.abc import Callable
from typing import Final, Literal, TypeVar

import structlog

from tilerummy import metrics

Part = Literal[
    "asking",
    "banks",
    "before",
    "cards",
    "chairs",
    "chart",
    "checkin",
    "classes",
    "clubs",
    "counting",
    "entrants",
    "figures",
    "last",
    "match",
    "outstanding",
    "overtaken",
    "page",
    "plan",
    "ranking",
    "reported",
    "result",
    "results",
    "revealed",
    "round",
    "rulings",
    "standing",
    "standings",
    "struck",
    "tables",
    "teams",
    "totals",
]
"""A part of a picture; `parts.part-NAME` is what people call it."""
REMEMBERED: Final = 10_000
"""Records and parts of which is remembered that the fault was logged."""
T = TypeVar("T")
_logged: set[tuple[str, str]] = set()
log = structlog.get_logger()


class Parts:
    """The parts of one picture of a record, and the names of those that are `missing`."""

    def __init__(self, record: str) -> None:
        self._record = record
        self._missing: dict[Part, None] = {}

    @property
    def missing(self) -> tuple[Part, ...]:
        """The parts that could not be made, each once."""
        return tuple(self._missing)

    def made(self, name: Part, make: Callable[[], T], empty: T) -> T:
        """What `make` makes, or `empty` where it fails: counted, and logged once for each record and part."""
        try:
            return make()
        except Exception:
            self._missing[name] = None
            metrics.MISSING.inc(name)
            if (self._record, name) not in _logged:
                if len(_logged) >= REMEMBERED:
                    _logged.clear()
                _logged.add((self._record, name))
                log.exception("part-missing", record=self._record, part=name)
            return empty
