"""A club evening of 37 people through its pages, from pasted names to diplomas, for a person to look at.

    python -m tests.browser.evening                      # in a few minutes
    python -m tests.browser.evening --lang nl fr en

Three come late, two leave, one table disagrees, one result is corrected after the cut. A laptop, a big screen and
phones; the pages' own buttons, counted. Pictures, PDFs on A4 and Letter and the site go to
`test-artefacts/evening/LANG`; where `pdftoppm` is there, each sheet as a picture too.
"""

import argparse
import json
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Download, Page, sync_playwright

from tests.browser.papers import PAPERS, keep, printed
from tests.browser.pictures import LANGUAGES, page_at
from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.scenes.events import AFTER, people
from tilerummy.messages import text

FOLDER = Path(__file__).parents[2] / "test-artefacts" / "evening"
PLAYERS = 37
CLASSES = ("A", "B", "C")
REACH = "localStorage.setItem('tilerummy.reach', '{\"address\":\"http://192.0.2.7:8000\"}')"
SEE = """async () => {
    const id = location.pathname.split('/')[2];
    const known = JSON.parse(localStorage.getItem('tilerummy.tournaments'))[id];
    return (await fetch(`/api/tournaments/${id}?key=${known.key}`)).json();
}"""


class Hand:
    """A person at a page, whose steps are counted: a press, a field filled, a page opened by hand."""

    def __init__(self, page: Page, who: str, steps: Counter[str]) -> None:
        self.page, self.who, self.steps = page, who, steps

    def press(self, testid: str) -> None:
        self.steps[self.who] += 1
        self.page.bring_to_front()
        self.page.get_by_test_id(testid).click()

    def button(self, key: str, lang: str, **params: str | int) -> None:
        """A button by its words."""
        self.steps[self.who] += 1
        self.page.get_by_role("button", name=text(lang, f"tournament.{key}", **params), exact=True).first.click()

    def fill(self, testid: str, words: str) -> None:
        self.steps[self.who] += 1
        self.page.get_by_test_id(testid).fill(words)

    def open(self, address: str) -> None:
        self.steps[self.who] += 1
        self.page.goto(address)


