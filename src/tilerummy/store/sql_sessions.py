"""Sessions and links to other browsers, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from typing import Any, Final

import msgspec

from tilerummy.store.retention import DAY
from tilerummy.store.sessions import DEVICES, LAST, GuestSession, Handover, Recovery, SessionStore
from tilerummy.store.statements import Statement, ending_era, revoking, telling_of_device

UNSEEN: Final = 400
"""Days after which a session that was not seen is kept no longer: its cookie counts no more."""
IDLE: Final = 1
"""Days after which the only session of a guest without games is kept no longer: a visit brings it back."""
_HANDOVER = ", ".join(Handover.__struct_fields__)
_RECOVERY = ", ".join(Recovery.__struct_fields__)
_OPEN = "taken is null and agreed is null and until > $"
_UNSEEN = (
    "delete from session where seen < $1 or (seen < $2"
    " and not exists (select 1 from player_game where player_game.player = session.player)"
    " and not exists (select 1 from session as other where other.player = session.player and other.id <> session.id))"
)
_UNUSED = tuple(
    f"delete from {table} where made < $1 and coalesce(used, 0) < $1"
    f" and not exists (select 1 from session where session.player = {table}.player)"
    for table in ("recovery", "passkey")
)
_UNREAD: Final = (
    "select id from outlet where kind = 'mail' and made < $1"
    " and not exists (select 1 from session where session.player = outlet.player)"
)


def _ending(now: int) -> tuple[Statement, ...]:
    return (
        ("delete from handover where until < $1", (now - DAY,)),
        ("update handover set body = $2 where until <= $1 and length(body) > 0", (now, b"")),
    )


def _silencing(which: str, player: str, session: str) -> tuple[Statement, ...]:
    """The guest is told nothing any more in browsers whose session ends."""
    theirs = f"player = $1 and {which}"
    return (
        (f"delete from notice where outlet in (select id from outlet where {theirs})", (player, session)),
        (f"delete from outlet where {theirs}", (player, session)),
    )


class SqlSessions(SessionStore, ABC):
    """The part of a store that keeps them."""

    async def revoke(self, name: str, before: int = LAST) -> None:
        await self._change(revoking(name, before))

    async def end_era(self) -> None:
        await self._change(*ending_era())

    async def revocations(self) -> dict[str, int]:
        return dict(await self._read("select player, before from revoked"))

    async def keep_session(self, session: GuestSession) -> None:
        statement = (
            "insert into session (id, player, browser, system, made, seen) select cast($1 as text), cast($2 as text),"
            " cast($3 as text), cast($4 as text), cast($5 as bigint), cast($6 as bigint)"
            f" where not exists (select 1 from revoked where player in ($1, $2) and before = {LAST})"
            " on conflict (id) do update set seen = excluded.seen"
        )
        await self._change((statement, msgspec.structs.astuple(session)))

    async def sessions_of(self, player: str) -> list[GuestSession]:
        query = (
            "select id, player, browser, system, made, seen from session where player = $1"
            " and not exists (select 1 from revoked where revoked.player = session.id)"
            f" order by seen desc, made desc, id limit {DEVICES}"
        )
        return [GuestSession(*row) for row in await self._read(query, player)]

    async def end_session(self, player: str, ident: str) -> bool:
        ending = (
            "insert into revoked (player, before) select id, cast($3 as bigint) from session"
            " where player = $1 and id = $2 on conflict (player) do nothing",
            (player, ident, LAST),
        )
        return (
            await self._change(
                ending,
                *_silencing("session = $2", player, ident),
                ("delete from session where player = $1 and id = $2", (player, ident)),
            )
            == 1
        )

    async def end_sessions_but(self, player: str, ident: str, nameless: str, now: int) -> int:
        # a link in a mail counts from the confirmation of its address on
        unlinking = "update outlet set confirmed = $2 where player = $1 and kind = 'mail' and confirmed is not null"
        ending = (
            "insert into revoked (player, before) select id, cast($3 as bigint) from session"
            " where player = $1 and id <> $2 on conflict (player) do nothing",
            (player, ident, LAST),
        )
        # the link, the sheet and the passkeys first: a session that one has just become is there then, and ends too
        return await self._change(
            ("delete from handover where player = $1", (player,)),
            ("delete from recovery where player = $1", (player,)),
            ("delete from passkey where player = $1", (player,)),
            (unlinking, (player, now)),
            revoking(nameless),
            ending,
            *_silencing("session <> $2", player, ident),
            ("delete from session where player = $1 and id <> $2", (player, ident)),
        )

    async def keep_handover(self, handover: Handover, most: int) -> bool:
        values = (handover.token, handover.player, handover.body, handover.made, handover.until)
        keeping = (
            "insert into handover (token, player, body, made, until) select $1, $2, $3, $4, $5"
            " where (select coalesce(sum(length(body)), 0) from handover where player <> $2) <= $6"
        )
        replacing = (
            "delete from handover where player = $1 and token <> $2"
            " and exists (select 1 from handover as kept where kept.token = $2)"
        )
        await self._change(
            *_ending(handover.made),
            (keeping, (*values, most - len(handover.body))),
            (replacing, (handover.player, handover.token)),
        )
        return await self.handover(handover.token) is not None

    async def end_handovers(self, now: int) -> None:
        await self._change(*_ending(now))

    async def handover(self, token: bytes) -> Handover | None:
        query = f"select {_HANDOVER} from handover where token = $1"
        return next((Handover(*row) for row in await self._read(query, token)), None)

    async def handover_of(self, player: str) -> Handover | None:
        query = f"select {_HANDOVER} from handover where player = $1 order by made desc limit 1"
        return next((Handover(*row) for row in await self._read(query, player)), None)

    async def ask_handover(self, token: bytes, asker: str, code: str, browser: str, system: str, now: int) -> bool:
        statement = (
            "update handover set asker = $2, code = $3, browser = $4, system = $5"
            f" where token = $1 and (asker is null or asker = $2) and {_OPEN}6"
        )
        return await self._change((statement, (token, asker, code, browser, system, now))) == 1

    async def answer_handover(self, player: str, code: str, now: int, *, agreed: bool) -> bool:
        statement = f"update handover set agreed = $3 where player = $1 and code = $2 and {_OPEN}4"
        return await self._change((statement, (player, code, int(agreed), now))) == 1

    async def take_handover(self, token: bytes, asker: str, session: str, now: int, seen: int) -> bool:
        taking = (
            "update handover set taken = $3, body = $4, session = $5 where token = $1 and asker = $2 and agreed = 1"
            " and taken is null and until > $3"
            " and not exists (select 1 from revoked where revoked.player = handover.player and before > made)"
        )
        keeping = (
            "insert into session (id, player, browser, system, made, seen)"
            " select session, player, browser, system, made, cast($3 as bigint) from handover"
            " where token = $1 and session = $2"
        )
        told = telling_of_device("handover where token = $1 and session = $2", token, session, now)
        return (
            await self._change(
                (taking, (token, asker, now, b"", session)),
                told,
                (keeping, (token, session, seen)),
            )
            == 1
        )

    async def keep_recovery(self, player: str, secret: bytes, made: int) -> bool:
        statement = (
            "insert into recovery (player, secret, made) select cast($1 as text), $2, cast($3 as bigint)"
            f" where not exists (select 1 from revoked where player = $1 and before = {LAST})"
            " on conflict (player) do update set secret = excluded.secret, made = excluded.made,"
            " used = null, browser = null, system = null"
        )
        return await self._change((statement, (player, secret, made))) == 1

    async def recovery(self, secret: bytes) -> Recovery | None:
        query = f"select {_RECOVERY} from recovery where secret = $1"
        return next((Recovery(*row) for row in await self._read(query, secret)), None)

    async def recovery_of(self, player: str) -> Recovery | None:
        query = f"select {_RECOVERY} from recovery where player = $1"
        return next((Recovery(*row) for row in await self._read(query, player)), None)

    async def use_recovery(self, secret: bytes, session: GuestSession, now: int) -> bool:
        using = (
            "update recovery set used = $3, browser = $4, system = $5 where secret = $1 and player = $2",
            (secret, session.player, now, session.browser, session.system),
        )
        keeping = (
            "insert into session (id, player, browser, system, made, seen)"
            " select cast($3 as text), player, browser, system, cast($4 as bigint), cast($5 as bigint) from recovery"
            " where secret = $1 and player = $2",
            (secret, session.player, session.id, session.made, session.seen),
        )
        told = telling_of_device("recovery where secret = $1 and player = $2", secret, session.player, now)
        return await self._change(using, told, keeping) == 1

    async def _prune_sessions(self, now: int) -> None:
        """Sessions that were not seen for long are kept no longer, nor are the sheets, passkeys and addresses for mail
        of guests who have none left."""
        unseen = now - UNSEEN * DAY
        await self._change(
            (_UNSEEN, (unseen, now - IDLE * DAY)),
            *((statement, (unseen,)) for statement in _UNUSED),
            (f"delete from notice where outlet in ({_UNREAD})", (unseen,)),
            (f"delete from outlet where id in ({_UNREAD})", (unseen,)),
        )

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""
