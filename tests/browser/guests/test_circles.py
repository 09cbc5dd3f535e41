"""A circle's evening in the browser: founded, joined by its link, a table and a seat by one press each, the season."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import visiting
from tests.circles.meeting import ask, played, seen
from tests.web.harness import FREE_PASSES, Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_an_evening_of_a_circle(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "circles"
    with visiting(chromium, server, "phone", pictures) as player, Guest(server) as bob, Guest(server) as cas:
        page = player.page
        player.open("/")
        player.push("circle")
        page.get_by_test_id("circle-name").fill("Tuesday club")
        page.get_by_test_id("called").fill("Ann")
        player.push("found")
        link = page.get_by_test_id("invite-link").first.input_value(timeout=LIMIT)
        circle, key = link.split("/")[-2:]
        address = f"/api/circles/{circle}"
        for guest, name in ((bob, "Bob"), (cas, "Cas")):
            assert "seq" in ask(guest, address, "join", name=name, key=key)
        player.push("open-circle-table")
        player.eyes.wait_for("d.phase === 'lobby'")
        player.open("/")
        page.get_by_test_id("my-circles").get_by_text("Tuesday club").click(timeout=LIMIT)
        page.get_by_test_id("circle-tables").locator("li").first.wait_for(timeout=LIMIT)
        assert page.get_by_test_id("members").locator("li").count() == 3
        page.evaluate(_CHOOSE, [address, {"seats": 2, "house": FREE_PASSES, "limit": None}])
        room = ask(bob, address, "open")["room"]
        assert ask(cas, address, "sit-down", room=room)["room"] == room
        played((bob, cas), room)
        other = ask(bob, address, "open")["room"]
        page.reload()
        page.get_by_test_id("season").locator("li").nth(1).wait_for(timeout=LIMIT)
        assert page.get_by_test_id("circle-games").locator("a").get_attribute("href") == f"/t/{room}/replay"
        player.picture(pictures / "evening.png")
        player.push(f"sit-{other}")
        player.eyes.wait_for("d.phase === 'lobby'")
        assert page.url.endswith(f"/t/{other}")
        assert [table["free"] for table in seen(bob, address)["tables"] if table["room"] == other] == [0]
        player.open(f"/circle/{circle}")
        player.push("take-out-3")
        player.push("sure")
        page.get_by_test_id("take-out-3").wait_for(state="detached", timeout=LIMIT)
        assert page.get_by_test_id("invite-link").first.input_value() != link
        assert cas.http.get(address).status_code == 404
        player.open(link)
        player.push("change-name")
        page.get_by_test_id("own-name").fill("Anneke")
        player.picture(pictures / "name.png")
        player.push("own-name-go")
        page.get_by_test_id("members").get_by_text("Anneke").wait_for(timeout=LIMIT)
        player.push("leave-circle")
        player.push("sure")
        page.get_by_test_id("found").wait_for(timeout=LIMIT)
        player.open("/")
        page.get_by_test_id("circle").wait_for(timeout=LIMIT)
        assert page.get_by_test_id("my-circles").locator("a").count() == 1


_CHOOSE = """([address, table]) => fetch(address, {
    method: 'POST', body: JSON.stringify({ t: 'table', id: 'choose', table }) }).then((answer) => answer.ok)"""
