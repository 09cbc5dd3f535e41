"""What the database says in the end, read by plain SQL, against what guests were told; without any of our own code."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any, Final

import asyncpg

from tests.crash.load import Message, Notes, Seen

SLACK: Final = 0.1
"""Seconds by which clocks of servers may differ that follow the database's."""
BEFORE: Final = {
    "created",
    "promised",
    "seal",
    "asked",
    "word",
    "called",
    "sat",
    "freed",
    "owner",
    "left-match",
    "closed",
}
"""What happens before a game: who comes later is shown its outcome, not its history."""
TURNS: Final = {"dealt", "played", "drew", "passed", "timed-out"}
"""What begins a turn, or ends one."""
SECRET: Final = {"rack", "tile", "drawn", "draft", "secret"}
"""What not everybody is told."""


@dataclass(frozen=True)
class Row:
    """One row of a log."""

    seq: int
    actor: str
    command: str | None
    events: list[Message]
    at: int


@dataclass(frozen=True)
class Game:
    """One game as the database has it."""

    seq: int
    status: str
    deadline: int | None
    rows: list[Row]
    lines: list[tuple[int, str, str, str]]


async def read(address: str) -> dict[str, Game]:
    """All games of a database, as they are at one moment."""
    connection = await asyncpg.connect(address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await _games(connection)
    finally:
        await connection.close()


async def _games(connection: Any) -> dict[str, Game]:
    heads = await connection.fetch("select id, seq, status, deadline from game where id not like '%:%'")
    games = {head["id"]: Game(head["seq"], head["status"], head["deadline"], [], []) for head in heads}
    columns = "select game_id, seq, actor, command_id, body, at from event where game_id not like '%:%'"
    for game, seq, actor, command, body, at in await connection.fetch(f"{columns} order by game_id, seq"):
        games[game].rows.append(Row(seq, actor, command, json.loads(body), at))
    columns = "select game_id, number, actor, command_id, body from chat_line"
    for game, number, actor, command, body in await connection.fetch(f"{columns} order by game_id, number"):
        games[game].lines.append((number, actor, command, json.loads(body)["text"]))
    return games


def faults(games: dict[str, Game], notes: Notes) -> Iterator[str]:
    """All that is wrong."""
    yield from notes.faults
    for ident, game in games.items():
        for fault in (*_log(game), *_time(game)):
            yield f"{ident}: {fault}"
    for room, player, command, seq in notes.acknowledged:
        rows = games[room].rows
        if seq > len(rows) or (rows[seq - 1].actor, rows[seq - 1].command) != (player, command):
            yield f"{room}: {command} was acknowledged as row {seq}"
    for room, player, command, text in notes.said:
        kept = [line for line in games[room].lines if line[1:3] == (player, command)]
        if [line[3] for line in kept] != [text]:
            yield f"{room}: the line {text!r} was acknowledged and is kept as {kept}"
    for room, viewer in notes.seen:
        for fault in (*viewer.faults, *_shown(games[room], viewer)):
            yield f"{room}, seat {viewer.seat}: {fault}"


def _log(game: Game) -> Iterator[str]:
    if [row.seq for row in game.rows] != list(range(1, game.seq + 1)):
        yield f"its head says {game.seq}, its rows are {[row.seq for row in game.rows]}"
    for command, times in Counter((row.actor, row.command) for row in game.rows if row.command).items():
        if times > 1:
            yield f"{command} is there {times} times"
    numbers = [line[0] for line in game.lines]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"its chat has the lines {numbers}"


def _time(game: Game) -> Iterator[str]:
    """No turn ends early, no clock loses more than was spent or holds more than it did, and the deadline is not early:
    servers move it on where nobody could move, and never back."""
    (created,) = [event for event in game.rows[0].events if event["t"] == "created"]
    clock = created["edition"]["clock"]
    limit, increment = created.get("limit"), clock["increment_seconds"]
    full = clock["bank_seconds"] if created.get("game_clock") else None
    banks: defaultdict[int | None, float] = defaultdict(lambda: full or 0)
    began = 0.0
    for row in game.rows:
        spent = row.at / 1000 - began
        for event in row.events:
            kind, seat = event["t"], event.get("seat")
            allowed = increment + banks[seat] if full else limit or inf
            if kind == "timed-out" and spent < allowed - SLACK:
                yield f"row {row.seq}: the turn of {allowed} s timed out after {spent}"
            if kind == "clock":
                left = event["bank"] / 1000
                if not 0 <= left <= banks[seat] or left < banks[seat] - max(0, spent - increment) - SLACK:
                    yield f"row {row.seq}: the clock of seat {seat} went from {banks[seat]} to {left} in {spent} s"
                banks[seat] = left
        if any(event["t"] in TURNS for event in row.events):
            began = row.at / 1000
    timed = game.status == "playing" and bool(limit or full)
    if timed != (game.deadline is not None):
        yield f"it is {game.status} and its deadline is {game.deadline}"
    elif game.deadline is not None and limit and game.deadline / 1000 < began + limit - SLACK:
        yield f"its deadline is {game.deadline} for a turn of {limit} s that began at {began}"


def _shown(game: Game, viewer: Seen) -> Iterator[str]:
    told = [event for _, _, events in viewer.rows for event in events if event["t"] not in BEFORE]
    kept = [event for row in game.rows[: viewer.seq] for event in row.events if event["t"] not in BEFORE]
    if viewer.seq > game.seq:
        yield f"was told of row {viewer.seq}, the store has {game.seq}"
    if [event["t"] for event in told] != [event["t"] for event in kept]:
        yield f"was told {[event['t'] for event in told]}, the store has {[event['t'] for event in kept]}"
    for one, other in zip(told, kept, strict=False):
        if differing := [key for key in one.keys() & other.keys() - SECRET if not _same(one, other, key)]:
            yield f"was told {one}, which differs in {differing} from {other}"
    lines = {number: text for number, _, _, text in game.lines}
    for number, text in viewer.lines.items():
        if lines.get(number) != text:
            yield f"read line {number} as {text!r}, the store has {lines.get(number)!r}"


def _same(one: Message, other: Message, key: str) -> bool:
    # of an edition and its deal everybody is told less
    return isinstance(other[key], dict) or one[key] == other[key]


def summary(games: dict[str, Game]) -> dict[str, Any]:
    """What was checked."""
    events = Counter(event["t"] for game in games.values() for row in game.rows for event in row.events)
    return {
        "rooms": len(games),
        "rows": sum(game.seq for game in games.values()),
        "lines": sum(len(game.lines) for game in games.values()),
        "time-outs": events["timed-out"],
        "games over": events["ended"],
        "clocks read": events["clock"],
        "computers' rows": sum(row.actor.startswith("seat:") for game in games.values() for row in game.rows),
    }
