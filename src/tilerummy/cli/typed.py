"""What a person typed on the command line, read; what is wrong with it becomes one line, in their language."""

from typing import Final

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import opened
from tilerummy.cli.near import near
from tilerummy.editions import load, names
from tilerummy.editions.texts import fault_text, violation_text
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import NotationError, parse_meld, parse_position, parse_tiles
from tilerummy.rules.position import Position, PositionError, from_layout
from tilerummy.rules.tiles import Tile

LONGEST: Final = 366
"""Days that can be typed as a duration, at most: a year."""
_UNITS: Final = {"m": 60, "h": 3600, "d": 86_400}


def in_range(option: str, given: int, most: int) -> int:
    """The number given with an option, from 1 on. Raises CliError: `number`."""
    if not 1 <= given <= most:
        raise CliError("number", option=option, least=1, most=most, given=given)
    return given


def typed_duration(option: str, typed: str) -> int:
    """The seconds of `30m`, `12h` or `3d`, at most those of `LONGEST` days. Raises CliError: `duration`."""
    figures, unit = typed[:-1], typed[-1:]
    seconds = (
        int(figures) * _UNITS.get(unit, 0) if figures.isascii() and figures.isdecimal() and len(figures) < 7 else 0
    )
    if not 0 < seconds <= LONGEST * _UNITS["d"]:
        raise CliError("duration", option=option, given=typed, days=LONGEST)
    return seconds


def typed_edition(typed: str, lang: str) -> Edition:
    """The edition of that name, in that file, or on standard input."""
    try:
        return load(opened(typed))
    except EditionError as error:
        if [fault.code for fault in error.faults] == ["unknown-edition"]:
            said = fault_text(error.faults[0], lang).rstrip(".")
            raise CliError("unknown-edition", detail=near(said, typed, names())) from None
        detail = " ".join(fault_text(fault, lang) for fault in error.faults)
        raise CliError("edition", edition=typed, detail=detail) from None


def typed_meld(typed: str) -> Meld:
    """A meld, legal or not."""
    try:
        return parse_meld(typed)
    except NotationError as error:
        raise _no_notation(error) from None


def typed_tiles(typed: str) -> tuple[Tile, ...]:
    """Tiles, in the order in which they were typed."""
    try:
        return parse_tiles(typed)
    except NotationError as error:
        raise _no_notation(error) from None


def typed_melds(typed: str) -> tuple[Meld, ...]:
    """Melds with commas between them, legal or not."""
    try:
        return parse_position(typed).table
    except NotationError as error:
        raise _no_notation(error) from None


def typed_position(typed: str, edition: Edition, lang: str) -> Position:
    """A position line of this edition."""
    try:
        return from_layout(parse_position(typed), edition)
    except NotationError as error:
        raise _no_notation(error) from None
    except PositionError as error:
        raise CliError("position", faults="; ".join(violation_text(fault, lang) for fault in error.faults)) from None


def _no_notation(error: NotationError) -> CliError:
    return CliError("notation", text=error.text, column=error.column, allowed=", ".join(error.allowed))
