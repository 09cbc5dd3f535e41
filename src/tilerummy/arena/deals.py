"""Chunks of mirrored deals, played: the work of one process."""

import random
import re
import sys
from pathlib import Path

from tilerummy.arena.match import CHUNK, SHARES, Chunk, Deal, Match
from tilerummy.bots.whole_game import Played, played, shuffled
from tilerummy.messages import language, text
from tilerummy.outside.players import player
from tilerummy.outside.words import Fault
from tilerummy.rules.game.record import Record, dumps

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
    games = []
    for seat in range(match.seats):
        names = [match.second] * match.seats
        names[seat] = match.first
        stream = random.Random(f"{match.seed} {deal} {seat}")
        players = [player(name, place, told=tell) for place, name in enumerate(names)]
        # what a program remembers of one game of a deal is nothing to the next
        games.append(played(match.edition, players, deck, draws, stream, str(seat)))
        if records is not None:
            _keep(Path(records), match, deal, seat, Record(tuple(names), games[-1].events))
    return _summed(games)


def _summed(games: list[Played]) -> Deal:
    won, mine, theirs = [], 0, 0
    for seat, game in enumerate(games):
        result = game.end.over
        assert result is not None
        winners = result.winners or tuple(range(len(games)))
        won.append(SHARES // len(winners) if seat in winners else 0)
        mine += result.scores[seat]
        theirs += sum(result.scores) - result.scores[seat]
    return Deal(
        won=tuple(won),
        points=(mine, theirs),
        turns=sum(game.end.turn_number - 1 for game in games),
        dry=sum(not game.end.pool for game in games),
        stayed=sum(all(game.end.racks) for game in games),
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
