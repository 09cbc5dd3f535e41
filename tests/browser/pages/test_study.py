"""A replay, the analysis board and a puzzle by every way: a sample of what `python -m tests.browser.study` does."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.study import Study, do

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STUDIES = [
    Study("replay", "twist", "phone", "drag", "fi-FI"),
    Study("replay", "sabra", "laptop", "keys", "de-DE"),
    Study("analysis", "twist", "laptop", "heard"),
    Study("puzzle", "sabra", "phone", "tap", "nl-NL"),
]


@pytest.mark.parametrize("study", STUDIES, ids=str)
def test_it_is_done(study: Study, chromium: Browser, server: str, artefacts: Path) -> None:
    do(study, chromium, server, artefacts / "study")
