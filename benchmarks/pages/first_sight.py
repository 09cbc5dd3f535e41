"""How soon each page can be used for the first time on a slow phone.

    python -m benchmarks.pages.first_sight
    python -m benchmarks.pages.first_sight --beside CHECKOUT --runs 5     another checkout with a built page, in turn
    python -m benchmarks.pages.first_sight --pages / /learn/opening

A phone of 390x844 pixels that knows nothing of the page, its processor four times slower than this one, a network of
3.2 Mbit/s and 75 ms. `usable`: from the address to two frames after the page's heading or tiles are seen; for `rack`,
from a press on *Play now* to two frames after the rack is. `long`: the longest task; `work`: all of the time in tasks
beyond 50 ms. In milliseconds, medians; `shift` is the worst layout shift of a run. Measure on a quiet machine.
"""

import argparse
import json
import os
import statistics
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.page import phone, slow
from benchmarks.pages.beside import serving
from tests.browser.robot.chromium import launch

HERE = Path(__file__).resolve().parents[2]
RESULTS = HERE / "benchmarks" / "results" / "first_sight.json"
NETWORK = {"offline": False, "latency": 75, "downloadThroughput": 400_000, "uploadThroughput": 93_750}
"""Milliseconds and bytes per second."""
HEADING, TILE = "main h1", "[data-tile]"
PAGES = {
    "/": HEADING,
    "/puzzles/original": TILE,
    "/learn/opening": TILE,
    "/analysis": TILE,
    "/games": HEADING,
    "/sheet": HEADING,
    "/rules/original": HEADING,
    "/events": HEADING,
}
"""Each page, and what is seen once it can be used."""
START, RACK = "/", "rack"
_WATCH = """
window.shift_ = 0; window.tasks_ = []; window.usable_ = 0;
const watch = (type, told) =>
    new PerformanceObserver((list) => list.getEntries().forEach(told)).observe({ type, buffered: true });
watch('layout-shift', (one) => { if (!one.hadRecentInput) shift_ += one.value; });
watch('longtask', (one) => { tasks_.push(one.duration); });
window.wait_ = (selector, since) => {
    const there = [...document.querySelectorAll(selector)];
    const seen = there.some((one) => one.checkVisibility({ visibilityProperty: true }));
    if (!seen) return requestAnimationFrame(() => wait_(selector, since));
    requestAnimationFrame(() => requestAnimationFrame((now) => { usable_ = now - since; }));
};
"""
_PRESS = """() => {
    shift_ = 0; tasks_.length = 0; usable_ = 0;
    const button = document.querySelector('[data-testid="play-now"]');
    button.addEventListener('click', () => wait_('[data-place="rack"]', performance.now()), { capture: true });
}"""
_READ = (
    "() => ({ usable: usable_, long: Math.max(0, ...tasks_), work: tasks_.reduce((a, b) => a + b, 0), shift: shift_ })"
)
_USABLE = "() => usable_ > 0"
APART = 3000
"""Milliseconds in which nothing is asked of the page: what asks runs as slowly as the page, in its time."""
CALM = 1500
"""Milliseconds after the network is idle in which late tasks and shifts are still counted."""


def seen(browser: Browser, address: str, path: str) -> dict[str, dict[str, float]]:
    """The figures of a page opened for the first time; of the start page also those of the game it begins."""
    page = phone(browser)
    page.add_init_script(f"{_WATCH}requestAnimationFrame(() => wait_({PAGES[path]!r}, 0));")
    session = slow(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    session.send("Network.emulateNetworkConditions", NETWORK)
    found: dict[str, dict[str, float]] = {}

    def read(name: str) -> None:
        page.wait_for_timeout(APART)
        page.wait_for_function(_USABLE)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(CALM)
        found[name] = page.evaluate(_READ)

    page.goto(address + path, wait_until="commit")
    read(path)
    if path == START:
        page.evaluate(_PRESS)
        page.locator('[data-testid="play-now"]').tap()
        read(RACK)
    page.context.close()
    return found


def summary(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """Medians; the worst of the shifts."""
    middle = {name: round(statistics.median(run[name] for run in runs)) for name in ("usable", "long", "work")}
    return {**middle, "shift": round(max(run["shift"] for run in runs), 3)}


def measure(checkouts: Sequence[Path], pages: Sequence[str], runs: int) -> list[dict[str, dict[str, float]]]:
    """The figures of each page, for each checkout: they take turns at every page."""
    found: list[dict[str, list[dict[str, float]]]] = [{} for _ in checkouts]
    with sync_playwright() as playwright, serving(checkouts[0]) as here, serving(checkouts[-1]) as beside:
        addresses = [here.address, beside.address][: len(checkouts)]
        browser = launch(playwright)
        for run in range(runs):
            for path in pages:
                turns = list(zip(addresses, found, strict=True))
                for address, kept in turns if run % 2 == 0 else reversed(turns):
                    for name, figures in seen(browser, address, path).items():
                        kept.setdefault(name, []).append(figures)
        browser.close()
    return [{name: summary(figures) for name, figures in kept.items()} for kept in found]


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT")
    parser.add_argument("--pages", nargs="+", default=[*PAGES], choices=[*PAGES])
    args = parser.parse_args()
    checkouts = [HERE] if args.beside is None else [HERE, args.beside.resolve()]
    found = measure(checkouts, args.pages, args.runs)
    load = round(os.getloadavg()[0] / (os.cpu_count() or 1), 1)
    print(f"load {load}, {args.runs} runs" + ("" if args.beside is None else "; here / beside"))
    for name in found[0]:
        columns = [f"{key} " + " / ".join(str(one[name][key]) for one in found) for key in found[0][name]]
        print(f"{name:20}" + "   ".join(columns))
    RESULTS.write_text(json.dumps({"load": load, "runs": args.runs, **found[0]}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
