"""Tiles, melds, racks, positions and plays as SVG, in the page's own drawing; notebooks show them by themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from tilerummy.previews.drawings import Drawings
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.table_diff import changed_melds, tiles_on
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Move, Play
from tilerummy.rules.notation import format_tiles, parse_meld, parse_tiles
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile

FOLDER: Final = Path(__file__).parent / "web" / "static" / "pictures"
"""Where the build of the page leaves what pictures are drawn with."""
WIDE, HIGH = 40, 54
"""A tile."""
APART: Final = 16
"""Between two melds, and between their rows."""
EDGE: Final = 14
"""From the tiles to the end of what they lie on."""
INSIDE: Final = 18 * WIDE
"""Width of a row of melds at the most, so of a rack."""
PRINTED: Final = ("black", "red", "blue", "yellow")
"""What the colours of most editions are printed in."""
Rows = Sequence[Sequence[Sequence[Tile]]]


class Picture(str):
    """A drawing as SVG: a text to write to a file, which notebooks draw."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


class NoDrawingsError(RuntimeError):
    """This installation lacks the page's drawings, as a checkout does in which the page was never built."""

    def __init__(self) -> None:
        super().__init__(f"the page's drawings are missing ({FOLDER}): build the page, or install a wheel")


def tile(tile: Tile, edition: Edition | None = None) -> Picture:
    """One tile, in the colours that the edition prints. Raises NotationError for what is none."""
    return tiles((tile,), edition)


def tiles(tiles: Iterable[Tile] | str, edition: Edition | None = None) -> Picture:
    """Tiles side by side, without anything below them."""
    row = _tiles(tiles)
    parts = _row([row], 0, 0, _printed(edition), Counter())
    return _picture(len(row) * WIDE, HIGH, parts, format_tiles(row))


def meld(meld: Meld | str, edition: Edition | None = None) -> Picture:
    """A meld on the felt, as laid. Raises NotationError."""
    laid = parse_meld(meld) if isinstance(meld, str) else meld
    return table((laid,), edition)


def table(table: Sequence[Meld], edition: Edition | None = None) -> Picture:
    """The melds of a table on the felt."""
    return _on_felt([meld.tiles for meld in table], (), _printed(edition), ", ".join(map(str, table)))


def rack(rack: Iterable[Tile] | str, edition: Edition | None = None) -> Picture:
    """A rack with its tiles, in the order given."""
    held = _tiles(rack)
    return _on_felt([], held, _printed(edition), format_tiles(held))


def position(position: Position) -> Picture:
    """The table, and the mover's rack below it."""
    return _on_felt([meld.tiles for meld in position.table], position.rack, _printed(position.edition), str(position))


def move(position: Position, move: Move) -> Picture:
    """What a move leaves: the new table, in which the tiles that it lays are marked, and what remains on the rack. A
    draw and a pass leave what was there."""
    if not isinstance(move, Play):
        return _picture_of(position)
    laid = tiles_on(move.table) - tiles_on(position.table)
    left = [*(Counter(position.rack) - laid).elements()]
    changed = changed_melds(position.table, move.table)
    melds = [meld.tiles for meld in move.table]
    return _on_felt(melds, left, _printed(position.edition), str(move), laid, changed)


def shown(value: object) -> str | None:
    """What notebooks show of a value; None where nothing can be drawn here."""
    try:
        match value:
            case Meld():
                return meld(value)
            case Position():
                return _picture_of(value)
            case Play():
                return table(value.table)
    except NoDrawingsError:
        pass
    return None


_picture_of = position


@cache
def _drawings() -> Drawings:
    try:
        return Drawings(FOLDER)
    except OSError:
        raise NoDrawingsError from None


def _printed(edition: Edition | None) -> Sequence[str]:
    return PRINTED if edition is None else edition.tiles.palette


def _tiles(tiles: Iterable[Tile] | str) -> tuple[Tile, ...]:
    return parse_tiles(tiles if isinstance(tiles, str) else " ".join(tiles))


