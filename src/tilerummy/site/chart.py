"""A chart of points after each round: a line for each player, named at its end."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from tilerummy.site.elements import element

WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 720, 300, 48, 170, 20
LINES = 8
"""Players shown, the best."""
COLOURS = ("#1f5f8b", "#b2452b", "#2d7a46", "#8a5a00", "#6b3fa0", "#0f7c7c", "#a3316f", "#555555")


def chart(title: str, points: Mapping[str, Sequence[float]]) -> Element:
    """The best players' points after each round, the first of them the best; each has as many values as the others."""
    shown = dict(list(points.items())[:LINES])
    values = [value for line in shown.values() for value in line] + [0]
    low, high = min(values), max(values)
    steps = max((len(line) for line in shown.values()), default=1)

    def across(step: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / max(1, steps - 1)

    def down(value: float) -> float:
        return EDGE + (HEIGHT - 2 * EDGE) * (high - value) / max(1, high - low)

    drawn = element("svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=title)
    for value in sorted({low, 0, high}):
        drawn.append(element("path", d=f"M{LEFT} {down(value):.1f}H{WIDTH - RIGHT}", class_="grid"))
        drawn.append(element("text", f"{value:g}", x=LEFT - 6, y=f"{down(value) + 4:.1f}", text_anchor="end"))
    names = _spread([down(line[-1]) for line in shown.values()])
    for (name, line), at, colour in zip(shown.items(), names, COLOURS, strict=False):
        spots = " ".join(f"{across(step):.1f},{down(value):.1f}" for step, value in enumerate(line))
        drawn.append(element("polyline", points=spots, fill="none", stroke=colour, stroke_width=2))
        drawn.append(element("text", name, x=WIDTH - RIGHT + 8, y=f"{at + 4:.1f}", fill=colour))
    return element("figure", element("figcaption", title), drawn)


def _spread(wanted: Sequence[float], apart: float = 16) -> list[float]:
    """Heights as near to those wanted as they can be, so far apart that names can be read."""
    found = [0.0] * len(wanted)
    before = EDGE - apart
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at]):
        before = found[at] = max(wanted[at], before + apart)
    over = max(0.0, before - (HEIGHT - EDGE))
    return [height - over for height in found]
