"""A family's evenings through the page: who comes and goes, the same again, who won most, a sheet on paper and as a
picture."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.papers import printed
from tests.browser.scenes.family import keep
from tests.browser.scenes.sheets import begin, enter, share, stands
from tests.browser.sheets.test_sheet import opened
from tests.browser.tournament.conftest import Phone
from tests.sheets.family import Night, Sum, counted, year
from tilerummy.cli.main import main
from tilerummy.messages import languages

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)
YEAR = year()


def kept(page: Page, *nights: Night) -> None:
    """The evenings on the device of a page, which is at the list of sheets then."""
    page.goto("/sheet")
    page.locator("#edition option").first.wait_for(state="attached")
    keep(page, nights)
    page.reload()
    page.get_by_test_id("kept-sheet").first.wait_for()


def told(page: Page) -> dict[str, Sum]:
    """What the page says of each person."""
    found = {}
    for row in page.get_by_test_id("people").locator("tbody tr").all():
        name, *cells = row.locator("th, td").all_inner_texts()
        del cells[3]  # the average
        won, games, points, best, series, evenings_won, evenings = (int(cell.replace("−", "-")) for cell in cells)
        found[name.strip().lower()] = Sum(evenings, evenings_won, games, won, points, best, series)
    return found


def test_a_familys_year_without_a_network_is_counted_as_it_happened(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    device = phone()
    page = device.new_page()
    # the server never says what others wrote
    page.route("**/api/sheets", lambda asked: asked.abort())
    kept(page, *YEAR)
    expect(page.get_by_test_id("kept-sheet")).to_have_count(40)
    device.set_offline(True)
    page.get_by_test_id("evenings").click()
    games = sum(len(night.games) for night in YEAR)
    expect(page.get_by_test_id("evenings-count")).to_have_text(f"40 evenings · {games} games")
    expect(page.get_by_text("No connection")).to_be_visible()
    assert told(page) == counted(YEAR)[0]
    with page.expect_download() as download:
        page.get_by_test_id("evenings-file").click()
    download.value.save_as(tmp_path / "evenings.json")
    page.get_by_test_id("wanted-year").select_option("2026")
    assert told(page) == counted(YEAR, "2026")[0]
    page.get_by_test_id("wanted-edition").select_option("twist")
    assert told(page) == counted(YEAR, "2026", "twist")[0]
    page.get_by_test_id("wanted-year").select_option("")
    page.get_by_test_id("wanted-edition").select_option("")
    two = page.get_by_test_id("pairs").locator("tbody tr").first
    names = two.locator("th").inner_text().split(" – ")
    page.get_by_test_id("wanted-pair").select_option(label=" – ".join(names))
    people, ahead = counted(YEAR, pair=tuple(name.lower() for name in names))
    assert told(page) == people
    sums = ahead[frozenset(people)]
    expect(two.locator("td").nth(1)).to_have_text(" : ".join(str(sums[name.lower()]) for name in names))
    # what the page saves, the command counts alike
    assert main(["--lang", "en", "evenings", str(tmp_path / "evenings.json")]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[3:]]
    assert {line[0].lower(): int(line[3]) for line in lines[: len(counted(YEAR)[0])]} == {
        name: one.points for name, one in counted(YEAR)[0].items()
    }


def test_who_comes_on_two_phones_plays_once(phone: Phone) -> None:
    """One phone is offline; each says that Eve comes, one that Dee goes home, and both go on."""
    mine = phone().new_page()
    begin(mine, ("Ann", "Bob", "Cas", "Dee"), "xp-160")
    enter(mine, 0, {1: 5, 2: 16, 3: 3})
    writing, _ = share(mine)
    away = phone()
    yours = opened(away, writing)
    away.set_offline(True)
    for page in (mine, yours):
        page.get_by_test_id("company").click()
        page.get_by_test_id("newcomer").fill("Eve")
        page.get_by_test_id("comes").click()
        expect(page.get_by_text("Eve plays from game 2 on.")).to_be_visible()
    mine.get_by_test_id("leaves-3").click()
    mine.get_by_test_id("newcomer").fill("Finn")
    mine.get_by_test_id("comes").click()
    enter(mine, 5, {0: 1, 1: 2, 2: 3, 4: 4})
    # this one knows of Eve alone, and writes the game after it
    enter(yours, 4, {0: 10, 1: 20, 2: 30, 3: 40})
    stands(yours, "+14", "−25", "−46", "−43", "+100")
    away.set_offline(False)
    two = mine.get_by_test_id("two-entries")
    expect(two).to_contain_text("Another phone entered: Ann −10 · Bob −20 · Cas −30 · Dee −40 · Eve +100")
    mine.get_by_test_id("another-game").click()
    for page in (mine, yours):
        stands(page, "+13", "−27", "−49", "−43", "+96", "+10")
        expect(page.get_by_test_id("games-5")).to_have_text("1")
        expect(page.get_by_test_id("average-4")).to_have_text("+48")
        expect(page.get_by_test_id("score-0-4")).to_have_text("–")
        expect(page.get_by_test_id("out-3")).to_have_count(0)
    yours.get_by_test_id("company").click()
    yours.get_by_test_id("newcomer").fill("finn")
    expect(yours.get_by_test_id("comes")).to_be_disabled()
    # who went home is back
    yours.get_by_test_id("leaves-4").click()
    yours.get_by_test_id("returns-3").click()
    expect(mine.get_by_test_id("out-3")).to_be_visible()
    expect(mine.get_by_test_id("out-4")).to_have_count(0)


def test_an_evening_has_a_date_a_place_and_a_winner_and_is_played_again(phone: Phone) -> None:
    page = phone().new_page()
    page.goto("/sheet")
    page.get_by_test_id("house-rules").click()
    page.get_by_test_id("house-end-loss-cap").select_option(label="25")
    for seat, name in enumerate(("Ann", "Bob", "Cas")):
        page.get_by_test_id(f"name-{seat}").fill(name)
    page.get_by_test_id("about").click()
    page.get_by_test_id("about-date").fill("2026-01-31")
    page.get_by_test_id("about-place").fill("Gent")
    page.get_by_test_id("start-sheet").click()
    expect(page.get_by_test_id("when")).to_have_text("31 January 2026 · Gent")
    enter(page, 0, {1: 60, 2: 5})
    share(page)
    page.get_by_test_id("about").click()
    page.get_by_test_id("about-note").fill("By candle light")
    page.get_by_test_id("save-about").click()
    expect(page.get_by_test_id("noted")).to_have_text("By candle light")
    page.reload()
    expect(page.get_by_test_id("when")).to_have_text("31 January 2026 · Gent")
    page.goto("/sheet")
    expect(page.get_by_test_id("kept-sheet")).to_contain_text("31 Jan 2026 · Gent · Original · 1 game")
    expect(page.get_by_test_id("kept-winner")).to_have_text("Winner: Ann (points: +30)")
    page.get_by_test_id("same-again").click()
    for name in ("Ann", "Bob", "Cas"):
        expect(page.get_by_role("columnheader", name=name)).to_be_visible()
    expect(page.get_by_test_id("when")).not_to_contain_text("2026-01-31")
    expect(page.get_by_test_id("counting")).to_have_text("How this table counts: no loss of more than 25 points.")
    enter(page, 1, {0: 60, 2: 5})
    stands(page, "−25", "+30", "−5")


def test_a_guest_knows_in_another_browser_what_they_shared(phone: Phone) -> None:
    device = phone()
    page = device.new_page()
    begin(page)
    enter(page, 0, {1: 5, 2: 16, 3: 3})
    share(page)
    # the same guest, a device that has kept nothing
    page.evaluate("() => localStorage.clear()")
    page.goto("/evenings")
    expect(page.get_by_test_id("evenings-count")).to_have_text("1 evening · 1 game")
    assert told(page)["ann"] == Sum(1, 1, 1, 1, 24, 24, 1)
    # and what the server said stays, without it
    device.set_offline(True)
    page.get_by_role("link", name="Score sheet").click()
    page.go_back()
    expect(page.get_by_test_id("evenings-count")).to_have_text("1 evening · 1 game")


def test_six_fit_on_a_phone_in_every_language(phone: Phone) -> None:
    page = phone().new_page()
    begin(page, ("Annelies", "Bo", "Chloé", "Dieter", "Éléonore", "Freek"), "xp-160")
    enter(page, 0, {1: 5, 2: 16, 3: 3, 4: 120, 5: 144})
    for language in languages():
        page.evaluate("(language) => localStorage.setItem('tilerummy.language', language)", language)
        page.reload()
        page.get_by_test_id("total-5").wait_for()
        page.evaluate("document.fonts.ready")
        wide, room = page.locator("table").evaluate("(table) => [table.scrollWidth, table.parentElement.clientWidth]")
        assert wide <= room, language
        assert (
            page.get_by_test_id("won-0")
            .locator("xpath=../th")
            .evaluate("(cell) => cell.getClientRects().length === 1 && cell.scrollWidth <= cell.clientWidth")
        ), language


@pytest.mark.parametrize("games", [9, 50])
def test_a_sheet_is_one_page_of_paper_and_a_picture(phone: Phone, games: int, tmp_path: Path) -> None:
    night = max(YEAR, key=lambda one: len(one.games))
    writes = [command for command in night.commands if command["t"] == "write" and "over" not in command]
    more = [{**writes[-1], "id": f"more-{at}", "game": at} for at in range(len(night.games), games)]
    page = phone().new_page()
    kept(page, night._replace(commands=(*night.commands, *more)))
    page.get_by_test_id("kept-sheet").click()
    page.get_by_test_id(f"score-{games - 1}-0").wait_for()
    for paper in ("A4", "Letter"):
        pdf = printed(page, paper)
        (tmp_path / f"{paper}.pdf").write_bytes(pdf)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, paper
    page.emulate_media(media="print")
    for hidden in ("next-turn", "csv", "share-sheet", "end-evening"):
        expect(page.get_by_test_id(hidden)).to_be_hidden()
    for seen in ("when", "score-0-0", "total-0"):
        expect(page.get_by_test_id(seen)).to_be_visible()
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        page.get_by_test_id("sheet-picture").click()
    download.value.save_as(tmp_path / "sheet.png")
    data = (tmp_path / "sheet.png").read_bytes()
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert width == 1080
    assert height > 54 * games


def test_a_sheet_of_another_guest_is_found_on_ones_other_device(phone: Phone) -> None:
    anns = phone().new_page()
    begin(anns, ("Ann", "Bob"))
    enter(anns, 0, {1: 12})
    writing, _ = share(anns)
    bobs = phone()
    with (
        bobs.new_page() as page,
        page.expect_response(
            lambda answer: answer.request.method == "POST" and "keep" in (answer.request.post_data or "")
        ) as told,
    ):
        page.goto(writing)
    assert told.value.status == 200
    other = phone()
    other.add_cookies(bobs.cookies())  # type: ignore[arg-type]
    page = other.new_page()
    page.goto("/sheet")
    expect(page.get_by_test_id("sheet-elsewhere")).to_contain_text("Ann, Bob")
    page.get_by_test_id("evenings").click()
    expect(page.get_by_test_id("evenings-count")).to_have_text("1 evening · 1 game")
    page.goto("/sheet")
    page.get_by_test_id("sheet-elsewhere").click()
    enter(page, 1, {0: 20})
    stands(anns, "−8", "+8")
