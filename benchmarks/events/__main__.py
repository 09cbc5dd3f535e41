"""What an event of 48, 500 and 1,000 people costs: on the line, at the server, in browsers.

    python -m benchmarks.events
    python -m benchmarks.events --beside CHECKOUT      another checkout with a built page, in turn
    python -m benchmarks.events --sizes 48 --runs 3 --part server

At the server 200 people watch, 15 results come one by one; then the organiser withdraws ten players one after the
other, each of which plans the rounds again, and looks at the whole event each time, while somebody else asks the server
for something small. In browsers (the desk, a phone, the screen on the wall), four times slower than this machine, the
time runs from a key, a press on Enter or news until what follows is painted; for `frame most` twenty results come at
ten a second. Medians of the runs; a table for each size, and the figures in benchmarks/results/events.json.
"""

import argparse
import json
import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from benchmarks.events import browser, server
from benchmarks.pages.beside import serving
from tests.browser.robot.chromium import launch

HERE: Final = Path(__file__).resolve().parents[2]
RESULTS: Final = HERE / "benchmarks" / "results" / "events.json"
SIZES: Final = (48, 500, 1_000)
PARTS: Final = ("server", "browser")
Figures = dict[str, float]


def measure(checkout: Path, players: int, parts: Sequence[str]) -> Figures:
    """All figures of one checkout, once."""
    found: Figures = {}
    with serving(checkout) as running:
        if "server" in parts:
            found |= server.measure(running, players)
        if "browser" in parts:
            with sync_playwright() as playwright:
                opened = launch(playwright)
                found |= browser.measure(opened, running.address, players)
                opened.close()
    return found


def table(players: int, found: Sequence[Figures]) -> str:
    """Figures of here, and beside them those of the other checkout with how many times as much that is."""
    heads = ["", "here", "beside", "ratio"] if len(found) > 1 else ["", "here"]
    rows = [f"| {players} people |" + " | ".join(heads[1:]) + " |", "|---" * len(heads) + "|"]
    for name, here in found[0].items():
        cells = [f"{one[name]:.1f}" for one in found]
        if len(found) > 1:
            cells.append(f"{found[1][name] / here:.1f}" if here else "–")
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[*SIZES])
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT")
    args = parser.parse_args()
    checkouts = [HERE] if args.beside is None else [HERE, args.beside.resolve()]
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for players in args.sizes:
        runs = [[measure(one, players, args.part or PARTS) for one in checkouts] for _ in range(args.runs)]
        found = [
            {name: round(statistics.median(run[at][name] for run in runs), 1) for name in runs[0][0]}
            for at in range(len(checkouts))
        ]
        print(table(players, found), flush=True)
        load = round(os.getloadavg()[0] / (os.cpu_count() or 1), 1)
        print(f"load {load}, runs {args.runs}\n", flush=True)
        kept[str(players)] = {"load": load, "runs": args.runs, **dict(zip(("here", "beside"), found, strict=False))}
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
