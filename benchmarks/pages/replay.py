"""How fast a replay opens and follows the slider, in Chromium with its processor slowed down four times.

    python -m benchmarks.pages.replay   opens a game of 120 turns from a server and from a file; prints and keeps
    python -m benchmarks.pages.replay --runs 9

`opening`: from a link within the page, whose files are there, to the picture with everything in it. `address`: from the
address itself, files in the browser's cache. `file`: from the choice of a file. `slider` and `step`: from an input to
the next picture, over the whole game. `script`: gzipped bytes of the scripts that the page loads. Times are in
milliseconds, medians; `slider_most` is the slowest.
"""

import argparse
import gzip
import os
import platform
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.page import keep, phone, slow
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.web.computed import computed
from tests.web.harness import Guest
from tilerummy.web.static_files import BUNDLE

RESULTS = Path(__file__).parents[1] / "results" / "replay.json"
RECORD = Path(__file__).parents[2] / "tests" / "golden" / "games" / "original-pool-exhausted.jsonl"
TURNS = 120
LIMITS = {"opening": 300, "slider": 50, "step": 50, "script": 60_000}
"""What each figure must stay below: ms, ms, ms, bytes."""

_DRAWN = """() => new Promise((done) => {
    const look = () => {
        if (!document.querySelector('[data-testid="replay-board"] svg') || !document.querySelector('figure polyline'))
            return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0));
    };
    look();
})"""
_GO = """(path) => {
    const link = document.createElement('a');
    link.href = path;
    document.body.append(link);
    window.begun_ = performance.now();
    link.click();
}"""
_SLIDES = """async (turns) => {
    const slider = document.querySelector('[data-testid="replay-slider"]');
    const times = [];
    for (const turn of turns) {
        const begun = performance.now();
        slider.value = String(turn);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        times.push(performance.now() - begun);
    }
    return times;
}"""


def played(address: str) -> str:
    """The room of a finished game of so many turns."""
    stream = random.Random()
    with Guest(address) as ann, Guest(address) as bob:
        room = ann.make(edition="xp-160", seats=2, name="Ann")
        with ann.join(room) as first, bob.join(room) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            for table in (first, second):
                table.until(lambda state: bool(state["phase"] != "lobby"))
            for _ in range(TURNS - 1):
                seq = max(first.state["seq"], second.state["seq"])
                for table in (first, second):
                    table.catch_up(seq)
                if first.state["phase"] == "over":
                    # the deal is the server's; this one was over too soon
                    return played(address)
                mover = first if first.state["turn"] == first.state["you"] else second
                # who lays seldom plays long
                level = stream.choice(("gentle", "steady"))
                draws = mover.state["pool"] > 0 and stream.random() < 0.5
                mover.move({"t": "draw"} if draws else computed(mover.state, level, stream))
            first.ask("resign")
        return room


def opening(page: Page, address: str, room: str) -> float:
    page.goto(f"{address}/t/{room}/replay")
    page.evaluate(_DRAWN)
    page.goto(address + "/rules")
    page.wait_for_selector("main li")
    page.wait_for_timeout(500)
    session = slow(page)
    page.evaluate(_GO, f"/t/{room}/replay")
    drawn: float = page.evaluate(_DRAWN)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    begun: float = page.evaluate("() => begun_")
    return drawn - begun


def by_address(page: Page, address: str, room: str) -> float:
    session = slow(page)
    page.goto("about:blank")
    page.goto(f"{address}/t/{room}/replay")
    drawn: float = page.evaluate(_DRAWN)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return drawn


def from_file(page: Page, address: str) -> float:
    page.goto(address + "/replay")
    page.wait_for_selector('[data-testid="replay-file"]', state="attached")
    page.evaluate("() => document.addEventListener('change', () => { window.begun_ = performance.now(); }, true)")
    session = slow(page)
    page.locator('[data-testid="replay-file"]').set_input_files(RECORD)
    drawn: float = page.evaluate(_DRAWN)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    begun: float = page.evaluate("() => begun_")
    return drawn - begun


def slides(page: Page, turns: list[int]) -> list[float]:
    session = slow(page)
    times: list[float] = page.evaluate(_SLIDES, turns)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return times


def weight(page: Page) -> int:
    """Gzipped bytes of the scripts of the page, texts aside."""
    names = page.evaluate(
        "() => performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.endsWith('.js'))"
    )
    scripts = {name.rsplit("/", 1)[-1] for name in names if "/assets/" in name}
    packed = [gzip.compress((BUNDLE / "assets" / name).read_bytes(), 9) for name in scripts if name[:3] != "en-"]
    return sum(map(len, packed))


def measured(browser: Browser, address: str, room: str) -> dict[str, list[float]]:
    """One run."""
    page = phone(browser)
    found = {"opening": [opening(page, address, room)], "address": [by_address(page, address, room)]}
    found["script"] = [weight(page)]
    last = int(page.locator('[data-testid="replay-slider"]').get_attribute("max") or 0)
    found["turns"] = [last]
    stream = random.Random(1)
    found["step"] = slides(page, list(range(1, last + 1)))
    found["slider"] = slides(page, [stream.randrange(last + 1) for _ in range(60)])
    found["file"] = [from_file(page, address)]
    page.context.close()
    return found


def measure(runs: int) -> dict[str, Any]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            room = played(server.address)
            every = [measured(browser, server.address, room) for _ in range(runs)]
            version = browser.version
        finally:
            browser.close()
            server.kill()
    joined = {name: [value for run in every for value in run[name]] for name in every[0]}
    return {
        "browser": version,
        "machine": platform.machine(),
        "load": round(os.getloadavg()[0] / (os.cpu_count() or 1), 1),
        "runs": runs,
        **{name: round(statistics.median(values), 1) for name, values in joined.items()},
        "slider_most": round(max(joined["slider"]), 1),
        "step_most": round(max(joined["step"]), 1),
    }


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    keep(measure(parser.parse_args().runs), LIMITS, RESULTS)


if __name__ == "__main__":
    main()
