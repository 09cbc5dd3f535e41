"""The notation: tiles, melds and positions as text, everywhere text is written or read.

A meld is its tiles as laid, `b3 b4 J b6`; `run:` or `group:` before it states its kind, `=` after a joker what it
stands for: `J=b5`, `J=k3|y3`, `D=b3,b4` (in a run also `D=3,4`), `C=4`, `M=4`. A position is one line: the melds with
commas between them, the rack after a bar, then what else is to be known:
`b4 b5 b6, y8 r8 k8 | b3 k1 | opened | pool 30 | last turn`.
For every value x that the notation can say, parsing what is formatted gives x again.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NoReturn, cast

import msgspec

from tilerummy.rules.melds.types import Kind, Meld
from tilerummy.rules.tiles import COLOURS, JOKERS, KINDS, NUMBERED, Tile, in_order

_TILES: Final = {tile: tile for tile in KINDS} | {tile.upper(): tile for tile in NUMBERED}
"""Every tile of a kind is read as the same text, which is quicker to find and to compare; `B7` is read as `b7`."""
_NUMBERED: Final = frozenset(NUMBERED)
_NUMBER_PAIRS: Final = {frozenset((str(low), str(low + 1))): f"{low}+{low + 1}" for low in range(1, 13)}
_NUMBER_PAIRS[frozenset(("13", "1"))] = "13+1"
_STATED_BAR: Final = re.compile(r"J=[krby]\d+(?:\|[krby]\d+)+")
_STATED_COMMA: Final = re.compile(r"D=(?:[krby]\d+,[krby]\d+|\d+,\d+)")
_WORDS: Final = {"opened": "opened", "unopened": "opened", "pool N": "pool", "last turn": "last_turn"}
"""What a position line may say after the rack, once each, and the field it says."""
_KINDS: Final[dict[str, Kind]] = {"run:": "run", "group:": "group"}


class NotationError(ValueError):
    """Text that is not notation.

    `text` is the whole text, `column` the place of the fault in it (from 1), `code` what is wrong there, `allowed`
    what could stand there.
    """

    def __init__(self, text: str, column: int, code: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{code} at column {column} of {text!r}")
        self.text = text
        self.column = column
        self.code = code
        self.allowed = allowed


class Layout(msgspec.Struct, frozen=True):
    """What a position line says: the melds on the `table`, the mover's `rack` in canonical order, and the rest.

    `opened`: the mover has opened, as where the line does not say. `pool`: tiles left in it, None where the line
    does not say. `last_turn`: the mover's last turn, in editions that give one after the pool is empty.
    """

    table: tuple[Meld, ...] = ()
    rack: tuple[Tile, ...] = ()
    opened: bool = True
    pool: int | None = None
    last_turn: bool = False

    def __str__(self) -> str:
        """The position line."""
        return format_position(self)


def parse_tile(text: str) -> Tile:
    """One tile; NotationError when the text is none."""
    stripped = text.strip()
    if stripped not in _TILES:
        _refuse(text, len(text) - len(text.lstrip()), "not-a-tile", _near(stripped))
    return _TILES[stripped]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles with spaces between them, in the order of the text; NotationError at the first that is none."""
    return _tiles(text, 0, text)


@lru_cache(maxsize=8192)
def parse_meld(text: str) -> Meld:
    """A meld as laid, with what is stated about it; NotationError at the first fault.

    The same text gives the same object: most melds of a table lay there before.
    """
    return _meld(text, 0, text)


