"""A tournament through its pages: the organiser on a laptop, eight phones that enter and confirm."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.scenes.events import Event, people

expect.set_options(timeout=60_000)
PHONE = ViewportSize(width=390, height=844)
NAMES = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def laptop(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=server, locale="en-GB", viewport={"width": 1280, "height": 800}, service_workers="block"
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


def a_phone(chromium: Browser, server: str) -> BrowserContext:
    context = chromium.new_context(
        base_url=server, locale="en-GB", viewport=PHONE, has_touch=True, service_workers="block"
    )
    context.set_default_timeout(60_000)
    return context


@pytest.fixture
def phones(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    context = a_phone(chromium, server)
    yield context
    context.close()


@pytest.fixture
def others(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    """Phones that are none of `phones`."""
    context = a_phone(chromium, server)
    yield context
    context.close()


class Taps:
    """Counts what a person does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, testid: str) -> None:
        self.count += 1
        self.page.get_by_test_id(testid).click()


def organise(context: BrowserContext) -> Page:
    """A tournament after the Belgian regulation, its page open."""
    page = context.new_page()
    page.goto("/events")
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_test_id("make-tournament").click()
    page.get_by_test_id("phase-entering").wait_for()
    return page


def press(page: Page, testid: str) -> None:
    """Take this phone and press a button. Pages of one browser are its tabs: all but one are drawn once a second."""
    page.bring_to_front()
    page.get_by_test_id(testid).click()


def step(page: Page, button: str, phase: str) -> None:
    """Press the button of the next step, and wait for the phase it leads to."""
    page.get_by_test_id(button).click()
    page.get_by_test_id(f"phase-{phase}").wait_for()


def shown(page: Page) -> dict[str, Any]:
    """The tournament as the page's link shows it."""
    script = """async () => {
        const id = location.pathname.split('/')[2];
        const known = JSON.parse(localStorage.getItem('tilerummy.tournaments'))[id];
        return (await fetch(`/api/tournaments/${id}?key=${known.key}`)).json();
    }"""
    found: dict[str, object] = page.evaluate(script)
    return found


@pytest.mark.browser
@pytest.mark.slow
def test_the_regulation_with_eight_phones(
    laptop: BrowserContext, phones: BrowserContext, others: BrowserContext
) -> None:
    desk = organise(laptop)
    taps = Taps(desk)
    desk.get_by_test_id("paste").fill("\n".join(f"{at}. {name}" for at, name in enumerate(NAMES, start=1)))
    taps("enter")
    expect(desk.get_by_test_id("entrant-8")).to_contain_text("Player 8")
    step(desk, "begin", "planned")
    id_ = desk.url.rsplit("/", 1)[-1]
    places = [(table, seat) for table in (1, 2) for seat in range(1, 5)]
    # who enters and who confirms sit beside each other, and one browser does not confirm itself
    at_tables = {(table, seat): (phones, others)[seat % 2].new_page() for table, seat in places}
    for tables, games, ends in (([1, 2], 3, "planned"), ([1, 2], 2, "planned"), ([1], 1, "over")):
        step(desk, "publish", "published")
        step(desk, "start", "playing")
        now = shown(desk)
        rounds = now["stages"][-1]["rounds"]
        for table in tables:
            for seat in range(1, 5):
                at_tables[table, seat].goto("about:blank")
                at_tables[table, seat].goto(f"/e/{id_}#{now['table_keys'][table - 1]}")
            seats = rounds[0]["tables"][table - 1]
            for seat, number in enumerate(seats, start=1):
                press(at_tables[table, seat], f"i-am-{number}")
            for game in range(1, games + 1):
                writes, agrees = at_tables[table, 1 + game % 4], at_tables[table, 1 + (game + 1) % 4]
                winner = seats[(table + game) % 4]
                press(writes, f"out-{winner}")
                for number in seats:
                    if number != winner:
                        writes.get_by_test_id(f"rack-{number}").fill(str(number + 3 * game))
                press(writes, f"send-{game}")
                press(agrees, f"confirm-{game}")
                for page in (writes, agrees):
                    page.get_by_test_id(f"confirmed-{game}").wait_for()
            at_tables[table, 1].get_by_test_id("all-done").wait_for()
        expect(desk.get_by_test_id("missing")).to_have_text("All results are in.")
        step(desk, "close", ends)
    ranking = shown(desk)["ranking"]
    assert isinstance(ranking, list)
    assert len(ranking) == 8
    everybody = phones.new_page()
    everybody.goto(f"/e/{id_}")
    winner = NAMES[ranking[0]["number"] - 1]
    expect(everybody.get_by_role("heading", name="Final ranking")).to_be_visible()
    expect(everybody.locator("tbody tr:not(.part)").first).to_contain_text(winner)


