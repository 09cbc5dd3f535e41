"""How the page calls its player: in the tab, and by a message of the browser where they asked for it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A page that believes to be in the background, and tells what it wanted the browser to show. A browser without windows
# shows nothing and never permits it.
LISTEN = """
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    window.told = [];
    window.away = false;
    Object.defineProperty(Document.prototype, 'hidden', { get: () => window.away });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        window.told.push({ title, ...options });
    };
"""


def test_the_turn_calls(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "signals", worker=True) as ann:
        page = ann.page
        page.context.grant_permissions(["notifications"], origin=server)
        page.add_init_script(LISTEN)
        ann.create_table(name="Ann", edition="original", seats=2, computers=1, level="gentle")
        assert (page.title(), icon(page)) == ("Tilerummy", "/favicon.svg")
        page.evaluate("() => navigator.serviceWorker.ready")
        # nobody is asked for anything before they want it
        ann.push("settings")
        ann.pick("notify")
        page.keyboard.press("Escape")

        ann.push("start")
        ann.eyes.wait_for("d.myTurn === '1'")
        page.wait_for_function("() => document.title.includes('Your turn')")
        shows(page, "/favicon-turn.svg")

        assert draw(page, away=False) == []
        [message] = draw(page, away=True)
        assert message["title"] == "Your turn"
        assert message["data"] == page.url.removeprefix(server)
        # a second turn rings again, although its message takes the place of the first
        assert message["renotify"]

        # a page loaded again in the middle of the turn is quiet
        page.add_init_script("window.away = true; localStorage['tilerummy.settings'] = '{\"notify\": true}'")
        page.reload()
        ann.eyes.wait_for("d.myTurn === '1'")
        shows(page, "/favicon-turn.svg")
        assert page.evaluate("() => window.told") == []
        page.go_back()
        page.wait_for_function("() => document.title === 'Tilerummy'")
        shows(page, "/favicon.svg")


def draw(page: Page, *, away: bool) -> list[dict[str, Any]]:
    """Draw, and wait for the next own turn; what the browser was to show since."""
    before = page.evaluate(
        "(away) => { window.away = away; return Number(document.documentElement.dataset.seq); }", away
    )
    page.locator('[data-testid="draw"]').click(timeout=LIMIT)
    page.wait_for_function(
        "(a) => { const d = document.documentElement.dataset; return d.myTurn === '1' && Number(d.seq) > a; }",
        arg=before,
        polling=50,
    )
    page.wait_for_function("(away) => !away || window.told.length > 0", arg=away, polling=50)
    told: list[dict[str, Any]] = page.evaluate("() => { window.away = false; return window.told; }")
    return told


def shows(page: Page, icon: str) -> None:
    """The page's icon is this one, or becomes it."""
    page.wait_for_selector(f'link[rel="icon"][href="{icon}"]', state="attached")


def icon(page: Page) -> str | None:
    """The icon of the tab."""
    return page.locator('link[rel="icon"]').get_attribute("href")
