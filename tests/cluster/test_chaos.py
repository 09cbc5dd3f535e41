"""A sample of the chaos: seconds of it, as `python -m tests.cluster.chaos` does for long. And that its checker sees."""

import asyncio
import copy
import random
from collections.abc import Callable
from pathlib import Path

from tests.cluster import checker
from tests.cluster.chaos import Chaos, play
from tests.cluster.checker import Game, Row
from tests.crash.load import Notes

KILLS = 12
Games = dict[str, Game]


def busiest(games: Games) -> Game:
    """The game with most rows."""
    return max(games.values(), key=lambda game: game.seq)


def lose_a_row(games: Games, notes: Notes) -> None:
    del busiest(games).rows[-2]


def keep_one_twice(games: Games, notes: Notes) -> None:
    rows = busiest(games).rows
    rows[-1] = Row(rows[-1].seq, rows[-2].actor, rows[-2].command or "c", rows[-1].events, rows[-1].at)
    rows[-2] = Row(rows[-2].seq, rows[-2].actor, rows[-2].command or "c", rows[-2].events, rows[-2].at)


def tell_what_is_not_there(games: Games, notes: Notes) -> None:
    seen = max((seen for _, seen in notes.seen), key=lambda seen: seen.seq)
    seen.rows.append((seen.seq, seen.seq + 1, [{"t": "drew", "seat": 0}]))
    seen.seq += 1


def tell_it_otherwise(games: Games, notes: Notes) -> None:
    event = next(event for _, seen in notes.seen for row in seen.rows for event in row[2] if event["t"] == "drew")
    event["pool"] += 1


def forget_a_line(games: Games, notes: Notes) -> None:
    # an acknowledged one: of another, which was kept just before a kill, nobody may have heard
    room, player, command, _ = notes.said[0]
    lines = games[room].lines
    lines[:] = [line for line in lines if line[1:3] != (player, command)]


def end_a_turn_early(games: Games, notes: Notes) -> None:
    for game in games.values():
        for at, row in enumerate(game.rows):
            if any(event["t"] == "timed-out" for event in row.events):
                game.rows[at] = Row(row.seq, row.actor, row.command, row.events, game.rows[at - 1].at + 1000)
                return
    raise AssertionError("no turn timed out")


def turn_a_clock(games: Games, notes: Notes) -> None:
    event = next(event for game in games.values() for row in game.rows for event in row.events if event["t"] == "clock")
    event["bank"] = -1


TAMPERING = (
    lose_a_row,
    keep_one_twice,
    tell_what_is_not_there,
    tell_it_otherwise,
    forget_a_line,
    end_a_turn_early,
    turn_a_clock,
)


def test_nothing_is_lost_or_invented_and_the_checker_would_see_it(tmp_path: Path) -> None:
    chaos = Chaos(tmp_path, random.Random(20261125))
    try:
        notes, _ = asyncio.run(play(chaos, KILLS, 0.7))
        games = asyncio.run(checker.read(chaos.address))
    finally:
        chaos.close()
    assert list(checker.faults(games, notes)) == []
    found = checker.summary(games)
    assert min(found[what] for what in ("rows", "lines", "time-outs", "clocks read", "computers' rows")) > 0
    assert len(notes.acknowledged) > KILLS
    assert notes.reconnects > KILLS
    tampering: tuple[Callable[[Games, Notes], None], ...] = TAMPERING
    for tamper in tampering:
        other = copy.deepcopy((games, notes))
        tamper(*other)
        assert list(checker.faults(*other)) != [], tamper.__name__
