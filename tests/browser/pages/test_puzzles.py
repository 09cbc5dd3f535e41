"""Puzzles in the browser: found from the start page, solved by tap, drag and keyboard, missed, shown, and the day's."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.study import of_one_split, solve
from tests.browser.robot.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(("edition", "size"), [("original", "phone"), ("twist", "laptop"), ("sabra", "phone")])
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
