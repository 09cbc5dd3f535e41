"""Every print page as a PDF, for a person to look at: what a club pins to the wall.

    python -m tests.browser.papers                              # all of them, in a few minutes
    python -m tests.browser.papers --lang fi --paper Letter --players 200 --kind cards

They go to `test-artefacts/papers`; where `pdftoppm` is there, each page as a picture too.
"""

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.pictures import LANGUAGES, page_at
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.scenes.events import AFTER, Event

FOLDER = Path(__file__).parents[2] / "test-artefacts" / "papers"
PAPERS = ("A4", "Letter")
PLAYERS = (8, 47, 200)


@contextmanager
def paper_of(browser: Browser, event: Event, kind: str, language: str = "en", theme: str = "light") -> Iterator[Page]:
    """The print page of an event, as its organiser opens it, with what is to be printed chosen."""
    with page_at(browser, "1280x800", theme, language) as page:
        # cards are not shown with an address that no phone can open
        page.add_init_script("localStorage.setItem('tilerummy.reach', '{\"address\":\"http://192.0.2.7:8000\"}')")
        page.goto(f"{event.link}/print#{event.key}")
        page.locator(f'label:has([data-testid="print-{kind}"])').click()
        page.locator("article :is(h2, h3)").first.wait_for()
        page.evaluate("document.fonts.ready")
        yield page


def printed(page: Page, paper: str) -> bytes:
    """What the browser prints."""
    return page.pdf(format=paper, prefer_css_page_size=True, print_background=True)


def events(address: str, players: int) -> dict[bool, Event]:
    """An event whose first round is shown, and one that is over."""
    names = "Herfsttornooi van rummyclub De Joker" if players > 40 else "Autumn cup"
    shown = Event(address, "blocks-of-two", names).enter(players).seat().publish()
    over = Event(address, "belgian-tournament", names).enter(players).seat().finish()
    return {False: shown, True: over}


def main(words: Sequence[str] | None = None) -> None:
    """Print them and say where they are."""
    wanted = _parsed(words)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for players in wanted.players:
                made = events(server.address, players)
                for kind in wanted.kind:
                    for language in wanted.lang:
                        with paper_of(browser, made[AFTER[kind]], kind, language) as page:
                            for paper in wanted.paper:
                                keep(printed(page, paper), wanted.folder / f"{kind}.{players}.{language}.{paper}.pdf")
        finally:
            browser.close()
            server.kill()


def keep(pdf: bytes, file: Path) -> None:
    """Write a PDF, and each of its sheets as a picture where that can be."""
    file.write_bytes(pdf)
    print(file)
    if shutil.which("pdftoppm"):
        subprocess.run(["pdftoppm", "-r", "60", "-png", file, file.with_suffix("")], check=True)


def _parsed(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", nargs="+", choices=tuple(AFTER), default=tuple(AFTER))
    parser.add_argument("--lang", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--paper", nargs="+", choices=PAPERS, default=PAPERS)
    parser.add_argument("--players", nargs="+", type=int, default=PLAYERS)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    return parser.parse_args(words)


if __name__ == "__main__":
    main()
