"""axe-core finds nothing on any page, in light and in dark: every scene there are pictures of.

Each in one language and at one size; `python -m tests.browser.faults` looks at all of them in all languages.
"""

import pytest
from playwright.sync_api import Browser

from tests.browser.faults import findings, still
from tests.browser.pictures import LANGUAGES, page_at
from tests.browser.robot.stage import Stage
from tests.browser.scenes.scenes import SCENES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ("320x568", "1280x800")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_finding(size: str, language: str, chromium: Browser, server: str) -> None:
    found: list[str] = []
    # the two sizes share the scenes out, and the languages those of each size
    mine = list(SCENES)[SIZES.index(size) :: len(SIZES)][list(LANGUAGES).index(language) :: len(LANGUAGES)]
    with page_at(chromium, size, "light", language) as page:
        stage = Stage(page)
        for name in mine:
            SCENES[name](page, server, stage)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                still(page)
                found += [f"{name}, {theme}: {finding}" for finding in findings(page)]
    assert not found, "\n".join(found)
