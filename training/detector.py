"""Train the detector: `python -m training.detector --photos FOLDER --scenes FILE... --to det.pt`."""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import pool
from training.drawing.scenes import Scene
from training.labelled import corrected, photographs
from training.learning import Learner, arguments, run
from training.networks import Detector
from training.starting import begin
from training.windows import window

BATCH = 6
CORNERS = 8.0  # weight of the corners beside the heat


def batch(rng: np.random.Generator, real: list[Scene], drawn: list[Scene], share: float) -> tuple[Tensor, ...]:
    """Windows of real photographs and of drawn ones."""
    rows = []
    for _ in range(BATCH):
        from_real = real and (not drawn or rng.random() < share)
        scenes = real if from_real else drawn
        rows.append(window(rng, scenes[rng.integers(len(scenes))]))
    pixels, heat, offsets, weight = (torch.from_numpy(np.stack(part)) for part in zip(*rows, strict=True))
    return pixels.permute(0, 3, 1, 2).float() / 127.5 - 1, heat, offsets, weight


def loss_of(found: Tensor, heat: Tensor, offsets: Tensor, weight: Tensor) -> Tensor:
    """Focal loss of the heat, and corners in widths of their tile."""
    chance = torch.sigmoid(found[:, 0]).clamp(1e-4, 1 - 1e-4)
    asked, tiles = (heat >= 0).float(), (heat == 1).float()
    hits = tiles * (1 - chance) ** 2 * torch.log(chance)
    misses = (1 - tiles) * asked * (1 - heat.clamp(min=0)) ** 4 * chance**2 * torch.log(1 - chance)
    of_heat = -(hits + misses).sum() / tiles.sum().clamp(min=1)
    scale = weight[:, None]
    apart = functional.smooth_l1_loss(found[:, 1:] * scale, offsets * scale, reduction="none", beta=0.04)
    of_corners = (apart * (scale > 0)).sum() / (8 * (scale > 0).sum().clamp(min=1))
    return of_heat + CORNERS * of_corners


def main() -> None:
    """The command."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--share", type=float, default=0.5, help="of real photographs among the windows")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(asked.seed)
    real = [] if asked.without == "all" else photographs(asked.photos, "train", asked.without)
    real += [corrected(file) for file in asked.corrected]
    drawn = [scene for file in asked.scenes for scene in pool.read(file)]
    # a photograph of many tiles has more to show than a close-up
    real = [scene for scene in real for _ in range(1 + min(3, len(scene.tiles) // 4))]
    print(f"{len(real)} photographs (some several times), {len(drawn)} scenes", flush=True)
    network = Detector()
    begin(network, asked.start)
    network.to(memory_format=torch.channels_last)
    learner = Learner(network, asked.rate, asked.steps)

    def step() -> Tensor:
        pixels, heat, offsets, weight = batch(rng, real, drawn, asked.share)
        return loss_of(network(pixels.contiguous(memory_format=torch.channels_last)), heat, offsets, weight)

    run(learner, asked, step)


if __name__ == "__main__":
    main()
