"""The keyboard alone: few presses, a focus that is never lost, letters that can be switched off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pictures import page_at
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.stage import Scene, Stage, table

pytestmark = pytest.mark.browser

OWN = "r3 r4 r5 r6 r7 k9 k9 b13"
FOCUSED = """() => {
    const element = document.activeElement;
    return { tile: element?.dataset?.tile ?? '', region: element?.closest('[data-region]')?.dataset.region ?? '' };
}"""


@pytest.fixture
def player(chromium: Browser, server: str) -> Iterator[Page]:
    """The page of a player whose turn it is, with some melds on the table and a run of five on their rack."""
    with page_at(chromium, "1280x800", "light", "en") as page:
        room = table("original", 2, on_table=30, racks=[8, 9], own=OWN)
        stage = Stage(page)
        stage.open(server, Scene(room))
        page.wait_for_function("() => document.documentElement.dataset.keys === '1'")
        yield page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focus(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(FOCUSED)
    return found


def go_to_rack(page: Page) -> None:
    """F6 until the rack has the focus: on its first tile, the lowest of its longest colour."""
    for _ in range(6):
        press(page, "F6")
        if focus(page)["region"] == "rack":
            return
    raise AssertionError(focus(page))


def test_a_run_of_five_is_laid_by_three_presses(player: Page) -> None:
    go_to_rack(player)
    melds = player.get_by_role("group", name="Meld ").count()
    while focus(player)["tile"] != "r3":
        press(player, "ArrowRight")
    press(player, "a", "n")
    name = f"Meld {melds + 1}, run, red 3 to 7, 5 tiles, valid"
    expect(player.get_by_role("group", name=name)).to_have_count(1, timeout=LIMIT)


def test_the_focus_follows_the_tile(player: Page) -> None:
    go_to_rack(player)
    press(player, "n")
    laid = focus(player)
    assert laid["tile"]
    assert laid["region"] == "felt"
    press(player, "r")
    assert focus(player) == {"tile": laid["tile"], "region": "rack"}
    press(player, "n", "Control+z")
    assert focus(player) == {"tile": laid["tile"], "region": "rack"}


def test_every_region_is_one_tab_stop(player: Page) -> None:
    press(player, "F6")
    regions: list[str] = []
    while (region := focus(player)["region"]) not in regions:
        regions.append(region)
        press(player, "F6")
    assert region == regions[0]
    assert set(regions) == {"players", "felt", "actions", "rack", "turn"}
    for region in ("felt", "actions", "rack"):
        stops = player.locator(f'[data-region="{region}"] :is(button, select):not([tabindex="-1"]):not(:disabled)')
        assert stops.count() == 1, region
    toolbar = player.get_by_role("toolbar", name="Tools").get_by_role("button")
    toolbar.last.focus()
    press(player, "Home", "ArrowLeft")
    expect(toolbar.last).to_be_focused(timeout=LIMIT)


def test_the_command_field_and_the_help_open_by_a_key_and_give_the_focus_back(player: Page) -> None:
    press(player, "/")
    field = player.get_by_role("textbox", name="Command")
    expect(field).to_be_focused(timeout=LIMIT)
    player.keyboard.type("r3 r4 r5 > new")
    press(player, "Enter")
    expect(field).to_have_value("", timeout=LIMIT)
    press(player, "ArrowUp")
    expect(field).to_have_value("r3 r4 r5 > new", timeout=LIMIT)
    press(player, "Escape")
    expect(field).to_have_count(0, timeout=LIMIT)
    assert focus(player)["region"] == "felt"
    press(player, "?")
    sheet = player.get_by_role("dialog", name="Keys and commands")
    expect(sheet).to_be_visible(timeout=LIMIT)
    press(player, "Escape")
    expect(sheet).to_have_count(0, timeout=LIMIT)
    assert focus(player)["region"] == "felt"


def test_letters_can_be_switched_off(player: Page) -> None:
    player.evaluate("() => localStorage.setItem('tilerummy.settings', JSON.stringify({ letters: false }))")
    player.reload()
    player.wait_for_function("() => document.documentElement.dataset.keys === '1'")
    go_to_rack(player)
    melds = player.get_by_role("group", name="Meld ").count()
    press(player, "n", "d", "0", "/", "?")
    assert focus(player)["region"] == "rack"
    assert player.get_by_role("group", name="Meld ").count() == melds
    assert not player.get_by_role("dialog").count()
    press(player, "Enter")
    expect(player.get_by_role("toolbar", name="1 tile selected")).to_be_visible(timeout=LIMIT)


def test_a_game_begins_on_the_rack_and_goes_on_there_after_the_help(player: Page) -> None:
    player.wait_for_function("() => document.activeElement?.dataset?.place === 'rack'")
    begun = focus(player)
    for close in ("Escape", "Enter"):
        press(player, "?")
        player.get_by_role("dialog").get_by_role("button", name="Close").focus()
        press(player, close)
        player.wait_for_function("() => document.querySelector('dialog[open]') === null")
        player.wait_for_function("() => document.activeElement?.dataset?.place === 'rack'")
        assert focus(player) == begun


def test_keys_that_need_no_tile_work_where_nothing_has_the_focus(player: Page) -> None:
    rack = player.locator("[data-place=rack]")
    go_to_rack(player)
    press(player, "n")
    expect(rack).to_have_count(7)
    player.evaluate("() => document.activeElement.blur()")
    press(player, "Control+z")
    expect(rack).to_have_count(8)
