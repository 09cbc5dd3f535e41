"""Finding and starting the machine's own Chromium."""

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first is the same engine without the windows that nobody sees: tests take two thirds of the time."""
# the machine may have no screen, no graphics processor, little shared memory and no way out to a network
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--font-render-hinting=none",
)


def program() -> str | None:
    """The browser's program, None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start it, without a window."""
    return playwright.chromium.launch(executable_path=program(), args=list(FLAGS), timeout=120_000)
