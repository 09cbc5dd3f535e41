"""Where what glides begins its way."""

from dataclasses import replace

import msgspec
import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.person import RACK, rack, scene
from tests.browser.robot.stage import Stage

pytestmark = pytest.mark.browser

AT_ITS_START = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const begun = animate.apply(this, how);
        begun.pause();
        return begun;
    };
}"""
"""Keeps every glide where it begins."""
MIDDLE = "(one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


def test_a_drawn_tile_comes_from_the_pool(chromium: Browser, server: str) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LIMIT)
    try:
        page = context.new_page()
        stage, before = Stage(page), scene((), RACK)
        stage.open(server, before)
        page.evaluate(AT_ITS_START)
        assert before.room.game is not None
        racks = ((*before.room.game.racks[0], "y12"), *before.room.game.racks[1:])
        game = msgspec.structs.replace(before.room.game, racks=racks, turn=1, turn_number=13)
        stage.follow(replace(before, room=msgspec.structs.replace(before.room, game=game), seq=41))
        drawn, pool = page.locator(rack("y12")), page.locator('[data-testid="draw"]')
        drawn.wait_for()
        page.wait_for_function("(one) => one.getAnimations().length > 0", arg=drawn.element_handle())
        assert drawn.evaluate(MIDDLE) == pytest.approx(pool.evaluate(MIDDLE), abs=4)
    finally:
        context.close()
