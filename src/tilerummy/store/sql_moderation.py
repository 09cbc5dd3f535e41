"""What the owner of a server has closed, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from tilerummy.store.moderation import Closing
from tilerummy.store.statements import Statement


def _ended(now: int) -> Statement:
    return "delete from closing where until <= $1", (now,)


class SqlModeration(ABC):
    """The part of a store that keeps it."""

    async def keep_closing(self, closing: Closing) -> None:
        """Keep a closing, in the place of one of the same name; those that have ended go."""
        statement = (
            "insert into closing (name, made, until) values ($1, $2, $3)"
            " on conflict (name) do update set made = excluded.made, until = excluded.until"
        )
        await self._change(_ended(closing.made), (statement, msgspec.structs.astuple(closing)))

    async def lift_closing(self, name: str) -> bool:
        """A guest or an address is closed no longer; False where it was not."""
        return await self._change(("delete from closing where name = $1", (name,))) == 1

    async def closings(self, now: int) -> list[Closing]:
        """The closings that hold at that time, those that end last first."""
        query = "select name, made, until from closing where until > $1 order by until desc, name"
        return [Closing(*row) for row in await self._read(query, now)]

    async def _prune_moderation(self, now: int) -> None:
        """What has ended is kept no longer."""
        await self._change(_ended(now))

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
