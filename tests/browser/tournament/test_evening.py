"""An evening with a box of one's own: found, begun offline, ended."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.robot.eyes import until
from tests.browser.scenes.sheets import begin, enter, stands
from tests.browser.tournament.conftest import Phone

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)


def test_a_device_that_never_opened_a_sheet_begins_one_offline(chromium: Browser, server: str) -> None:
    """After one visit to another page: with what an edition says of itself."""
    context = chromium.new_context(base_url=server, locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/learn")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    until(page, "async () => Boolean(await caches.match('/'))")
    context.set_offline(True)
    page.goto("/")
    page.get_by_test_id("own-box").click()
    expect(page.locator('label[for="long"]')).to_have_text("Games to play")
    begin(page, ("A", "B", "C", "D", "E", "F"), edition="xp-160")
    enter(page, 0, dict.fromkeys(range(1, 6), 5))
    stands(page, "+25", "−5", "−5", "−5", "−5", "−5")
    context.close()


def test_an_evening_is_three_presses_from_the_start_and_ends_as_one(phone: Phone, tmp_path: Path) -> None:
    page = phone().new_page()
    page.goto("/")
    page.get_by_role("link", name="With our own box").click()
    begin(page, long=2)
    # the first act of an evening comes first
    draw, table = page.get_by_test_id("draw-start"), page.get_by_test_id("total-0")
    assert draw.evaluate("(draw, table) => draw.compareDocumentPosition(table)", table.element_handle()) & 4
    draw.click()
    expect(page.get_by_text(re.compile(r"^(Ann|Bob|Cas|Dee) starts \("))).to_be_visible()
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    expect(page.get_by_test_id("ending")).to_have_count(0)
    enter(page, 2, {0: 6, 1: 11, 3: 5})
    expect(page.locator("#ended")).to_be_focused()
    expect(page.get_by_test_id("winner")).to_have_text("Winner: Ann (points: +18)")
    expect(page.get_by_test_id("out-0")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    download.value.save_as(tmp_path / "evening.png")
    assert (tmp_path / "evening.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    # one more game, and it ends again
    page.get_by_test_id("one-more").click()
    enter(page, 1, {0: 60, 2: 1, 3: 1})
    expect(page.get_by_test_id("winner")).to_have_text("Winner: Bob (points: +46)")
    page.get_by_test_id("same-again").click()
    stands(page, "0", "0", "0", "0")
    for seat, name in enumerate(("Ann", "Bob", "Cas", "Dee")):
        expect(page.get_by_test_id(f"rename-{seat}")).to_have_value(name)


def test_an_evening_without_a_plan_ends_when_somebody_says_so(phone: Phone) -> None:
    page = phone().new_page()
    page.add_init_script("navigator.canShare = () => true; navigator.share = async (what) => { window.sent = what; };")
    begin(page)
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    page.get_by_test_id("end-evening").click()
    page.get_by_role("button", name="Send as a picture").click()
    until(page, "() => window.sent?.files[0].size > 5000")
    assert page.evaluate("window.sent.text") == "Winner: Ann (points: +24)"
