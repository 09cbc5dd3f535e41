"""The browsers in which a guest is known, as the store keeps them: when each was seen last is written once an hour."""

import time
from typing import Final

from starlette.requests import Request

from tilerummy.store import GuestSession, StorageFailure, Store
from tilerummy.web.guests import browsers
from tilerummy.web.sessions import Session

HOUR: Final = 3_600_000
"""Milliseconds by which it is told when a browser was last seen."""


class Devices:
    """Notes which browsers come."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hour = 0
        self._noted: set[str] = set()

    async def keep(self, session: Session, request: Request) -> None:
        """Keep a session before its cookie goes out, so that it can be ended. Raises StorageFailure."""
        browser, system = browsers.told(request.headers.get("user-agent", ""))
        await self._store.keep_session(
            GuestSession(session.id, session.player, browser, system, session.issued, this_hour())
        )
        self._noted.add(session.id)

    async def note(self, session: Session, request: Request) -> None:
        """A browser comes again. Where that cannot be written, the next visit will do."""
        if self._hour != this_hour():
            self._hour = this_hour()
            self._noted.clear()
        if session.id and session.id not in self._noted:
            try:
                await self.keep(session, request)
            except StorageFailure:
                self._noted.discard(session.id)


def this_hour() -> int:
    """The beginning of this hour (ms)."""
    return time.time_ns() // 1_000_000 // HOUR * HOUR
