"""Outlets and the outbox, in words that SQLite and PostgreSQL both understand."""

from abc import ABC, abstractmethod
from typing import Any, Final

from tilerummy.store.notices import KINDS, Notice, NoticeKind, NoticeStore, Outlet
from tilerummy.store.sessions import GuestSession
from tilerummy.store.statements import Statement, telling_of_device

_OUTLET: Final = "outlet.id, player, outlet.kind, session, body, kinds, confirmed, made"
_FREE: Final = "(until is null or until <= "
PUT: Final = (
    "insert into notice (outlet, game_id, kind, turn, due)"
    " select id, cast($1 as text), cast($2 as text), cast($3 as integer), cast($4 as bigint) from outlet"
    " where player = $5 and confirmed is not null and kinds like '% ' || $2 || ' %' on conflict do nothing"
)
"""Puts a notice of a game, by kind, turn and time, into the outbox for each outlet of a player who wants it."""


class SqlNotices(NoticeStore, ABC):
    """The part of a store that keeps them."""

    async def keep_outlet(self, outlet: Outlet, most: int) -> bool:
        return await self._change(*_keeping(outlet, most)) == 1

    async def ask_outlet(self, outlet: Outlet, most: int, now: int) -> bool:
        asking = (
            "insert into notice (outlet, game_id, kind, turn, due) select id, '', 'confirm', 0, cast($2 as bigint)"
            " from outlet where id = $1 and confirmed is null on conflict do nothing"
        )
        await self._change(*_keeping(outlet, most), (asking, (outlet.id, now)))
        return await self.outlet(outlet.id) is not None

    async def outlet(self, ident: str) -> Outlet | None:
        found = await self._read(f"select {_OUTLET} from outlet where id = $1", ident)
        return _outlet(found[0]) if found else None

    async def outlets_of(self, player: str) -> list[Outlet]:
        query = f"select {_OUTLET} from outlet where player = $1 order by made, id"
        return [_outlet(row) for row in await self._read(query, player)]

    async def confirm_outlet(self, ident: str, now: int) -> bool:
        return await self._change(("update outlet set confirmed = $2 where id = $1", (ident, now))) == 1

    async def end_unconfirmed(self, before: int) -> None:
        old = "select id from outlet where confirmed is null and made < $1"
        await self._change(
            (f"delete from notice where outlet in ({old})", (before,)),
            (f"delete from outlet where id in ({old})", (before,)),
            ("delete from used_link where until < $1", (before,)),
        )

    async def link_used(self, link: bytes) -> bool:
        return bool(await self._read("select 1 from used_link where link = $1", link))

    async def use_link(self, link: bytes, until: int, outlet: str, session: GuestSession, now: int) -> bool:
        using = (
            "insert into used_link (link, until, session)"
            " select $1, cast($2 as bigint), cast($3 as text) from outlet"
            " where id = $4 and player = $5 and confirmed is not null on conflict do nothing"
        )
        used = "exists (select 1 from used_link where link = $1 and session = $2)"
        mine = (session.id, session.player)
        telling = telling_of_device(f"(select cast($3 as text) as player where {used}) as brought", link, *mine, now)
        keeping = (
            "insert into session (id, player, browser, system, made, seen) select cast($2 as text), cast($3 as text),"
            f" cast($4 as text), cast($5 as text), cast($6 as bigint), cast($7 as bigint) where {used}"
        )
        return (
            await self._change(
                (using, (link, until, session.id, outlet, session.player)),
                telling,
                (keeping, (link, *mine, session.browser, session.system, session.made, session.seen)),
            )
            == 1
        )

    async def end_outlet(self, player: str, ident: str) -> bool:
        theirs = (player, ident)
        notices = "delete from notice where outlet in (select id from outlet where player = $1 and id = $2)"
        return await self._change((notices, theirs), ("delete from outlet where player = $1 and id = $2", theirs)) == 1

    async def take_notices(self, worker: str, now: int, until: int, most: int) -> list[Notice]:
        if not await self._read(f"select 1 from notice where due <= $1 and {_FREE}$1) order by due limit 1", now):
            return []
        # said twice: who waits for a server that takes one meanwhile looks at it again, not at the list
        taking = (
            "update notice set worker = $1, until = $2 from"
            f" (select outlet, game_id, kind, turn from notice where due <= $3 and {_FREE}$3) order by due limit $4)"
            " as free where notice.outlet = free.outlet and notice.game_id = free.game_id"
            f" and notice.kind = free.kind and notice.turn = free.turn and {_FREE}$3)"
        )
        await self._change((taking, (worker, until, now, most)))
        found = await self._read(
            f"select {_OUTLET}, game_id, notice.kind, turn, due, attempts, worker, until"
            " from notice join outlet on outlet.id = outlet where due <= $3 and worker = $1 and until = $2"
            " order by due",
            worker,
            until,
            now,
        )
        return [Notice(_outlet(row[:8]), *row[8:]) for row in found]

    async def put_off(self, notice: Notice, due: int, attempts: int) -> None:
        later = (
            "update notice set due = $5, attempts = $6, worker = null, until = null where outlet = $1 and game_id = $2"
            " and kind = $3 and turn = $4 and worker = $7 and until = $8"
        )
        await self._change((later, (*_key(notice), due, attempts, notice.worker, notice.until)))

    async def told(self, notice: Notice) -> None:
        gone = "delete from notice where outlet = $1 and game_id = $2 and kind = $3 and turn = $4"
        await self._change((gone, _key(notice)))

    async def waiting_notices(self, player: str) -> int:
        query = "select count(*) from notice join outlet on outlet.id = outlet where player = $1"
        ((count,),) = await self._read(query, player)
        return int(count)

    async def secret(self, name: str, fresh: bytes) -> bytes:
        await self._change(("insert into secret (name, value) values ($1, $2) on conflict do nothing", (name, fresh)))
        ((value,),) = await self._read("select value from secret where name = $1", name)
        return bytes(value)

    @abstractmethod
    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises StorageFailure."""

    @abstractmethod
    async def _change(self, *statements: Statement) -> int:
        """Carry out the statements, all or none; the number of rows that the last one changed. Raises
        StorageFailure."""


def _keeping(outlet: Outlet, most: int) -> tuple[Statement, ...]:
    replaced = "session = $2 and player = $1 and kind = 'push' and id <> $3"
    ident = (outlet.player, outlet.session, outlet.id)
    values = (
        outlet.id,
        outlet.player,
        outlet.kind,
        outlet.session,
        outlet.body,
        _joined(outlet.kinds),
        outlet.confirmed,
        outlet.made,
    )
    # who asks once more for what is not confirmed has as long again for it
    keeping = (
        "insert into outlet (id, player, kind, session, body, kinds, confirmed, made)"
        " select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as text), $5, cast($6 as text),"
        " cast($7 as bigint), cast($8 as bigint)"
        " where (select count(*) from outlet where player = $2 and id <> $1) < $9"
        " on conflict (id) do update set player = excluded.player, session = excluded.session,"
        " body = excluded.body, kinds = excluded.kinds, confirmed = coalesce(excluded.confirmed, outlet.confirmed),"
        " made = case when excluded.confirmed is null and outlet.confirmed is null then excluded.made"
        " else outlet.made end"
    )
    return (
        (f"delete from notice where outlet in (select id from outlet where {replaced})", ident),
        (f"delete from outlet where {replaced}", ident),
        ("delete from notice where outlet = (select id from outlet where id = $1 and player <> $2)", values[:2]),
        (keeping, (*values, most)),
    )


def _joined(kinds: tuple[NoticeKind, ...]) -> str:
    """As the table has them, with a space on both sides of each."""
    return f" {' '.join(kinds)} "


def _outlet(row: tuple[Any, ...]) -> Outlet:
    ident, player, kind, session, body, kinds, confirmed, made = row
    return Outlet(
        ident,
        player,
        kind,
        session,
        bytes(body),
        tuple(known for known in KINDS if known in kinds.split()),
        confirmed,
        made,
    )


def _key(notice: Notice) -> tuple[str, str, str, int]:
    return notice.outlet.id, notice.game, notice.kind, notice.turn
