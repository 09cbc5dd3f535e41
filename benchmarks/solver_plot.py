"""Draws the growth of the solver's time from benchmarks/results/solver.json:
`python -m benchmarks.solver_plot > FILE.svg`."""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results/solver.json"
WIDTH, HEIGHT, MARGIN = 720, 400, 60
MOST_TILES, DECADES = 160, 4
INKS = {0: "#1f5f8b", 1: "#2e8b57", 2: "#b8860b", 4: "#b22222", 7: "#6a3d9a"}


def across(tiles: float) -> float:
    """The place of a number of tiles from the left."""
    return MARGIN + tiles / MOST_TILES * (WIDTH - 2 * MARGIN)


def up(microseconds: float) -> float:
    """The place of a time, by powers of ten, from above."""
    return HEIGHT - MARGIN - math.log10(max(1.0, microseconds)) / DECADES * (HEIGHT - 2 * MARGIN)


def main() -> None:
    """Print the drawing."""
    lines: dict[int, list[dict[str, float]]] = defaultdict(list)
    for point in json.loads(RESULTS.read_text(encoding="utf-8"))["growth"]:
        lines[point["jokers"]].append(point)
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
        path = " ".join(f"{across(point['tiles']):.1f},{up(point['median']):.1f}" for point in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{INKS[jokers]}" stroke-width="2"/>')
        y = MARGIN + 18 * row
        out.append(f'<text x="{WIDTH - MARGIN + 6}" y="{y}" fill="{INKS[jokers]}">{jokers} J</text>')
    sys.stdout.write("\n".join([*out, "</svg>"]) + "\n")


if __name__ == "__main__":
    main()
