"""Train the classifier: `python -m training.classifier --photos FOLDER --scenes FILE... --to cls.pt`."""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import pool
from training.crops import UPRIGHT, example, relit, whitened
from training.drawing.makes import JOKER
from training.drawing.scenes import Scene, Tile
from training.labelled import corrected, photographs
from training.learning import Learner, arguments, run
from training.networks import COLOURS, NUMBERS, Classifier
from training.starting import begin

BATCH = 192
Shown = tuple[Scene, Tile]


def tiles_of(scenes: list[Scene]) -> list[Shown]:
    """Every whole tile of them."""
    return [(scene, tile) for scene in scenes for tile in scene.tiles if tile.whole]


def batch(rng: np.random.Generator, real: list[Shown], drawn: list[Shown], share: float) -> tuple[Tensor, Tensor]:
    """Crops as the network sees them, and number, colour, state of each."""
    jokers = [shown for shown in real if shown[1].number == JOKER]
    rows = []
    for _ in range(BATCH):
        tiles = real if real and (not drawn or rng.random() < share) else drawn
        if tiles is real and jokers and rng.random() < 0.04:
            tiles = jokers
        rows.append(example(rng, *tiles[rng.integers(len(tiles))]))
    crops = np.stack([np.asarray(row[0], dtype=np.float32) for row in rows])
    return torch.from_numpy(whitened(relit(rng, crops))), torch.tensor([row[1:] for row in rows])


def loss_of(logits: Tensor, wanted: Tensor) -> Tensor:
    """Number and colour where the crop is upright and shows them, state everywhere."""
    number, colour, state = logits.split((NUMBERS, COLOURS, 3), dim=1)
    upright = wanted[:, 2] == UPRIGHT
    coloured = upright & (wanted[:, 1] >= 0)
    return (
        functional.cross_entropy(number[upright], wanted[upright, 0], label_smoothing=0.02)
        + functional.cross_entropy(colour[coloured], wanted[coloured, 1], label_smoothing=0.02)
        + functional.cross_entropy(state, wanted[:, 2], label_smoothing=0.01)
    )


def main() -> None:
    """The command."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--share", type=float, default=0.5, help="of real photographs among the crops")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(asked.seed)
    scenes = [] if asked.without == "all" else photographs(asked.photos, "train", asked.without)
    real = tiles_of(scenes + [corrected(file) for file in asked.corrected])
    drawn = tiles_of([scene for file in asked.scenes for scene in pool.read(file)])
    print(f"{len(real)} tiles of photographs, {len(drawn)} drawn", flush=True)
    network = Classifier()
    begin(network, asked.start)
    learner = Learner(network, asked.rate, asked.steps)

    def step() -> Tensor:
        crops, wanted = batch(rng, real, drawn, asked.share)
        return loss_of(network(crops), wanted)

    run(learner, asked, step)


if __name__ == "__main__":
    main()
