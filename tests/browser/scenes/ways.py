"""A way to a scene, and what ways have in common."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage

Way = Callable[[Page, str, Stage], None]
"""Brings a page of the server at an address into a state."""


def push(page: Page, *testids: str) -> None:
    """Press buttons, one after the other, each once it lies still."""
    for testid in testids:
        page.locator(f'[data-testid="{testid}"]').first.click()
