"""The words of the line protocol: what a seat sees as one line, and a move as it is written (docs/players.md)."""

from typing import Any

import msgspec

from tilerummy.coded import Coded
from tilerummy.inputs import from_json
from tilerummy.rules.edition.edition import Edition, Examples
from tilerummy.rules.game.state import LastTurn
from tilerummy.rules.game.views import SeatView, View, position_in
from tilerummy.rules.moves import BESIDE, Draw, Move, Pass, Play
from tilerummy.rules.notation import format_meld, format_position, parse_meld
from tilerummy.rules.position import layout_of
from tilerummy.rules.tiles import Tile

VERSION = 1
"""The protocol's version, which both sides say first."""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with an outside player: its text is `cli.bot-fault-CODE`."""

    code: str
    params: dict[str, Any] = {}


class Failed(Coded):
    """An outside player cannot be asked, or answered what is no move."""

    @property
    def fault(self) -> Fault:
        """What is wrong with the player."""
        return Fault(self.code, self.params)


class NewGame(msgspec.Struct, frozen=True):
    """A game begins: the seat that is asked from now on, how many there are, and the digest that names the deal."""

    seat: int
    seats: int
    game: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """Exactly what the seat to move may know, but for its edition: see `View`. Melds are in notation; `position` is
    all that a search for the best play needs, as one line of it."""

    seats: tuple[SeatView, ...]
    rack: tuple[Tile, ...]
    drawn: tuple[Tile, ...]
    table: tuple[str, ...]
    pool: int
    turn_number: int
    last_turn: bool
    last: LastTurn | None
    position: str


class MoveWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as the wire has it."""

    t: str
    opening: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


_shown = msgspec.json.Decoder(Shown)
_written = msgspec.json.Decoder(MoveWritten)


def new_game(view: View) -> NewGame:
    """The game that a seat's view is of. Raises ValueError for a spectator's."""
    if view.viewer is None:
        raise ValueError("a spectator has no seat")
    return NewGame(view.viewer, len(view.seats), view.commitment)


def edition_line(edition: Edition) -> str:
    """The edition as one line of JSON, without the examples that no game needs."""
    return msgspec.json.encode(msgspec.structs.replace(edition, examples=Examples())).decode()


def view_line(view: View) -> str:
    """What the seat sees as one line of JSON."""
    shown = Shown(
        seats=view.seats,
        rack=view.rack,
        drawn=view.drawn,
        table=tuple(map(format_meld, view.table)),
        pool=view.pool,
        turn_number=view.turn_number,
        last_turn=view.last_turn,
        last=view.last,
        position=format_position(layout_of(position_in(view))),
    )
    return msgspec.json.encode(shown).decode()


def view_of(line: str, edition: Edition, game: NewGame) -> View:
    """The view in a line. Raises ValueError."""
    shown = from_json(line, _shown)
    return View(
        viewer=game.seat,
        edition=edition,
        seats=shown.seats,
        rack=shown.rack,
        drawn=shown.drawn,
        table=tuple(map(parse_meld, shown.table)),
        pool=shown.pool,
        turn=game.seat,
        turn_number=shown.turn_number,
        last_turn=shown.last_turn,
        last=shown.last,
        result=None,
        commitment=game.game,
        revealed=None,
    )


def move_line(move: Move) -> str:
    """The move as one line."""
    return str(move)


def move_of(line: str) -> Move:
    """The move in a line: `draw`, `pass`, `play TABLE`, `open OPENING / TABLE`, or `move` and the wire's JSON.

    Raises ValueError for anything else.
    """
    word, _, rest = line.strip().partition(" ")
    match word:
        case "draw" | "pass":
            if rest:
                raise ValueError(f"nothing comes after {word}")
            return Draw() if word == "draw" else Pass()
        case "play":
            return _play((), _melds(rest))
        case "open":
            opening, _, table = rest.partition(BESIDE)
            return _play(_melds(opening), _melds(table))
        case "move":
            return _from_wire(from_json(rest, _written))
    raise ValueError("no move")


def _from_wire(written: MoveWritten) -> Move:
    if written.t == "play":
        return _play(written.opening, written.table)
    return move_of(written.t)


def _play(opening: tuple[str, ...], table: tuple[str, ...]) -> Play:
    return Play(opening=tuple(map(parse_meld, opening)), table=tuple(map(parse_meld, table)))


def _melds(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
