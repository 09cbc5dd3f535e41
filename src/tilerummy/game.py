"""A game of your own, move by move: dealt, played, taken back, seen from a seat, kept as a record."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from tilerummy import editions
from tilerummy.bots.whole_game import moved, shuffled
from tilerummy.editions.texts import violation_text
from tilerummy.outside import players
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.decide import Decided, begin, resign
from tilerummy.rules.game.events import Dealt, Ended, Event, Redealt, Result, Started
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.record import Record, Step, steps
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.views import View, view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.judge.table_diff import changed_melds
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile
from tilerummy.rules.violations import Violation
from tilerummy.solver.every_meld import melds_of
from tilerummy.transcripts.text import dumps, loads

START: Final = (Started, Dealt, Redealt)
"""The events before the first turn, which nobody takes back."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; `violations` says everything that is wrong with it. The game stands as it
    was."""

    def __init__(self, move: Move | None, violations: tuple[Violation, ...]) -> None:
        said = " ".join(violation_text(violation) for violation in violations)
        super().__init__(f"{move or 'resign'}: {said}")
        self.move = move
        self.violations = violations

    def __reduce__(self) -> "tuple[type[IllegalMoveError], tuple[Move | None, tuple[Violation, ...]]]":
        return IllegalMoveError, (self.move, self.violations)


class Game:
    """One game between its first event and now. Seats count from 0, clockwise; every rack is open to the program.

    Games are equal where their records are.
    """

    def __init__(self, record: Record) -> None:
        """The game that a record tells, as far as it goes; `new` deals one. Raises RecordError for events that cannot
        follow each other."""
        told = tuple(steps(record))
        if not told or len(told) < 2:
            raise ValueError("a game begins with its start and its deal")
        self._players = record.players
        self._bots = record.bots
        # each event with what it led to: an interruption finds both or neither
        self._past: list[tuple[Event, GameState]] = [(step.event, step.after) for step in told]

    @classmethod
    def new(
        cls,
        edition: Edition | str = "original",
        players: int | Sequence[str] = 2,
        *,
        seed: object = None,
        deck: Sequence[Tile] | None = None,
        draws: Sequence[Tile] | None = None,
    ) -> "Game":
        """A game that is dealt now, for so many players or for these names.

        The same `seed` deals the same game; without one chance does. `deck`: an order of your own of all tiles of the
        edition's box, seat 0 getting the first; `draws`: the same for the draw that says who starts. Raises ValueError
        where they do not hold the box, or the edition is not for so many, and EditionError for an unknown edition.
        """
        if isinstance(players, str):
            raise TypeError(f"players are a number or a list of names, not {players!r}")
        rules = editions.load(edition) if isinstance(edition, str) else edition
        names = () if isinstance(players, int) else tuple(players)
        seats = players if isinstance(players, int) else len(names)
        if not rules.players.least <= seats <= rules.players.most:
            raise ValueError(f"{rules.id} is for {rules.players.least} to {rules.players.most} players, not {seats}")
        chance: random.Random = random.SystemRandom() if seed is None else random.Random(str(seed))
        mixed, drawn = shuffled(rules, chance), shuffled(rules, chance)
        events = begin(rules, seats, mixed if deck is None else deck, drawn if draws is None else draws, salt="")
        return cls(Record(names, events))

    @classmethod
    def parse(cls, text: str) -> "Game":
        """The game in a transcript, as `str` writes it. Raises TranscriptError with line, code and what is allowed."""
        return cls(loads(text))

    @property
    def edition(self) -> Edition:
        """The rules it is played by."""
        return self.state.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The names by seat; none where they are not known."""
        return self._players

    @property
    def state(self) -> GameState:
        """Everything there is now, hidden tiles included; `view` is what one seat may know."""
        return self._past[-1][1]

    @property
    def turn(self) -> int | None:
        """The seat to move; None once the game is over."""
        return self.state.turn

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        return self.state.over

    @property
    def table(self) -> tuple[Meld, ...]:
        """The melds on the table, in the order in which they lie."""
        return self.state.table

    @property
    def position(self) -> Position:
        """The turn of the seat to move, as `judge` and `solve` take it. Raises ValueError once the game is over."""
        return position_of(self.state, self._mover())

    @property
    def legal_melds(self) -> tuple[Meld, ...]:
        """Every meld that the seat to move can make of its rack alone, with a numbered tile in it; whether laying it is
        enough to open, `judge` says. Raises ValueError once the game is over."""
        position = self.position
        return tuple(melds_of(position.edition, position.rack))

    def view(self, seat: int | None) -> View:
        """What a seat may know, None for a spectator: no other rack, no order of the pool."""
        return view(self.state, None if seat is None else self._seat(seat))

    def play(self, play: Play | str) -> tuple[Event, ...]:
        """Lay tiles: a `Play`, or its complete new table in notation, `b4 b5 b6, y8 r8 k8`.

        In notation the melds that were not there make the opening, of a player who has not opened. Answers with what
        came of it. Raises IllegalMoveError, NotationError.
        """
        return self.move(self._laid(play) if isinstance(play, str) else play)

    def draw(self) -> tuple[Event, ...]:
        """Take a tile from the pool. Raises IllegalMoveError where it is empty."""
        return self.move(Draw())

    def pass_(self) -> tuple[Event, ...]:
        """Do nothing. Raises IllegalMoveError where the rules do not allow it."""
        return self.move(Pass())

    def move(self, move: Move) -> tuple[Event, ...]:
        """Make any move for the seat whose turn it is, with the end of the game where it follows."""
        return self._add(move, moved(self.state, self._mover(), move))

    def resign(self, seat: int | None = None) -> tuple[Event, ...]:
        """Give up, for the seat to move or another. Raises IllegalMoveError for who has given up already."""
        return self._add(None, resign(self.state, self._mover() if seat is None else self._seat(seat)))

    def choose(self, level: str, seed: object = 0) -> Move:
        """The move of a computer player of that level (see `levels`) for the seat to move; the same seed, the same
        move. Raises ValueError for an unknown level."""
        if level not in players.named():
            raise ValueError(f"a level is one of {', '.join(players.named())}, not {level!r}")
        return players.level(level)(self.view(self._mover()), random.Random(f"{seed} {len(self)}"))

    def undo(self) -> tuple[Event, ...]:
        """Take the last turn back, and with it the end of the game; answers with its events. Raises ValueError before
        the first turn."""
        length = len(self) - isinstance(self._past[-1][0], Ended)
        gone = tuple(event for event, _ in self._past[length - 1 :])
        if isinstance(gone[0], START):
            raise ValueError("there is no turn to take back")
        del self._past[length - 1 :]
        return gone

    def record(self) -> Record:
        """The record so far, as `write_record` and `replay` take it."""
        return Record(self._players, tuple(event for event, _ in self._past), self._bots)

    def __iter__(self) -> Iterator[Step]:
        """What happened so far, event by event, with the states around it."""
        return steps(self.record())

    def __len__(self) -> int:
        """How many events there are."""
        return len(self._past)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        """The game as a transcript, which `parse` reads."""
        return dumps(self.record())

    def __repr__(self) -> str:
        now = "over" if self.turn is None else f"turn {self.state.turn_number}, seat {self.turn}"
        return f"<Game, {self.edition.id}: {', '.join(self._players) or self.state.seats}; {now}>"

    def _repr_svg_(self) -> str | None:
        """What lies there now, for notebooks: the table, and the rack of the seat to move."""
        shown = self.state.turn if self.state.turn is not None else (self.state.last.seat if self.state.last else 0)
        return position_of(self.state, shown)._repr_svg_()

    def _mover(self) -> int:
        if self.turn is None:
            raise ValueError("the game is over")
        return self.turn

    def _seat(self, seat: int) -> int:
        if seat not in range(self.state.seats):
            raise ValueError(f"a seat is a number from 0 to {self.state.seats - 1}, not {seat!r}")
        return seat

    def _laid(self, line: str) -> Play:
        table = parse_position(line).table
        if self.state.opened[self._mover()]:
            return Play((), table)
        return Play(tuple(table[at] for at in changed_melds(self.table, table)), table)

    def _add(self, move: Move | None, decided: Decided | Illegal) -> tuple[Event, ...]:
        if isinstance(decided, Illegal):
            raise IllegalMoveError(move, decided.violations)
        led, state = [], self.state
        for event in decided.events:
            state = evolve(state, event)
            led.append((event, state))
        self._past += led
        return decided.events
