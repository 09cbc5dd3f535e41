"""What a person typed on the command line, read; what is wrong with it becomes one line, in his language."""

from tilerummy.cli.errors import CliError
from tilerummy.editions import load
from tilerummy.editions.texts import fault_text, reference
from tilerummy.messages import text
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import NotationError, parse_meld, parse_position, parse_tiles
from tilerummy.rules.position import Position, PositionError, from_layout
from tilerummy.rules.tiles import Tile
from tilerummy.rules.violations import Violation


def typed_edition(typed: str, lang: str) -> Edition:
    """The edition of that name, or in that file."""
    try:
        return load(typed)
    except EditionError as error:
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
        raise CliError("position", faults="; ".join(sentence(fault, lang) for fault in error.faults)) from None


def sentence(violation: Violation, lang: str) -> str:
    """Which meld, what is wrong with it, where the rulebook says so, and the legal order where there is one."""
    params = {**(violation.params or {}), "tile": violation.tile or ""}
    parts = [text(lang, f"violation.{violation.code}", **params), f"({reference(violation.ref, lang)})"]
    if violation.meld is not None:
        which = "judge-opening-meld" if params.get("where") == "opening" else "judge-meld"
        parts.insert(0, text(lang, f"cli.{which}", meld=violation.meld + 1))
    if "relaid" in params:
        parts.append(text(lang, "cli.meld-relaid", meld=params["relaid"]))
    return " ".join(parts)


def _no_notation(error: NotationError) -> CliError:
    return CliError("notation", text=error.text, column=error.column, allowed=", ".join(error.allowed))
