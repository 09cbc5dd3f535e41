"""Who may not come in: kept in the store, looked up in memory, told to the connections that are open.

Sessions that count no more are named, and end for ever: a guest, a bot, one session. Guests and addresses that the
owner has closed come back when their time is over. Clocks have a part in it only where a command names a
date. Guests come and go by other clocks than the one that reads it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence, Set
from typing import Final, Protocol

import structlog

from tilerummy.cancellation import cancel
from tilerummy.rooms.server_time import wall_clock
from tilerummy.store import Closing, StorageFailure, Store
from tilerummy.store.sessions import ERA, LAST, mark

EVERYBODY: Final = "*"
"""The player in whose name the sessions of all are revoked."""
POLL_SECONDS: Final = 1
"""Seconds between two looks at the store, where a command beside the server may have revoked a guest."""
log = structlog.get_logger()


class Dated(Protocol):
    """A session: whose and which, when it was issued (ms) and in which era."""

    @property
    def player(self) -> str:
        """The guest's id."""
        ...

    @property
    def issued(self) -> int:
        """Milliseconds since the epoch."""
        ...

    @property
    def owner(self) -> str | None:
        """The guest whose bot it is, or their `mark`."""
        ...

    @property
    def id(self) -> str:
        """Its own name; empty for the forms before sessions had one."""
        ...

    @property
    def era(self) -> int:
        """How many eras had ended."""
        ...


class Watcher(Protocol):
    """A connection, opened with a session or without."""

    def session_ended(self) -> None:
        """The session counts no more; may be said again."""
        ...

    def closed(self, until: int) -> None:
        """The owner has closed the guest or the address until then (ms); may be said again."""
        ...


class Revocations:
    """What was revoked and closed, as one server knows it. `start` before use, `close` after."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._before: dict[str, int] = {}
        self._closed: dict[str, int] = {}
        self._watchers: dict[Watcher, tuple[Dated | None, str]] = {}
        self._listeners: list[Callable[[Set[str]], None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._troubled = False

    async def start(self) -> None:
        """Look at the store, now and again and again."""
        await self.look()
        self._spawn(self._look_forever())

    async def close(self) -> None:
        """Stop looking."""
        await cancel(self._tasks)

    def stands(self, session: Dated) -> bool:
        """Whether the session still counts."""
        names = (EVERYBODY, session.player, session.owner or session.player, session.id or nameless(session.player))
        return session.era >= self.era and session.issued >= max(self._before.get(name, 0) for name in names)

    @property
    def any_closed(self) -> bool:
        """Whether anybody is closed."""
        return bool(self._closed)

    def closed(self, address: str, *sessions: Dated) -> int | None:
        """Until when (ms) the address or the guest of a session is closed, their bots too; None where none is."""
        names = [address, *(name for session in sessions for name in (session.player, session.owner or session.player))]
        until = max(self._closed.get(name, 0) for name in names)
        return until if until > wall_clock() else None

    @property
    def era(self) -> int:
        """How many times all sessions have ended."""
        return self._before.get(ERA, 0)

    def retire(self, player: str, before: int) -> None:
        """The player's sessions issued before that time (ms) count no more, from now on and after a restart."""
        if self._before.get(player, 0) < before:
            self._learn({player: before})
            self._spawn(self._keep(player, before))

    async def end(self, name: str) -> None:
        """What has that name never counts again: kept before it holds. Raises StorageFailure."""
        await self._store.revoke(name)
        self.learn(name)

    def learn(self, *names: str) -> None:
        """What has these names never counts again; the store keeps it already."""
        self._learn(dict.fromkeys(names, LAST))

    async def look(self) -> None:
        """Learn what the store keeps by now."""
        try:
            self._learn(await self._store.revocations())
            self._learn_closings(await self._store.closings(wall_clock()))
            self._troubled = False
        except StorageFailure as failure:
            if not self._troubled:
                log.error("revocations-not-read", code=failure.code)
            self._troubled = True

    def watch(self, session: Dated | None, address: str, watcher: Watcher) -> None:
        """Tell the watcher as soon as the session counts no more, or its guest or the address is closed."""
        self._watchers[watcher] = session, address
        self._tell(watcher)

    def forget(self, watcher: Watcher) -> None:
        """The watcher need not be told any more."""
        self._watchers.pop(watcher, None)

    def whenever_ended(self, listener: Callable[[Set[str]], None]) -> None:
        """Call `listener` with all names that never count again, as soon as they are known here."""
        self._listeners.append(listener)

    def _learn(self, before: Mapping[str, int]) -> None:
        news = {player: at for player, at in before.items() if self._before.get(player, 0) < at}
        if news:
            self._before.update(news)
            self._before.update({mark(player): at for player, at in news.items()})
            self._tell(*self._watchers)
            ended = {name for name, at in news.items() if at == LAST}
            for listener in self._listeners:
                listener(ended)

    def _learn_closings(self, closings: Sequence[Closing]) -> None:
        closed = {name: closing.until for closing in closings for name in (closing.name, mark(closing.name))}
        if closed != self._closed:
            self._closed = closed
            self._tell(*self._watchers)

    def _tell(self, *watchers: Watcher) -> None:
        for watcher in watchers:
            session, address = self._watchers[watcher]
            if session is not None and not self.stands(session):
                watcher.session_ended()
            elif (until := self.closed(address, *([session] if session else []))) is not None:
                watcher.closed(until)

    async def _keep(self, player: str, before: int) -> None:
        try:
            await self._store.revoke(player, before)
        except StorageFailure as failure:
            log.error("revocation-not-kept", code=failure.code)

    async def _look_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            await self.look()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def nameless(player: str) -> str:
    """The name of all sessions of a guest that have none of their own."""
    return f"{player}:"
