"""One player at two devices: the rack is kept as they arrange it, wherever they do."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import Eyes
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import SIZES, Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_RACK = """() => [...document.querySelectorAll('[data-place=rack]')].map((tile) => tile.dataset.tile)"""
_SAME = f"(wanted) => JSON.stringify(({_RACK})()) === JSON.stringify(wanted)"


def test_the_rack_is_the_same_on_both_and_after_a_restart(
    chromium: Browser, own_server: Server, artefacts: Path
) -> None:
    with visiting(chromium, own_server.address, "laptop", artefacts / "two-devices") as laptop:
        laptop.create_table(name="Ann", edition="original", seats=2, computers=1, level="gentle")
        laptop.push("start")
        laptop.eyes.wait_for("d.myTurn === '1'")
        seat = laptop.eyes.settled().you
        width, height = SIZES["phone"]
        # the other device is the same guest: the cookie goes along, and nothing else that a browser keeps
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies(laptop.page.context.cookies())  # type: ignore[arg-type]
        phone = Visitor(Eyes(context.new_page()), own_server.address, False)
        phone.open(laptop.page.url)
        phone.eyes.wait_for("d.myTurn === '1'")
        assert phone.eyes.settled().you == seat
        assert order(phone) == order(laptop)

        # sorted here, seen there, both ways
        for active, other, sort in ((laptop, phone, "sort-groups"), (phone, laptop, "sort-runs")):
            before = order(active)
            active.push(sort)
            arranged = order(active)
            assert sorted(arranged) == sorted(before)
            other.page.wait_for_function(_SAME, arg=arranged)

        # a drawn tile comes to the end on both, and each device knows what the other did before
        laptop.push("sort-groups")
        seq = laptop.eyes.settled().seq
        laptop.push("draw")
        for device in (laptop, phone):
            device.eyes.wait_for("Number(d.seq) > a && d.myTurn === '1'", seq)
        kept = order(laptop)
        phone.page.wait_for_function(_SAME, arg=kept)

        own_server.kill()
        own_server.start()
        for device in (laptop, phone):
            device.page.wait_for_selector('[data-testid="banner"]', state="detached")
            device.page.reload()
            device.eyes.wait_for("d.myTurn === '1'")
            device.page.wait_for_function(_SAME, arg=kept)
        context.close()


def order(device: Visitor) -> list[str]:
    """The rack's tiles as the page has them."""
    device.eyes.settled()
    found: list[str] = device.page.evaluate(_RACK)
    return found
