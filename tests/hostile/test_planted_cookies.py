"""In a real browser: a page of a sub-domain plants its own guest's cookie, for the whole domain."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from building import browser
from tests.browser.robot.chromium import launch
from tests.web.harness import Server, serving
from tests.web.serving.web_servers import ONE, in_front
from tests.web.serving.web_servers import program as web_server

HOME, EVIL = "rummy.test", "evil.rummy.test"
PLANT = "cookie => { document.cookie = `${cookie}; Domain=rummy.test; Path=/; Secure`; return document.cookie }"
VISIT = "() => fetch('/api/session', { method: 'POST' }).then((answer) => answer.json()).then((guest) => guest.player)"
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if browser.chromium() is None or web_server("nginx") is None:
        pytest.skip("Chromium or nginx is not installed")
    leads_here = f"--host-resolver-rules=MAP {HOME} 127.0.0.1, MAP *.{HOME} 127.0.0.1"
    with sync_playwright() as playwright:
        started = launch(playwright, leads_here)
        yield started
        started.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    settings = {"TILERUMMY_TRUSTED_PROXY": "127.0.0.1", "TILERUMMY_PUBLIC_HOST": HOME}
    with serving(tmp_path / "data", environment=settings) as running:
        yield running


def test_a_sub_domain_makes_nobody_its_guest(chromium: Browser, server: Server, tmp_path: Path) -> None:
    by_https = {"X-Forwarded-Proto": "https", "Host": HOME}
    eve = httpx.post(f"{server.address}/api/session", headers=by_https, verify=False)
    value = eve.headers["set-cookie"].split(";")[0].partition("=")[2]
    with in_front(ONE["nginx"], [server.port], tmp_path, HOME) as port:
        context = chromium.new_context(ignore_https_errors=True)
        page = context.new_page()
        page.goto(f"https://{EVIL}:{port}/")
        planted = [page.evaluate(PLANT, f"{name}={value}") for name in ("tilerummy", "__Host-tilerummy")]
        # the browser takes the one, for the sub-domain's neighbours too, and refuses the other
        assert planted[-1] == f"tilerummy={value}"
        page.goto(f"https://{HOME}:{port}/")
        own = page.evaluate(VISIT)
        assert own != eve.json()["player"]
        page.goto(f"https://{EVIL}:{port}/")
        page.evaluate(PLANT, f"tilerummy={value}")
        page.goto(f"https://{HOME}:{port}/")
        assert page.evaluate(VISIT) == own
        names = {cookie["name"]: cookie for cookie in context.cookies(f"https://{HOME}:{port}/")}
        assert names["__Host-tilerummy"]["secure"]
        assert names["__Host-tilerummy"]["httpOnly"]
        context.close()
