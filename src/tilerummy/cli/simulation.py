"""A whole tournament between computer players: every game through the real rules, every step through the real desk."""

import random
from collections.abc import Callable, Sequence

from tilerummy import editions
from tilerummy.bots.whole_game import play_dealt
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.events import Ended, Result
from tilerummy.tournament import commands
from tilerummy.tournament import decide as deciding
from tilerummy.tournament.events.people import Opened
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.rounds import unconfirmed
from tilerummy.tournament.state import Event, Tournament
from tilerummy.tournament.state import fold as after

_ORGANISER = deciding.Actor("organiser")


def _no_room() -> str:
    """Nobody asks for one: tables are played online only where an organiser chose so, which no simulation does."""
    raise AssertionError("a room for a simulated table")


def _no_lot() -> int:
    raise AssertionError("a lot in a simulated event")


def simulate(
    format_: Format,
    players: int,
    seed: int,
    level: str,
    told: Callable[[Tournament, tuple[Event, ...]], None],
) -> Tournament:
    """Run the event to its end; `told` hears of every row. Raises Refusal where the format cannot be played so."""
    edition = editions.load(format_.edition)
    stream = random.Random(f"{seed} {players}")
    state = after(None, (Opened(format_.name, format_, seed),))

    def do(asked: deciding.Command) -> None:
        nonlocal state
        happened = deciding.decide(state, _ORGANISER, asked, 0, _no_room, _no_lot)
        state = after(state, happened)
        told(state, happened)

    width = len(str(players))
    do(commands.Enter("enter", "\n".join(f"Player {number:0{width}}" for number in range(1, players + 1))))
    do(commands.Draw("draw"))
    do(commands.Begin("begin"))
    while not state.finished:
        do(commands.Publish("publish"))
        do(commands.StartRound("start"))
        for number, table, game in outstanding(state):
            seats = len(state.stages[-1].rounds[number].seating.tables[table - 1])
            do(commands.Report("report", table, game, _result(edition, [level] * seats, stream).scores))
        do(commands.CloseRound("close", unconfirmed(state)))
    return state


def _result(edition: Edition, levels: Sequence[str], stream: random.Random) -> Result:
    deck, draws = list(all_tiles(edition)), list(all_tiles(edition))
    stream.shuffle(deck)
    stream.shuffle(draws)
    ended = play_dealt(edition, levels, deck, draws, stream).events[-1]
    assert isinstance(ended, Ended)
    return ended.result
