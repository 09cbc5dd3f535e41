"""A game over days: made in the form, begun with the others away, a holiday, and the way from one game to the next."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_friends_play_over_days(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    pictures = artefacts / "days"
    with (
        visiting(chromium, own_server.address, "phone", pictures / "ann") as ann,
        visiting(chromium, own_server.address, "laptop", pictures / "bob") as bob,
    ):
        rooms = []
        for limit in ("86400", "14400"):
            ann.open("/")
            ann.page.fill('[data-testid="name"]', "Ann")
            ann.push("create-table")
            ann.pick(f"limit-{limit}")
            ann.pick("overdue-computer")
            if limit == "14400":
                ann.pick("nights")
            ann.picture(pictures / f"form-{limit}.png")
            ann.push("create")
            ann.page.wait_for_selector('[data-testid="start"]')
            rooms.append(ann.page.url.rsplit("/", 1)[-1])
            bob.open(f"/t/{rooms[-1]}")
            bob.page.fill('[data-testid="name"]', "Bob")
            bob.push("sit-1")
            # who sits down last may begin, and the others may close the page
            bob.page.wait_for_selector('[data-testid="start"]:not([disabled])')
            ann.open("/rules")
            bob.picture(pictures / f"lobby-{limit}.png")
            bob.push("start")
            bob.eyes.wait_for("d.phase === 'playing'")
        for visitor in (ann, bob):
            visitor.open("/")
            visitor.page.wait_for_selector('[data-testid="my-games"] [data-testid^="game-"]')
            visitor.picture(pictures / "home.png")
        counts = [visitor.page.locator(".calls").count() for visitor in (ann, bob)]
        assert sum(counts) == len(rooms)
        mover = ann if counts[0] == max(counts) else bob
        to_play = max(counts)
        assert mover.page.locator('[data-testid="games-turn"]').inner_text() == f"Your turn ({to_play})"
        mover.page.locator(".calls").first.click()
        mover.eyes.wait_for("d.phase === 'playing'")
        left = mover.page.locator(".clock").first.get_attribute("aria-label", timeout=LIMIT)
        assert left is not None
        assert left.endswith("left")
        # the clock stands for three days, and all see it
        mover.push("menu")
        mover.push("menu-holiday")
        mover.pick("holiday-days-3")
        mover.push("holiday-take")
        mover.page.wait_for_selector('[data-testid="on-holiday"]')
        mover.picture(pictures / "holiday.png")
        mover.push("holiday-back")
        mover.page.wait_for_selector('[data-testid="on-holiday"]', state="detached")
        mover.page.keyboard.press("Escape")
        mover.picture(pictures / "table.png")
        mover.push("draw")
        if to_play == len(rooms):
            mover.push("next-turn")
            mover.eyes.wait_for("d.phase === 'playing' && d.turn === d.you")
        mover.picture(pictures / "next.png")
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints
