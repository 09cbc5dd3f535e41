"""The store that several servers share: one PostgreSQL database."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from tilerummy.store.base import Beside, Conflict, Glance, Head, Row, Said, StorageFailure, Write
from tilerummy.store.postgresql.appends import Appends
from tilerummy.store.postgresql.database import DAMAGED, NOW, Database, count
from tilerummy.store.postgresql.schema import HEAD
from tilerummy.store.retention import DAY, Pruned, Retention
from tilerummy.store.sql import GLANCE, HEAD_COLUMNS, SqlStore, given_back, head
from tilerummy.store.statements import Statement

AHEAD = 1000
"""Milliseconds that a row may be ahead of the database's clock: servers follow it not quite exactly."""
_LOGS = (
    f"select {HEAD_COLUMNS}, event.seq, actor, command_id, event.body, at, edition.body"
    " from unnest($1::text[], $2::int[]) as wanted (game, after) join game on game.id = wanted.game"
    " left join event on game_id = game.id and event.seq > wanted.after left join edition on hash = edition"
    " order by game.id, event.seq"
)
_STARTED = "(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint"
_SINCE = f"greatest($2::bigint, {NOW})"
_UNTIL = f"({_SINCE} + $3::bigint)"
_BACK = given_back(_SINCE)
# what the worker's own row says is read before it is written
_BEAT = (
    "with heard as (select max(seen) as last from worker where id <> $1 or $6),"
    f" beaten as (insert into worker (id, seen, games) values ($1, {NOW}, $4)"
    " on conflict (id) do update set seen = excluded.seen, games = excluded.games),"
    f" held as materialized (select id from game where deadline < {_UNTIL} + {_BACK}"
    f" and deadline < case when slow then {_SINCE} + {_BACK} else {_UNTIL} end"
    f" and coalesce((select last from heard), 0) <= greatest({NOW} - $5::bigint, {_STARTED}) order by id for update)"
    f" update game set deadline = case when slow then deadline + {_BACK} else {_UNTIL} end"
    " from held where game.id = held.id"
)
_BURY = (
    "with dead as (delete from worker where {which} returning id, games),"
    " freed as (delete from lease where worker in (select id from dead)),"
    f" held as materialized (select id from game where deadline < {_UNTIL}"
    " and id in (select unnest(games) from dead) order by id for update)"
    f" update game set deadline = {_UNTIL} from held where game.id = held.id returning game.id"
)
_SILENT = _BURY.format(which=f"seen <= {NOW} - $1::bigint")
_ITSELF = _BURY.format(which="id = $1")
_LEASE = (
    f"insert into lease (name, worker, until) values ($1, $2, {NOW} + $3)"
    " on conflict (name) do update set worker = excluded.worker, until = excluded.until"
    f" where lease.worker = excluded.worker or lease.until <= {NOW} returning name"
)


