"""The screen on the wall leafs through everything by itself, and cuts nobody's name."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pictures import page_at
from tests.browser.scenes.events import Event, people

pytestmark = pytest.mark.browser

PLAYERS = 47
LEAF = 10_000
"""Milliseconds a leaf stays."""
SEEN = """() => {
    const frame = document.querySelector('[data-leaves]').getBoundingClientRect();
    const found = { whole: [], cut: [] };
    for (const row of document.querySelectorAll('[data-leaves] :is(ol > li, tbody tr)')) {
        const box = row.getBoundingClientRect();
        if (box.right <= frame.left || box.left >= frame.right) continue;
        const inside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
        found[inside ? 'whole' : 'cut'].push(row.textContent.replace(/\\s+/g, ' '));
    }
    return found;
}"""


@pytest.mark.parametrize("size", ["1920x1080", "1280x720"])
def test_everybody_is_shown_whole(size: str, chromium: Browser, server: str) -> None:
    event = Event(server, "blocks-of-two").enter(PLAYERS).seat().play_round().publish()
    event.close_line()
    with page_at(chromium, size, "light", "en") as page:
        page.clock.install()
        page.goto(f"{event.link}/screen")
        page.locator(".tables").wait_for()
        page.evaluate("document.fonts.ready")
        for part in (".tables", ".lines"):
            page.locator(part).wait_for()
            assert sorted(leafed(page)) == sorted(people(PLAYERS))
        page.locator(".tables").wait_for()


def leafed(page: Page) -> list[str]:
    """Whom the leaves of what is shown name; the screen is then at the first leaf of what comes next."""
    names: set[str] = set()
    for leaf in range(1, int(page.locator("[data-leaves]").get_attribute("data-leaves") or 0) + 1):
        page.get_by_text(f"{leaf}/").wait_for()
        seen = page.evaluate(SEEN)
        assert seen["cut"] == []
        names |= {name for name in people(PLAYERS) for row in seen["whole"] if name in row}
        page.clock.run_for(LEAF)
    return list(names)
