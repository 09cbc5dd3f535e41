"""The weights file, whose format `kernel/camera/weights.c` gives; and what its networks say, computed by numpy."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
MAGIC = b"TILECAM1"
HEAD = struct.Struct("<8sHH4f")
LAYER = struct.Struct("<HHBBBBBxxx")
RELU, RESIDUAL, VALID = 1, 2, 4


@dataclass(frozen=True)
class Temperatures:
    """What logits are divided by before they are chances."""

    heat: float = 1.0
    number: float = 1.0
    colour: float = 1.0
    state: float = 1.0


@dataclass(frozen=True)
class Layer:
    """A convolution: 8-bit weights (outputs, height, width, inputs), a scale and a bias for each output."""

    weight: npt.NDArray[np.int8]
    scale: Floats
    bias: Floats
    stride: int = 1
    dilation: int = 1
    flags: int = RELU

    @property
    def exact(self) -> Floats:
        """The weights as they count."""
        grown: Floats = self.weight.astype(np.float32) * self.scale[:, None, None, None]
        return grown


def rounded(weight: Floats, bias: Floats, stride: int = 1, dilation: int = 1, flags: int = RELU) -> Layer:
    """A layer of weights (outputs, inputs, height, width), rounded to 8 bits for each output."""
    scale = np.maximum(np.abs(weight).reshape(len(weight), -1).max(axis=1) / 127, 1e-9).astype(np.float32)
    whole = np.round(weight / scale[:, None, None, None]).astype(np.int8).transpose(0, 2, 3, 1)
    return Layer(np.ascontiguousarray(whole), scale, bias.astype(np.float32), stride, dilation, flags)


def packed(detector: Sequence[Layer], classifier: Sequence[Layer], by: Temperatures) -> bytes:
    """The file."""
    out = [HEAD.pack(MAGIC, len(detector), len(classifier), by.heat, by.number, by.colour, by.state)]
    for layer in (*detector, *classifier):
        outputs, high, wide, inputs = layer.weight.shape
        out.append(LAYER.pack(inputs, outputs, high, wide, layer.stride, layer.dilation, layer.flags))
        out.append(layer.scale.astype("<f4").tobytes() + layer.bias.astype("<f4").tobytes())
        out.append(layer.weight.tobytes() + b"\0" * (-layer.weight.size % 4))
    return b"".join(out)


def unpacked(file: bytes) -> tuple[list[Layer], list[Layer], Temperatures]:
    """What the file holds; a ValueError where it is none."""
    magic, detector, classifier, *by = HEAD.unpack_from(file)
    if magic != MAGIC:
        raise ValueError("no weights file")
    layers, at = [], HEAD.size
    for _ in range(detector + classifier):
        inputs, outputs, high, wide, stride, dilation, flags = LAYER.unpack_from(file, at)
        at += LAYER.size
        scale, bias = np.frombuffer(file, "<f4", 2 * outputs, at).reshape(2, outputs)
        at += 8 * outputs
        size = outputs * high * wide * inputs
        weight = np.frombuffer(file, np.int8, size, at).reshape(outputs, high, wide, inputs)
        at += size + -size % 4
        layers.append(Layer(weight, scale, bias, stride, dilation, flags))
    if at != len(file):
        raise ValueError("a weights file of another length")
    return layers[:detector], layers[detector:], Temperatures(*by)


def convolved(x: Floats, layer: Layer) -> Floats:
    """One layer over (count, height, width, inputs)."""
    _, high, wide, _ = layer.weight.shape
    reach, step = layer.dilation, layer.stride
    padded = x
    if not layer.flags & VALID:
        down, along = high // 2 * reach, wide // 2 * reach
        padded = np.pad(x, ((0, 0), (down, down), (along, along), (0, 0)))
    rows = (padded.shape[1] - reach * (high - 1) - 1) // step + 1
    columns = (padded.shape[2] - reach * (wide - 1) - 1) // step + 1
    weight = layer.exact
    y = np.tile(layer.bias, (len(x), rows, columns, 1))
    for row in range(high):
        for column in range(wide):
            top, left = row * reach, column * reach
            part = padded[:, top : top + (rows - 1) * step + 1 : step, left : left + (columns - 1) * step + 1 : step]
            y += part @ weight[:, row, column].T
    if layer.flags & RELU:
        y = np.maximum(y, 0)
    return x + y if layer.flags & RESIDUAL else y


def forward(layers: Sequence[Layer], x: Floats) -> Floats:
    """A whole network over (count, height, width, channels)."""
    for layer in layers:
        x = convolved(x, layer)
    return x
