"""A network that begins from the product's weights is the product's."""

from pathlib import Path

import numpy as np
import pytest

from training.measure import WEIGHTS
from training.weights import forward, packed, unpacked

torch = pytest.importorskip("torch", reason="torch is where somebody trains")


def test_what_was_begun_from_the_weights_file_is_exported_as_it_was() -> None:
    from training.export import classifier_layers, detector_layers
    from training.networks import Classifier, Detector
    from training.starting import begin

    by = unpacked(WEIGHTS.read_bytes())[2]
    first, second = Detector(), Classifier()
    begin(first, WEIGHTS)
    begin(second, WEIGHTS)
    assert packed(detector_layers(first), classifier_layers(second), by) == WEIGHTS.read_bytes()


def test_it_learns_without_statistics_also_after_it_was_kept(tmp_path: Path) -> None:
    from training.networks import Detector
    from training.starting import begin

    network, kept = Detector(), Detector()
    begin(network, WEIGHTS)
    torch.save(network.state_dict(), tmp_path / "det.pt")
    begin(kept, tmp_path / "det.pt")
    picture = np.random.default_rng(1).uniform(-1, 1, (2, 48, 64, 3)).astype(np.float32)
    wanted = forward(unpacked(WEIGHTS.read_bytes())[0], picture).transpose(0, 3, 1, 2)
    with torch.no_grad():
        for one in (network, kept):
            assert np.allclose(one(torch.from_numpy(picture).permute(0, 3, 1, 2)).numpy(), wanted, atol=1e-4)


def test_what_began_anew_has_statistics(tmp_path: Path) -> None:
    from training.networks import Detector
    from training.starting import begin

    network = Detector()
    begin(network, None)
    network(torch.zeros(1, 3, 32, 32))
    torch.save(network.state_dict(), tmp_path / "det.pt")
    begin(network, tmp_path / "det.pt")
    assert all(layer.training for layer in network.modules())
