"""Tile rummy, whole: editions as data, one judge, an exact solver, a durable server and a browser table.

The names in `__all__` are the library; docs/library.md shows them at work. Each is loaded when it is first asked for.
Only they are under semantic versioning; every other module may change in any release.
"""

from __future__ import annotations

from importlib import import_module

# typing takes most of the time in which a bare `import tilerummy` is done; checkers know this name
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from tilerummy.bots.rng import Stream
    from tilerummy.bots.whole_game import play_game
    from tilerummy.camera.photo import Photo, PhotoError, SeenTile
    from tilerummy.camera.reading import read_photo
    from tilerummy.editions import load as load_edition
    from tilerummy.editions import loads as parse_edition
    from tilerummy.editions import names as edition_names
    from tilerummy.formats import load as load_format
    from tilerummy.formats import names as format_names
    from tilerummy.game import Game, IllegalMoveError
    from tilerummy.library import describe, fewest_repeats, from_json, rank_tournament, seat_tournament, to_json
    from tilerummy.outside.players import levels
    from tilerummy.rules.edition.edition import Change, Edition
    from tilerummy.rules.edition.faults import EditionError, Fault
    from tilerummy.rules.edition.reader import change as change_edition
    from tilerummy.rules.game.events import Event, Result
    from tilerummy.rules.game.proof import Check
    from tilerummy.rules.game.proof import checks as verify_record
    from tilerummy.rules.game.record import Record, RecordError
    from tilerummy.rules.game.record import Step as Replayed
    from tilerummy.rules.game.record import dumps as write_record
    from tilerummy.rules.game.record import loads as read_record
    from tilerummy.rules.game.record import steps as replay
    from tilerummy.rules.game.state import GameState
    from tilerummy.rules.game.views import View
    from tilerummy.rules.judge.ability import Ability
    from tilerummy.rules.judge.judge import Illegal, Legal, judge
    from tilerummy.rules.melds.readings import Meld, Reading, meld_violations, readings
    from tilerummy.rules.melds.types import Kind
    from tilerummy.rules.moves import Draw, Move, Pass, Play
    from tilerummy.rules.notation import (
        Layout,
        NotationError,
        format_meld,
        format_position,
        format_tiles,
        parse_meld,
        parse_position,
        parse_tiles,
    )
    from tilerummy.rules.position import Position, PositionError, from_layout, position
    from tilerummy.rules.refusal import Refusal
    from tilerummy.rules.violations import Violation
    from tilerummy.solver.arrange import Arranged, arrange
    from tilerummy.solver.explain.steps import Step, explain
    from tilerummy.solver.k_best import best_plays, placeable, ways_out
    from tilerummy.solver.query import Answer, Budget, Objective, Status
    from tilerummy.solver.solve import solve
    from tilerummy.tournament.format.format import Format
    from tilerummy.tournament.format.reader import FormatError
    from tilerummy.tournament.results.tally import Tally
    from tilerummy.tournament.seating.history import Seating
    from tilerummy.transcripts.errors import TranscriptError
    from tilerummy.transcripts.text import dumps as write_transcript
    from tilerummy.transcripts.text import loads as read_transcript

__version__ = "0.2.0"

