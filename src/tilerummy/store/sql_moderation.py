"""What the owner of a server has closed and is told, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from tilerummy.store.moderation import REPORTED, Closing, ModerationStore, Report
from tilerummy.store.retention import DAY
from tilerummy.store.statements import Statement

_REPORT = ", ".join(Report.__struct_fields__)


def _ended(now: int) -> Statement:
    return "delete from closing where until <= $1", (now,)


class SqlModeration(ModerationStore, ABC):
    """The part of a store that keeps it."""

    async def keep_closing(self, closing: Closing) -> None:
        statement = (
            "insert into closing (name, made, until) values ($1, $2, $3)"
            " on conflict (name) do update set made = excluded.made, until = excluded.until"
        )
        await self._change(_ended(closing.made), (statement, msgspec.structs.astuple(closing)))

    async def lift_closing(self, name: str) -> bool:
        return await self._change(("delete from closing where name = $1", (name,))) == 1

    async def closings(self, now: int) -> list[Closing]:
        query = "select name, made, until from closing where until > $1 order by until desc, name"
        return [Closing(*row) for row in await self._read(query, now)]

    async def keep_report(self, report: Report, most: int) -> bool:
        statement = (
            f"insert into report ({_REPORT}) select $1, $2, $3, $4, $5, $6, $7, $8, cast($9 as bigint)"
            " where (select count(*) from report) < $10"
        )
        return await self._change((statement, (*msgspec.structs.astuple(report), most))) == 1

    async def reports(self, reporter: str | None = None) -> list[Report]:
        of_one = "cast($1 as text) is null or reporter = cast($1 as text)"
        query = f"select {_REPORT} from report where {of_one} order by at, id"
        return [Report(*row) for row in await self._read(query, reporter)]

    async def end_report(self, ident: str) -> bool:
        return await self._change(("delete from report where id = $1", (ident,))) == 1

    async def _prune_moderation(self, now: int) -> None:
        """What has ended is kept no longer, nor are old reports."""
        await self._change(_ended(now), ("delete from report where at < $1", (now - REPORTED * DAY,)))

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
