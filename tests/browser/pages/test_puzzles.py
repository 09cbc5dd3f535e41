"""Puzzles in the browser: found from the start page, solved by tap, drag and keyboard, missed, shown, and the day's."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import hands
from tests.browser.robot.reader import Reader
from tests.browser.robot.turns import play
from tests.browser.robot.visitor import Visitor, visiting
from tilerummy import editions
from tilerummy.puzzles.book import packaged
from tilerummy.puzzles.puzzle import Puzzle, position_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def of_one_split(edition: str) -> tuple[Puzzle, str]:
    """A puzzle solved by dividing one run around the tile that is laid, and the tile after it in the run."""
    book = packaged(editions.load(edition))
    assert book is not None
    for one in book.puzzles:
        if one.themes != ("split",) or one.steps != 2 or " " in one.laid:
            continue
        table = position_of(one, editions.load(edition)).table
        lying = [tile for meld in table for tile in meld.tiles]
        for meld in table:
            if one.laid in meld.tiles[2:-2] and all(lying.count(tile) == 1 for tile in meld.tiles):
                at = meld.tiles.index(one.laid)
                return one, meld.tiles[at + 1]
    raise AssertionError(edition)


@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("edition", ["original", "twist", "sabra"])
def test_a_puzzle_is_solved_at_the_table_in_every_way(
    edition: str, size: str, chromium: Browser, server: str, artefacts: Path
) -> None:
    one, after = of_one_split(edition)
    pictures = artefacts / "puzzles" / f"{edition}-{size}"
    with visiting(chromium, server, size, pictures) as solver:
        counted = f"async () => (await (await fetch('/api/puzzles/{edition}/{one.id}')).json()).tries"
        solver.open(f"/puzzles/{edition}/{one.id}")
        before = solver.page.evaluate(counted)
        for way in ("tap", "drag", "keys", "heard"):
            solver.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
            solver.picture(pictures / f"{way}.png")
            solve(solver, way, one, after)
            solver.page.wait_for_selector('[data-testid="coach"][data-done="1"]')
            solver.picture(pictures / f"{way}-solved.png")
            solver.push("again")
            solver.page.wait_for_selector('[data-testid="coach"][data-done="0"]')
        # of one guest the server counts the first try alone
        assert solver.page.evaluate(counted) == before + 1
        solver.open("/puzzles")
        assert "1 / 1" in solver.page.locator('[data-testid="scores"]').inner_text(timeout=LIMIT)
        assert not solver.eyes.complaints, solver.eyes.complaints


def solve(solver: Visitor, way: str, one: Puzzle, after: str) -> None:
    """The tile on the table stays with those before it, the one of the rack goes to those after it."""
    if way != "heard":
        play(solver, hands(way, solver.eyes, touch=solver.touch), [("/", after), (one.laid, after)])
        return
    reader = Reader(solver.page)
    meld = next(int(tile.meld or 0) + 1 for tile in solver.eyes.look().tiles if tile.tile == after and tile.meld)
    reader.type(f"{meld}: split {after}")
    reader.type(f"{one.laid} > {meld + 1}")
    reader.hears("valid")
    reader.type("play")
    reader.hears("Solved!")
    assert solver.page.get_by_text("The table has changed").count() == 0


def test_the_puzzle_of_the_day_is_given_up_and_told(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "puzzles" / "today"
    with visiting(chromium, server, "phone", pictures) as solver:
        solver.open("/")
        solver.page.locator('nav a[href="/puzzles"]').tap()
        solver.push("today")
        solver.eyes.wait_for("d.myTurn === '1'")
        solver.push("draw")
        solver.page.locator('[data-testid="status"]').get_by_text("No need to draw").wait_for(timeout=LIMIT)
        solver.push("show-solution")
        solver.page.locator('[data-testid="solution"] li').nth(1).wait_for(timeout=LIMIT)
        solver.picture(pictures / "solution.png")
        # a storage that is full costs what comes now, says so, and nothing of what was there
        solver.page.evaluate(
            "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
        )
        solver.push("next")
        solver.page.get_by_role("alert").get_by_text("stores nothing more").wait_for(timeout=LIMIT)
        solver.picture(pictures / "full.png")
        solver.open("/puzzles")
        assert "0 / 1" in solver.page.locator('[data-testid="scores"]').inner_text(timeout=LIMIT)
        solver.picture(pictures / "overview.png")


def test_a_puzzle_that_is_not_there_is_told(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "puzzles" / "none") as solver:
        for path, told in (("original/zzzzzzzz", "older revision"), ("chess", "no such edition")):
            solver.open(f"/puzzles/{path}")
            solver.page.get_by_role("alert").get_by_text(told).wait_for(timeout=LIMIT)
