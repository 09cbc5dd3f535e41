"""Starting the machine's own Firefox, for those who have one: the suite does without.

Driven by the standard's protocol (WebDriver BiDi), since Playwright's own Firefox need not be there.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

from tests.browser.robot import bidi_relay

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


def launch(playwright: Playwright, folder: Path) -> Browser:
    """Start it, without a window; nothing moves in it. `folder` gets the program that stands between the two."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    between = folder / "firefox"
    between.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{bidi_relay.__file__}" "{program}" "$@"\n', "utf-8")
    between.chmod(0o755)
    calm: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=between, firefox_user_prefs=calm, timeout=120_000
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
