"""Puzzles in the browser: found from the start page, solved by tap, drag and keyboard, missed, shown, and the day's."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

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
        # a hint costs nothing, and asking for the solution neither, until one has said yes
        solver.push("hint")
        solver.push("hint-next")
        card = solver.page.locator('[data-testid="hint-card"][data-told="2"]')
        card.wait_for(timeout=LIMIT)
        assert card.locator('[data-testid="hint-next"], [data-testid="hint-lay"]').count() == 0
        solver.push("show-solution")
        solver.page.get_by_role("alert").get_by_text("your rating falls").wait_for(timeout=LIMIT)
        solver.push("show-not")
        assert counted(solver.page) == ({}, [], {})
        solver.push("show-solution")
        solver.push("show-now")
        solver.page.locator('[data-testid="hint-card"][data-told="3"] li').nth(1).wait_for(timeout=LIMIT)
        assert [*counted(solver.page)[0].values()] == [0]
        solver.picture(pictures / "solution.png")
        # it is laid from there, and makes no day
        solver.push("hint-lay")
        solver.push("play")
        solver.page.locator('[data-testid="coach"][data-done="1"]').get_by_text("This is the solution.").wait_for()
        assert counted(solver.page)[1] == []
        assert solver.page.locator('[data-testid="share-result"]').count() == 0
        seen_whole(solver.page, "next")
        solver.picture(pictures / "laid.png")
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


def test_a_theme_is_chosen_and_a_result_is_sent(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "puzzles" / "theme"
    with visiting(chromium, server, "phone", pictures) as solver:
        solver.page.add_init_script("navigator.share = async (what) => { window.sent = what; };")
        solver.open("/puzzles")
        solver.page.locator('a[href="/puzzles/original/out"]').tap(timeout=LIMIT)
        solver.eyes.wait_for("d.myTurn === '1'")
        solver.push("hint")
        solver.push("hint-next")
        solver.push("show-solution")
        solver.push("show-now")
        solver.page.locator('[data-testid="about"]').get_by_text("going out").wait_for(timeout=LIMIT)
        solver.push("next")
        solver.page.wait_for_url("**/puzzles/original/out.*")
        solver.page.locator('[data-testid="coach"][data-done="0"]').get_by_text("of 37").wait_for(timeout=LIMIT)
        one, after = of_one_split("original")
        solver.open(f"/puzzles/original/{one.id}")
        solver.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
        solve(solver, "tap", one, after)
        solver.page.wait_for_selector('[data-testid="coach"][data-done="1"]')
        seen_whole(solver.page, "next")
        solver.push("share-result")
        sent = solver.page.evaluate("window.sent")
        assert "(Original): Solved at the first try" in sent["text"]
        assert sent["url"] == f"{server}/puzzles/original/{one.id}"


def counted(page: Page) -> tuple[dict[str, int], list[str], dict[str, str]]:
    """What the browser keeps: first tries, days, solutions looked up."""
    kept: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('tilerummy.puzzles'))")
    return kept["first"], kept["days"], kept["looked"]


def seen_whole(page: Page, testid: str) -> None:
    """Nothing cuts a button off: a press near each end would hit it."""
    corners = """(button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        return [[left + 12, top + 2], [right - 12, bottom - 2]].every(([x, y]) =>
            button.contains(document.elementFromPoint(x, y)));
    }"""
    assert page.locator(f'[data-testid="{testid}"]').evaluate(corners), testid


def test_a_puzzle_that_is_not_there_is_told(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "puzzles" / "none") as solver:
        for path, told in (("original/zzzzzzzz", "older revision"), ("chess", "no such edition")):
            solver.open(f"/puzzles/{path}")
            solver.page.get_by_role("alert").get_by_text(told).wait_for(timeout=LIMIT)
