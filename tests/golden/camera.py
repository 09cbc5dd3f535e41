"""What the two networks of `camera.weights` say of small pictures, computed by torch, in which they are trained.

`python -m tests.golden.camera` writes it again after a change of the weights; it needs torch, and nothing else.
`tests/camera/test_networks.py` holds the C to it.
"""

import hashlib
import json
import struct
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")
WEIGHTS: Final = Path(__file__).parents[2] / "src" / "tilerummy" / "camera" / "camera.weights"
DETECTOR: Final = (64, 48)
CLASSIFIER: Final = (32, 48)
_HEAD: Final = struct.Struct("<8s2H4f")
_LAYER: Final = struct.Struct("<HH5B3x")
_RELU, _ADDS_INPUT, _NO_PADDING = 1, 2, 4


def pixels(width: int, height: int) -> bytes:
    """A picture of slanted stripes of many colours, as red, green, blue and a fourth byte."""
    made = bytearray()
    for y in range(height):
        for x in range(width):
            made += bytes(((7 * x + 3 * y) % 256, 255 if (x + 2 * y) // 9 % 2 else 40, (x * y) % 251, 255))
    return bytes(made)


def text() -> str:
    """The file's content."""
    torch: Any = import_module("torch")
    file = WEIGHTS.read_bytes()
    detector, classifier = _networks(torch, file)
    seen = _rgb(torch, *DETECTOR) / 127.5 - 1
    crop = _rgb(torch, *CLASSIFIER)
    body = torch.quantile(crop[:, 6:42, 5:27].reshape(3, -1), 0.7, dim=1).clamp(min=8)
    said = {
        "weights": hashlib.sha256(file).hexdigest(),
        "detector": _flat(_run(torch, detector, seen)),
        "classifier": _flat(_run(torch, classifier, (crop / body[:, None, None]).clamp(0, 1.6) - 0.8)),
    }
    return json.dumps(said) + "\n"


def _networks(torch: Any, file: bytes) -> tuple[list[Any], list[Any]]:
    """The layers of both networks: `kernel/camera/weights.c` describes the file."""
    _, first, second, *_ = _HEAD.unpack_from(file)
    layers = list(_layers(torch, file))
    assert len(layers) == first + second
    return layers[:first], layers[first:]


def _layers(torch: Any, file: bytes) -> Iterator[Any]:
    at = _HEAD.size
    while at < len(file):
        inputs, outputs, height, width, stride, dilation, flags = _LAYER.unpack_from(file, at)
        at += _LAYER.size
        scale, bias = (torch.tensor(struct.unpack_from(f"<{outputs}f", file, at + 4 * outputs * n)) for n in (0, 1))
        at += 8 * outputs
        count = outputs * height * width * inputs
        packed = torch.frombuffer(bytearray(file[at : at + count]), dtype=torch.int8).double()
        weight = (
            packed.reshape(outputs, height, width, inputs).permute(0, 3, 1, 2) * scale.double()[:, None, None, None]
        )
        at += (count + 3) // 4 * 4
        yield weight, bias.double(), stride, dilation, flags


def _run(torch: Any, layers: list[Any], given: Any) -> Any:
    value = given[None].double()
    for weight, bias, stride, dilation, flags in layers:
        padding = 0 if flags & _NO_PADDING else tuple(side // 2 * dilation for side in weight.shape[2:])
        made = torch.nn.functional.conv2d(value, weight, bias, stride, padding, dilation)
        made = torch.relu(made) if flags & _RELU else made
        value = value + made if flags & _ADDS_INPUT else made
    return value[0]


def _rgb(torch: Any, width: int, height: int) -> Any:
    rgba = torch.frombuffer(bytearray(pixels(width, height)), dtype=torch.uint8)
    return rgba.reshape(height, width, 4)[:, :, :3].permute(2, 0, 1).double()


def _flat(value: Any) -> list[float]:
    return [round(number, 6) for number in value.permute(1, 2, 0).flatten().tolist()]


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
