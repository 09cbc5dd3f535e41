"""A host who goes away before the game: the page says who hosts now, and lets them start."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.visitor import visiting
from tests.browser.table.test_match import give_up
from tests.browser.table.test_together import sit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_who_hosts_is_told_and_may_start(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "hosts"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
        visiting(chromium, server, "laptop", pictures / "cleo") as cleo,
    ):
        ann.create_table(name="Ann", edition="original", seats=3, computers=0, level="steady", match="2")
        sit(bob, ann.page.url, "Bob")
        cleo.open(ann.page.url)
        cleo.page.fill('[data-testid="name"]', "Cleo")
        cleo.push("sit-2")
        bob.page.get_by_text("The game starts when Ann says so.").wait_for()
        assert bob.page.locator('[data-testid="start"]').count() == 0
        ann.page.get_by_text("Stand up").click()
        bob.page.locator('[data-testid="told"]').get_by_text("You are the host now").wait_for()
        cleo.page.locator('[data-testid="told"]').get_by_text("Bob is the host now").wait_for()
        cleo.page.get_by_text("The game starts when Bob says so.").wait_for()
        bob.picture(pictures / "host.png")
        ann.push("sit-0")
        bob.page.wait_for_selector("text=Ann")
        bob.push("start")
        bob.eyes.wait_for("d.phase === 'playing'")
        for button in ("menu", "resign", "resign-confirm"):
            bob.push(button)
        give_up(cleo)
        bob.page.wait_for_selector('[data-testid="rematch"]')
        bob.push("rematch")
        # between two games: who gives the match up is out of it, and the others go on
        bob.push("match-resign")
        bob.picture(pictures / "sure.png")
        bob.push("match-resign")
        bob.page.locator('[data-testid="told"]').get_by_text("Bob: gave up the match").wait_for()
        assert bob.page.locator('[data-testid="match-resign"]').count() == 0
        for person in (ann, bob, cleo):
            assert not person.eyes.complaints, person.eyes.complaints
