"""Faces of jokers, all drawn by us: faces, stars, letters, and signs like those of variants with several jokers."""

import math

from PIL import ImageDraw

from training.drawing.fonts import font

Ink = tuple[int, int, int]
Point = tuple[float, float]
FACES = 9


def draw_joker(draw: ImageDraw.ImageDraw, kind: int, at: Point, radius: float, ink: Ink, second: Ink) -> None:
    """One of nine kinds of joker; a two-coloured one takes the second ink."""
    if kind <= 3:
        _smile(draw, at, radius, ink, filled=kind % 2 == 1, hat=kind >= 2)
    elif kind == 4:
        draw.polygon(_star(at, radius * 1.05, 5), fill=ink)
    elif kind == 5:
        draw.text(at, "J", ink, font(None, int(radius * 2)), anchor="mm")
    elif kind == 6:  # a double one
        for side in (-0.5, 0.5):
            _smile(draw, (at[0] + side * radius * 1.1, at[1]), radius * 0.55, ink, filled=False, hat=False)
    elif kind == 7:  # one that mirrors
        for side in (-1, 1):
            points = [(0.15, 0.0), (0.75, -0.6), (0.75, 0.6)]
            draw.polygon([(at[0] + side * x * radius, at[1] + y * radius) for x, y in points], fill=ink)
        draw.line((at[0], at[1] - radius * 0.8, at[0], at[1] + radius * 0.8), fill=ink, width=3)
    else:  # one that changes colours
        box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        draw.pieslice(box, 90, 270, fill=ink)
        draw.pieslice(box, 270, 90, fill=second)


def _star(at: Point, radius: float, points: int) -> list[Point]:
    corners = []
    for step in range(points * 2):
        angle, far = math.pi * step / points - math.pi / 2, radius if step % 2 == 0 else radius * 0.45
        corners.append((at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)))
    return corners


def _smile(draw: ImageDraw.ImageDraw, at: Point, radius: float, ink: Ink, *, filled: bool, hat: bool) -> None:
    x, y, wide = at[0], at[1], max(2, round(radius * 0.09))
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=ink, width=wide)
    for side in (-1, 1):
        eye, brow = x + side * radius * 0.38, y - radius * 0.2
        size = radius * 0.15
        box = (eye - size, brow - size * 0.7, eye + size, brow + size * 0.7)
        draw.ellipse(box, fill=ink if filled else None, outline=ink, width=wide)
        draw.arc((eye - size * 1.8, brow - size * 2.4, eye + size * 1.8, brow + size), 200, 340, fill=ink, width=wide)
    mouth = (x - radius * 0.55, y - radius * 0.35, x + radius * 0.55, y + radius * 0.65)
    draw.arc(mouth, 25, 155, fill=ink, width=wide + 1)
    draw.line(
        [(x, y - radius * 0.1), (x - radius * 0.08, y + radius * 0.2), (x + radius * 0.1, y + radius * 0.2)], ink, wide
    )
    if hat:
        for side in (-1, 0, 1):
            foot = x + side * radius * 0.6
            tip = (x + side * radius * 0.9, y - radius * 1.5)
            draw.polygon(
                [(foot - radius * 0.28, y - radius * 0.8), tip, (foot + radius * 0.28, y - radius * 0.8)], fill=ink
            )
