"""The Sunday itself, without what is kept of it to look at."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.evening import REACH
from tests.browser.pictures import page_at
from tests.browser.robot.server import Server
from tests.browser.sunday.sunday import Sunday


class Short(Sunday):
    """A Sunday of which nothing is kept."""

    def picture(self, name: str, page: Page | None = None) -> None:
        pass

    def papers(self, kinds: Sequence[str]) -> None:
        pass

    def mine(self, number: int, name: str) -> None:
        pass

    def screen(self, name: str) -> None:
        pass


@pytest.mark.slow
@pytest.mark.browser
def test_an_arbiter_gets_through_a_sunday(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        with page_at(chromium, "1280x800", "light", "nl") as desk:
            desk.set_default_timeout(60_000)
            desk.add_init_script(REACH)
            steps = Short(chromium, server, "nl", tmp_path, desk).run()
    finally:
        server.kill()
    assert steps["desk"] < 80