_PLACES: Final[dict[str, str]] = {
    # editions
    "Edition": "rules.edition.edition",
    "EditionError": "rules.edition.faults",
    "edition_names": "editions:names",
    "Fault": "rules.edition.faults",
    "load_edition": "editions:load",
    "parse_edition": "editions:loads",
    "change_edition": "rules.edition.reader:change",
    "Change": "rules.edition.edition",
    # notation
    "NotationError": "rules.notation",
    "Layout": "rules.notation",
    "parse_tiles": "rules.notation",
    "parse_meld": "rules.notation",
    "parse_position": "rules.notation",
    "format_tiles": "rules.notation",
    "format_meld": "rules.notation",
    "format_position": "rules.notation",
    # melds, positions, moves and the judge
    "Meld": "rules.melds.readings",
    "Kind": "rules.melds.types",
    "Reading": "rules.melds.readings",
    "readings": "rules.melds.readings",
    "meld_violations": "rules.melds.readings",
    "Position": "rules.position",
    "PositionError": "rules.position",
    "position": "rules.position",
    "from_layout": "rules.position",
    "Play": "rules.moves",
    "Draw": "rules.moves",
    "Pass": "rules.moves",
    "Move": "rules.moves",
    "Legal": "rules.judge.judge",
    "Illegal": "rules.judge.judge",
    "judge": "rules.judge.judge",
    "Violation": "rules.violations",
    "describe": "library",
    # photographs
    "read_photo": "camera.reading",
    "Photo": "camera.photo",
    "SeenTile": "camera.photo",
    "PhotoError": "camera.photo",
    # the solver
    "Objective": "solver.query",
    "Answer": "solver.query",
    "Budget": "solver.query",
    "Status": "solver.query",
    "Ability": "rules.judge.ability",
    "solve": "solver.solve",
    "best_plays": "solver.k_best",
    "ways_out": "solver.k_best",
    "placeable": "solver.k_best",
    "Step": "solver.explain.steps",
    "explain": "solver.explain.steps",
    "Arranged": "solver.arrange",
    "arrange": "solver.arrange",
    # games and records
    "play_game": "bots.whole_game",
    "Game": "game",
    "IllegalMoveError": "game",
    "levels": "outside.players",
    "View": "rules.game.views",
    "GameState": "rules.game.state",
    "Event": "rules.game.events",
    "Result": "rules.game.events",
    "Stream": "bots.rng",
    "Record": "rules.game.record",
    "RecordError": "rules.game.record",
    "read_record": "rules.game.record:loads",
    "write_record": "rules.game.record:dumps",
    "write_transcript": "transcripts.text:dumps",
    "read_transcript": "transcripts.text:loads",
    "TranscriptError": "transcripts.errors",
    "Replayed": "rules.game.record:Step",
    "replay": "rules.game.record:steps",
    "verify_record": "rules.game.proof:checks",
    "Check": "rules.game.proof",
    "to_json": "library",
    "from_json": "library",
    # tournaments
    "Refusal": "rules.refusal",
    "format_names": "formats:names",
    "load_format": "formats:load",
    "Format": "tournament.format.format",
    "FormatError": "tournament.format.reader",
    "Seating": "tournament.seating.history",
    "Tally": "tournament.results.tally",
    "fewest_repeats": "library",
    "seat_tournament": "library",
    "rank_tournament": "library",
}
"""Where each name of the library is: its module, and after a colon its name there if that is another one."""

__all__ = [
    "Edition",
    "EditionError",
    "edition_names",
    "Fault",
    "load_edition",
    "parse_edition",
    "change_edition",
    "Change",
    "NotationError",
    "Layout",
    "parse_tiles",
    "parse_meld",
    "parse_position",
    "format_tiles",
    "format_meld",
    "format_position",
    "Meld",
    "Kind",
    "Reading",
    "readings",
    "meld_violations",
    "Position",
    "PositionError",
    "position",
    "from_layout",
    "Play",
    "Draw",
    "Pass",
    "Move",
    "Legal",
    "Illegal",
    "judge",
    "Violation",
    "describe",
    "read_photo",
    "Photo",
    "SeenTile",
    "PhotoError",
    "Objective",
    "Answer",
    "Budget",
    "Status",
    "Ability",
    "solve",
    "best_plays",
    "ways_out",
    "placeable",
    "Step",
    "explain",
    "Arranged",
    "arrange",
    "play_game",
    "Game",
    "IllegalMoveError",
    "levels",
    "View",
    "GameState",
    "Event",
    "Result",
    "Stream",
    "Record",
    "RecordError",
    "read_record",
    "write_record",
    "write_transcript",
    "read_transcript",
    "TranscriptError",
    "Replayed",
    "replay",
    "verify_record",
    "Check",
    "to_json",
    "from_json",
    "Refusal",
    "format_names",
    "load_format",
    "Format",
    "FormatError",
    "Seating",
    "Tally",
    "fewest_repeats",
    "seat_tournament",
    "rank_tournament",
]


def __getattr__(name: str) -> Any:
    """A name of the library, loaded now."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, there = _PLACES[name].partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), there or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
