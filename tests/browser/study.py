"""Robots study: a replay, the analysis board and a puzzle, by tap, drag, keys and by what is heard, on a phone and a
laptop, in three editions: `python -m tests.browser.study`. The languages take turns; what is heard is English.

Each leaves a picture of its end in the folder of artefacts, with axe's findings none; one that fails does not keep the
others from it. Ends with 1 if any failed.
"""

import argparse
import sys
import tempfile
import time
from itertools import cycle, product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pictures import contact_sheet
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.robot.study import HEARD, PAGES, WAYS, Study, do

EDITIONS = ("original", "twist", "sabra")
SIZES = ("phone", "laptop")
LOCALES = (HEARD, "nl-NL", "fr-FR", "de-DE", "da-DK", "fi-FI")


def main() -> int:
    """Do what the command line asks for, and print a line for each."""
    asked = _arguments()
    studies = _studies(asked)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            failed = [study for study in studies if not _done(study, browser, server.address, asked.pictures)]
            for size, width in (("phone", "390x844"), ("laptop", "1280x800")):
                shown = sorted(path for path in (asked.pictures / width).glob("*.png") if size in path.stem)
                if shown:
                    print(contact_sheet(browser, asked.pictures, width, shown))
        finally:
            browser.close()
            server.kill()
    print(f"{len(studies) - len(failed)} of {len(studies)} studies", *failed, sep="\n")
    return 1 if failed else 0


def _studies(asked: argparse.Namespace) -> list[Study]:
    locales = cycle(LOCALES)
    return [
        Study(page, edition, size, way, HEARD if way == "heard" else next(locales))
        for page, edition, size, way in product(asked.page, asked.edition, asked.size, asked.way)
    ]


def _done(study: Study, browser: Browser, address: str, pictures: Path) -> bool:
    begun = time.monotonic()
    try:
        do(study, browser, address, pictures / {"phone": "390x844", "laptop": "1280x800"}[study.size])
    except Exception as problem:  # whatever went wrong in one, the next one shall be done
        print(f"failed {study}: {type(problem).__name__}: {problem}", flush=True)
        return False
    print(f"passed {study}, {time.monotonic() - begun:.0f} s", flush=True)
    return True


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, all_of_them in (("page", PAGES), ("edition", EDITIONS), ("size", SIZES), ("way", WAYS)):
        parser.add_argument(f"--{name}", nargs="+", choices=all_of_them, default=all_of_them)
    parser.add_argument("--pictures", type=Path, default=Path("test-artefacts/study").resolve())
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
