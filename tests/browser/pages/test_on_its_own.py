"""The page needs nothing but its own server: no other address, no exception from its content policy, no consent."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Request

from tests.browser.pictures import page_at
from tests.browser.robot.stage import Stage
from tests.browser.scenes.scenes import SCENES

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MEANT = ("/api/rooms/nowhere/", "/api/tournaments/nowhere", "Service Worker registration blocked by Playwright")
"""What the browser tells of scenes that ask for no table and no event, and of the test's own wish for no worker."""


def test_no_other_host_and_no_breach_of_the_policy(chromium: Browser, server: str) -> None:
    hosts: set[str] = set()
    complaints: list[str] = []

    def ask(request: Request) -> None:
        if urlsplit(request.url).scheme != "data":
            hosts.add(urlsplit(request.url).netloc)

    def hear(message: ConsoleMessage) -> None:
        told = f"{message.text} {message.location['url']}"
        if message.type in ("error", "warning") and not any(words in told for words in MEANT):
            complaints.append(told)

    with page_at(chromium, "390x844", "dark", "en") as page:
        page.on("request", ask)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        stage = Stage(page)
        for way in SCENES.values():
            way(page, server, stage)
        cookies = page.context.cookies()
    assert hosts == {urlsplit(server).netloc}
    assert not complaints, complaints
    # one cookie, which the game cannot do without, so nobody is asked for consent
    assert [(cookie.get("httpOnly"), cookie.get("sameSite")) for cookie in cookies] == [(True, "Lax")]
