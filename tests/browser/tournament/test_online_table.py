"""A tournament's table that is played online: four people come by its link, play, and the result stands by itself."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.faults import findings
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.tournament.test_tournament import organise, shown, step

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMES = ("Ann", "Bob", "Cas", "Dee")


@pytest.fixture
def laptop(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=server, locale="en-GB", viewport={"width": 1280, "height": 800}, service_workers="block"
    )
    context.set_default_timeout(LIMIT)
    yield context
    context.close()


def sound(page: Page, name: str) -> None:
    """Everybody can use the page, and it is no wider than the screen."""
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    found = [*findings(page), *([f"{wider} px too wide"] if wider > 0 else [])]
    assert not found, f"{name}: " + "\n".join(found)


def test_a_result_stands_that_nobody_entered(
    chromium: Browser, server: str, laptop: BrowserContext, artefacts: Path
) -> None:
    pictures = artefacts / "online"
    desk = organise(laptop)
    desk.get_by_test_id("paste").fill("\n".join(NAMES))
    desk.get_by_test_id("enter").click()
    desk.get_by_test_id("entrant-4").wait_for()
    desk.locator('label:has([data-testid="online-all"])').click()
    expect(desk.get_by_test_id("online-all")).to_be_checked()
    sound(desk, "choosing")
    step(desk, "begin", "planned")
    step(desk, "publish", "published")
    expect(desk.get_by_test_id("table-online-1")).to_be_checked()
    step(desk, "start", "playing")
    expect(desk.get_by_test_id("online-1")).to_contain_text("waiting for Ann, Bob, Cas")
    sound(desk, "waiting")
    desk.screenshot(path=pictures / "desk.png", full_page=True)
    link = f"{desk.url}#{shown(desk)['table_keys'][0]}"

    with ExitStack() as stack:
        people: list[Visitor] = []
        for number, name in enumerate(NAMES, start=1):
            size = "phone" if number % 2 else "laptop"
            visitor = stack.enter_context(visiting(chromium, server, size, pictures / name))
            visitor.open(link)
            visitor.page.get_by_test_id(f"claim-{number}").wait_for(timeout=LIMIT)
            sound(visitor.page, f"the table's page of {name}")
            visitor.push(f"claim-{number}")
            visitor.page.wait_for_url("**/t/*", timeout=LIMIT)
            people.append(visitor)
        for visitor in people:
            visitor.eyes.wait_for("d.phase === 'playing'")
        expect(desk.get_by_test_id("online-1")).to_have_attribute("data-phase", "playing")
        # Who has closed their page finds their seat again by the same link.
        people[0].open(link)
        people[0].push("go-to-seat")
        people[0].eyes.wait_for("d.phase === 'playing'")
        for visitor in people[:3]:
            visitor.push("menu")
            visitor.push("resign")
            visitor.push("resign-confirm")
        for visitor in people:
            visitor.eyes.wait_for("d.phase === 'over'")
            visitor.page.get_by_test_id("to-tournament").wait_for(timeout=LIMIT)
        people[3].page.screenshot(path=pictures / "over.png")

        expect(desk.get_by_test_id("missing")).to_have_text("All results are in.")
        expect(desk.get_by_test_id("online-1")).to_have_text("All games have their results.")
        (result,) = shown(desk)["results"]
        assert result["by"] == result["confirmed"] == "room:" + people[0].page.url.rsplit("/", 1)[-1]
        scores = [desk.get_by_test_id(f"score-1-1-{seat}").input_value() for seat in range(1, 5)]
        assert scores == [str(score) for score in result["scores"]]
        assert all(int(score) < 0 for score in scores[:3])
        desk.get_by_test_id("fold-1").click()
        expect(desk.get_by_role("link", name="the online game")).to_be_visible()
        desk.screenshot(path=pictures / "results.png", full_page=True)
        people[3].push("to-tournament")
        expect(people[3].page.get_by_test_id("online-1")).to_have_text("All games have their results.")
        for visitor in people:
            assert not visitor.eyes.complaints, visitor.eyes.complaints
    step(desk, "close", "over")
    assert shown(desk)["ranking"][0]["number"] == 4
