"""Requests of a page that are met on their way.

By the browser's own tools: a page with a route of Playwright has every request looked at and keeps nothing, so that it
takes twice the time to load.
"""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page


def catch(page: Page, pattern: str, answer: Callable[[str], tuple[str, dict[str, Any]]]) -> None:
    """Meet the requests whose address has this pattern (`*` is any text): `answer` makes of an address the method of
    the domain `Fetch` that goes on with it, and its parameters."""
    devtools = page.context.new_cdp_session(page)

    def meet(event: dict[str, Any]) -> None:
        method, words = answer(event["request"]["url"])
        devtools.send(f"Fetch.{method}", {"requestId": event["requestId"], **words})

    devtools.on("Fetch.requestPaused", meet)
    devtools.send("Fetch.enable", {"patterns": [{"urlPattern": pattern}]})