class PostgresqlStore(SqlStore):
    """The Store over one database, for any number of servers. Use `opening.open_store` or `opening.open_beside`."""

    def __init__(self, address: str) -> None:
        self._database = Database(address)
        self._appends = Appends(self._database)

    async def append(self, *writes: Write) -> None:
        """Keep all of the writes or none. Raises Conflict or StorageFailure."""
        await self._appends.add(writes)

    async def say(self, game: str, said: Said, kept: int, beside: Beside = "chat_line") -> int:
        """Keep a line, and of the game's lines the last `kept`; its number. Raises Conflict for a game that is gone."""
        async with self._database.transaction() as line:
            # who else says something in this game waits here, so that each line has the number after the last
            if await line.fetchval("select 1 from game where id = $1 for no key update", game) is None:
                raise Conflict
            number: int | None = await line.fetchval(
                f"select number from {beside} where game_id = $1 and actor = $2 and command_id = $3",
                *(game, said.actor, said.command),
            )
            if number is None:
                number = await line.fetchval(
                    f"insert into {beside} (game_id, number, actor, command_id, body, at)"
                    f" select $1, greatest(max(number), $6) + 1, $2, $3, $4, $5 from {beside} where game_id = $1"
                    " returning number",
                    *(game, said.actor, said.command, said.body, said.at, said.number),
                )
            assert number is not None
            await line.execute(f"delete from {beside} where game_id = $1 and number <= $2", game, number - kept)
        return number

    async def logs(self, after: Mapping[str, int]) -> dict[str, tuple[Head, list[Row]]]:
        """The logs of several games at once, each from its own `after` on, without the unknown ones."""
        found = await self._read(_LOGS, list(after), list(after.values()))
        return {game: self._log(list(rows), after[game]) for game, rows in groupby(found, itemgetter(0))}

    async def glances(self, games: list[str]) -> list[Glance]:
        """How each of the games stands."""
        return [Glance(*row) for row in await self._read(f"{GLANCE} where id = any($1)", games)]

    async def seqs(self, games: list[str]) -> dict[str, int]:
        """The last seq of each of the games."""
        return dict(await self._read("select id, seq from game where id = any($1)", games))

    async def clock(self) -> int:
        """The database's time (ms)."""
        ((now,),) = await self._read(f"select {NOW}")
        return int(now)

    async def due(self, now: int) -> list[Head]:
        """Games whose deadline has come by `now` and by the database's clock, the most overdue first, at most 64."""
        found = await self._read(
            f"select {HEAD_COLUMNS} from game where deadline <= least($1, {NOW}) order by deadline limit 64", now
        )
        return [head(row) for row in found]

    async def set_clock(self, now: int) -> None:
        """The same by the database's own clock, which servers follow."""
        statement = (
            f"update game set deadline = deadline - (changed - {NOW}), changed = {NOW} where changed > {NOW} + $1"
        )
        await self._change((statement, (AHEAD,)))

    async def arrive(self, worker: str, stale: int, now: int, grace: int) -> int:
        """A server begins to `beat`, or begins again. Where no other was heard of within `stale` ms, deadlines earlier
        than `grace` ms from now move there; how many did."""
        return await self._change((_BEAT, (worker, now, grace, [], stale, False)))

    async def beat(self, worker: str, games: list[str], stale: int, now: int, grace: int) -> int:
        """This server lives, and who is to move in these games is connected to it. The same where no server at all was
        heard of."""
        return await self._change((_BEAT, (worker, now, grace, games, stale, True)))

    async def bury(self, stale: int, now: int, grace: int) -> list[str]:
        """Forget servers that were not heard of for `stale` ms, and their leases; in their games deadlines earlier than
        `grace` ms from now move there. The games in which one did."""
        return [game for (game,) in await self._read(_SILENT, stale, now, grace)]

    async def leave(self, worker: str, now: int, grace: int) -> list[str]:
        """A server ends: the same for its own games."""
        return [game for (game,) in await self._read(_ITSELF, worker, now, grace)]

    async def attended(self, game: str, stale: int, but: str = "") -> bool:
        """Whether who is to move in the game is connected to a server, other than `but`, that was heard of within
        `stale` ms."""
        query = f"select from worker where $1 = any(games) and seen > {NOW} - $2 and id <> $3"
        return bool(await self._read(query, game, stale, but))

    async def lease(self, name: str, worker: str, seconds: float) -> bool:
        """Whether this server, and no other, may do what the name stands for, for so long."""
        return bool(await self._read(_LEASE, name, worker, round(seconds * 1000)))

    async def release(self, name: str, worker: str) -> None:
        """Let others have the lease, if it is this server's."""
        await self._change(("delete from lease where name = $1 and worker = $2", (name, worker)))

    async def prune(self, retention: Retention, now: int, *, dry: bool = False) -> Pruned:
        """Remove what has not changed for as long as it is kept, and leases that ended long ago."""
        if not dry:
            await self._change((f"delete from lease where until < {NOW} - $1::bigint", (DAY,)))
        return await super().prune(retention, now, dry=dry)

    async def at_head(self) -> bool:
        """Whether the database, asked now, has every migration that this program knows."""
        ((version,),) = await self._read("select max(version) from schema_version")
        return bool(version >= HEAD)

    async def check(self) -> None:
        """PostgreSQL looks at every page that it reads, where it was set up with checksums: ask what it found."""
        found = await self._read("select checksum_failures from pg_stat_database where datname = current_database()")
        if found and found[0][0]:
            self.note_damage(f"{found[0][0]} pages with wrong checksums")

    async def close(self) -> None:
        """Finish what was asked, then let go of the connections."""
        await self._appends.close()
        await self._database.close()

    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""
        try:
            return await self._database.fetch(query, *values)
        except StorageFailure as failure:
            if isinstance(failure.__cause__, DAMAGED):
                self.note_damage(str(failure))
            raise

    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
        if len(statements) == 1:
            return await self._database.change(statements[0][0], *statements[0][1])
        async with self._database.transaction() as line:
            changed = [count(await line.execute(statement, *values)) for statement, values in statements]
        return changed[-1]
