"""How fast the page is on a slow phone: dragging on a full table, dropping, starting, and the weight of its script.

    python -m benchmarks.page            # prints, and keeps the figures in benchmarks/results/page.json

A phone of 390x844 pixels with a processor four times slower than this one. Dragging: 104 tiles on the table and 16 on
the rack; six drags of a second and a half, a touch every 16 ms. Starting: the network is slow 4G (1.6 Mbit/s, 150 ms),
nothing is cached; interactive is two frames after the tiles are there, or the end of the last long task if later. The
script is what was asked for until then. Other work on the machine counts against the page: measure on a quiet one.
"""

import argparse
import gzip
import json
import os
import platform
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.server import Server
from tests.browser.robot.stage import Scene, Stage, table
from tests.browser.scenes.ways import push
from tilerummy.web.static_files import BUNDLE

RESULTS = Path(__file__).parent / "results" / "page.json"
SLOWER = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""Milliseconds and bytes per second."""
DRAGS = 6
STEPS = 94
LIMITS = {"p95": 34.0, "scripting": 0.12, "drop": 100.0, "start": 2000.0, "script": 60_000}
"""What each figure must stay below: ms, share, ms, ms, bytes."""

_WATCH = """() => {
    window.frames_ = [];
    let before = performance.now();
    const next = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
    window.drops_ = [];
    addEventListener('pointerup', (event) => {
        requestAnimationFrame(() => requestAnimationFrame((now) => drops_.push(now - event.timeStamp)));
    }, { capture: true });
}"""
_START = """
let last = 0;
new PerformanceObserver((list) => {
    for (const task of list.getEntries()) last = Math.max(last, task.startTime + task.duration);
}).observe({ type: 'longtask', buffered: true });
const look = () => {
    if (document.querySelectorAll('[data-tile]').length === 0) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame((now) => {
        setTimeout(() => { window.interactive_ = Math.max(now, last); }, 500);
    }));
};
requestAnimationFrame(look);
"""


def phone(browser: Browser) -> Page:
    """A phone that knows nothing of the page."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(LIMIT)
    return context.new_page()


def slow(page: Page) -> CDPSession:
    """Make its processor slower."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def metrics(session: CDPSession) -> dict[str, float]:
    """The browser's own counters, in seconds."""
    session.send("Performance.enable")
    return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}


def touch(session: CDPSession, kind: str, x: float, y: float) -> None:
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def drags(browser: Browser, address: str) -> dict[str, float]:
    """Frame times (ms), the share of the time in script, and the time from a drop to its picture (ms)."""
    page = phone(browser)
    scene = Scene(table("xp-160", 4, on_table=104, racks=[16, 9, 8, 7]))
    Stage(page).open(address, scene)
    page.wait_for_timeout(500)
    session = slow(page)
    page.evaluate(_WATCH)
    shares: list[float] = []
    frames: list[float] = []
    for drag in range(DRAGS):
        box = page.locator('[data-place="rack"]').nth(drag).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch(session, "touchStart", x, y)
        before = metrics(session)
        page.evaluate("() => { frames_.length = 0; }")
        for step in range(STEPS):
            part = (step + 1) / STEPS
            aside = 60 * (step % 20) / 20
            touch(session, "touchMove", x + (195 - x) * part + aside, y - (y - 150 - 60 * drag) * part)
            page.wait_for_timeout(10)
        after = metrics(session)
        frames += page.evaluate("() => frames_.slice()")
        shares.append((after["ScriptDuration"] - before["ScriptDuration"]) / (after["Timestamp"] - before["Timestamp"]))
        touch(session, "touchEnd", 0, 0)
        page.wait_for_function("(count) => drops_.length > count", arg=drag)
        page.wait_for_timeout(400)
    drops: list[float] = page.evaluate("() => drops_")
    page.context.close()
    ordered = sorted(frames)
    return {
        "frames": len(frames),
        "median": statistics.median(frames),
        "p95": ordered[int(len(ordered) * 0.95)],
        "p99": ordered[int(len(ordered) * 0.99)],
        "scripting": statistics.median(shares),
        "drop": statistics.median(drops),
    }


def started(browser: Browser, address: str, runs: int) -> tuple[list[float], list[str]]:
    """Milliseconds until a table that is under way can be touched, for each run; the addresses of its scripts."""
    times: list[float] = []
    scripts: list[str] = []
    for _ in range(runs):
        page = phone(browser)
        page.goto(address)
        push(page, "play-now")
        page.wait_for_selector("[data-tile]")
        table_address = page.url
        page.close()
        page = page.context.new_page()
        page.add_init_script(_START)
        session = slow(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Network.setBypassServiceWorker", {"bypass": True})
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto(table_address)
        page.wait_for_function("() => window.interactive_")
        times.append(page.evaluate("() => interactive_"))
        scripts = page.evaluate(
            "() => performance.getEntriesByType('resource')"
            ".filter((one) => one.name.endsWith('.js') && one.startTime < interactive_).map((one) => one.name)"
        )
        page.context.close()
    return times, scripts


def weight(scripts: Sequence[str]) -> dict[str, int]:
    """Gzipped bytes of the scripts that the table loads, and of the texts of one language."""
    sizes = {"script": 0, "texts": 0}
    for address in set(scripts):
        name = address.rsplit("/", 1)[-1]
        packed = len(gzip.compress((BUNDLE / "assets" / name).read_bytes(), 9))
        sizes["texts" if name.startswith("en-") else "script"] += packed
    return sizes


def measure(runs: int) -> dict[str, Any]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            dragged = [drags(browser, server.address) for _ in range(runs)]
            times, scripts = started(browser, server.address, runs)
            version = browser.version
        finally:
            browser.close()
            server.kill()
    middle = {name: round(statistics.median(one[name] for one in dragged), 3) for name in dragged[0]}
    return {
        "browser": version,
        "machine": platform.machine(),
        "load": round(os.getloadavg()[0] / (os.cpu_count() or 1), 1),
        "runs": runs,
        **middle,
        "start": round(statistics.median(times)),
        "starts": [round(one) for one in times],
        **weight(scripts),
    }


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    keep(measure(parser.parse_args().runs), LIMITS, RESULTS)


def keep(figures: Mapping[str, Any], limits: Mapping[str, float], path: Path) -> None:
    """Print figures beside their limits, and write them into the file."""
    for name, value in figures.items():
        limit = limits.get(name)
        print(f"{name:12} {value}" + ("" if limit is None else f"   (limit {limit})"))
    path.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
