"""A club's Sunday by the Belgian format through its pages, for a person to look at.

    python -m tests.browser.sunday --lang nl de          # in a few minutes

Pictures, PDFs, lists and web pages go to `test-artefacts/sunday/LANG`; where `pdftoppm` is there, each sheet as a
picture too.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.evening import REACH
from tests.browser.pictures import LANGUAGES, page_at
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.sunday.sunday import Sunday

FOLDER = Path(__file__).parents[3] / "test-artefacts" / "sunday"


def main(words: Sequence[str] | None = None) -> None:
    """Run the Sundays and say where their pictures are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", nargs="+", choices=LANGUAGES, default=("nl", "de"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    wanted = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for lang in wanted.lang:
                folder = wanted.folder / lang
                folder.mkdir(parents=True, exist_ok=True)
                with page_at(browser, "1280x800", "light", lang) as desk:
                    desk.set_default_timeout(60_000)
                    desk.add_init_script(REACH)
                    print(lang, json.dumps(Sunday(browser, server, lang, folder, desk).run()), folder, flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
