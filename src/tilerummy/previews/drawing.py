"""A picture as SVG: the wooden rim, the felt, what is said, tiles, seats; with the page's own tiles and letters."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from tilerummy.previews.drawings import Drawings
from tilerummy.previews.lettering import broken, directed, fitted, length
from tilerummy.previews.preview import Plate, Scene
from tilerummy.rules.tiles import Tile

WIDE: Final = 1200
HIGH: Final = 630
"""What messengers show whole."""
RIM: Final = 22
INSIDE: Final = 1080
"""Width of what is drawn on the felt."""
MIDDLE: Final = WIDE / 2
ASPECT: Final = 1.34
"""A tile's height by its width, as in the page."""
LARGEST, SMALLEST = 84, 12
"""Widths of a tile on the table. Where all tiles of the largest box lie there, they have 28."""
APART, HIGHER = 0.55, ASPECT + 0.3
"""Between two melds, and from row to row, by the width of a tile."""
ON_RACK: Final = 62
HEAD, LINE = (62, 40), (36, 20)
"""Sizes of the heading and of the line below it, as they should be and at the least."""
ROW: Final = 4
"""Seats in a row."""
PLATE: Final = 62
LAMP: Final = 7
"""Rings of its light."""
Colours = Mapping[str, str]


def drawn(scene: Scene, drawings: Drawings) -> str:
    """The picture, for a rasteriser that has the fonts of the drawings."""
    ink = drawings.colours
    top, words = _words(scene, ink)
    bottom, foot = _foot(scene, ink)
    shown = dict.fromkeys((*(tile for meld in scene.melds for tile in meld), *scene.rack))
    symbols = "".join(drawings.tile(tile, scene.palette) for tile in shown)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'font-family="Figtree" text-anchor="middle"><style>.halo{{stroke:{ink["face"]}}}</style>'
        f"<defs>{symbols}</defs>{''.join(_room(ink))}{words}{''.join(_table(scene, top, bottom, ink))}{foot}</svg>"
    )


def _room(ink: Colours) -> Iterator[str]:
    """The table in the light of a lamp. Opaque surfaces one over the other: a gradient takes ten times as long."""
    rim, felt = ink["rim"], ink["felt"]
    yield f'<rect width="{WIDE}" height="{HIGH}" fill="{rim}"/>'
    for inset, round_, colour in ((6, 26, _mixed(rim, "#ffffff", 0.07)), (18, 24, _mixed(rim, "#000000", 0.35))):
        yield _box(inset, inset, WIDE - 2 * inset, HIGH - 2 * inset, round_, f'fill="{colour}"')
    yield _box(RIM, RIM, WIDE - 2 * RIM, HIGH - 2 * RIM, 20, f'fill="{felt}"')
    for ring in range(LAMP):
        width, height = 560 * (1 - ring / LAMP), 290 * (1 - ring / LAMP)
        lit = _mixed(felt, "#fff6e0", 0.016 * (ring + 1))
        yield f'<ellipse cx="{MIDDLE}" cy="{HIGH / 2}" rx="{width:.0f}" ry="{height:.0f}" fill="{lit}"/>'


