"""What axe-core and a ruler find on every page, in every language, theme and size; nothing is found where all is well.

python -m tests.browser.faults                          # all of them, in half an hour
python -m tests.browser.faults --lang fi --theme dark --size 320x568 --scene desk-playing
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, sync_playwright

from tests.browser.pictures import page_at, parsed
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.robot.stage import Stage
from tests.browser.scenes.longest import BROKEN, LOOK
from tests.browser.scenes.scenes import SCENES

AXE = Path(__file__).parents[2] / "webapp" / "node_modules" / "axe-core" / "axe.min.js"
STILL = """() => document.querySelector('main') !== null
    && document.getAnimations().every((one) => one.playState !== 'running')"""
"""What a page shows may still be on its way, and colours go over into others when the theme changes."""


def still(page: Page) -> None:
    """Wait until nothing changes its look any more."""
    page.evaluate("document.fonts.ready")
    page.wait_for_function(STILL)


def dress(page: Page, theme: Literal["light", "dark", "forced"]) -> None:
    """Show the page in another theme, and wait until it does."""
    page.emulate_media(
        color_scheme="dark" if theme == "dark" else "light", forced_colors="active" if theme == "forced" else "none"
    )
    still(page)


def findings(page: Page, but: Sequence[str] = ()) -> list[str]:
    """What axe complains about, a line for each element, but for some of its rules."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text())
    # what it would load beforehand is for films and for rules that it does not apply
    asked = "(rules) => axe.run({ resultTypes: ['violations'], preload: false, rules })"
    result: dict[str, Any] = page.evaluate(asked, {rule: {"enabled": False} for rule in but})
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['any'][0]['message'] if node['any'] else violation['help']})"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Print every fault and their number; 1 where there are any."""
    wanted = parsed(words, __doc__)
    count = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for size in wanted.size:
                for language in wanted.lang:
                    with page_at(browser, size, "light", language) as page:
                        stage = Stage(page)
                        for scene in wanted.scene:
                            SCENES[scene](page, server.address, stage)
                            for fault in page.evaluate(BROKEN):
                                count += 1
                                print(f"{scene} {size} {language}: {fault}", flush=True)
                            for theme in wanted.theme:
                                dress(page, theme)
                                # no text of a real language has the mark of the longest one, which is empty here
                                found = [*findings(page), *page.evaluate(LOOK, "")]
                                count += len(found)
                                for fault in found:
                                    print(f"{scene} {size} {theme} {language}: {fault}", flush=True)
        finally:
            browser.close()
            server.kill()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
