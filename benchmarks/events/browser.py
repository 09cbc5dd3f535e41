"""How quick the pages of an event are in a browser four times slower than this one."""

import statistics
from typing import Final

from playwright.sync_api import Browser, Page

from benchmarks.events.hall import TYPED, Hall
from benchmarks.page import slow

KEYS: Final = 15
RESULTS: Final = 5
PAUSE: Final = 1_500
"""Milliseconds between two results that are looked at one by one."""
SETTLED: Final = 5_000
"""Milliseconds until a page has fetched what it may need later."""
STREAM: Final = 20
"""Results that come at ten a second, as far as there are so many."""
LAPTOP: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
_WATCH = """
window.keys_ = []; window.heard_ = []; window.frames_ = []; window.entered_ = [];
const painted = (since, kept) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => kept.push(performance.now() - since);
    after.port2.postMessage(0);
});
addEventListener('keydown', (event) => {
    if (event.key.length === 1) painted(event.timeStamp, keys_);
    if (event.key === 'Enter') addEventListener('focusin', () => painted(event.timeStamp, entered_), { once: true });
}, { capture: true });
window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        this.addEventListener('message', ({ data }) => {
            if (data.includes('"parts"')) painted(performance.now(), heard_);
        });
    }
};
let before = 0;
const next = (now) => { if (before) frames_.push(now - before); before = now; requestAnimationFrame(next); };
requestAnimationFrame(next);
"""
Figures = dict[str, float]


def measure(browser: Browser, address: str, players: int) -> Figures:
    """The desk, the public's phone and the screen on the wall, each of an event of its own."""
    found = _desk(browser, Hall(address, players))
    for name, path in (("phone", ""), ("screen", "/screen")):
        hall = Hall(address, players)
        page = _opened(browser, hall, path, "", PHONE if name == "phone" else LAPTOP)
        page.locator("select#me, .columns").first.wait_for()
        slow(page)
        found[f"{name} result ms"] = _results(page, hall)
        page.context.close()
    return found


def _opened(browser: Browser, hall: Hall, path: str, key: str, size: dict[str, int]) -> Page:
    context = browser.new_context(viewport=size, service_workers="block")  # type: ignore[arg-type]
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.add_init_script(_WATCH)
    page.goto(f"{hall.link}{path}#{key}")
    return page


def _desk(browser: Browser, hall: Hall) -> Figures:
    page = _opened(browser, hall, "", hall.desk_key, LAPTOP)
    page.get_by_test_id("score-1-1-1").wait_for()
    page.wait_for_timeout(SETTLED)
    nodes = page.evaluate("document.getElementsByTagName('*').length")
    slow(page)
    field = page.get_by_test_id("score-1-1-1")
    field.click()
    page.wait_for_timeout(1_000)
    for at in range(KEYS):
        page.keyboard.press(str(at % 9 + 1))
        page.wait_for_timeout(300)
    keys = page.evaluate("keys_")
    field.fill("")
    for game in (1, 2):
        for table in range(1, TYPED + 1):
            _enter(page, hall, table, game)
    single = _results(page, hall)
    page.evaluate("() => { frames_.length = 0; }")
    results = hall.results()
    for _ in range(STREAM):
        if next(results, None) is None:
            break
        page.wait_for_timeout(70)
    page.wait_for_timeout(PAUSE)
    frames = sorted(page.evaluate("frames_"))
    entered = page.evaluate("entered_")
    page.context.close()
    return {
        "nodes": nodes,
        "key ms": statistics.median(keys),
        "key most ms": max(keys),
        "enter ms": statistics.median(entered),
        "result ms": single,
        "frame most ms": frames[-1],
    }


def _enter(page: Page, hall: Hall, table: int, game: int) -> None:
    """A result is typed, and sent with Enter, after which the next row has the focus."""
    seats = len(hall.tables[table - 1])
    for seat in range(1, seats + 1):
        page.get_by_test_id(f"score-{table}-{game}-{seat}").fill(str(10 * (seats - 1) if seat == 1 else -10))
    before = page.evaluate("entered_.length")
    page.get_by_test_id(f"score-{table}-{game}-1").press("Enter")
    page.wait_for_function("(count) => entered_.length > count", arg=before)
    page.wait_for_timeout(500)


def _results(page: Page, hall: Hall) -> float:
    """Milliseconds until a result that comes is painted, the median."""
    page.wait_for_timeout(PAUSE)
    page.evaluate("() => { heard_.length = 0; }")
    results = hall.results()
    for _ in range(RESULTS):
        next(results)
        page.wait_for_timeout(PAUSE)
    return float(statistics.median(page.evaluate("heard_")))
