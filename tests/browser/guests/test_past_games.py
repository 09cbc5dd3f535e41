"""Finished games in the browser: found from the start page, counted, searched, opened again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_game_that_was_given_up_is_found_again(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "past-games"
    with visiting(chromium, server, "phone", pictures) as player:
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
        player.push("missed-look")
        player.page.locator('[data-testid="missed"]').wait_for(timeout=LIMIT)
        player.page.locator("figure").nth(1).wait_for(timeout=LIMIT)
        player.picture(pictures / "missed.png")
        player.page.locator('[data-testid="wanted-name"]').fill("nobody")
        assert found.count() == 0
        with player.page.expect_download(timeout=LIMIT) as downloading:
            player.push("download")
        told = json.loads(Path(downloading.value.path()).read_text())
        assert sorted(game["room"] for game in told["games"]) == sorted(rooms)
        with visiting(chromium, server, "laptop", pictures / "other") as other:
            taken_over(player, other, pictures)
            came_back(player, other, pictures)
            forgotten(player, other)


def taken_over(player: Visitor, other: Visitor, pictures: Path) -> None:
    """The other browser has the games too, and the link is used up."""
    player.push("hand-over")
    link = player.page.locator('[data-testid="invite-link"]').input_value(timeout=LIMIT)
    player.picture(pictures / "link.png")
    other.open(link)
    other.page.locator('[data-testid="handover-take"]').wait_for(timeout=LIMIT)
    other.picture(pictures / "taking.png")
    other.push("handover-take")
    code = other.page.locator('[data-testid="takeover-code"]').inner_text(timeout=LIMIT)
    other.picture(pictures / "waiting.png")
    asked = player.page.locator('[data-testid="handover-code"]')
    asked.wait_for(timeout=LIMIT)
    player.picture(pictures / "asked.png")
    assert asked.inner_text() == code
    player.push("handover-yes")
    other.push("handover-on")
    player.page.locator('[data-testid="devices"] li').nth(1).wait_for(timeout=LIMIT)
    player.picture(pictures / "devices.png")
    other.page.locator('[data-testid="past-games"] li').nth(1).wait_for(timeout=LIMIT)
    other.push("bring-back")
    other.page.locator('[data-testid="no-games"]').wait_for(timeout=LIMIT)
    other.open(link)
    told = other.page.locator('[data-testid="handover-refused"]')
    told.wait_for(timeout=LIMIT)
    assert "already" in told.inner_text()
    other.eyes.complaints.clear()  # the browser tells of every answer that is a refusal


def came_back(player: Visitor, other: Visitor, pictures: Path) -> None:
    """The words of a sheet bring the games to the other browser, by their first letters too."""
    player.open("/games")
    player.push("recovery")
    player.push("make-sheet")
    listed = player.page.locator('[data-testid="words"] li')
    listed.last.wait_for(timeout=LIMIT)
    words = listed.all_inner_texts()
    player.picture(pictures / "sheet.png")
    other.open("/games")
    other.push("come-back")
    typed = other.page.locator('[data-testid="return-words"]')
    typed.fill(" ".join(words[1:]))
    other.push("return-look")
    other.page.locator('[data-testid="return-refused"]').wait_for(timeout=LIMIT)
    other.eyes.complaints.clear()  # the browser tells of every answer that is a refusal
    typed.fill(" ".join(word[:4].upper() for word in words))
    other.push("return-look")
    other.page.locator('[data-testid="return-who"]').wait_for(timeout=LIMIT)
    other.picture(pictures / "returning.png")
    other.push("return-take")
    other.push("return-on")
    other.page.locator('[data-testid="past-games"] li').nth(1).wait_for(timeout=LIMIT)
    player.open("/games")


def forgotten(player: Visitor, other: Visitor) -> None:
    """Neither browser has the games any more, nor anything else."""
    player.push("forget")
    player.push("forget-go")
    player.push("forget-yes")
    player.page.locator('[data-testid="create-table"]').wait_for(timeout=LIMIT)
    # what a visitor brings to every page
    assert player.page.evaluate("() => Object.keys(localStorage)") == ["tilerummy.settings"]
    for one in (player, other):
        one.open("/games")
        one.page.locator('[data-testid="no-games"]').wait_for(timeout=LIMIT)
