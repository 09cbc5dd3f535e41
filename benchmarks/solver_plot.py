"""A drawing of the solver's time against tiles on the table, by powers of ten, one line for each number of jokers."""

import math
from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, MARGIN = 720, 400, 60
MOST_TILES, DECADES = 160, 4
INKS = ("#1f5f8b", "#2e8b57", "#7f8c1f", "#b8860b", "#c2571a", "#b22222", "#6a3d9a")


def across(tiles: float) -> float:
    """The place of a number of tiles from the left."""
    return MARGIN + tiles / MOST_TILES * (WIDTH - 2 * MARGIN)


def up(microseconds: float) -> float:
    """The place of a time, by powers of ten, from above."""
    return HEIGHT - MARGIN - math.log10(max(1.0, microseconds)) / DECADES * (HEIGHT - 2 * MARGIN)


def drawn(lines: Mapping[int, Sequence[tuple[float, float]]]) -> str:
    """The drawing as SVG: for each number of jokers the tiles on the table and the median time in microseconds."""
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
           f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']  # fmt: skip
    for decade in range(DECADES + 1):
        y = up(10**decade)
        out.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        label = f"{10**decade} µs" if decade < 3 else f"{10 ** (decade - 3)} ms"
        out.append(f'<text x="{MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for tiles in range(0, MOST_TILES + 1, 20):
        out.append(f'<text x="{across(tiles):.1f}" y="{HEIGHT - MARGIN + 20}" text-anchor="middle">{tiles}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">tiles on the table</text>')
    for row, (jokers, points) in enumerate(sorted(lines.items())):
        ink = INKS[row % len(INKS)]
        path = " ".join(f"{across(tiles):.1f},{up(median):.1f}" for tiles, median in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"/>')
        y = MARGIN + 18 * row
        out.append(f'<text x="{WIDTH - MARGIN + 6}" y="{y}" fill="{ink}">{jokers} J</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
