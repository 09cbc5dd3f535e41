"""Starting the machine's own Firefox, for those who have one: the suite does without.

Driven by the standard's protocol (WebDriver BiDi), since Playwright's own Firefox need not be there. It has to know
`emulation.setMediaFeaturesOverride`, which the long-term release 153 does not yet.
"""

import shutil

from playwright.sync_api import Browser, Page, Playwright

NAMES = ("firefox", "firefox-esr")
_EAR = """{
    const Heard = window.WebSocket;
    window.heard = [];
    window.WebSocket = class extends Heard {
        constructor(...words) {
            super(...words);
            this.addEventListener('message', (event) => window.heard.push(event.data));
        }
    };
}"""


def launch(playwright: Playwright) -> Browser:
    """Start it, without a window; nothing moves in it."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    calm: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=program, firefox_user_prefs=calm, timeout=120_000
    )


def is_firefox(page: Page) -> bool:
    """Whether the page is one of a Firefox."""
    browser = page.context.browser
    return browser is not None and browser.browser_type.name == "firefox"


def give_ear(page: Page) -> None:
    """Firefox tells nothing of the messages of a socket: have the page keep them."""
    page.add_init_script(_EAR)


def heard(page: Page) -> list[str]:
    """The messages since the last time."""
    found: list[str] = page.evaluate("() => window.heard?.splice(0) ?? []")
    return found
