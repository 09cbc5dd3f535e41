"""What both trainings share: steps, their rate, and the running mean of the weights, which is what counts."""

import argparse
import copy
import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

MEAN = 0.995  # how slowly the running mean follows


class Learner:
    """A network, its optimiser, and its running mean."""

    def __init__(self, network: nn.Module, rate: float, steps: int) -> None:
        self.network, self.rate, self.steps, self.step = network, rate, steps, 0
        self.optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
        self.mean = copy.deepcopy(network).eval()

    def learn(self, loss: Tensor) -> None:
        """One step down."""
        warm, done = min(1.0, (self.step + 1) / 60), min(1.0, self.step / self.steps)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(MEAN, self.step / (self.step + 20))
        with torch.no_grad():
            for ours, theirs in zip(self.mean.state_dict().values(), self.network.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)


def arguments(description: str) -> argparse.ArgumentParser:
    """What both commands ask."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--photos", type=Path, required=True, help="the folder with train/ and valid/")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="files of `training.pool`")
    parser.add_argument("--corrected", type=Path, nargs="*", default=[], help="photographs that the page saved")
    parser.add_argument("--without", help="a shoot to leave out; `all` trains on drawn scenes alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--seconds", type=float, help="end sooner; the rate falls over this time")
    parser.add_argument("--start", type=Path, help="a `.pt` or a weights file to begin from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--to", type=Path, required=True)
    return parser


def run(learner: Learner, asked: argparse.Namespace, step: Callable[[], Tensor]) -> None:
    """Learn until the steps or the seconds are over; keep the mean every 100 steps."""
    began, shown = time.monotonic(), 0.0
    while learner.step < learner.steps:
        loss = step()
        shown = loss.item() if learner.step == 0 else 0.98 * shown + 0.02 * loss.item()
        learner.learn(loss)
        spent = time.monotonic() - began
        if asked.seconds:
            learner.steps = max(learner.step + 1, round(learner.step * asked.seconds / spent))
            if spent > asked.seconds:
                break
        if learner.step % 50 == 0:
            print(f"step {learner.step} of {learner.steps}, {spent:.0f} s, loss {shown:.4f}", flush=True)
        if learner.step % 100 == 0:
            torch.save(learner.mean.state_dict(), asked.to)
    torch.save(learner.mean.state_dict(), asked.to)
    print(f"done: {learner.step} steps", flush=True)
