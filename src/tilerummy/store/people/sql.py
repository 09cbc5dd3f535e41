"""The people of guests, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tilerummy.store.people.kept import Acquaintance, Meeting, Outcome, PeopleStore
from tilerummy.store.statements import Statement

_ACQUAINTANCE: Final = ", ".join(Acquaintance.__struct_fields__)


class SqlPeople(PeopleStore, ABC):
    """The part of a store that keeps them."""

    async def uncounted(self, player: str, most: int) -> list[str]:
        found = await self._read(
            "select id from game join player_game on game_id = id where player = $1 and status = 'over'"
            " and id not like '%:%' and not exists"
            " (select 1 from outcome where outcome.game_id = game.id and outcome.player = $1)"
            " order by changed desc, id limit $2",
            player,
            most,
        )
        return [game for (game,) in found]

    async def keep_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        keeping = (
            "insert into outcome (game_id, player, name, ended, won, score) select id, cast($2 as text),"
            " cast($3 as text), cast($4 as bigint), cast($5 as integer), cast($6 as integer) from game where id = $1"
            " on conflict do nothing"
        )
        await self._change(*((keeping, msgspec.structs.astuple(outcome)) for outcome in outcomes))

    async def meetings(self, player: str, most: int) -> list[Meeting]:
        found = await self._read(
            "select mine.game_id, mine.ended, mine.won, mine.score, other.player, other.name, other.won, other.score"
            " from outcome as mine join outcome as other on other.game_id = mine.game_id"
            " where mine.player = $1 and other.player <> $1 and mine.ended is not null and other.ended is not null"
            " order by mine.ended desc, mine.game_id, other.player limit $2",
            player,
            most,
        )
        return [Meeting(*row) for row in found]

    async def acquaintances(self, player: str) -> list[Acquaintance]:
        query = f"select {_ACQUAINTANCE} from acquaintance where player = $1 order by other"
        return [Acquaintance(*row) for row in await self._read(query, player)]

    async def keep_acquaintance(self, kept: Acquaintance, most: int) -> bool:
        keeping = (
            f"insert into acquaintance ({_ACQUAINTANCE}) select cast($1 as text), cast($2 as text), cast($3 as text),"
            " cast($4 as integer), cast($5 as bigint), cast($6 as bigint)"
            " where (select count(*) from acquaintance where player = $1 and other <> $2) < $7"
            " on conflict (player, other) do update set name = excluded.name, hidden = excluded.hidden,"
            " forgotten = excluded.forgotten, blocked = excluded.blocked"
        )
        return await self._change((keeping, (*msgspec.structs.astuple(kept), most))) == 1

    async def blocked(self, player: str) -> frozenset[str]:
        query = "select other from acquaintance where player = $1 and blocked is not null"
        return frozenset(other for (other,) in await self._read(query, player))

    async def blockers(self, player: str) -> frozenset[str]:
        query = "select player from acquaintance where other = $1 and blocked is not null"
        return frozenset(other for (other,) in await self._read(query, player))

    async def _prune_people(self) -> None:
        """What guests want who never come back is kept no longer."""
        known = "select 1 from session where session.player = acquaintance.player"
        await self._change((f"delete from acquaintance where not exists ({known})", ()))

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
