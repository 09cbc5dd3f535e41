"""Stores of every kind, so that one test says what all of them do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tilerummy.store import Row, Store
from tilerummy.store.opening import open_beside, open_store
from tilerummy.store.postgresql.store import PostgresqlStore

Work = Callable[[Store], Awaitable[None]]


def row(seq: int, command: str | None = None, actor: str = "ann", body: bytes = b"[]") -> Row:
    """A row, one millisecond after the one before."""
    return Row(seq, actor, command, body, 1000 + seq)


@dataclass
class Place:
    """Where a store keeps its data: open it as often as you like."""

    kind: str
    address: str

    def open(self) -> Store:
        """The store, for a server."""
        return open_store(self.address)

    def beside(self) -> Store:
        """The same data, as a command or another server sees it."""
        return open_beside(self.address)

    def use(self, *works: Work) -> None:
        """Open the store for each of these, then close it."""
        for work in works:
            asyncio.run(self._use(work))

    async def _use(self, work: Work) -> None:
        store = self.open()
        try:
            await work(store)
        finally:
            await store.close()


def over(address: str, work: Callable[[PostgresqlStore], Awaitable[None]]) -> None:
    """Run `work` over a PostgreSQL store, then close it."""

    async def run() -> None:
        store = open_store(address)
        assert isinstance(store, PostgresqlStore)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place, of each kind in turn."""
    if request.param == "sqlite":
        return Place("sqlite", (tmp_path / "data").as_uri().replace("file:", "sqlite:"))
    return Place("postgresql", request.getfixturevalue("postgresql").database())
