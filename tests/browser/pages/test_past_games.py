"""Finished games in the browser: found from the start page, counted, searched, opened again."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_game_that_was_given_up_is_found_again(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "past-games" / size
    with visiting(chromium, server, size, pictures) as player:
        rooms = []
        for _ in range(2):
            asked = {"edition": "original", "seats": 2, "computers": ["gentle"], "name": "Ann", "start": True}
            player.page.request.post(f"{server}/api/session")
            rooms.append(player.page.request.post(f"{server}/api/rooms", data=asked).json()["room"])
            player.open(f"/t/{rooms[-1]}")
            player.eyes.wait_for("d.phase === 'playing'")
            player.push("menu")
            player.push("resign")
            player.push("resign-confirm")
            player.eyes.wait_for("d.phase === 'over'")
        player.open("/")
        player.push("games")
        found = player.page.locator('[data-testid="past-games"] li')
        found.nth(1).wait_for(timeout=LIMIT)
        player.picture(pictures / "games.png")
        assert found.first.locator("a").get_attribute("href") == f"/t/{rooms[1]}/replay"
        player.page.locator('[data-testid="wanted-name"]').fill("nobody")
        assert found.count() == 0