def _on_felt(
    melds: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    palette: Sequence[str],
    said: str,
    laid: Counter[Tile] | None = None,
    changed: Sequence[int] = (),
) -> Picture:
    """A table above a rack, each where there is something on it, and what it is in words."""
    rows = _rows(melds)
    racked = _rows([rack[at : at + INSIDE // WIDE] for at in range(0, len(rack), INSIDE // WIDE)])
    width = 2 * EDGE + max((_width(row) for row in (*rows, *racked)), default=0)
    fresh = Counter(laid)
    # marks go to the melds that changed, and there from the first on
    marked = {at: _taken(fresh, melds[at]) for at in changed}
    parts: list[str] = []
    y, number = 0, 0
    if rows or not rack:
        high = _height(rows, APART) + 2 * EDGE
        parts.append(_box(0, 0, width, high, "felt", "rim"))
        for at, row in enumerate(rows):
            marks = [marked.get(number + place, Counter[Tile]()) for place in range(len(row))]
            parts += _melds(row, EDGE, EDGE + at * (HIGH + APART), palette, marks)
            number += len(row)
        y = high
    if rack:
        high = _height(racked, 4) + EDGE
        y += 6 if y else 0
        parts.append(_box(0, y, width, high, "rack", "rack-line"))
        for at, row in enumerate(racked):
            left = (width - _width(row)) // 2
            parts += _row(row, left, y + EDGE // 2 + at * (HIGH + 4), palette, Counter())
        y += high
    return _picture(width, y, parts, said)


def _rows(melds: Sequence[Sequence[Tile]]) -> list[list[Sequence[Tile]]]:
    """The melds one after another, in as many rows as they need."""
    rows: list[list[Sequence[Tile]]] = []
    for meld in melds:
        if not rows or _width([*rows[-1], meld]) > INSIDE:
            rows.append([])
        rows[-1].append(meld)
    return rows


def _width(row: Sequence[Sequence[Tile]]) -> int:
    return sum(len(meld) * WIDE + APART for meld in row) - APART


def _height(rows: Sequence[object], apart: int) -> int:
    return max(1, len(rows)) * (HIGH + apart) - apart


def _melds(
    row: Sequence[Sequence[Tile]], x: int, y: int, palette: Sequence[str], marks: Sequence[Counter[Tile]]
) -> Iterator[str]:
    for meld, marked in zip(row, marks, strict=True):
        yield from _row([meld], x, y, palette, marked)
        x += len(meld) * WIDE + APART


def _row(row: Sequence[Sequence[Tile]], x: int, y: int, palette: Sequence[str], marked: Counter[Tile]) -> Iterator[str]:
    left = Counter(marked)
    for at, tile in enumerate(kind for meld in row for kind in meld):
        yield _drawn(tile, x + at * WIDE, y, palette, marked=left[tile] > 0)
        left[tile] -= 1


def _taken(fresh: Counter[Tile], meld: Sequence[Tile]) -> Counter[Tile]:
    """Those of the tiles that lie in this meld, and which no other has then."""
    found = fresh & Counter(meld)
    fresh -= found
    return found


def _drawn(tile: Tile, x: int, y: int, palette: Sequence[str], *, marked: bool) -> str:
    """A tile where it lies. Not a `use` of a symbol: notebooks show many drawings, whose symbols share their names."""
    drawings = _drawings()
    symbol = drawings.tile(tile, palette).replace('class="halo"', f'stroke="{drawings.colours["face"]}"')
    inside = symbol[symbol.index(">") + 1 : symbol.rindex("</symbol>")]
    mark = (
        f'<rect x="3" y="3" width="94" height="128" rx="12" fill="none" stroke="{drawings.colours["warm"]}" '
        'stroke-width="6"/>'
        if marked
        else ""
    )
    return (
        f'<svg x="{x + 1}" y="{y}" width="{WIDE - 2}" height="{HIGH}" viewBox="0 0 100 134" overflow="visible">'
        f"{inside}{mark}</svg>"
    )


def _box(x: int, y: int, width: int, height: int, fill: str, edge: str) -> str:
    ink = _drawings().colours
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" rx="10" fill="{ink[fill]}" '
        f'stroke="{ink[edge]}" stroke-width="2"/>'
    )


def _picture(width: int, height: int, parts: Iterable[str], said: str) -> Picture:
    label = escape(said, quote=True)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Figtree, system-ui, sans-serif" role="img" aria-label="{label}"><title>{label}</title>'
        f"{''.join(parts)}</svg>"
    )
