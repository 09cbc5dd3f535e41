"""Every page on the smallest screen, in a language that has the longest text of all for everything it says."""

import pytest
from playwright.sync_api import Browser

from tests.browser.pictures import page_at
from tests.browser.robot.stage import NAMES, Stage
from tests.browser.scenes.event_scenes import PLAYERS
from tests.browser.scenes.events import NAME, people
from tests.browser.scenes.longest import LOOK, MARK, speak
from tests.browser.scenes.scenes import SCENES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NO_TEXTS = (*NAMES, *people(PLAYERS), NAME, "Tilerummy")


def test_nothing_overflows_and_nothing_is_untranslated(chromium: Browser, server: str) -> None:
    wrong: dict[str, list[str]] = {}
    with page_at(chromium, "320x568", "light", "en") as page:
        speak(page.context)
        stage = Stage(page)
        for name, way in SCENES.items():
            way(page, server, stage)
            found = [one for one in page.evaluate(LOOK, MARK) if not one.endswith(NO_TEXTS)]
            if found:
                wrong[name] = found
    assert not wrong, wrong
