"""Chunks of mirrored deals, played: the work of one process."""

import random
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from tilerummy.arena.match import CHUNK, SHARES, Chunk, Deal, Match
from tilerummy.bots.core.codec import Reply
from tilerummy.bots.core.games import can_play, finished, judged, scored
from tilerummy.bots.whole_game import played, shuffled
from tilerummy.messages import language, text
from tilerummy.outside.players import player
from tilerummy.outside.words import Fault
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.record import Record, dumps
from tilerummy.rules.tiles import Tile

JUDGED: Final = 100
"""Of so many deals one is judged move by move though the core has played it."""
_TOLD: set[str] = set()
"""The kinds of faults that this process has told."""


def play_chunk(match: Match, number: int, count: int = CHUNK, records: str | None = None) -> Chunk:
    """Play `count` deals; every game goes as a record into the folder `records`, where one is named."""
    first = number * CHUNK
    return Chunk(match.key, number, tuple(play_deal(match, first + at, records) for at in range(count)))


def play_deal(match: Match, deal: int, records: str | None = None) -> Deal:
    """The games of one deal, one for each seat of the first player."""
    chance = random.Random(f"{match.seed} {deal}")
    deck, draws = shuffled(match.edition, chance), shuffled(match.edition, chance)
    whole = records is not None or deal % JUDGED == 0
    return _summed([_game(match, deal, seat, deck, draws, records, whole=whole) for seat in range(match.seats)])


class _Game(NamedTuple):
    """What counts of a game: who won and what, its turns, whether the pool ran out and whether all racks have tiles."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int
    dry: bool
    stayed: bool


def _game(
    match: Match, deal: int, seat: int, deck: list[Tile], draws: list[Tile], records: str | None, *, whole: bool
) -> _Game:
    """The game in which the first player has this seat: by the core where it plays, and then judged if it is to be
    `whole`; else move by move."""
    names = [match.second] * match.seats
    names[seat] = match.first
    game = None
    if can_play(match.edition, names):
        if not whole and (reply := finished(match.edition, names, deck, draws)) is not None:
            return _counted(match.edition, reply)
        game = judged(match.edition, names, deck, draws, str(seat))
    if game is None:
        stream = random.Random(f"{match.seed} {deal} {seat}")
        players = [player(name, place, told=tell) for place, name in enumerate(names)]
        # what a program remembers of one game of a deal is nothing to the next
        game = played(match.edition, players, deck, draws, stream, str(seat))
    if records is not None:
        _keep(Path(records), match, deal, seat, Record(tuple(names), game.events))
    result = game.end.over
    assert result is not None
    return _Game(result.winners, result.scores, game.end.turn_number - 1, not game.end.pool, all(game.end.racks))


def _counted(edition: Edition, reply: Reply) -> _Game:
    scoring = scored(edition, reply)
    return _Game(scoring.winners, scoring.points, reply.turns, reply.pool == 0, all(reply.racks))


def _summed(games: list[_Game]) -> Deal:
    won, mine, theirs = [], 0, 0
    for seat, game in enumerate(games):
        winners = game.winners or tuple(range(len(games)))
        won.append(SHARES // len(winners) if seat in winners else 0)
        mine += game.scores[seat]
        theirs += sum(game.scores) - game.scores[seat]
    return Deal(
        won=tuple(won),
        points=(mine, theirs),
        turns=sum(game.turns for game in games),
        dry=sum(game.dry for game in games),
        stayed=sum(game.stayed for game in games),
    )


def tell(fault: Fault) -> None:
    """Say on standard error what is wrong with a program, of each kind the first."""
    if fault.code not in _TOLD:
        _TOLD.add(fault.code)
        print(text(language(), f"cli.bot-fault-{fault.code}", **fault.params), file=sys.stderr)


def _keep(folder: Path, match: Match, deal: int, seat: int, record: Record) -> None:
    """Write a record in one step: a process that is killed leaves no half of one."""
    who = re.sub(r"[^\w.-]+", "_", f"{match.first}-{match.second}")
    name = f"{who}-{match.edition.id}-{match.seats}-{match.seed}-{deal}-{seat}.jsonl"
    begun = folder / f".{name}"
    begun.write_text(dumps(record), encoding="utf-8")
    begun.replace(folder / name)
