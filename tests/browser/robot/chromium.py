"""Starting the machine's own Chromium."""

from playwright.sync_api import Browser, Playwright

from building.browser import chromium

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
    # the pages of a context share a process: to start one takes as long as to load a page
    "--renderer-process-limit=1",
)


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start it, without a window; `flags` beside the usual ones."""
    return playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, *flags], timeout=120_000)