@pytest.mark.browser
def test_a_withdrawal_is_three_taps(laptop: BrowserContext) -> None:
    desk = organise(laptop)
    desk.get_by_test_id("paste").fill("\n".join(NAMES))
    desk.get_by_test_id("enter").click()
    expect(desk.get_by_test_id("entrant-8")).to_be_visible()
    step(desk, "begin", "planned")
    taps = Taps(desk)
    taps("entrant-5")
    taps("withdraw")
    expect(desk.get_by_test_id("entrant-5")).to_contain_text("withdrawn")
    assert taps.count <= 3


@pytest.mark.browser
def test_from_pasted_names_to_round_one_printed(laptop: BrowserContext, artefacts: Path) -> None:
    """Eleven things to do, two of them to type, none of them behind a menu: less than two minutes for a newcomer."""
    begun = time.monotonic()
    page = laptop.new_page()
    # what the browser's own dialog would do
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = '1' }")
    page.goto("/")
    page.get_by_role("link", name="Events").click()
    page.get_by_label("Name", exact=True).fill("Autumn")
    taps = Taps(page)
    taps("make-tournament")
    page.get_by_test_id("paste").fill("\n".join(f"{at}. {name}" for at, name in enumerate(people(200), start=1)))
    for button in ("enter", "begin", "publish", "to-print", "print"):
        taps(button)
    expect(page.locator("html[data-printed='1']")).to_be_attached()
    assert all(name in page.locator("article").inner_text() for name in people(200))
    page.get_by_role("link", name="Back").click()
    taps("start")
    page.get_by_test_id("phase-playing").wait_for()
    typed, links = 2, 2
    assert taps.count + typed + links <= 11
    seconds = time.monotonic() - begun
    (artefacts / "round-one.txt").write_text(f"200 names to round one printed: {seconds:.1f} s of the machine's\n")


@pytest.mark.browser
def test_a_player_says_once_who_he_is(phones: BrowserContext, server: str) -> None:
    event = Event(server, "blocks-of-two").enter(8).seat().publish()
    page = phones.new_page()
    page.goto(event.link)
    page.get_by_test_id("me").select_option("3")
    expect(page.get_by_test_id("place")).to_contain_text("Blocks 1")
    event.start().report().close().publish()
    page.reload()
    expect(page.get_by_test_id("place").first).to_contain_text("Blocks 2")
    event.close_line()


@pytest.mark.browser
def test_another_roles_link_in_the_same_tab_is_followed(phones: BrowserContext, server: str) -> None:
    event = Event(server, "belgian-tournament").enter(8).seat()
    page = phones.new_page()
    for at, key in enumerate(event.see()["table_keys"], start=1):
        page.goto(f"{event.link}#{key}")
        expect(page.get_by_role("heading", name=f"Table {at}")).to_be_visible()
    event.close_line()


@pytest.mark.browser
def test_twelve_tables_are_seen_at_once(laptop: BrowserContext, server: str) -> None:
    event = Event(server, "belgian-tournament").enter(47).seat().publish().start()
    page = laptop.new_page()
    page.goto(f"{event.link}#{event.key}")
    page.get_by_test_id("phase-playing").wait_for()
    places = [page.get_by_test_id(f"score-{table}-3-1").bounding_box() for table in range(1, 13)]
    assert all(place is not None and place["y"] + place["height"] <= 800 for place in places)
    # whatever the names, fields stand below each other
    assert len({place["x"] for place in places if place is not None}) == 3
    event.report(3)
    expect(page.get_by_test_id("fold-1")).to_have_attribute("aria-expanded", "false")
    event.close_line()