def parse_position(text: str) -> Layout:
    """A position line; NotationError at the first fault. Legality is not asked here."""
    parts = _divide(text, 0, "|", _STATED_BAR)
    melds = _divide(parts[0][1], 0, ",", _STATED_COMMA) if parts[0][1].strip() else []
    table = tuple(_meld(part, start, text) for start, part in melds)
    rack: tuple[Tile, ...] = ()
    if len(parts) > 1:
        start, part = parts[1]
        rack = in_order(_tiles(part, start, text))
    said: dict[str, bool | int] = {}
    for start, part in parts[2:]:
        word = part.strip()
        counted = re.fullmatch(r"pool (\d{1,4})", word)
        field = _WORDS.get("pool N" if counted else word)
        if field is None or field in said or word == "pool N":
            allowed = [other for other in _WORDS if _WORDS[other] not in said]
            _refuse(text, start + len(part) - len(part.lstrip()), "not-a-word", tuple(allowed))
        said[field] = int(counted.group(1)) if counted else word != "unopened"
    return msgspec.convert({"table": table, "rack": rack, **said}, Layout)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles with spaces between them, in the order given."""
    return " ".join(tiles)


@lru_cache(maxsize=8192)
def format_meld(meld: Meld) -> str:
    """A meld as laid, with what is stated about it."""
    return str(meld)


def format_position(layout: Layout) -> str:
    """A position as one line."""
    table = ", ".join(format_meld(meld) for meld in layout.table)
    parts = [table, format_tiles(layout.rack), "opened" if layout.opened else "unopened"]
    if layout.pool is not None:
        parts.append(f"pool {layout.pool}")
    if layout.last_turn:
        parts.append("last turn")
    return " | ".join(parts).strip()


def _divide(text: str, start: int, divider: str, stated: re.Pattern[str]) -> list[tuple[int, str]]:
    """The parts between dividers, with their places in the whole text; a divider inside a statement does not divide."""
    within = {at for match in stated.finditer(text) for at in range(*match.span())}
    parts, begin = [], 0
    for at, letter in enumerate(text):
        if letter == divider and at not in within:
            parts.append((start + begin, text[begin:at]))
            begin = at + 1
    return [*parts, (start + begin, text[begin:])]


def _plain(text: str) -> tuple[Tile, ...] | None:
    """The tiles of a text of tiles alone, None for any other: places are needed only for what is stated or wrong."""
    found = tuple(map(_TILES.get, text.split()))
    return None if None in found else cast(tuple[Tile, ...], found)


def _tiles(text: str, start: int, whole: str) -> tuple[Tile, ...]:
    found = _plain(text)
    if found is None:
        match = next(match for match in re.finditer(r"\S+", text) if match.group() not in _TILES)
        _refuse(whole, start + match.start(), "not-a-tile", _near(match.group()))
    return found


def _meld(text: str, start: int, whole: str) -> Meld:
    plain = _plain(text)
    if plain:
        return Meld(plain)
    tokens = [(start + match.start(), match.group()) for match in re.finditer(r"\S+", text)]
    kind: Kind | None = None
    if tokens and tokens[0][1].endswith(":"):
        at, word = tokens.pop(0)
        kind = _KINDS.get(word)
        if kind is None:
            _refuse(whole, at, "not-a-kind", tuple(_KINDS))
    if not tokens:
        _refuse(whole, start + len(text), "no-tiles", ("b7", "J"))
    tiles: list[Tile] = []
    stands: list[str | None] = []
    for at, token in tokens:
        tile, equals, stated = token.partition("=")
        if tile not in _TILES:
            _refuse(whole, at, "not-a-tile", _near(tile))
        tiles.append(_TILES[tile])
        stands.append(_stand(tile, stated, at + len(tile) + 1, whole) if equals else None)
    return Meld(tuple(tiles), kind, tuple(stands) if any(stands) else None)


def _pair_in_order(pair: Iterable[Tile]) -> list[Tile]:
    """The two tiles of a double joker in canonical order; 1 after 13."""
    low, high = in_order(pair)
    return [high, low] if (low[1:], high[1:]) == ("1", "13") else [low, high]


def _stand(tile: Tile, stated: str, at: int, whole: str) -> str:
    """What a joker is stated to stand for, in canonical form; NotationError when this joker cannot stand for it."""
    if tile == "J":
        alternatives = stated.split("|")
        if not all(alternative in _NUMBERED for alternative in alternatives):
            _refuse(whole, at, "not-a-numbered-tile", ("b5", "k3|y3"))
        return "|".join(in_order(set(alternatives)))
    if tile == "D":
        pair = re.split(r"[,+]", stated)
        if len(pair) == 2 and frozenset(pair) in _NUMBER_PAIRS:
            return _NUMBER_PAIRS[frozenset(pair)]
        if len(pair) != 2 or not all(half in _NUMBERED for half in pair):
            _refuse(whole, at, "not-a-pair", ("b3,b4", "3,4"))
        return "+".join(_pair_in_order(pair))
    if tile not in JOKERS:
        _refuse(whole, at - 1, "not-a-joker", tuple(JOKERS))
    if not re.fullmatch(r"[1-9]|1[0-3]", stated):
        _refuse(whole, at, "not-a-number", ("1-13",))
    return stated


def _near(text: str) -> tuple[str, ...]:
    """What could stand where `text` is no tile."""
    colour = text[:1].lower()
    near = colour if colour and colour in COLOURS else COLOURS
    return (*(f"{letter}1-{letter}13" for letter in near), *(JOKERS if near == COLOURS else ""))


def _refuse(text: str, at: int, code: str, allowed: tuple[str, ...]) -> NoReturn:
    raise NotationError(text, at + 1, code, allowed)
