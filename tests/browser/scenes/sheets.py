"""A score sheet as people keep it: begun, a game entered, shared."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, expect

NAMES = ("Ann", "Bob", "Cas", "Dee")


def begin(
    page: Page, names: Sequence[str] = NAMES, edition: str = "original", long: int | None = None, address: str = ""
) -> None:
    """Begin a sheet and be on it."""
    page.goto(f"{address}/sheet")
    page.locator(f'#edition option[value="{edition}"]').wait_for(state="attached")
    page.locator("#edition").select_option(edition)
    for seat, name in enumerate(names):
        page.get_by_test_id(f"name-{seat}").fill(name)
    if long is not None:
        page.get_by_test_id("how-long").fill(str(long))
    page.get_by_test_id("start-sheet").click()
    page.get_by_test_id("total-0").wait_for()


def enter(page: Page, out: int | None, racks: Mapping[int, int]) -> None:
    """Enter a game: who went out (None: nobody), and what the others hold, by seat."""
    page.get_by_test_id("out-nobody" if out is None else f"out-{out}").click()
    for seat, value in racks.items():
        page.get_by_test_id(f"rack-{seat}").fill(str(value))
    page.get_by_test_id("write-game").click()
    page.get_by_test_id("write-game").wait_for(state="detached")


def share(page: Page) -> tuple[str, str]:
    """Share the sheet: its link for writing, and the one for looking on."""
    page.get_by_test_id("share-sheet").click()
    link = page.get_by_test_id("invite-link")
    writing = link.input_value()
    page.get_by_test_id("may-read").check()
    reading = link.input_value()
    page.get_by_test_id("may-write").check()
    return writing, reading


def stands(page: Page, *wanted: str) -> None:
    """Wait until the totals are these, by seat."""
    for seat, total in enumerate(wanted):
        expect(page.get_by_test_id(f"total-{seat}")).to_have_text(total)
