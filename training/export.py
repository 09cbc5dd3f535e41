"""From trained networks to the weights file: `python -m training.export det.pt cls.pt --to camera.weights`.

In place of either a weights file gives its own network.
"""

import argparse
import hashlib
from pathlib import Path

import torch
from torch import nn

from training.networks import DILATIONS, Classifier, Detector
from training.starting import begin
from training.weights import RELU, RESIDUAL, VALID, Floats, Layer, Temperatures, packed, rounded


def folded(block: nn.Module) -> tuple[Floats, Floats]:
    """A convolution's weights and bias with its normalisation in them."""
    if not isinstance(block, nn.Sequential):
        raise TypeError("no convolution")
    layer, norm = block[0], block[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight: Floats = (layer.weight * scale[:, None, None, None]).detach().numpy()
    bias: Floats = (norm.bias - norm.running_mean * scale).detach().numpy()
    return weight, bias


def detector_layers(network: Detector) -> list[Layer]:
    """The detector as the kernel reads it."""
    layers = [rounded(*folded(block), 2, 1, RELU) for block in network.stem]
    for block, dilation in zip(network.blk, DILATIONS, strict=True):
        layers.append(rounded(*folded(block), 1, dilation, RELU | RESIDUAL))
    head = network.out
    layers.append(rounded(head.weight.detach().numpy(), head.bias.detach().numpy(), flags=0))
    return layers


def classifier_layers(network: Classifier) -> list[Layer]:
    """The classifier as the kernel reads it."""
    layers = [rounded(*folded(network.f[at]), network.f[at][0].stride[0], 1, RELU) for at in range(6)]
    hidden, last = network.f[8], network.o
    weight = hidden.weight.detach().numpy().reshape(96, 64, 6, 4)
    layers.append(rounded(weight, hidden.bias.detach().numpy(), flags=RELU | VALID))
    layers.append(rounded(last.weight.detach().numpy()[:, :, None, None], last.bias.detach().numpy(), flags=0))
    return layers


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("detector", type=Path)
    parser.add_argument("classifier", type=Path)
    parser.add_argument("--temperatures", type=float, nargs=4, default=(1, 1, 1, 1), metavar="T")
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    detector, classifier = Detector(), Classifier()
    begin(detector, asked.detector)
    begin(classifier, asked.classifier)
    file = packed(
        detector_layers(detector.eval()), classifier_layers(classifier.eval()), Temperatures(*asked.temperatures)
    )
    asked.to.write_bytes(file)
    print(f"{len(file)} bytes, sha256 {hashlib.sha256(file).hexdigest()}")


if __name__ == "__main__":
    main()