def _mixed(colour: str, other: str, share: float) -> str:
    """A colour with so much of another in it."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return f"#{bytes(round(one + share * (two - one)) for one, two in pairs).hex()}"


def _words(scene: Scene, ink: Colours) -> tuple[float, str]:
    """The heading, in two lines where it must, and the line below it; and where they end."""
    size, lines = broken(scene.heading, *HEAD, INSIDE)
    y = RIM + 26.0
    parts = []
    for line in lines:
        y += size * 1.12
        parts.append(_text(line, MIDDLE, y, size, ink["on-felt"], bold=True))
    size, line = fitted(scene.line, *LINE, INSIDE)
    y += size * 1.6
    parts.append(_text(line, MIDDLE, y, size, ink["warm"]))
    return y + 26, "".join(parts)


def _foot(scene: Scene, ink: Colours) -> tuple[float, str]:
    """The rack or the seats; and where they begin."""
    if scene.rack:
        return _rack(scene.rack, ink)
    rows = [scene.plates[at : at + ROW] for at in range(0, len(scene.plates), ROW)]
    top = HIGH - RIM - 22 - len(rows) * (PLATE + 12)
    row_y = [top + at * (PLATE + 12) for at in range(len(rows))]
    return top - 12, "".join(_row(row, y, scene.free, ink) for row, y in zip(rows, row_y, strict=True))


def _row(plates: Sequence[Plate], y: float, free: str, ink: Colours) -> str:
    width = min(330.0, (INSIDE - 18 * (ROW - 1)) / max(len(plates), 3))
    left = MIDDLE - (len(plates) * (width + 18) - 18) / 2
    return "".join(_plate(one, left + at * (width + 18), y, width, free, ink) for at, one in enumerate(plates))


def _plate(plate: Plate, x: float, y: float, width: float, free: str, ink: Colours) -> str:
    middle, half = x + width / 2, y + PLATE / 2
    if plate.name is None:
        shade = _mixed(ink["felt"], "#000000", 0.18)
        dashes = f'fill="{shade}" stroke="{ink["on-felt"]}" stroke-width="2.5" stroke-dasharray="9 7"'
        size, said = fitted(free, 28, 16, width - 36)
        return _box(x, y, width, PLATE, 31, dashes) + _text(said, middle, half + size * 0.35, size, ink["on-felt"])
    edge = f'stroke="{ink["warm"]}" stroke-width="6"' if plate.lit else f'stroke="{ink["rack-line"]}" stroke-width="2"'
    box = _box(x, y, width, PLATE, 31, f'fill="{ink["rack"]}" {edge}')
    if not plate.figure:
        size, said = fitted(plate.name, 28, 16, width - 36)
        return box + _text(said, middle, half + size * 0.35, size, ink["text"], bold=plate.lit)
    figure, number = fitted(plate.figure, 28, 18, 110)
    size, said = fitted(plate.name, 28, 16, width - 62 - length(number, figure))
    return (
        box
        + _text(said, x + 24, half + size * 0.35, size, ink["text"], bold=plate.lit, anchor="start")
        + _text(number, x + width - 24, half + figure * 0.35, figure, ink["text"], bold=True, anchor="end")
    )


def _rack(rack: Sequence[Tile], ink: Colours) -> tuple[float, str]:
    step = min(ON_RACK * 1.06, (INSIDE - 40) / len(rack))
    wide = step / 1.06
    width, top = step * len(rack) + 44, HIGH - RIM - 28 - ON_RACK * ASPECT
    left = MIDDLE - step * len(rack) / 2
    board = _box(MIDDLE - width / 2, top - 12, width, ON_RACK * ASPECT + 26, 16, f'fill="{ink["rack"]}" '
                 f'stroke="{ink["rack-line"]}" stroke-width="3"')  # fmt: skip
    return top - 20, board + "".join(_tile(tile, left + at * step, top, wide) for at, tile in enumerate(rack))


def _table(scene: Scene, top: float, bottom: float, ink: Colours) -> Iterator[str]:
    """The melds in rows, in the middle of what room there is, as large as they can be."""
    shade = f'fill="{_mixed(ink["felt"], "#000000", 0.18)}"'
    wide = next((size for size in range(LARGEST, SMALLEST, -1) if _fits(scene, size, bottom - top)), SMALLEST)
    gap, high = wide * APART, wide * HIGHER
    rows = _rows(scene.melds, wide, gap)
    y = top + (bottom - top - len(rows) * high) / 2 + wide * 0.15
    for row in rows:
        x = MIDDLE - (sum(map(len, row)) * wide + gap * (len(row) - 1)) / 2
        for meld in row:
            yield _box(
                x - wide * 0.1, y - wide * 0.1, (len(meld) + 0.2) * wide, wide * (ASPECT + 0.2), wide * 0.2, shade
            )
            for at, tile in enumerate(meld):
                yield _tile(tile, x + at * wide + wide * 0.02, y, wide * 0.96)
            x += len(meld) * wide + gap
        y += high


def _fits(scene: Scene, wide: float, room: float) -> bool:
    """Whether the melds with tiles as wide as that are no higher than the room there is."""
    return len(_rows(scene.melds, wide, wide * APART)) * wide * HIGHER <= room


def _rows(melds: Sequence[Sequence[Tile]], wide: float, gap: float) -> list[list[Sequence[Tile]]]:
    rows: list[list[Sequence[Tile]]] = []
    left = 0.0
    for meld in melds:
        width = len(meld) * wide
        if not rows or left < width:
            rows.append([])
            left = float(INSIDE)
        rows[-1].append(meld)
        left -= width + gap
    return rows


def _tile(tile: Tile, x: float, y: float, wide: float) -> str:
    return f'<use href="#tile-{tile}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{wide * ASPECT:.1f}"/>'


def _box(x: float, y: float, width: float, height: float, round_: float, how: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:.1f}" {how}/>'


def _text(said: str, x: float, y: float, size: float, colour: str, *, bold: bool = False, anchor: str = "") -> str:
    letters = 'font-weight="700"' if bold else 'font-family="Figtree SemiBold" font-weight="600"'
    placed = f' text-anchor="{anchor}"' if anchor else ""
    drawn = escape(directed(said))
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}" {letters}{placed}>{drawn}</text>'