class Evening:
    """One evening in one language."""

    def __init__(self, browser: Browser, server: Server, lang: str, folder: Path, desk: Page) -> None:
        self.browser, self.server, self.lang, self.folder = browser, server, lang, folder
        self.steps: Counter[str] = Counter()
        self.desk = Hand(desk, "desk", self.steps)
        self.link = ""

    def see(self) -> dict[str, Any]:
        """The event as the organiser's page shows it."""
        found: dict[str, Any] = self.desk.page.evaluate(SEE)
        return found

    def tables(self) -> list[list[int]]:
        """The tables of the round that is not closed."""
        shown = self.see()
        found: list[list[int]] = shown["stages"][-1]["rounds"][shown["current"]]["tables"]
        return found

    def step(self, button: str, phase: str) -> None:
        """The next step, and the phase it leads to."""
        self.desk.press(button)
        self.desk.page.get_by_test_id(f"phase-{phase}").wait_for()

    def picture(self, name: str, page: Page | None = None) -> None:
        """A picture of a whole page, the desk's unless said otherwise."""
        (page or self.desk.page).screenshot(path=self.folder / f"{name}.png", full_page=True, animations="disabled")

    @contextmanager
    def other(self, size: str) -> Iterator[Page]:
        """A page on another screen."""
        with page_at(self.browser, size, "light", self.lang) as page:
            page.set_default_timeout(60_000)
            yield page

    def papers(self, kinds: Sequence[str]) -> None:
        """Print pages as PDFs, and as pictures."""
        page = self.desk.page
        self.desk.open(f"{self.link}/print")
        for kind in kinds:
            self.desk.steps["desk"] += 1
            page.locator(f'label:has([data-testid="print-{kind}"])').click()
            page.locator("article :is(h2, h3, caption)").first.wait_for()
            for paper in PAPERS:
                keep(printed(page, paper), self.folder / f"{kind}.{paper}.pdf")
        self.desk.open(self.link)

    # the evening, in order

    def enter(self, name: str) -> None:
        """An event with 37 pasted names and three classes."""
        page = self.desk.page
        self.desk.open(f"{self.server.address}/events")
        page.locator("#event-name").fill(name)
        self.desk.press("make-tournament")
        listed = [f"{name};{CLASSES[at % 3]}" for at, name in enumerate(people(PLAYERS))]
        self.desk.fill("paste", "\n".join(["naam;club", *listed]))
        self.desk.press("enter")
        page.get_by_test_id(f"entrant-{PLAYERS}").wait_for()
        self.link = page.url.split("#")[0]

    def open(self) -> None:
        """One of them with a table of their own, a pair kept apart."""
        page = self.desk.page
        self.enter("Herfsttornooi")
        self.desk.press("entrant-5")
        self.desk.fill("fixed", "1")
        page.keyboard.press("Enter")
        page.locator(".locked").wait_for()
        self.desk.fill("apart-one", "1")
        self.desk.fill("apart-other", "2")
        self.desk.press("apart-add")
        self.picture("1-list")
        self.step("begin", "planned")

    def late(self, name: str) -> None:
        """A latecomer takes the chair that costs the fewest repeats."""
        self.desk.fill("door", name)
        chair = self.desk.page.locator('[data-testid^="chair-"]').first
        chair.wait_for()
        self.desk.steps["desk"] += 1
        chair.click()
        self.desk.page.get_by_text(name).first.wait_for()

    def withdraw(self, number: int) -> None:
        """A person goes home."""
        self.desk.press(f"entrant-{number}")
        self.desk.press("withdraw")
        self.desk.page.locator(f'[data-testid="entrant-{number}"]', has_text=self.word("withdrawn")).wait_for()

    def word(self, key: str) -> str:
        """A text in the evening's language."""
        return text(self.lang, f"tournament.{key}")

    def doors(self) -> None:
        """Tables are shown; two come late before the round starts, one after; one leaves."""
        self.step("publish", "published")
        self.papers([kind for kind in AFTER if not AFTER[kind]])
        for name in ("Late Lies", "Late Piet"):
            self.late(name)
        self.picture("2-published")
        self.step("start", "playing")
        self.late("Zeer Late Zoë")
        self.withdraw(10)

    def clock(self) -> None:
        """The hall's clock runs on the big screen."""
        self.desk.button("clock-start", self.lang)
        with self.other("1920x1080") as screen:
            screen.goto(f"{self.link}/screen")
            screen.get_by_text("Herfsttornooi").first.wait_for()
            self.picture("3-screen", screen)

    def phones(self) -> None:
        """Two tables enter and confirm their first game by phone; the second of them disagrees."""
        keys = self.see()["table_keys"]
        gone = {one["number"] for one in self.see()["entrants"] if one["withdrawn"]}
        for table, agrees in ((2, True), (4, False)):
            seats = [number for number in self.tables()[table - 1] if number not in gone]
            with self.other("390x844") as one, self.other("390x844") as other:
                hands = [Hand(page, "phones", self.steps) for page in (one, other)]
                for hand, number in zip(hands, seats, strict=False):
                    hand.open(f"{self.link}#{keys[table - 1]}")
                    hand.press(f"i-am-{number}")
                self._enter(hands[0], seats, seats[0], 10)
                if agrees:
                    hands[1].press("confirm-1")
                    one.get_by_test_id("confirmed-1").wait_for()
                else:
                    hands[1].press("not-so-1")
                    self._enter(hands[1], seats, seats[0], 20)
                    other.get_by_text(self.word("two-results")).wait_for()
                    other.locator("#game-2").wait_for()
                self.picture(f"4-phone-{table}", other)

    def _enter(self, hand: Hand, seats: Sequence[int], winner: int, rack: int) -> None:
        hand.press(f"out-{winner}")
        for at, number in enumerate(seats):
            if number != winner:
                hand.fill(f"rack-{number}", str(rack + at))
        hand.press("send-1")

    def enter_rest(self) -> None:
        """The desk pastes what is missing."""
        shown = self.see()
        named = {one["number"]: one for one in shown["entrants"]}
        lines = []
        for table, game in shown["outstanding"]:
            seats = [one for one in self.tables()[table - 1] if not named[one]["withdrawn"]]
            points = self.points(table, game, len(seats))
            lines += [f"{table};{game};{named[one]['name']};{score}" for one, score in zip(seats, points, strict=True)]
        page = self.desk.page
        page.get_by_text(self.word("results-list"), exact=True).first.click()
        page.locator("#results-list").fill("\n".join(lines))
        self.desk.steps["desk"] += 2
        self.desk.press("enter-results")
        page.get_by_text(self.word("all-in")).wait_for()

    def points(self, table: int, game: int, seats: int) -> list[int]:
        """What a game gave to each of so many seats."""
        lost = [11 + (7 * table + 5 * game + 3 * at) % 40 for at in range(1, seats)]
        points = [-one for one in lost]
        points.insert((table + game) % seats, sum(lost))
        return points

    def close(self) -> None:
        """The round is closed; what differs is settled first."""
        page = self.desk.page
        self.desk.press("close")
        page.get_by_test_id("close-listed").wait_for()
        if any(result["other"] for result in self.see()["results"]):
            self.picture("5-closing")
            self.desk.press("other-4-1")
        self.desk.press("close-listed")
        page.get_by_test_id("phase-playing").wait_for(state="detached")

    def correct(self) -> None:
        """The semi-final is shown when a result of the qualifying round turns out to be wrong: who goes on changes."""
        self.step("publish", "published")
        shown = self.see()
        last = shown["stages"][0]["standings"][7]["number"]
        won = max(
            (one for one in shown["results"] if last in self._seats(shown, one)), key=lambda one: self._of(one, last)
        )
        seats = self._seats(shown, won)
        scores = list(won["scores"])
        at, other = (
            seats.index(last),
            next(at for at, one in enumerate(seats) if one != last and scores[at] is not None),
        )
        scores[at], scores[other] = scores[other], scores[at]
        table, game = won["table"], won["game"]
        self.desk.press("look")
        for seat, score in enumerate(scores, start=1):
            if score is not None:
                self.desk.fill(f"score-{table}-{game}-{seat}", str(score))
        self.desk.fill(f"reason-{table}-{game}", "Read wrongly")
        self.desk.press(f"send-{table}-{game}")
        self.desk.page.get_by_test_id("overtaken").first.wait_for()
        self.picture("6-overtaken")
        self.desk.press("overtaken-reseat")
        self.desk.page.get_by_test_id("overtaken").wait_for(state="detached")
        self.picture("7-planned-again")

    def _seats(self, shown: dict[str, Any], result: dict[str, Any]) -> list[int]:
        if result["stage"]:
            return []
        found: list[int] = shown["stages"][0]["rounds"][0]["tables"][result["table"] - 1]
        return found

    def _of(self, result: dict[str, Any], number: int) -> int:
        seats = self._seats(self.see(), result)
        return result["scores"][seats.index(number)] or 0

    def finish(self) -> None:
        """Semi-final and final; one more leaves; the ranking is revealed place by place."""
        self.step("start", "playing")
        self.withdraw(self.tables()[1][3])
        self.enter_rest()
        self.close()
        self.desk.button("hide-standings", self.lang)
        self.step("publish", "published")
        self.step("start", "playing")
        self.enter_rest()
        self.close()
        self.desk.page.get_by_test_id("phase-over").wait_for()
        for _ in range(3):
            self.desk.press("reveal")
        with self.other("1920x1080") as screen:
            screen.goto(f"{self.link}/screen")
            screen.locator("tbody tr").first.wait_for()
            self.picture("8-reveal", screen)
        self.desk.button("reveal-all", self.lang)
        self.desk.page.get_by_text(self.word("revealed-all")).wait_for()
        self.picture("9-over")
        self.desk.page.get_by_test_id("class").first.select_option("A")
        self.picture("9-over-class")

    def keep(self) -> None:
        """Diplomas, standings, the site, and the backup on a second laptop."""
        self.papers([kind for kind in AFTER if AFTER[kind]])
        with self._download("site.zip") as site, zipfile.ZipFile(site) as packed:
            packed.extractall(self.folder / "site")
        with self.other("1280x800") as page:
            page.goto((self.folder / "site" / "index.html").as_uri())
            self.picture("10-site", page)
        with self._download("backup") as backup, tempfile.TemporaryDirectory() as data:
            second = Server(Path(data))
            second.start()
            try:
                self._restore(second, backup)
            finally:
                second.kill()

    @contextmanager
    def _download(self, what: str) -> Iterator[Path]:
        with self.desk.page.expect_download() as waiting:
            self.desk.steps["desk"] += 1
            self.desk.page.locator(f'a[href*="/{what}"]').click()
        found: Download = waiting.value
        file = self.folder / found.suggested_filename
        found.save_as(file)
        yield file

    def _restore(self, second: Server, backup: Path) -> None:
        with self.other("1280x800") as page:
            page.goto(f"{second.address}/events")
            page.locator('input[type="file"]').last.set_input_files(backup)
            page.get_by_test_id("phase-over").wait_for()
            there = page.evaluate(SEE)
            assert there["ranking"] == self.see()["ranking"]
            self.picture("11-second-laptop", page)

    def run(self) -> dict[str, int]:
        """All of it; the steps by who took them."""
        self.open()
        self.doors()
        self.clock()
        self.phones()
        self.enter_rest()
        self.close()
        self.correct()
        self.finish()
        self.keep()
        return dict(self.steps)


def play(
    kind: type[Evening], about: str | None, langs: Sequence[str], folder: Path, words: Sequence[str] | None = None
) -> None:
    """Run evenings of a kind in the languages that the command line asks for, and say where their pictures are."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", nargs="+", choices=LANGUAGES, default=langs)
    parser.add_argument("--folder", type=Path, default=folder)
    wanted = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for lang in wanted.lang:
                own = wanted.folder / lang
                own.mkdir(parents=True, exist_ok=True)
                with page_at(browser, "1280x800", "light", lang) as desk:
                    desk.set_default_timeout(60_000)
                    desk.add_init_script(REACH)
                    print(lang, json.dumps(kind(browser, server, lang, own, desk).run()), own, flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    play(Evening, __doc__, ("nl", "fr", "en"), FOLDER)
