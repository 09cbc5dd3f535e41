"""Processor time of one JSON line of `tilerummy solve --jsonl`: `python -m benchmarks.solver_lines [--peer PYTHON]`.

The public positions are asked again and again; what a process takes to start is taken off by asking fewer lines too.
`--peer`: the Python of another installation, measured in turn with this one.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

POSITIONS = Path(__file__).parent / "positions" / "xp-160.jsonl"
FEW, MANY, TIMES = 10, 100, 9


def main() -> None:
    """Print the median microseconds a line of each Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="the Python of another installation")
    args = parser.parse_args()
    pythons = [sys.executable, *([args.peer] if args.peer else [])]
    took: dict[str, list[float]] = {python: [] for python in pythons}
    for _ in range(TIMES):
        for python in pythons:
            took[python].append((_seconds(python, MANY) - _seconds(python, FEW)) / (150 * (MANY - FEW)))
    for python, seconds in took.items():
        print(f"{statistics.median(seconds) * 1e6:8.1f} us a line  {python}")


def _seconds(python: str, rounds: int) -> float:
    """The processor time of a process that answers the positions so many times."""
    cases = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
    lines = "".join(
        json.dumps({"id": case["id"], "edition": "xp-160", "table": case["table"], "rack": case["rack"]}) + "\n"
        for case in cases
    )
    before = os.times()
    subprocess.run(
        [python, "-m", "tilerummy", "solve", "--jsonl"],
        input=(lines * rounds).encode(),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    main()
