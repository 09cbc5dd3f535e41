"""The weights file: there and back, and what its layers compute."""

import struct

import numpy as np
import pytest

from training.weights import RELU, RESIDUAL, VALID, Layer, Temperatures, convolved, packed, rounded, unpacked


def random_layer(
    rng: np.random.Generator, shape: tuple[int, int, int, int], stride: int, dilation: int, flags: int
) -> Layer:
    weight, bias = rng.normal(0, 1, shape), rng.normal(0, 1, shape[0])
    return rounded(weight.astype(np.float32), bias.astype(np.float32), stride, dilation, flags)


def test_there_and_back() -> None:
    rng = np.random.default_rng(1)
    detector = [random_layer(rng, (5, 3, 3, 3), 2, 1, RELU), random_layer(rng, (5, 5, 3, 3), 1, 4, RELU | RESIDUAL)]
    classifier = [random_layer(rng, (7, 3, 6, 4), 1, 1, RELU | VALID), random_layer(rng, (2, 7, 1, 1), 1, 1, 0)]
    by = Temperatures(1.5, 0.75, 1.25, 2.0)
    file = packed(detector, classifier, by)
    first, second, temperatures = unpacked(file)
    assert temperatures == by
    for ours, theirs in zip((*detector, *classifier), (*first, *second), strict=True):
        assert (ours.weight == theirs.weight).all()
        assert (ours.exact == theirs.exact).all()
        assert (ours.bias == theirs.bias).all()
        assert (ours.stride, ours.dilation, ours.flags) == (theirs.stride, theirs.dilation, theirs.flags)
    assert packed(first, second, temperatures) == file


def test_eight_bits_are_near() -> None:
    weight = np.random.default_rng(2).normal(0, 1, (4, 3, 3, 3)).astype(np.float32)
    layer = rounded(weight, np.zeros(4, np.float32))
    assert np.abs(layer.exact.transpose(0, 3, 1, 2) - weight).max() <= np.abs(weight).max() / 127


@pytest.mark.parametrize("broken", [b"", b"TILECAM2", b"x" * 28])
def test_another_file(broken: bytes) -> None:
    with pytest.raises((ValueError, struct.error)):
        unpacked(broken)


def test_a_file_cut_short_or_too_long() -> None:
    file = packed([random_layer(np.random.default_rng(3), (5, 3, 3, 3), 2, 1, RELU)], [], Temperatures())
    for other in (file + b"\0\0\0\0", file[:-4]):
        with pytest.raises(ValueError):
            unpacked(other)


@pytest.mark.parametrize(
    ("shape", "stride", "dilation", "flags"),
    [((4, 3, 3, 3), 2, 1, RELU), ((3, 3, 3, 3), 1, 4, RELU | RESIDUAL), ((2, 3, 6, 4), 1, 1, VALID)],
)
def test_a_convolution_pixel_by_pixel(shape: tuple[int, int, int, int], stride: int, dilation: int, flags: int) -> None:
    rng = np.random.default_rng(4)
    layer, x = random_layer(rng, shape, stride, dilation, flags), rng.normal(0, 1, (1, 8, 6, 3)).astype(np.float32)
    got = convolved(x, layer)[0]
    high, wide = layer.weight.shape[1:3]
    start = (0, 0) if flags & VALID else (high // 2 * dilation, wide // 2 * dilation)
    for row in range(got.shape[0]):
        for column in range(got.shape[1]):
            want = layer.bias.astype(float)
            for down in range(high):
                for along in range(wide):
                    y, z = row * stride - start[0] + down * dilation, column * stride - start[1] + along * dilation
                    if 0 <= y < 8 and 0 <= z < 6:
                        want = want + layer.exact[:, down, along] @ x[0, y, z]
            want = np.maximum(want, 0) if flags & RELU else want
            want = want + x[0, row, column] if flags & RESIDUAL else want
            assert np.allclose(got[row, column], want, atol=1e-4)
