"""What stores say in words that SQLite and PostgreSQL both understand; an adapter adds how, and what only it says."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from tilerummy.store.base import (
    TOLD,
    Beside,
    Bot,
    Forgotten,
    Head,
    Playing,
    PuzzleTry,
    Row,
    Said,
    StorageFailure,
    Store,
)
from tilerummy.store.packing import pack, unpack
from tilerummy.store.people.sql import SqlPeople
from tilerummy.store.retention import DAY, HOUR, WHOLE, Pruned, Retention
from tilerummy.store.returning.sql_passkeys import SqlPasskeys
from tilerummy.store.sessions import LAST
from tilerummy.store.sql_moderation import SqlModeration
from tilerummy.store.sql_notices import SqlNotices
from tilerummy.store.sql_sessions import SqlSessions
from tilerummy.store.statements import (
    LOCKED,
    MADE,
    SHARED,
    UNUSED_EDITIONS,
    Rewrite,
    Statement,
    forgetting,
    removing,
    replacing,
    rewriting,
)

AT_A_TIME: Final = 20
"""Records removed in one go: writers wait some milliseconds."""
HEAD_COLUMNS = "game.id, game.seq, status, deadline, computer, changed"
GLANCE = (
    "select id, seq, deadline, coalesce((select max(number) from chat_line where game_id = id), 0),"
    " coalesce((select max(number) from door_act where game_id = id), 0) from game"
)
"""The columns of a Glance."""
_ALIVE = "insert into alive (id, at) values (1, $1) on conflict (id) do update set at = excluded.at"
_TRY = ", ".join(PuzzleTry.__struct_fields__)
_ROOMS = "id not like '%:%'"
_OLD = {
    "finished": f"select id from game where status = 'over' and changed < $1 and {_ROOMS}",
    "abandoned": f"select id from game where status in ('lobby', 'playing') and changed < $1 and {_ROOMS}",
    "chats": "select id from game where status = 'over' and changed < $1"
    " and exists (select 1 from chat_line where game_id = id)",
    # a circle stays as long as there is a game of it
    "events": "select id from game where changed < $1 and id like '%:%'"
    " and not exists (select 1 from player_game where player = game.id)",
}
"""The records of each kind of retention that are old enough."""
_TABLES = {"finished": WHOLE, "abandoned": WHOLE, "chats": ("chat_line",), "events": WHOLE}
log = structlog.get_logger()


class SqlStore(SqlSessions, SqlPasskeys, SqlModeration, SqlNotices, SqlPeople, Store):
    """The part of a store that is the same in both; `Store` says what each method does."""

    damage: str | None = None

    async def log(self, game: str, after: int = 0) -> tuple[Head | None, list[Row]]:
        found = await self._read(
            f"select {HEAD_COLUMNS}, event.seq, actor, command_id, event.body, at, edition.body from game"
            " left join event on game_id = id and event.seq > $2 left join edition on hash = edition"
            " where id = $1 order by event.seq",
            game,
            after,
        )
        return self._log(found, after) if found else (None, [])

    async def logs(self, after: Mapping[str, int]) -> dict[str, tuple[Head, list[Row]]]:
        found = {game: await self.log(game, seq) for game, seq in after.items()}
        return {game: (head, rows) for game, (head, rows) in found.items() if head is not None}

    def _log(self, found: Sequence[tuple[Any, ...]], after: int) -> tuple[Head, list[Row]]:
        """A game's own row and its rows, of which each has the columns of `log`. Raises StorageFailure."""
        try:
            return head(found[0][:6]), _rows([row[6:] for row in found], after)
        except ValueError as error:
            self.note_damage(f"{found[0][0]}: {error}")
            raise StorageFailure("storage-failed", str(error)) from error

    async def alive(self, now: int) -> None:
        await self._change((_ALIVE, (now,)))

    async def computers_to_move(self, by: int) -> list[str]:
        return [game for (game,) in await self._read("select id from game where computer and changed <= $1", by)]

    async def postpone(self, game: str, seq: int, by: int) -> bool:
        statement = "update game set deadline = deadline + $3 where id = $1 and seq = $2 and deadline is not null"
        return await self._change((statement, (game, seq, by))) == 1

    async def playing(self, prefix: str) -> list[str]:
        query = "select id from game where status = 'playing' and id > $1 and id < $2"
        return [game for (game,) in await self._read(query, prefix, prefix + "\uffff")]

    async def unfinished(self, maker: str) -> list[tuple[str, str]]:
        query = (
            "select actor, id from event join game on id = game_id"
            " where event.seq = 1 and actor >= $1 and actor < $2 and status != 'over' order by actor, id"
        )
        return [(actor, game) for actor, game in await self._read(query, maker, maker + "\uffff")]

    async def games_of(self, player: str) -> list[Head]:
        found = await self._read(
            f"select {HEAD_COLUMNS} from game join player_game on game_id = id where player = $1 and status != 'over'"
            f" and {_ROOMS} order by changed desc limit 50",
            player,
        )
        return [head(row) for row in found]

    async def finished_games_of(self, player: str, before: tuple[int, str] | None, most: int) -> list[Head]:
        changed, game = before or (LAST, "")
        found = await self._read(
            f"select {HEAD_COLUMNS} from game join player_game on game_id = id where player = $1 and status = 'over'"
            f" and {_ROOMS} and (changed, id) < ($2, $3) order by changed desc, id desc limit $4",
            player,
            changed,
            game,
            most,
        )
        return [head(row) for row in found]

    async def records_of(self, player: str, prefix: str) -> list[str]:
        query = "select game_id from player_game where player = $1 and game_id > $2 and game_id < $3 order by game_id"
        return [record for (record,) in await self._read(query, player, prefix, prefix + "\uffff")]

    async def said(self, game: str, after: int = 0, beside: Beside = "chat_line") -> list[Said]:
        found = await self._read(
            f"select number, actor, command_id, body, at from {beside} where game_id = $1 and number > $2"
            " order by number",
            game,
            after,
        )
        return [Said(*row) for row in found]

    async def arrange(self, game: str, player: str, order: bytes) -> None:
        statement = (
            "insert into rack_order (game_id, player, body) select id, $2, $3 from game where id = $1"
            " on conflict (game_id, player) do update set body = excluded.body"
        )
        await self._change((LOCKED, (game,)), (statement, (game, player, order)))

    async def arrangements(self, game: str) -> dict[str, bytes]:
        return dict(await self._read("select player, body from rack_order where game_id = $1", game))

    async def playing_guests(self, game: str | None) -> list[Playing]:
        found = await self._read(
            "select player, game_id, coalesce((select max(at) from event"
            " where event.game_id = seat.game_id and actor = player), seen) from player_game as seat"
            " where (cast($1 as text) is null or game_id = $1) and player not like '%:%'",
            game,
        )
        return [Playing(*row) for row in found]

    async def keep_bot(self, bot: Bot, most: int) -> bool:
        statement = (
            "insert into bot (id, owner, name, made) select $1, $2, $3, cast($4 as bigint)"
            " where (select count(*) from bot where owner = $2) < $5"
        )
        return await self._change((statement, (bot.id, bot.owner, bot.name, bot.made, most))) == 1

    async def bots_of(self, owner: str) -> list[Bot]:
        query = "select id, owner, name, made from bot where owner = $1 order by made, id"
        return [Bot(*row) for row in await self._read(query, owner)]

    async def forget_bot(self, owner: str, ident: str) -> bool:
        return await self._change(("delete from bot where owner = $1 and id = $2", (owner, ident))) == 1

    async def keep_try(self, made: PuzzleTry) -> bool:
        values = msgspec.structs.astuple(made)
        marks = ", ".join(f"${number}" for number in range(1, len(values) + 1))
        statement = f"insert into puzzle_try ({_TRY}) values ({marks}) on conflict do nothing"
        return await self._change((statement, values)) == 1

    async def last_try(self, edition: str, puzzle: str, player: str | None = None) -> PuzzleTry | None:
        found = await self._read(
            f"select {_TRY} from puzzle_try where edition = $1 and puzzle = $2"
            " and (cast($3 as text) is null or player = $3) order by number desc limit 1",
            edition,
            puzzle,
            player,
        )
        return PuzzleTry(*found[0]) if found else None

    async def last_try_of(self, player: str) -> PuzzleTry | None:
        found = await self._read(
            f"select {_TRY} from puzzle_try where player = $1 order by at desc, edition, puzzle limit 1", player
        )
        return PuzzleTry(*found[0]) if found else None

    async def tries_of(self, player: str) -> list[PuzzleTry]:
        query = f"select {_TRY} from puzzle_try where player = $1 order by at desc, edition, puzzle limit {TOLD}"
        return [PuzzleTry(*row) for row in await self._read(query, player)]

    async def said_by(self, player: str) -> list[tuple[str, Said]]:
        found = await self._read(
            "select game_id, number, actor, command_id, body, at from chat_line where actor = $1"
            f" order by at desc, game_id, number limit {TOLD}",
            player,
        )
        return [(game, Said(*row)) for game, *row in found]

    async def made_by(self, player: str) -> list[tuple[str, int]]:
        query = f"select game_id, at from event where seq = 1 and actor = $1 order by at desc, game_id limit {TOLD}"
        return [(game, at) for game, at in await self._read(query, player)]

    async def forget(self, player: str, rewrite: Rewrite) -> Forgotten:
        games = await self._read(SHARED, player)
        lines = await self._read("select distinct game_id from chat_line where actor = $1 order by game_id", player)
        made = tuple(game for (game,) in await self._read(MADE, player))
        statements: list[Statement] = [(LOCKED, (game,)) for game in (*(game for game, _ in games), *made)]
        for game in (*(game for game, shared in games if shared), *made):
            found, rows = await self.log(game)
            if found is not None:
                statements += await asyncio.to_thread(_rewritten, found, rows, rewrite)
        alone = [game for game, shared in games if not shared]
        await self._change(*statements, *forgetting(player, alone))
        theirs = tuple(game for game, _ in games)
        return Forgotten(theirs, tuple(game for (game,) in lines if game not in theirs), made)

    async def rewrite(self, game: str, rewrite: Rewrite) -> bool:
        found, rows = await self.log(game)
        statements = [] if found is None else await asyncio.to_thread(_rewritten, found, rows, rewrite)
        if statements:
            await self._change((LOCKED, (game,)), *statements)
        return bool(statements)

    async def pack(self, before: int) -> int:
        # from the games that still have a first row, which are few, to those of them that are over
        found = await self._read(
            "select id from event cross join game where id = game_id and event.seq = 1 and game.seq > 1"
            f" and status = 'over' and changed < $1 and {_ROOMS}",
            before,
        )
        for (game,) in found:
            await self._pack(game)
        return len(found)

    async def _pack(self, game: str) -> None:
        _, rows = await self.log(game)
        if rows:
            packed = await asyncio.to_thread(pack, rows)
            await self._change(*replacing(game, packed))

    async def prune(self, retention: Retention, now: int, *, dry: bool = False) -> Pruned:
        removed: dict[str, int] = {}
        for kind, days in msgspec.structs.asdict(retention).items():
            before = now - days * DAY
            found = await self._read(_OLD[kind], before) if days else []
            games = [game for (game,) in found]
            removed[kind] = len(games)
            for at in range(0, 0 if dry else len(games), AT_A_TIME):
                gone = (removing(_TABLES[kind], game, before) for game in games[at : at + AT_A_TIME])
                await self._change(*(statement for statements in gone for statement in statements))
        if not dry:
            await self._prune_sessions(now)
            await self._prune_moderation(now)
            await self._prune_people()
        if not dry and any(removed.values()):
            await self._change((UNUSED_EDITIONS, ()))
        return Pruned(**removed)

    def note_damage(self, detail: str) -> None:
        """Something of what is kept cannot be read."""
        self.damage = "storage-damaged"
        log.error("storage-damaged", detail=detail)


def given_back(now: str) -> str:
    """The time until then in which no server was there, in whole hours (ms); for a statement."""
    return f"(({now} - coalesce((select at from alive where at < {now}), {now}) + {HOUR - 1}) / {HOUR} * {HOUR})"


def head(row: tuple[Any, ...]) -> Head:
    """The game's own row, from `HEAD_COLUMNS`."""
    game, seq, status, deadline, computer, changed = row
    return Head(game, seq, status, deadline, bool(computer), changed)


def _rows(found: Sequence[tuple[Any, ...]], after: int) -> list[Row]:
    """Rows of a log, packed ones among them. Raises ValueError for what cannot be unpacked."""
    rows: list[Row] = []
    for *row, edition in found:
        if edition is not None:
            rows += [unpacked for unpacked in unpack(row[3], edition) if unpacked.seq > after]
        elif row[0] is not None:
            rows.append(Row(*row))
    return rows


def _rewritten(found: Head, rows: list[Row], rewrite: Rewrite) -> list[Statement]:
    return list(rewriting(found, rows, rewrite(found.game, rows)))
