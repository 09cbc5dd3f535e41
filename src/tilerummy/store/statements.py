"""Statements that change several tables: a game is packed or removed, a guest forgotten."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tilerummy.store.base import Head, Row
from tilerummy.store.packing import Packed, pack
from tilerummy.store.retention import WHOLE
from tilerummy.store.sessions import ERA, LAST

Statement = tuple[str, tuple[object, ...]]
"""A statement and its values, the first of them for `$1`."""
Rewrite = Callable[[str, Sequence[Row]], list[Row]]
"""The rows of a game without what is to be forgotten, in the same order."""
LOCKED: Final = "update game set changed = changed where id = $1"
"""Holds a game until all the statements are carried out: nobody appends to it meanwhile."""
UNUSED_EDITIONS: Final = "delete from edition where not exists (select 1 from event where event.edition = edition.hash)"
SHARED: Final = (
    "select game_id, exists (select 1 from player_game as other where other.game_id = mine.game_id"
    " and other.player <> $1 and other.player not like '%:%'"
    " and other.player not in (select id from bot where owner = $1)) or mine.game_id like 'sheet:%'"
    " from player_game as mine where player = $1 order by game_id"
)
"""The games and circles of a guest, and whether others had a part in them: people, or bots of other people. A score
sheet among them is of another guest."""
MADE: Final = (
    "select game_id from event where seq = 1 and actor = $1"
    " and game_id not in (select game_id from player_game where player = $1) order by game_id"
)
"""What else a guest made: score sheets, tournaments, games without a seat of theirs."""
_AT_ONCE = 500
_BESIDE: Final = (
    "delete from rack_order where player = $1 and game_id in (select game_id from player_game where player = $1)",
    "delete from player_game where player = $1 or player in (select id from bot where owner = $1)",
    "delete from outcome where player = $1",
    "delete from acquaintance where player = $1 or other = $1",
    "delete from handover where player = $1 or asker = $1",
    "delete from used_link where session in (select id from session where player = $1)",
    "delete from session where player = $1",
    "delete from notice where outlet in (select id from outlet where player = $1)",
    "delete from outlet where player = $1",
    "delete from bot where owner = $1",
    "delete from recovery where player = $1",
    "delete from passkey where player = $1",
    "delete from challenge where player = $1",
    "delete from report where reported = $1",
    "update report set reporter = '' where reporter = $1",
    "update puzzle_try set player = null where player = $1",
    UNUSED_EDITIONS,
)


def replacing(game: str, packed: Packed) -> tuple[Statement, ...]:
    """One row in the place of those that it holds, unless the game has been removed meanwhile."""
    return (
        (LOCKED, (game,)),
        ("insert into edition values ($1, $2) on conflict do nothing", (packed.hash, packed.edition)),
        (
            "update player_game set seen = coalesce((select max(at) from event"
            " where event.game_id = player_game.game_id and actor = player and event.seq <= $2), seen)"
            " where game_id = $1",
            (game, packed.seq),
        ),
        ("delete from event where game_id = $1 and seq <= $2", (game, packed.seq)),
        (
            "insert into event (game_id, seq, actor, body, at, edition)"
            " select id, $2, '', $3, $4, $5 from game where id = $1",
            (game, packed.seq, packed.body, packed.at, packed.hash),
        ),
    )


def removing(tables: tuple[str, ...], game: str, before: int) -> list[Statement]:
    """A game's rows of these tables, unless it has changed meanwhile."""
    old = "select id from game where id = $1 and changed < $2"
    columns = ((table, "id" if table == "game" else "game_id") for table in tables)
    gone = [f"delete from {table} where {column} in ({old})" for table, column in columns]
    return [(LOCKED, (game,)), *((statement, (game, before)) for statement in gone)]


def rewriting(head: Head, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Statement]:
    """A game with other rows of the same number: one that is over is packed, in another those change that differ."""
    if head.status == "over" and is_room(head.game):
        yield from replacing(head.game, pack(after))
        return
    for old, new in zip(before, after, strict=True):
        if old != new:
            statement = "update event set actor = $3, body = $4 where game_id = $1 and seq = $2"
            yield statement, (head.game, new.seq, new.actor, new.body)


def is_room(record: str) -> bool:
    """Whether a record is that of a room: the ids of other kinds have a colon."""
    return ":" not in record


def forgetting(player: str, alone: Sequence[str]) -> Iterator[Statement]:
    """All of a guest but the rows of games that others played too."""
    for at in range(0, len(alone), _AT_ONCE):
        games = tuple(alone[at : at + _AT_ONCE])
        marks = ", ".join(f"${number}" for number in range(1, len(games) + 1))
        for table in WHOLE:
            yield f"delete from {table} where {'id' if table == 'game' else 'game_id'} in ({marks})", games
    # an empty line keeps its number, so that no other line is taken for one that was read
    yield (
        "update chat_line set actor = '', command_id = cast(number as text), body = $2 where actor = $1",
        (player, b""),
    )
    for statement in _BESIDE:
        yield statement, (player,) if "$1" in statement else ()
    yield revoking(player)


def revoking(name: str, before: int = LAST) -> Statement:
    """Sessions of that name issued before that time (ms) count no more; never takes back an earlier word."""
    return (
        "insert into revoked (player, before) values ($1, $2)"
        " on conflict (player) do update set before = excluded.before where revoked.before < excluded.before",
        (name, before),
    )


def ending_era() -> Iterator[Statement]:
    """No session, key, sheet, passkey or link that there is counts any more."""
    yield "delete from handover", ()
    yield "delete from recovery", ()
    yield "delete from passkey", ()
    yield (
        "insert into revoked (player, before) values ($1, 1)"
        " on conflict (player) do update set before = revoked.before + 1",
        (ERA,),
    )


def telling_of_device(source: str, *values: object) -> Statement:
    """The guest in the row that is told by `source` and the first of the values is told, wherever they want to hear it,
    that another device has their games; the last value is when (ms)."""
    return (
        "insert into notice (outlet, game_id, kind, turn, due)"
        f" select outlet.id, '', 'device', 0, cast(${len(values)} as bigint) from outlet"
        f" where player in (select player from {source})"
        " and confirmed is not null and kinds like '% device %' on conflict do nothing",
        values,
    )
