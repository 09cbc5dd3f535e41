"""Read a photograph by the weights file alone, in numpy: what the kernel does in C, without the rules of any game."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from training.crops import AROUND, crop, whitened
from training.geometry import Array, Pyramid, widths
from training.weights import Layer, Temperatures, forward, unpacked

CELL = 8
SIDE = 640
HEAT = 0.3  # less is no tile
BEST, FAR = 38.0, 30.0  # pixels of the middling tile: best seen; seen better in parts of the picture
LEAST_SIDE = 256
MOST_APART = 0.35  # of a width, between what several looks say of one tile
LEAST_MEAN = 0.25  # of the heat of all looks
Box = tuple[Array, float]
SURE = 0.97  # below, a tile is looked at once more


@dataclass(frozen=True)
class Read:
    """One tile as read."""

    corners: Array
    heat: float
    numbers: Array
    colours: Array
    states: Array
    said: float = -1.0  # what the reader itself calls the chance, where it does

    @property
    def number(self) -> int:
        """0 to 12, or 13 for a joker."""
        return int(self.numbers.argmax())

    @property
    def colour(self) -> int:
        """0 to 3 in the order k r b y, -1 for a joker."""
        return -1 if self.number == 13 else int(self.colours.argmax())

    @property
    def chance(self) -> float:
        """How likely number and colour are right."""
        if self.said >= 0:
            return self.said
        seen = float(self.numbers.max() * (1 if self.number == 13 else self.colours.max()))
        return seen * float(self.states[0])


def chances(logits: np.ndarray, temperature: float) -> Array:
    """Softmax."""
    raised = np.exp((logits - logits.max(axis=-1, keepdims=True)) / temperature)
    out: Array = raised / raised.sum(axis=-1, keepdims=True)
    return out


class Reader:
    """The two networks of a weights file."""

    def __init__(self, file: bytes) -> None:
        self.detector: list[Layer]
        self.classifier: list[Layer]
        self.by: Temperatures
        self.detector, self.classifier, self.by = unpacked(file)

    def read(self, picture: Image.Image) -> list[Read]:
        """The tiles of a photograph."""
        return self.named(Pyramid(picture), self.found(picture))

    def found(self, picture: Image.Image) -> list[Box]:
        """Corners of what may be tiles, surest first."""
        boxes = self.look(picture, SIDE) or self.look(picture, SIDE // 2)
        if not boxes:
            return []
        middling = float(np.median(widths(np.array([quad for quad, _ in boxes])))) * SIDE / max(picture.size)
        if middling < FAR and max(picture.size) > SIDE:
            return self.parts(picture)
        side = int(np.clip(SIDE * BEST / middling, LEAST_SIDE, SIDE)) // CELL * CELL
        return together([back(self.look(turned, side), picture.size, turn) for turn, turned in turns(picture)])

    def parts(self, picture: Image.Image) -> list[Box]:
        """Four overlapping parts of a photograph whose tiles are small."""
        wide, high = picture.size
        across, down = round(wide * 0.56), round(high * 0.56)
        boxes = []
        for left in (0, wide - across):
            for top in (0, high - down):
                part = picture.crop((left, top, left + across, top + down))
                boxes += [(quad + np.array([left, top]), heat) for quad, heat in self.look(part, SIDE)]
        return apart(boxes)

    def look(self, picture: Image.Image, side: int) -> list[Box]:
        """One look at one size."""
        scale = min(1.0, side / max(picture.size))
        size = (round(picture.width * scale), round(picture.height * scale))
        small = picture.resize(size, Image.Resampling.BOX) if size != picture.size else picture
        padded = Image.new("RGB", tuple(-(-edge // CELL) * CELL for edge in size))  # type: ignore[arg-type]
        padded.paste(small)
        out = forward(self.detector, np.asarray(padded, dtype=np.float32)[None] / 127.5 - 1)[0]
        heat = 1 / (1 + np.exp(-out[..., 0] / self.by.heat))
        around = np.pad(heat, 1)
        rows, columns = heat.shape
        top = np.max([around[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0)
        boxes = []
        for row, column in np.argwhere((heat == top) & (heat > HEAT)):
            offsets = out[row, column, 1:].reshape(4, 2).astype(float)
            quad = (offsets + np.array([column + 0.5, row + 0.5])) * CELL / scale
            boxes.append((quad, float(heat[row, column])))
        return apart(boxes)

    def named(self, picture: Pyramid, boxes: list[Box]) -> list[Read]:
        """What each shows, looked at from both ends; no tile where none is."""
        if not boxes:
            return []
        ends = np.array([np.roll(quad, turn, axis=0) for quad, _ in boxes for turn in (0, 2)])
        out = self.classified(picture, ends, AROUND).reshape(len(boxes), 2, 21)
        turned = out[:, 1, 18] + out[:, 0, 19] > out[:, 0, 18] + out[:, 1, 19]
        best = np.where(turned[:, None], out[:, 1], out[:, 0])
        quads = np.where(turned[:, None, None], ends[1::2], ends[::2])
        doubtful = np.flatnonzero(best[:, :14].max(axis=1) * best[:, 14:18].max(axis=1) < SURE)
        if len(doubtful):
            best[doubtful] = (best[doubtful] + self.classified(picture, quads[doubtful], 1.0)) / 2
        rows = zip(quads, boxes, best, strict=True)
        tiles = [Read(quad, heat, p[:14], p[14:18], p[18:]) for quad, (_, heat), p in rows]
        return [tile for tile in tiles if tile.states[2] < 0.5]

    def classified(self, picture: Pyramid, quads: Array, around: float) -> Array:
        """Chances of numbers, colours and states of crops."""
        crops = np.stack([np.asarray(crop(picture, quad, around), dtype=np.float32) for quad in quads])
        logits = forward(self.classifier, whitened(crops).transpose(0, 2, 3, 1)).reshape(len(quads), 21)
        parts = (logits[:, :14], self.by.number), (logits[:, 14:18], self.by.colour), (logits[:, 18:], self.by.state)
        return np.concatenate([chances(part, temperature) for part, temperature in parts], axis=1)


def turns(picture: Image.Image) -> list[tuple[int, Image.Image]]:
    """The picture turned by no, one, two and three quarters: the mean of four looks is better than each."""
    ways = (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
    return [(0, picture), *((turn + 1, picture.transpose(way)) for turn, way in enumerate(ways))]


def back(boxes: list[Box], size: tuple[int, int], turn: int) -> list[Box]:
    """Boxes of the picture turned by quarters to the left, in the picture itself."""
    out = []
    for quad, heat in boxes:
        edge = size if turn % 2 == 0 else size[::-1]
        for _ in range(turn):
            quad = np.stack([edge[1] - quad[:, 1], quad[:, 0]], axis=1)
            edge = edge[1], edge[0]
        out.append((quad, heat))
    return out


def together(looks: list[list[Box]]) -> list[Box]:
    """One box for each tile: the mean of what the looks say of it."""
    out = []
    for quad, _ in apart([box for boxes in looks for box in boxes]):
        quads, heats = [], 0.0
        for boxes in looks:
            far = [float(np.linalg.norm(other.mean(axis=0) - quad.mean(axis=0))) for other, _ in boxes]
            if far and min(far) < MOST_APART * widths(quad):
                other, heat = boxes[int(np.argmin(far))]
                rolled = [np.roll(other, by, axis=0) for by in range(4)]
                quads.append(min(rolled, key=lambda corners: float(np.abs(corners - quad).sum())))
                heats += heat
        if heats >= LEAST_MEAN * len(looks):
            out.append((np.mean(quads, axis=0), heats / len(looks)))
    return out


def apart(boxes: list[Box]) -> list[Box]:
    """Of boxes on the same tile the surest."""
    kept: list[Box] = []
    for quad, heat in sorted(boxes, key=lambda box: -box[1]):
        wide, middle = float(widths(quad)), quad.mean(axis=0)
        near = (
            np.linalg.norm(middle - other.mean(axis=0)) < 0.55 * min(wide, float(widths(other))) for other, _ in kept
        )
        if not any(near):
            kept.append((quad, heat))
    return kept
