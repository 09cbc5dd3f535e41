"""Makes of tiles: bodies, inks, numbers, marks, emblems."""

import colorsys
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

from training.drawing.fonts import font, installed
from training.drawing.jokers import draw_joker

Colour = tuple[int, int, int]
HEIGHT = 120  # of a drawn face, without its clear margin
MARGIN = 2  # clear pixels around it, which soften its edge in the scene
JOKER = 13  # numbers are 0 to 12
BACK = -1  # a tile that lies on its face
WORDS = ("", "", "", "TILES", "Rummy", "tile rummy", "Numbers")


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour by its hue in degrees."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def inks(rng: np.random.Generator) -> tuple[Colour, Colour, Colour, Colour]:
    """Black, red, blue and a yellow between lemon and orange."""
    dark = rng.uniform(0.02, 0.24)
    return (
        hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), dark),
        hsv(rng.uniform(-16, 6), rng.uniform(0.7, 1), rng.uniform(0.6, 0.93)),
        hsv(rng.uniform(196, 236), rng.uniform(0.65, 1), rng.uniform(0.45, 0.95)),
        hsv(rng.uniform(18, 52), rng.uniform(0.72, 1), rng.uniform(0.8, 1)),
    )


@dataclass
class Make:
    """One set of tiles as a factory makes it."""

    aspect: float
    body: Colour
    inks: tuple[Colour, Colour, Colour, Colour]
    font: str | None
    size: int
    middle: float
    dish: bool
    underline: bool
    dot: int
    word: str
    word_at: float
    word_ink: float
    joker: int
    corner: int
    thickness: float
    bevel: tuple[float, float, float, float]
    faces: dict[tuple[int, int], Image.Image] = field(default_factory=dict)

    def face(self, number: int, colour: int) -> Image.Image:
        """The face of a tile, RGBA, kept once it is drawn."""
        key = (number, colour)
        if key not in self.faces:
            self.faces[key] = self._draw(number, colour)
        return self.faces[key]

    def _draw(self, number: int, colour: int) -> Image.Image:
        wide = round(HEIGHT / self.aspect)
        image = Image.new("RGB", (wide, HEIGHT), self.body)
        draw = ImageDraw.Draw(image)
        middle = (wide / 2, HEIGHT * self.middle)
        edges = [[(0, 0), (wide, 0)], [(wide, 0), (wide, HEIGHT)], [(0, HEIGHT), (wide, HEIGHT)], [(0, 0), (0, HEIGHT)]]
        for edge, light in zip(edges, self.bevel, strict=True):
            draw.line(edge, fill=shade(self.body, light), width=6)
        if number != BACK:
            if self.dish:
                radius = wide * 0.4
                box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
                draw.ellipse(box, fill=shade(self.body, 1.03), outline=shade(self.body, 0.92))
            ink = self.inks[colour]
            if number == JOKER:
                draw_joker(draw, self.joker, middle, wide * 0.34, ink, self.inks[(colour + 1) % 4])
            else:
                self._number(image, draw, number + 1, middle, ink)
            if self.word:
                place = (wide / 2, HEIGHT * self.word_at)
                draw.text(place, self.word, shade(self.body, self.word_ink), font(self.font, 11), anchor="mm")
        return rounded(image, self.corner)

    def _number(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, number: int, middle: tuple[float, float], ink: Colour
    ) -> None:
        text, face, limit = str(number), font(self.font, self.size), image.width * 0.84
        left, top, right, bottom = face.getbbox(text, anchor="mm")
        if right - left > limit:  # two digits are narrower on many tiles
            mask = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
            ImageDraw.Draw(mask).text((2 - left, 2 - top), text, 255, face, anchor="mm")
            mask = mask.resize((int(limit), mask.height))
            image.paste(ink, (int(middle[0] - limit / 2), int(middle[1] + top)), mask)
        else:
            draw.text((middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2), text, ink, face, anchor="mm")
        below = middle[1] + (bottom - top) / 2
        if self.underline and number in (6, 9):
            draw.line((middle[0] - 14, below + 5, middle[0] + 14, below + 5), fill=ink, width=4)
        if self.dot:
            radius, place = image.width * 0.07, max(below + 10, HEIGHT * 0.78)
            if self.dot == 1:
                draw.ellipse((middle[0] - radius, place - radius, middle[0] + radius, place + radius), fill=ink)
            elif self.dot == 2:
                radius *= 1.6
                box = (middle[0] - radius, place - radius, middle[0] + radius, place + radius)
                draw.ellipse(box, outline=ink, width=3)
            else:
                x, y, r = middle[0], place, radius * 1.7
                draw.polygon(
                    [
                        (x, y + r),
                        (x - r, y - r / 3),
                        (x - r / 2, y - r),
                        (x, y - r / 2),
                        (x + r / 2, y - r),
                        (x + r, y - r / 3),
                    ],
                    fill=ink,
                )


def shade(colour: Colour, light: float) -> Colour:
    """A colour in more or less light."""
    red, green, blue = (min(255, max(0, round(part * light))) for part in colour)
    return red, green, blue


def rounded(image: Image.Image, radius: int) -> Image.Image:
    """With round corners and a clear margin."""
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius, fill=255)
    out = Image.new("RGBA", (image.width + 2 * MARGIN, image.height + 2 * MARGIN))
    spread = image.resize(out.size)  # a clear pixel's colour still counts where edges are softened
    spread.paste(image, (MARGIN, MARGIN))
    out.paste(spread, (0, 0))
    alpha = Image.new("L", out.size, 0)
    alpha.paste(mask, (MARGIN, MARGIN))
    out.putalpha(alpha)
    return out


def random_make(rng: np.random.Generator) -> Make:
    """A make nobody has seen."""
    fonts = installed()
    bright = rng.uniform(0.8, 1)
    body = (round(255 * bright), round(255 * bright * rng.uniform(0.94, 1)), round(255 * bright * rng.uniform(0.7, 1)))
    below = rng.random() < 0.8
    drawn = rng.random()  # where no fonts are, too: the scene stays the same but for its letters
    middle = rng.uniform(0.26, 0.42) if below else rng.uniform(0.42, 0.52)
    return Make(
        aspect=rng.uniform(1.22, 1.6),
        body=body,
        inks=inks(rng),
        font=fonts[int(drawn * len(fonts))] if fonts else None,
        size=int(rng.integers(42, 66 if below else 80)),
        middle=middle,
        dish=bool(rng.random() < 0.5),
        underline=bool(rng.random() < (0.15 if below else 0.8)),
        dot=int(rng.integers(1, 4)) if rng.random() < 0.2 and middle < 0.45 else 0,
        word=str(rng.choice(WORDS)) if below else "",
        word_at=rng.uniform(0.74, 0.88),
        word_ink=float(rng.choice([0.82, 0.92, 0.97, 1.03])),
        joker=int(rng.integers(9)),
        corner=int(rng.integers(2, 12)),
        thickness=rng.uniform(0.15, 0.42),
        bevel=(rng.uniform(0.9, 1.05), rng.uniform(0.8, 1.03), rng.uniform(0.75, 1), rng.uniform(0.8, 1.03)),
    )
