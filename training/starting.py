"""Where the training of a network begins: anew, where an earlier one ended, or from the product's own weights."""

from pathlib import Path

import torch
from torch import nn

from training.networks import Detector
from training.weights import MAGIC, Layer, unpacked


def begin(network: nn.Module, start: Path | None) -> None:
    """Make a network ready to learn: `start` is a `.pt` file or a weights file.

    In a weights file normalisation is part of the weights, and no statistics are known: such a network, also when it
    was kept as `.pt` since, learns without any.
    """
    network.train()
    if start is None:
        return
    file = start.read_bytes()
    if file.startswith(MAGIC):
        detector, classifier, _ = unpacked(file)
        restore(network, detector if isinstance(network, Detector) else classifier)
    else:
        network.load_state_dict(torch.load(start, weights_only=True))
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm2d) and not layer.num_batches_tracked:
            layer.eval()


def restore(network: nn.Module, layers: list[Layer]) -> None:
    """The weights of a file, with a normalisation that changes nothing but adds the bias."""
    weighted = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    norms = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    with torch.no_grad():
        for ours, norm, known in zip(weighted, norms + weighted[len(norms) :], layers, strict=True):
            ours.weight.copy_(torch.from_numpy(known.exact.transpose(0, 3, 1, 2).copy()).reshape(ours.weight.shape))
            norm.bias.copy_(torch.from_numpy(known.bias.copy()))
        for norm in norms:
            norm.reset_running_stats()
            norm.running_var.fill_(1 - norm.eps)
            nn.init.ones_(norm.weight)
