"""axe-core finds nothing on any page, in light and in dark: every scene there are pictures of."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pictures import page_at
from tests.browser.scenes import SCENES
from tests.browser.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = Path(__file__).parents[2] / "webapp" / "node_modules" / "axe-core" / "axe.min.js"
ROUNDS = {"320x568": slice(0, None, 2), "1280x800": slice(1, None, 2)}
"""Every second scene on a phone, the others on a laptop."""
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"
"""Colours go over into others when the theme changes."""


@pytest.mark.parametrize("size", ROUNDS)
def test_no_finding(size: str, chromium: Browser, server: str) -> None:
    found: list[str] = []
    with page_at(chromium, size, "light", "en") as page:
        stage = Stage(page)
        for name in list(SCENES)[ROUNDS[size]]:
            SCENES[name](page, server, stage)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.wait_for_function(STILL)
                found += [f"{name}, {theme}: {finding}" for finding in findings(page)]
    assert not found, "\n".join(found)


def findings(page: Page) -> list[str]:
    """What axe complains about, a line for each element."""
    page.evaluate(AXE.read_text())
    result: dict[str, Any] = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['any'][0]['message'] if node['any'] else violation['help']})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
