"""The screen on the wall leafs through everything by itself, and cuts nobody's name."""

import pytest
from playwright.sync_api import Browser, Page, expect

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

BELLS = """() => {
    window.bells = 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); window.bells += 1; } };
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
        page.locator("small").get_by_text(f"{leaf}/").wait_for()
        seen = page.evaluate(SEEN)
        assert seen["cut"] == []
        names |= {name for name in people(PLAYERS) for row in seen["whole"] if name in row}
        page.clock.run_for(LEAF)
    return list(names)


def test_the_bell_rings_once_when_the_halls_clock_runs_out(chromium: Browser, server: str) -> None:
    event = Event(server, "blocks-of-two").enter(8).seat().publish().start()
    card = f"{event.link}#{event.see()['table_keys'][0]}"
    with (
        page_at(chromium, "1920x1080", "light", "en") as wall,
        page_at(chromium, "390x844", "light", "en") as phone,
    ):
        for page, address in ((wall, f"{event.link}/screen"), (phone, card)):
            page.add_init_script(f"({BELLS})()")
            page.goto(address)
        wall.locator(".tables").wait_for()
        phone.locator("legend").wait_for()
        event.do("clock", table=0, seconds=4, running=True)
        for page in (wall, phone):
            expect(page.get_by_role("timer")).to_contain_text("Last turn", timeout=10_000)
            assert page.evaluate("window.bells") == 1
            page.reload()
            expect(page.get_by_role("timer")).to_contain_text("Last turn")
            assert page.evaluate("window.bells") == 0
    event.close_line()
