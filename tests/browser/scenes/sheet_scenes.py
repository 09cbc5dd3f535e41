"""Every page of the score sheet and the referee, in every state: ways to bring a page there, like those of `scenes`."""

from collections.abc import Mapping

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.family import keep
from tests.browser.scenes.sheets import begin, enter, share
from tests.browser.scenes.ways import Way
from tests.sheets.family import year

_CONTRADICT = """async ([id, key]) => {
    const left = (value) => [{ value }, {}, { value: 16 }, { value: 3 }];
    for (const [id_, value] of [['x', 5], ['y', 6]]) {
        const body = JSON.stringify({ t: 'write', id: id_, game: 0, out: 1, left: left(value) });
        await fetch(`/api/sheets/${id}?key=${key}`, { method: 'POST', body });
    }
}"""


def start(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/sheet")
    page.locator("#edition option").first.wait_for(state="attached")


def entering(page: Page, address: str, stage: Stage) -> None:
    """Six at the table, nobody went out, two share the lowest rack, one is counted tile by tile."""
    begin(page, ("Ann", "Bo", "Chloé", "Dieter", "Éléonore", "Freek"), "xp-160", address=address)
    enter(page, 0, {1: 5, 2: 16, 3: 3, 4: 120, 5: 44})
    page.get_by_test_id("out-nobody").click()
    for seat in range(6):
        page.get_by_test_id(f"rack-{seat}").fill("5")
    page.get_by_test_id("tap-2").click()
    page.get_by_test_id("tile-13").click()
    page.get_by_test_id("tile-J").click()


def played(page: Page, address: str, stage: Stage) -> None:
    """A match that is over, with a correction and its trace, shared, all that can be opened open."""
    begin(page, edition="twist", long=1, address=address)
    for winner in range(4):
        enter(page, winner, {seat: 5 + 7 * seat for seat in range(4) if seat != winner})
    page.get_by_test_id("correct-1").click()
    page.get_by_test_id("rack-0").fill("7")
    page.get_by_test_id("write-game").click()
    share(page)
    page.get_by_test_id("show-qr").click()
    page.get_by_test_id("qr").wait_for()
    page.get_by_test_id("draw-start").click()
    page.get_by_test_id("remove").click()
    for summary in page.locator("main summary").all():
        summary.click()
    page.get_by_test_id("winner").wait_for()


def company(page: Page, address: str, stage: Stage) -> None:
    """Two came later, one went home; date, place and note are said; all that can be opened is open."""
    begin(page, ("Annelies", "Bo", "Chloé", "Dieter"), "xp-160", address=address)
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    page.get_by_test_id("company").click()
    page.get_by_test_id("leaves-2").click()
    for name in ("Éléonore", "Freek"):
        page.get_by_test_id("newcomer").fill(name)
        page.get_by_test_id("comes").click()
    page.get_by_test_id("newcomer").fill("bo")
    page.get_by_test_id("about").click()
    page.get_by_test_id("about-place").fill("Bij oma in Gent")
    page.get_by_test_id("about-note").fill("Met kaarslicht, zonder de kleine joker, die onder de zetel lag")
    page.get_by_test_id("save-about").click()
    page.get_by_test_id("noted").wait_for()


def list_of_sheets(page: Page, address: str, stage: Stage) -> None:
    """The start of a sheet, with those of three evenings."""
    start(page, address, stage)
    keep(page, year(3))
    page.reload()
    page.get_by_test_id("kept-winner").first.wait_for()
    page.get_by_test_id("about").click()


def evenings(page: Page, address: str, stage: Stage) -> None:
    """Who won most in a family's year."""
    start(page, address, stage)
    keep(page, year())
    page.goto(f"{address}/evenings")
    page.get_by_test_id("plot-table").click()


def two_entries(page: Page, address: str, stage: Stage) -> None:
    begin(page, address=address)
    writing, _ = share(page)
    page.evaluate(_CONTRADICT, writing.rpartition("/")[2].split("#"))
    page.get_by_test_id("two-entries").wait_for()


def reading(page: Page, address: str, stage: Stage) -> None:
    """Another phone, which may only look on."""
    two_entries(page, address, stage)
    page.evaluate(
        "() => { for (const key of Object.keys(localStorage)) if (/sheet/.test(key)) delete localStorage[key]; }"
    )
    page.reload()
    page.get_by_test_id("two-entries").wait_for()


def timer(page: Page, address: str, stage: Stage) -> None:
    begin(page, address=address)
    page.get_by_test_id("timer-large").click()


def referee(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/referee/belgian-tournament")
    page.get_by_test_id("penalties").wait_for()
    page.get_by_test_id("tiles-typed").fill("b14 b4 k9 J J J")
    page.locator("main summary").click()


def referee_help(page: Page, address: str, stage: Stage) -> None:
    begin(page, address=address)
    page.get_by_test_id("referee").click()
    page.get_by_test_id("penalties").wait_for()


SCENES: Mapping[str, Way] = {
    "sheet-start": start,
    "sheet-entering": entering,
    "sheet-played": played,
    "sheet-company": company,
    "sheet-list": list_of_sheets,
    "sheet-evenings": evenings,
    "sheet-two-entries": two_entries,
    "sheet-reading": reading,
    "sheet-timer": timer,
    "referee": referee,
    "referee-help": referee_help,
}
"""By name, in the order of a contact sheet."""
