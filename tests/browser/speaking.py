"""A robot plays a game, the first lessons, a score sheet and a small event in a language, for a person to look at.

    python -m tests.browser.speaking                    # in every language, on a phone and a laptop
    python -m tests.browser.speaking --lang he --size phone --only sheet

axe looks at the end of each. Pictures go to `test-artefacts/speaking/LANG/SIZE`.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.browser.faults import findings, still
from tests.browser.pages.test_lessons import STEPS, follow
from tests.browser.robot.chromium import launch
from tests.browser.robot.games import Game, play
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import SIZES, Visitor, visiting
from tests.browser.scenes.events import Event, people
from tests.browser.scenes.longest import LOOK
from tests.browser.scenes.sheets import NAMES, begin, enter
from tilerummy.messages import direction, languages

FOLDER: Final = Path(__file__).parents[2] / "test-artefacts" / "speaking"
HEBREW: Final = ("אן", "בועז כהן", "Cas", "Dee (2)")
"""Names of both directions, one with a bracket at its end."""


def game(browser: Browser, address: str, lang: str, size: str, folder: Path) -> None:
    """A whole game, by finger or by mouse."""
    play(Game("original", size, "drag" if size == "laptop" else "tap", 3, lang=lang), browser, address, folder)


def lessons(browser: Browser, address: str, lang: str, size: str, folder: Path) -> None:
    """The first steps."""
    with visiting(browser, address, size, folder, locale=lang) as pupil:
        follow(pupil, "tap", STEPS, folder)
        seen(pupil, lang, folder / "lessons.png")


def sheet(browser: Browser, address: str, lang: str, size: str, folder: Path) -> None:
    """A score sheet of two games, and what the reader's evenings add up to."""
    with visiting(browser, address, size, folder, locale=lang) as writer:
        begin(writer.page, HEBREW if direction(lang) == "rtl" else NAMES, long=2, address=address)
        enter(writer.page, 0, {1: 5, 2: 16, 3: 3})
        seen(writer, lang, folder / "sheet.png")
        enter(writer.page, 2, {0: 6, 1: 11, 3: 5})
        seen(writer, lang, folder / "sheet-ended.png")
        writer.open("/evenings")
        writer.page.get_by_test_id("evenings-count").wait_for()
        seen(writer, lang, folder / "evenings.png")


def event(browser: Browser, address: str, lang: str, size: str, folder: Path) -> None:
    """An event, at its desk, on its page for everybody and on paper; `tests.browser.evening` is a whole evening."""
    with visiting(browser, address, size, folder, locale=lang) as desk:
        desk.open("/events")
        desk.page.locator("#event-name").fill("אליפות 2026" if direction(lang) == "rtl" else "Kampioen 2026")
        desk.push("make-tournament")
        names = (*HEBREW, *people(8)) if direction(lang) == "rtl" else people(12)
        desk.page.get_by_test_id("paste").fill("\n".join(names))
        desk.push("enter")
        desk.page.get_by_test_id("entrant-12").wait_for()
        seen(desk, lang, folder / "desk-list.png")
        kept = desk.page.evaluate("() => JSON.parse(localStorage.getItem('tilerummy.tournaments'))")
        ((ident, one),) = kept.items()
        made = Event.known(address, ident, one["key"])
        made.seat().finish()
        made.close_line()
        for path in ("", "/print", "/screen"):
            desk.open(f"/e/{ident}{path}")
            desk.page.locator("h1").first.wait_for()
            seen(desk, lang, folder / f"event{path.replace('/', '-')}.png")


ALL: Final[Mapping[str, Callable[[Browser, str, str, str, Path], None]]] = {
    "game": game,
    "lessons": lessons,
    "sheet": sheet,
    "event": event,
}


def seen(visitor: Visitor, lang: str, picture: Path) -> None:
    """What is on the page is in this language, in its direction, whole and clean; and keep a picture of it."""
    page = visitor.page
    still(page)
    assert page.locator("html").get_attribute("lang") == lang
    assert page.locator("html").get_attribute("dir") == direction(lang)
    visitor.picture(picture)
    found = [*findings(page), *(one for one in page.evaluate(LOOK, "") if not one.startswith("not from"))]
    assert not found, "\n".join(found)
    assert not visitor.eyes.complaints, visitor.eyes.complaints


def main(words: Sequence[str] | None = None) -> int:
    """Do what is asked for in each language; 1 where something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", nargs="+", choices=languages(), default=languages())
    parser.add_argument("--size", nargs="+", choices=tuple(SIZES), default=("phone", "laptop"))
    parser.add_argument("--only", nargs="+", choices=tuple(ALL), default=tuple(ALL))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    wanted = parser.parse_args(words)
    failed = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for lang in wanted.lang:
                for size in wanted.size:
                    for name in wanted.only:
                        try:
                            ALL[name](browser, server.address, lang, size, wanted.folder / lang / size)
                            print(f"{lang} {size} {name}", flush=True)
                        except Exception as problem:  # the others shall be seen all the same
                            failed += 1
                            print(f"failed {lang} {size} {name}: {type(problem).__name__}: {problem}", flush=True)
        finally:
            browser.close()
            server.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
