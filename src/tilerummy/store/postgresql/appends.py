"""Group commit: whatever appends wait are one statement, whose compare-and-set leaves out the games that moved on.

Of one game only one append is under way at a time; the next waits for the next statement.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from tilerummy import metrics
from tilerummy.store.base import Conflict, Write
from tilerummy.store.postgresql.database import NOW, Away, Database, failure

BATCH = 256
"""Appends in one statement at most; keeps the wait of the first of them short."""
AT_ONCE = 2
"""Statements under way: while one waits for the disk, the next is on its way."""
LATE = (1_000, 3_600_000)
"""Milliseconds within which an append counts as late: the database did not answer, and took it when it did again. The
next turn has all its time then."""
_AGE = f"{NOW} - head.changed"
_DEADLINE = f"head.deadline + case when {_AGE} between {LATE[0]} and {LATE[1]} then {_AGE} else 0 end"
# The games are locked in the order of their ids, so that two servers with the same games never wait for each other; a
# game that is locked has its newest seq in `held`, whatever the rest of the statement sees.
_STATEMENT = f"""
with head as (
    select * from unnest(
        $1::text[], $2::int[], $3::int[], $4::text[], $5::bigint[], $6::bool[], $7::bigint[], $8::bigint[],
        $9::bool[])
    as head (game_id, before, seq, status, deadline, computer, changed, due, slow)
), line as (
    select * from unnest($10::text[], $11::int[], $12::text[], $13::text[], $14::bytea[], $15::bigint[])
    as line (game_id, seq, actor, command_id, body, at)
), held as materialized (
    select id, seq, deadline from game where id = any($1) order by id for update
), taken as (
    select event.game_id from line join event using (game_id, actor, command_id)
), moved as (
    update game set seq = head.seq, status = head.status, deadline = {_DEADLINE}, computer = head.computer,
        changed = head.changed
    from head join held on held.id = head.game_id and held.seq = head.before
    where game.id = head.game_id and (head.due is null or held.deadline <= least(head.due, {NOW}))
        and head.game_id not in (select game_id from taken)
    returning game.id
), made as (
    insert into game (id, seq, status, deadline, computer, changed, slow)
    select game_id, seq, status, {_DEADLINE}, computer, changed, slow from head where before = 0
    on conflict do nothing returning id
), won as (
    select id from moved union all select id from made
), kept as (
    insert into event (game_id, seq, actor, command_id, body, at)
    select game_id, seq, actor, command_id, body, at from line where game_id in (select id from won)
), seated as (
    insert into player_game (player, game_id)
    select player, game_id from unnest($16::text[], $17::text[]) as seat (player, game_id)
    where game_id in (select id from won)
    on conflict do nothing
), told as (
    insert into notice (outlet, game_id, kind, turn, due)
    select outlet.id, game_id, word.kind, turn, due
    from unnest($18::text[], $19::text[], $20::text[], $21::int[], $22::bigint[])
    as word (game_id, player, kind, turn, due) join outlet using (player)
    where game_id in (select id from won) and confirmed is not null and kinds like '% ' || word.kind || ' %'
    on conflict do nothing
)
select id from won
"""


class _Append(NamedTuple):
    """Writes that are kept together, by game; `done` when they are kept."""

    games: dict[str, list[Write]]
    done: "asyncio.Future[None]"


class Appends:
    """The appends of one server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[_Append] = deque()
        self._busy: set[str] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._asked = False

    async def add(self, writes: Sequence[Write]) -> None:
        """Keep all of the writes or none. Raises Conflict or StorageFailure."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(_Append(_runs(writes), done))
        if not self._asked:
            self._asked = True
            # what else this turn of the loop adds goes along
            loop.call_soon(self._begin)
        await done

    async def close(self) -> None:
        """Wait until all that was added is done."""
        while self._running or self._waiting:
            await asyncio.sleep(0)
            await asyncio.gather(*self._running)

    def _begin(self) -> None:
        self._asked = False
        while len(self._running) < AT_ONCE and (batch := self._next()):
            self._busy.update(*(append.games for append in batch))
            task = asyncio.create_task(self._keep(batch))
            self._running.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        self._begin()

    def _next(self) -> list[_Append]:
        """Appends that wait and touch no game twice; what is about several games goes by itself."""
        batch: list[_Append] = []
        held: deque[_Append] = deque()
        games = set(self._busy)
        while self._waiting and len(batch) < BATCH:
            append = self._waiting.popleft()
            alone = len(append.games) > 1
            fits = games.isdisjoint(append.games) and not (alone and batch)
            (batch if fits else held).append(append)
            games.update(append.games)
            if alone and fits:
                break
        self._waiting.extendleft(reversed(held))
        return batch

    async def _keep(self, batch: list[_Append]) -> None:
        metrics.BATCHES.observe(len(batch))
        try:
            outcomes = await self._outcomes(batch)
        finally:
            self._busy.difference_update(*(append.games for append in batch))
        for append, outcome in zip(batch, outcomes, strict=True):
            _settle(append.done, outcome)

    async def _outcomes(self, batch: list[_Append]) -> list[Exception | None]:
        """Per append what kept it from being kept. One that the database cannot hold fails alone; where the database is
        away or full, all fail that wait."""
        try:
            won = await self._carry_out(batch)
        except Exception as error:
            # whatever it was, nobody waits for an answer that never comes
            failed = failure(error)
            if isinstance(failed, Away) or failed.code == "storage-full":
                while self._waiting:
                    _settle(self._waiting.popleft().done, failed)
            elif len(batch) > 1:
                return [outcome for append in batch for outcome in await self._outcomes([append])]
            return [failed] * len(batch)
        return [None if won.issuperset(append.games) else Conflict() for append in batch]

    async def _carry_out(self, batch: list[_Append]) -> set[str]:
        """The games whose writes were kept. Raises StorageFailure."""
        runs = [run for append in batch for run in append.games.values()]
        if any(not _is_run(run) for run in runs):
            return set()
        values = _values(runs)
        if len(batch[0].games) == 1:
            return {game for (game,) in await self._database.fetch(_STATEMENT, *values)}
        try:
            async with self._database.transaction() as line:
                won = {game for (game,) in await line.fetch(_STATEMENT, *values)}
                if len(won) < len(runs):
                    raise Conflict
        except Conflict:
            return set()
        return won


def _runs(writes: Iterable[Write]) -> dict[str, list[Write]]:
    """The writes by game."""
    return {game: list(run) for game, run in groupby(sorted(writes, key=_game), _game)}


def _game(write: Write) -> str:
    return write.game


def _is_run(run: Sequence[Write]) -> bool:
    """Whether the rows follow each other."""
    return all(write.row.seq == seq for seq, write in enumerate(run, run[0].row.seq))


def _values(runs: Sequence[Sequence[Write]]) -> list[list[object]]:
    """The arrays of the statement: of each game how it stands afterwards, of rows and words all, of each player the
    game."""
    heads = [
        (
            last.game,
            run[0].row.seq - 1,
            last.row.seq,
            last.status,
            last.deadline,
            last.computer,
            last.row.at,
            run[0].due,
            last.slow,
        )
        for run in runs
        for last in run[-1:]
    ]
    lines = [
        (write.game, write.row.seq, write.row.actor, write.row.command, write.row.body, write.row.at)
        for run in runs
        for write in run
    ]
    seats = {(player, write.game) for run in runs for write in run for player in write.players}
    words = [
        (write.game, word.player, word.kind, word.turn, word.due)
        for run in runs
        for write in run
        for word in write.words
    ]
    return [*_columns(heads, 9), *_columns(lines, 6), *_columns(list(seats), 2), *_columns(words, 5)]


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [[row[at] for row in rows] for at in range(width)]


def _settle(done: "asyncio.Future[None]", outcome: Exception | None) -> None:
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
