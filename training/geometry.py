"""Homographies and quads. Corners run top left, top right, bottom right, bottom left as one reads the tile."""

import numpy as np
import numpy.typing as npt
from PIL import Image

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]


def homography(source: Array, target: Array) -> Array:
    """The 3x3 matrix that takes four points to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows, dtype=float), np.asarray(target, dtype=float).ravel())
    return np.append(solved, 1.0).reshape(3, 3)


def project(matrix: Array, points: Array) -> Array:
    """Points of the plane, however many and in whatever shape, through a homography."""
    flat = np.asarray(points, dtype=float) @ matrix[:, :2].T + matrix[:, 2]
    moved: Array = flat[..., :2] / flat[..., 2:]
    return moved


def rectangle(wide: float, high: float) -> Array:
    """The corners of a rectangle from the origin."""
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=float)


def grown(quad: Array, factor: float) -> Array:
    """A quad pushed out from its centre."""
    middle = quad.mean(axis=-2, keepdims=True)
    pushed: Array = (quad - middle) * factor + middle
    return pushed


def widths(quads: Array) -> Array:
    """How wide each quad is, as the mean of its top and its bottom."""
    wide: Array = (
        np.linalg.norm(quads[..., 1, :] - quads[..., 0, :], axis=-1)
        + np.linalg.norm(quads[..., 2, :] - quads[..., 3, :], axis=-1)
    ) / 2
    return wide


def heights(quads: Array) -> Array:
    """How high each quad is, as the mean of its left and its right."""
    return widths(np.roll(quads, 1, axis=-2))


class Pyramid:
    """A picture with its halves and quarters, for warps that shrink."""

    def __init__(self, image: Image.Image) -> None:
        self.levels = [image]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.levels[0].size

    def warp(
        self, matrix: Array, size: tuple[int, int], shrinks: float, fill: tuple[int, int, int] = (0, 0, 0)
    ) -> Image.Image:
        """The picture through a homography; `shrinks` says by how much, which picks the level to take pixels from."""
        level = int(np.clip(np.floor(np.log2(max(shrinks, 1.0)) + 0.35), 0, 4))
        while len(self.levels) <= level:
            self.levels.append(self.levels[-1].reduce(2))
        back = np.diag([0.5**level, 0.5**level, 1.0]) @ np.linalg.inv(matrix)
        back /= back[2, 2]
        return self.levels[level].transform(
            size,
            Image.Transform.PERSPECTIVE,
            tuple(back.ravel()[:8]),
            Image.Resampling.BILINEAR,
            fillcolor=fill,
        )
