"""Passkeys, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from tilerummy.store.returning.passkeys import Challenge, Passkey, PasskeyStore
from tilerummy.store.sessions import LAST, GuestSession
from tilerummy.store.statements import Statement, telling_of_device

_PASSKEY = ", ".join(Passkey.__struct_fields__)


class SqlPasskeys(PasskeyStore, ABC):
    """The part of a store that keeps them."""

    async def keep_challenge(self, challenge: Challenge, now: int) -> None:
        await self._change(
            ("delete from challenge where until <= $1", (now,)),
            (
                "insert into challenge (player, value, until) values ($1, $2, $3)"
                " on conflict (player) do update set value = excluded.value, until = excluded.until",
                msgspec.structs.astuple(challenge),
            ),
        )

    async def take_challenge(self, player: str, now: int) -> bytes | None:
        rows = await self._read("select value from challenge where player = $1 and until > $2", player, now)
        for (value,) in rows:
            if await self._change(("delete from challenge where player = $1 and value = $2", (player, value))):
                return bytes(value)
        return None

    async def keep_passkey(self, passkey: Passkey, most: int) -> bool:
        statement = (
            f"insert into passkey ({_PASSKEY}) select $1, cast($2 as text), $3, $4, cast($5 as bigint),"
            " cast($6 as text), cast($7 as bigint), cast($8 as bigint)"
            " where (select count(*) from passkey where player = $2) < $9"
            f" and not exists (select 1 from revoked where revoked.player = $2 and before = {LAST})"
            " on conflict (id) do nothing"
        )
        return await self._change((statement, (*msgspec.structs.astuple(passkey), most))) == 1

    async def passkey(self, ident: bytes) -> Passkey | None:
        query = f"select {_PASSKEY} from passkey where id = $1"
        return next((Passkey(*row) for row in await self._read(query, ident)), None)

    async def passkeys_of(self, player: str) -> list[Passkey]:
        query = f"select {_PASSKEY} from passkey where player = $1 order by made, id"
        return [Passkey(*row) for row in await self._read(query, player)]

    async def name_passkey(self, player: str, ident: bytes, name: str) -> bool:
        statement = "update passkey set name = $3 where player = $1 and id = $2"
        return await self._change((statement, (player, ident, name))) == 1

    async def end_passkey(self, player: str, ident: bytes) -> bool:
        return await self._change(("delete from passkey where player = $1 and id = $2", (player, ident))) == 1

    async def use_passkey(self, ident: bytes, sign_count: int, session: GuestSession, now: int) -> bool:
        # authenticators that share a passkey count nothing: theirs is 0 for ever
        using = (
            "update passkey set sign_count = $3, used = $4"
            " where id = $1 and player = $2 and (sign_count < $3 or (sign_count = 0 and $3 = 0))",
            (ident, session.player, sign_count, now),
        )
        used = "id = $1 and passkey.player = $2 and sign_count = $3 and used = $4"
        told = telling_of_device(f"passkey where {used}", ident, session.player, sign_count, now)
        keeping = (
            "insert into session (id, player, browser, system, made, seen)"
            " select cast($5 as text), player, cast($6 as text), cast($7 as text), cast($8 as bigint),"
            f" cast($9 as bigint) from passkey where {used}",
            (
                *(ident, session.player, sign_count, now),
                *(session.id, session.browser, session.system, session.made, session.seen),
            ),
        )
        return await self._change(using, told, keeping) == 1

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
