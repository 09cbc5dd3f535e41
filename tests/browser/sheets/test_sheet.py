"""The score sheet through its page: one phone without a network, two phones on one sheet, the referee's help."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.robot.eyes import until
from tests.browser.scenes.events import Event
from tests.browser.scenes.sheets import NAMES, begin, enter, share, stands
from tests.browser.tournament.conftest import Phone

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)


def opened(context: BrowserContext, link: str) -> Page:
    page = context.new_page()
    page.goto(link)
    page.get_by_test_id("total-0").wait_for()
    return page


def test_a_game_of_four_takes_one_tap_three_numbers_and_enter(phone: Phone) -> None:
    """Under fifteen seconds: one tap, then nothing but the numbers and Enter, which goes on to the next rack and
    writes the game down."""
    page = phone().new_page()
    begin(page)
    page.get_by_test_id("out-0").click()
    pressed = 1
    for key in ("5", "Enter", "1", "6", "Enter", "3", "Enter"):
        page.keyboard.press(key)
        pressed += 1
    stands(page, "+24", "−5", "−16", "−3")
    assert pressed == 8
    page.reload()
    stands(page, "+24", "−5", "−16", "−3")
    page.goto("/sheet")
    page.get_by_test_id("kept-sheet").first.click()
    stands(page, "+24", "−5", "−16", "−3")


def test_a_match_by_games_with_a_correction_and_its_trace(phone: Phone) -> None:
    page = phone().new_page()
    begin(page, edition="twist", long=1)
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    enter(page, 2, {0: 6, 1: 1, 3: 5})
    page.get_by_test_id("correct-1").click()
    expect(page.get_by_test_id("rack-1")).to_have_value("1")
    page.get_by_test_id("rack-1").fill("11")
    page.get_by_test_id("write-game").click()
    expect(page.get_by_test_id("score-1-2")).to_have_text("+22")
    enter(page, 3, {0: 32, 1: 13, 2: 2})
    expect(page.get_by_test_id("winner")).to_have_count(0)
    # Cas wins two games and the match, Dee has the single best game
    enter(page, 2, {0: 10, 1: 25, 3: 6})
    stands(page, "−24", "−54", "+45", "+33")
    expect(page.get_by_test_id("winner")).to_have_text("Winner: Cas (games won: 2, points: +45)")
    page.get_by_text("What was corrected").click()
    expect(page.get_by_text("Game 2, no longer counted: −6 −1 +12 −5")).to_be_visible()
    page.get_by_test_id("correct-3").click()
    page.get_by_test_id("strike").click()
    expect(page.get_by_text("Struck off: −10 −25 +41 −6")).to_be_visible()
    stands(page, "−14", "−29", "+4", "+39")


def test_a_club_counts_as_it_does_on_every_phone(phone: Phone) -> None:
    mine = phone().new_page()
    mine.goto("/sheet")
    mine.get_by_test_id("house-rules").click()
    mine.get_by_test_id("house-end-loss-cap").select_option(label="25")
    mine.get_by_test_id("house-end-winner-bonus").select_option(label="50")
    for seat, name in enumerate(NAMES):
        mine.get_by_test_id(f"name-{seat}").fill(name)
    mine.get_by_test_id("start-sheet").click()
    enter(mine, 0, {1: 26, 2: 15, 3: 10})
    _, reading = share(mine)
    theirs = opened(phone(), reading)
    enter(mine, None, {0: 3, 1: 3, 2: 40, 3: 9})
    for page in (mine, theirs):
        stands(page, "+141", "+15", "−40", "−16")
        expect(page.get_by_test_id("counting")).to_have_text(
            "How this table counts: no loss of more than 25 points; 50 points more for the winner."
        )


def test_racks_by_tiles_and_an_exhausted_pool(phone: Phone) -> None:
    page = phone().new_page()
    begin(page, ("A", "B", "C", "D", "E", "F"), edition="xp-160")
    page.get_by_test_id("out-nobody").click()
    for seat, value in {0: 5, 1: 5, 2: 40, 3: 12, 4: 9}.items():
        page.get_by_test_id(f"rack-{seat}").fill(str(value))
    page.get_by_test_id("tap-5").click()
    for tile in ("13", "J", "4"):
        page.get_by_test_id(f"tile-{tile}").click()
    page.get_by_test_id("tile-back").click()
    expect(page.get_by_test_id("rack-5")).to_have_value("38")
    # who shares the lowest rack is asked how many tiles they hold
    page.get_by_test_id("count-0").fill("2")
    page.get_by_test_id("count-1").fill("1")
    page.get_by_test_id("write-game").click()
    stands(page, "0", "+79", "−35", "−7", "−4", "−33")


def test_what_cannot_be_is_said_before_it_is_written(phone: Phone) -> None:
    page = phone().new_page()
    begin(page)
    page.get_by_test_id("out-0").click()
    for value in ("0", "-3", "7.5", "x"):
        page.get_by_test_id("rack-1").fill(value)
        expect(page.get_by_text("a whole number of 1 or more")).to_be_visible()
    page.get_by_test_id("rack-1").fill("9999")
    expect(page.get_by_text("all tiles together are worth 788")).to_be_visible()
    expect(page.get_by_test_id("write-game")).to_be_disabled()
    page.goto("/sheet")
    page.locator("#edition").select_option("xp-160")
    for seat, name in enumerate(("A", "B", "C", "D", "E", "a")):
        page.get_by_test_id(f"name-{seat}").fill(name)
    expect(page.get_by_text("Two players have the same name.")).to_be_visible()
    page.locator("#edition").select_option("twist")
    expect(page.get_by_text("This edition is for 2 to 4 players.")).to_be_visible()
    expect(page.get_by_test_id("start-sheet")).to_be_disabled()


def test_the_file_holds_no_formula(phone: Phone, tmp_path: Path) -> None:
    page = phone().new_page()
    begin(page, ("=1+1", "@Bob", "-Cas", "Jürgen, J."))
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    with page.expect_download() as download:
        page.get_by_test_id("csv").click()
    download.value.save_as(tmp_path / "sheet.csv")
    text = (tmp_path / "sheet.csv").read_bytes().decode("utf-8-sig")
    head = "Game,'=1+1,'@Bob,'-Cas,\"Jürgen, J.\""
    assert text == f"{head}\r\n1,24,-5,-16,-3\r\nTotal,24,-5,-16,-3\r\nWon,1,0,0,0\r\n"


def test_two_phones_share_a_sheet_and_one_looks_on(phone: Phone) -> None:
    mine = phone().new_page()
    begin(mine)
    enter(mine, 0, {1: 5, 2: 16, 3: 3})
    writing, reading = share(mine)
    assert re.fullmatch(r".*/sheet/\w{20}#\w{16}", writing)
    assert reading == writing.partition("#")[0]
    mine.get_by_test_id("show-qr").click()
    mine.get_by_test_id("qr").wait_for()
    yours, theirs = opened(phone(), writing), opened(phone(), reading)
    assert yours.url == reading, "the key does not stay in the address"
    stands(yours, "+24", "−5", "−16", "−3")
    enter(yours, 2, {0: 6, 1: 11, 3: 5})
    for page in (mine, theirs):
        stands(page, "+18", "−16", "+6", "−8")
    # who looks on has nothing to enter, and no link to pass on but their own
    expect(theirs.get_by_test_id("out-0")).to_have_count(0)
    expect(theirs.get_by_test_id("correct-0")).to_have_count(0)
    expect(theirs.get_by_test_id("invite-link")).to_have_value(reading)
    # a name put right on one phone is right on all, and takes back no name put right on another meanwhile
    for page, seat, name in ((yours, 1, "Bobby"), (mine, 0, "Anna")):
        page.get_by_text("Correct the names").click()
        page.get_by_test_id(f"rename-{seat}").fill(name)
    mine.get_by_test_id("rename").click()
    expect(yours.get_by_test_id("rename-0")).to_have_value("Anna")
    yours.get_by_test_id("rename").click()
    for page in (mine, theirs):
        for name in ("Anna", "Bobby"):
            expect(page.get_by_role("columnheader", name=name)).to_be_visible()
    wrong = phone().new_page()
    wrong.goto(reading + "x")
    expect(wrong.get_by_role("heading", name="There is no such sheet")).to_be_visible()


def test_what_is_entered_without_a_line_is_sent_when_it_is_back(phone: Phone) -> None:
    mine = phone().new_page()
    begin(mine)
    writing, _ = share(mine)
    away = phone()
    yours = opened(away, writing)
    away.set_offline(True)
    enter(yours, 0, {1: 5, 2: 16, 3: 3})
    enter(yours, 2, {0: 6, 1: 11, 3: 5})
    expect(yours.get_by_test_id("line")).to_have_text(
        "2 entries are waiting for the connection. They are kept on this device."
    )
    stands(yours, "+18", "−16", "+6", "−8")
    stands(mine, "0", "0", "0", "0")
    away.set_offline(False)
    for page in (mine, yours):
        stands(page, "+18", "−16", "+6", "−8")
        expect(page.get_by_test_id("line")).to_have_text("Shared. Everything is on the server.")


@pytest.mark.parametrize("way", ["take-other", "another-game", "drop-other"])
def test_two_phones_that_enter_the_same_game_are_told(phone: Phone, way: str) -> None:
    mine = phone().new_page()
    begin(mine)
    writing, _ = share(mine)
    away = phone()
    yours = opened(away, writing)
    away.set_offline(True)
    enter(yours, 0, {1: 5, 2: 16, 3: 4})
    stands(yours, "+25", "−5", "−16", "−4")
    enter(mine, 0, {1: 5, 2: 16, 3: 3})
    expect(mine.get_by_test_id("line")).to_have_text("Shared. Everything is on the server.")
    away.set_offline(False)
    for page in (mine, yours):
        two = page.get_by_test_id("two-entries")
        expect(two).to_contain_text("This counts: Ann +24 · Bob −5 · Cas −16 · Dee −3")
        expect(two).to_contain_text("Another phone entered: Ann +25 · Bob −5 · Cas −16 · Dee −4")
        stands(page, "+24", "−5", "−16", "−3")
    yours.get_by_test_id(way).click()
    wanted = {
        "take-other": ("+25", "−5", "−16", "−4"),
        "another-game": ("+49", "−10", "−32", "−7"),
        "drop-other": ("+24", "−5", "−16", "−3"),
    }
    for page in (mine, yours):
        expect(page.get_by_test_id("two-entries")).to_have_count(0)
        stands(page, *wanted[way])
        page.get_by_text("What was corrected").click()
        expect(page.get_by_text("Game 1, no longer counted")).to_be_visible()


def test_what_is_half_entered_stays_when_another_phone_is_quicker(phone: Phone) -> None:
    mine = phone().new_page()
    begin(mine)
    writing, _ = share(mine)
    yours = opened(phone(), writing)
    yours.get_by_test_id("out-0").click()
    yours.get_by_test_id("rack-1").fill("5")
    enter(mine, 0, {1: 5, 2: 16, 3: 3})
    expect(yours.get_by_test_id("meanwhile")).to_contain_text("Game 1 was entered")
    expect(yours.get_by_test_id("rack-1")).to_have_value("5")
    yours.get_by_test_id("rack-2").fill("16")
    yours.get_by_test_id("rack-3").fill("3")
    yours.get_by_test_id("write-game").click()
    # both said the same: it stands once, and the next game can be entered
    expect(yours.get_by_role("heading", name="Game 2")).to_be_visible()
    enter(yours, 1, {0: 10, 2: 1, 3: 1})
    for page in (mine, yours):
        stands(page, "+14", "+7", "−17", "−4")
        expect(page.get_by_test_id("two-entries")).to_have_count(0)


def test_a_sheet_needs_no_network_once_the_page_was_there(chromium: Browser, server: str) -> None:
    """Opened, begun, reloaded and gone on with while the network is gone: the service worker has the page."""
    context = chromium.new_context(base_url=server, locale="en-GB", viewport={"width": 390, "height": 844})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/sheet")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    until(page, "async () => Boolean(await caches.match('/'))")
    page.reload()
    page.locator("#edition option").first.wait_for(state="attached")
    begin(page)
    page.get_by_test_id("referee").click()
    page.get_by_test_id("penalties").wait_for()
    context.set_offline(True)
    begin(page, ("Eve", "Finn"), edition="duel")
    enter(page, 1, {0: 17})
    page.reload()
    stands(page, "−17", "+17")
    page.goto("/sheet")
    page.get_by_test_id("kept-sheet").filter(has_text="Ann").click()
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    page.get_by_test_id("referee").click()
    expect(page.get_by_test_id("penalties")).to_contain_text("A joker left on a rack costs 30 points.")
    context.close()


def test_a_duel_asks_who_has_opened(phone: Phone, artefacts: Path) -> None:
    """On this device as on the server; a rack that does not count is not asked for."""
    page = phone().new_page()
    begin(page, ("Ann", "Bob"), edition="duel")
    page.get_by_test_id("out-0").click()
    page.get_by_test_id("opened-1").select_option("able")
    expect(page.get_by_test_id("rack-1")).to_have_count(0)
    page.screenshot(path=artefacts / "sheet" / "unopened.png", full_page=True)
    page.get_by_test_id("write-game").click()
    stands(page, "+200", "−200")
    share(page)
    page.get_by_test_id("out-1").click()
    page.get_by_test_id("opened-0").select_option("unable")
    page.get_by_test_id("write-game").click()
    stands(page, "+100", "−100")
    page.reload()
    stands(page, "+100", "−100")


def test_a_duel_of_an_event_asks_the_same(phone: Phone, server: str, artefacts: Path) -> None:
    event = Event(server, "two-player-swiss").enter(4).seat().publish().start()
    shown = event.see()
    first, second = shown["stages"][0]["rounds"][0]["tables"][0]
    page = phone().new_page()
    page.goto(f"{event.link}#{shown['table_keys'][0]}")
    page.get_by_test_id(f"i-am-{first}").click()
    page.get_by_test_id(f"out-{first}").first.click()
    page.get_by_test_id(f"opened-{second}").first.select_option("able")
    page.screenshot(path=artefacts / "sheet" / "unopened-event.png", full_page=True)
    page.get_by_test_id("send-1").click()
    page.get_by_test_id("entered-1").wait_for()
    assert event.see()["results"][0]["scores"] == [200, -200]
    event.close_line()


def test_a_sheet_is_not_thrown_away_by_one_tap(phone: Phone) -> None:
    page = phone().new_page()
    begin(page)
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    page.get_by_test_id("remove").click()
    expect(page.get_by_text("on this device alone and will be lost")).to_be_visible()
    page.reload()
    stands(page, "+24", "−5", "−16", "−3")
    page.get_by_test_id("remove").click()
    page.get_by_test_id("remove-now").click()
    page.get_by_test_id("start-sheet").wait_for()
    expect(page.get_by_test_id("kept-sheet")).to_have_count(0)


def test_the_referees_help_counts_a_rack_and_says_why(phone: Phone) -> None:
    page = phone().new_page()
    begin(page)
    page.get_by_test_id("out-0").click()
    page.get_by_test_id("rack-1").fill("5")
    page.get_by_test_id("referee").click()
    help_ = page.get_by_test_id("referee-help")
    help_.get_by_test_id("tiles-typed").fill("b4 k9 J 4")
    expect(help_.get_by_test_id("tally")).to_contain_text("47 points, 4 tiles")
    expect(help_.get_by_test_id("tally")).to_contain_text("2 × 4 = 8 + 9 + Joker (30)")
    help_.get_by_test_id("tile-J").click()
    expect(help_.get_by_test_id("tile-J")).to_be_disabled()
    help_.get_by_test_id("tiles-typed").fill("b14")
    expect(help_.get_by_text("b14 is not a tile.")).to_be_visible()
    expect(help_.get_by_test_id("penalties")).to_contain_text("The penalty is 3 tiles")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("rack-1")).to_have_value("5")
    page.goto("/referee/belgian-tournament")
    page.get_by_test_id("tile-J").click()
    expect(page.get_by_test_id("tally")).to_contain_text("1 tile, points: 25")
    expect(page.get_by_test_id("penalties")).to_be_visible()
    expect(page.get_by_test_id("claims")).not_to_be_visible()
    page.locator("#edition").select_option("duel")
    page.get_by_test_id("tile-J").click()
    expect(page.get_by_test_id("tally")).to_contain_text("1 tile, points: 50")
    expect(page.get_by_test_id("claims")).to_contain_text("A player who asks shows the three pairs")


def test_the_table_of_an_event_is_one_tap_from_the_referees_help(phone: Phone, server: str) -> None:
    event = Event(server, "belgian-tournament").enter(4).seat().publish().start()
    table = phone().new_page()
    table.goto(f"{event.link}#{event.see()['table_keys'][0]}")
    table.get_by_test_id("referee").click()
    table.get_by_test_id("referee-help").get_by_test_id("tile-J").click()
    expect(table.get_by_test_id("tally")).to_contain_text("1 tile, points: 25")
    event.close_line()
