"""A visitor of the page: one browser context of a size, with or without a finger, and the ways to a table."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from tests.browser.robot.eyes import LIMIT, Eyes

SIZES = {
    "small": (320, 568),
    "narrow": (360, 640),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (768, 1024),
    "laptop": (1280, 800),
    "desktop": (1920, 1080),
}
"""CSS pixels."""
WITH_MOUSE = ("laptop", "desktop")
"""Sizes without a touch screen."""
PICTURES: Final = "PYTEST_VERSION" not in os.environ or os.environ.get("TILERUMMY_TEST_PICTURES") == "1"
"""Whether pictures are kept. A test keeps them when it fails, or where they are asked for: each takes a fifth of a
second."""
QUIET = """location.host && (localStorage.getItem('tilerummy.settings')
    ?? localStorage.setItem('tilerummy.settings', JSON.stringify({ sound: false })))"""
"""An empty page has no host, and in some browsers no storage that could be asked."""


@dataclass
class Visitor:
    """One person at one screen."""

    eyes: Eyes
    address: str
    touch: bool

    @property
    def page(self) -> Page:
        return self.eyes.page

    def open(self, path: str) -> None:
        """Go to a path of the server, or to a whole address such as an invite link."""
        self.page.goto(path if path.startswith("http") else self.address + path, timeout=LIMIT)

    def push(self, testid: str) -> None:
        """Tap or click a button, once it is there and takes it."""
        found = self.page.locator(f'[data-testid="{testid}"]')
        if self.touch:
            found.tap(timeout=LIMIT)
        else:
            found.click(timeout=LIMIT)

    def pick(self, testid: str) -> None:
        """Choose one of several, or press a switch: hidden itself, its label is what is seen, or folded away."""
        choice = self.page.locator(f'label:has([data-testid="{testid}"])')
        choice.wait_for(state="attached", timeout=LIMIT)
        for fold in self.page.locator(f'details:not([open]):has([data-testid="{testid}"]) > summary').all():
            fold.click(timeout=LIMIT)
        if self.touch:
            choice.tap(timeout=LIMIT)
        else:
            choice.click(timeout=LIMIT)

    def create_table(
        self,
        *,
        name: str,
        edition: str,
        seats: int,
        computers: int,
        level: str,
        match: str = "open",
        practice: bool = False,
    ) -> None:
        """From the home page to the lobby of a new table without a time limit; `match` is how long it is, in what the
        edition counts. `practice`: turns can be taken back."""
        self.open("/")
        self.page.fill('[data-testid="name"]', name, timeout=LIMIT)
        self.push("create-table")
        self.pick(f"edition-{edition}")
        self.pick(f"seats-{seats}")
        self.pick(f"computers-{computers}")
        if computers:
            self.pick(f"level-{level}")
        self.pick("limit-none")
        self.pick(f"match-{match}")
        if practice:
            self.pick("practice")
        assert not self.eyes.complaints, self.eyes.complaints
        self.push("create")
        self.page.wait_for_selector('[data-testid="start"]', timeout=LIMIT)

    def picture(self, path: Path, *, always: bool = False) -> None:
        """Keep what is on the screen, where `PICTURES` are kept or `always`."""
        if not (PICTURES or always):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, timeout=LIMIT, animations="disabled")


@contextmanager
def context_of(
    chromium: Browser, size: str, *, locale: str = "en-GB", worker: bool = False
) -> Iterator[BrowserContext]:
    """A context of a size, which knows nothing yet. `worker`: with the page's service worker, which first fetches all
    that a page may need; that takes longer than most tests."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        has_touch=size not in WITH_MOUSE,
        reduced_motion="reduce",
        locale=locale,
        color_scheme="dark" if size == "tablet" else "light",
        service_workers="allow" if worker else "block",
    )
    context.set_default_timeout(LIMIT)
    context.add_init_script(QUIET)
    try:
        yield context
    finally:
        context.close()


def forget(page: Page, address: str) -> None:
    """Make a context forget all of the server there: cookies, storages, workers. This page of it is still empty, and
    others show nothing."""
    page.context.clear_cookies()
    page.context.clear_permissions()
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()


@contextmanager
def at_page(page: Page, address: str, size: str, pictures: Path) -> Iterator[Visitor]:
    """A visitor at an empty page, which is closed in the end; on a failure what they see is kept in the folder
    `pictures`."""
    visitor = Visitor(Eyes(page), address, size not in WITH_MOUSE)
    try:
        yield visitor
    except BaseException:
        # a browser that hangs gives no picture either, and must not hide why the test failed
        with suppress(PlaywrightError):
            visitor.picture(pictures / "failed.png", always=True)
        raise
    finally:
        page.close()


@contextmanager
def visiting(
    chromium: Browser, address: str, size: str, pictures: Path, *, locale: str = "en-GB", worker: bool = False
) -> Iterator[Visitor]:
    """A new visitor who knows nothing yet, as `context_of` says; on a failure what they see is kept in the folder
    `pictures`."""
    with (
        context_of(chromium, size, locale=locale, worker=worker) as context,
        at_page(context.new_page(), address, size, pictures) as visitor,
    ):
        yield visitor
