"""The two networks, as `kernel/camera/` computes them."""

from torch import Tensor, nn

NUMBERS, COLOURS, STATES = 14, 4, 3
DILATIONS = (1, 2, 1, 4, 2, 1)
CELL = 8  # pixels of the picture for one of the detector's cells


def convolution(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3x3 convolution with its normalisation."""
    layer = nn.Conv2d(into, out, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Detector(nn.Module):
    """Where tiles are: for each cell how likely a tile's middle is there, and its corners from there."""

    def __init__(self, channels: int = 64) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, 2), convolution(16, 32, 2), convolution(32, channels, 2))
        self.blk = nn.ModuleList([convolution(channels, channels, 1, dilation) for dilation in DILATIONS])
        self.out = nn.Conv2d(channels, 9, 1)
        nn.init.constant_(self.out.bias[:1], -3.0)

    def forward(self, picture: Tensor) -> Tensor:
        """Nine values a cell."""
        x: Tensor = self.stem(picture)
        for block in self.blk:
            x = x + block(x)
        found: Tensor = self.out(x)
        return found


class Classifier(nn.Module):
    """What a tile's crop shows: number, colour, and which way up."""

    def __init__(self) -> None:
        super().__init__()
        self.f = nn.Sequential(
            convolution(3, 16),
            convolution(16, 32, 2),
            convolution(32, 32),
            convolution(32, 48, 2),
            convolution(48, 48),
            convolution(48, 64, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(64 * 24, 96),
            nn.ReLU(),
            nn.Dropout(0.1),
        )
        self.o = nn.Linear(96, NUMBERS + COLOURS + STATES)

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of numbers, colours and states, side by side."""
        logits: Tensor = self.o(self.f(crops))
        return logits
