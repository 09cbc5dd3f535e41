"""Browsers that keep nothing for the page, that block cookies, that run no script, or that are too old."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.stage import Stage
from tests.browser.scenes.scenes import SCENES
from tilerummy.messages import text
from tilerummy.web.static_files import BUNDLE, Built

pytestmark = pytest.mark.browser

DENIED = "get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); }"
FORBIDDEN = f"""
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'Notification'])
    Object.defineProperty(globalThis, name, {{ {DENIED} }});
for (const name of ['serviceWorker', 'clipboard']) Object.defineProperty(navigator, name, {{ {DENIED} }});
"""
MISSING = """
for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: () => null });
for (const name of ['indexedDB', 'caches', 'Notification', 'BroadcastChannel']) delete globalThis[name];
delete Navigator.prototype.serviceWorker; delete Navigator.prototype.clipboard;
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NO_COOKIES = "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });"

PAGES = (
    *("home", "settings", "rules", "analysis", "lessons", "lesson-done", "puzzles", "puzzle", "games"),
    *("recovery-sheet", "coming-back", "mail-confirming", "circles", "clubs", "people", "games-taking-over", "look"),
    *("look-words", "no-page", "lobby-guest", "table-opening", "screen", "replay", "events"),
    *("desk-playing", "public-playing", "own-arriving", "phone-who", "wall-playing", "print-cards"),
    *("sheet-entering", "referee"),
)
"""A scene of every page at least: each waits for what it is to show."""


@contextmanager
def browsing(chromium: Browser, script: str, runs_scripts: bool = True) -> Iterator[tuple[Page, list[str]]]:
    """A page of a browser changed by a script, and what fails there."""
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce", java_script_enabled=runs_scripts)
    context.set_default_timeout(LIMIT)
    context.add_init_script(script)
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    try:
        yield page, failures
    finally:
        context.close()


def test_every_page_opens_where_all_storage_is_forbidden(chromium: Browser, server: str) -> None:
    visited = set()
    with browsing(chromium, FORBIDDEN) as (page, failures):
        stage = Stage(page)
        for name in PAGES:
            SCENES[name](page, server, stage)
            assert not failures, (name, failures)
            visited.add(urlsplit(page.url).path)
    built = msgspec.json.decode((BUNDLE / "pages.json").read_bytes(), type=Built)
    assert [one.path for one in built.pages.values() if not any(re.fullmatch(one.path, path) for path in visited)] == []


@pytest.mark.parametrize("script", [FORBIDDEN, MISSING, FULL], ids=["forbidden", "missing", "full"])
def test_what_is_not_kept_holds_until_the_page_is_left_and_the_page_says_so(
    chromium: Browser, server: str, script: str
) -> None:
    with browsing(chromium, script) as (page, failures):
        page.goto(server + "/rules")
        assert page.get_by_test_id("unkept").inner_text() == text("en", "page.storage-blocked")
        page.get_by_test_id("settings").click()
        page.get_by_test_id("language").select_option("de")
        page.keyboard.press("Escape")
        page.get_by_role("navigation").locator('a[href="/events"]').click()
        page.locator('a[href="/sheet"]').click()
        for seat, name in enumerate(("Ann", "Bob")):
            page.get_by_test_id(f"name-{seat}").fill(name)
        page.get_by_test_id("start-sheet").click()
        page.locator("[data-names]", has_text="Ann").first.wait_for()
        assert page.get_by_test_id("unkept").inner_text() == text("de", "page.storage-blocked")
        assert not failures


def test_who_makes_a_tournament_where_nothing_is_kept_has_the_key_in_the_address(
    chromium: Browser, server: str
) -> None:
    with browsing(chromium, FORBIDDEN) as (page, failures):
        page.goto(server + "/events")
        page.get_by_test_id("make-tournament").click()
        page.get_by_test_id("paste").wait_for()
        page.reload()
        page.get_by_test_id("paste").wait_for()
        assert not failures


def test_without_cookies_a_page_says_that_playing_needs_them(chromium: Browser, server: str) -> None:
    """The server's answers come without their cookies, as a browser that blocks them takes them."""

    def forgetting(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        page.context.clear_cookies()
        route.fulfill(response=answer, headers=headers)

    with browsing(chromium, FORBIDDEN + NO_COOKIES) as (page, failures):
        page.route("**/api/session", forgetting)
        page.goto(server + "/")
        assert page.get_by_test_id("unkept").inner_text() == text("en", "page.cookies-blocked")
        page.get_by_test_id("play-now").click()
        page.get_by_text(text("en", "page.refused-no-session")).wait_for()
        page.goto(server + "/games")
        page.get_by_test_id("no-games").wait_for()
        assert not failures


def test_without_script_a_sentence_says_what_is_missing(chromium: Browser, server: str) -> None:
    with browsing(chromium, "", runs_scripts=False) as (page, _):
        page.goto(server + "/")
        assert page.locator("body").inner_text().strip() == text("en", "page.no-script")


def test_a_browser_that_is_too_old_says_so(chromium: Browser, server: str) -> None:
    """To this one the style asks for what no browser has."""

    def older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("selector(:has(a))", "selector(:unheard-of(a))"))

    with browsing(chromium, "") as (page, _):
        page.goto(server + "/rules")
        page.locator("main li").first.wait_for()
        sentence = page.locator("#old-browser")
        assert not sentence.is_visible()
        page.route("**/*.css", older)
        page.reload()
        page.locator("main li").first.wait_for()
        assert sentence.inner_text() == text("en", "page.old-browser")
