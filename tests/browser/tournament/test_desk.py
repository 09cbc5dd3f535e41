"""The desk of a tournament by keyboard: results from a list, corrections, a lost connection."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.robot.server import Server
from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)
FORMAT = "wins-then-points"


def names(event: Event) -> dict[int, str]:
    return {one["number"]: one["name"] for one in event.see()["entrants"]}


@pytest.mark.browser
def test_results_from_a_list_are_entered_whole_or_not_at_all(laptop: BrowserContext, event: Event) -> None:
    event.seat().publish().start()
    tables = event.see()["stages"][0]["rounds"][0]["tables"]
    lines = [
        f"{table};1;{names(event)[number]};{30 if seat == 0 else -10}"
        for table, seats in enumerate(tables, start=1)
        for seat, number in enumerate(seats)
    ]
    page = event.desk(laptop, "playing")
    page.locator("summary", has_text="Results from a list").click()
    page.get_by_test_id("results-list").fill("\n".join([*lines[:-1], "2;1;Nobody;x"]))
    told = page.get_by_role("alert")
    for said in ("Line 8: Nobody is not on the list.", "Line 8: x in the column points is not a whole number."):
        expect(told).to_contain_text(said)
    expect(page.get_by_test_id("enter-results")).to_be_disabled()
    assert event.see()["results"] == []
    page.get_by_test_id("results-list-file").set_input_files(
        {"name": "round.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}
    )
    expect(page.get_by_test_id("results-list")).to_have_value("\n".join(lines))
    page.get_by_test_id("enter-results").click()
    expect(page.get_by_test_id("missing")).to_have_text("All results are in.")
    expect(told).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Results as CSV").click()
    assert download.value.path().read_text("utf-8-sig").count("\n") == 9


@pytest.mark.browser
def test_a_closed_round_is_put_right_with_a_reason_that_stays(laptop: BrowserContext, event: Event) -> None:
    event.seat().play_round()
    page = event.desk(laptop, "planned")
    page.get_by_test_id("look").click()
    expect(page.get_by_text("This round is closed.")).to_contain_text("are planned again")
    cells = [page.get_by_test_id(f"score-1-1-{seat}") for seat in (1, 2, 3, 4)]
    before = [int(cell.input_value()) for cell in cells]
    cells[0].fill(str(before[0] + 7))
    # whatever else happens meanwhile, what is typed stays
    event.do("clock", table=0, seconds=600, running=False)
    expect(page.get_by_text("10:00")).to_be_visible()
    expect(cells[0]).to_have_value(str(before[0] + 7))
    cells[1].fill("none")
    reason = page.get_by_test_id("reason-1-1")
    cells[1].press("Enter")
    expect(reason).to_be_focused()
    page.keyboard.type("counted again")
    page.keyboard.press("Enter")
    expect(page.get_by_text("none in the column")).to_be_visible()
    cells[1].fill(str(before[1] - 7))
    cells[1].press("Enter")
    expect(page.get_by_text("corrected: counted again")).to_be_visible()
    (result,) = [one for one in event.see()["results"] if one["table"] == 1]
    assert result["scores"] == [before[0] + 7, before[1] - 7, *before[2:]]
    page.get_by_test_id("journal").locator("summary").click()
    expect(page.get_by_text("Reason: counted again")).to_be_visible()


def won_by(event: Event, number: int) -> None:
    """The results of a player in the first stage are corrected: they won all games."""
    for at, round_ in enumerate(event.see()["stages"][0]["rounds"]):
        table = next(at for at, seats in enumerate(round_["tables"], start=1) if number in seats)
        scores = [90 if one == number else -30 for one in round_["tables"][table - 1]]
        event.do("correct", stage=0, round=at, table=table, game=1, scores=scores, reason="misread")


@pytest.mark.browser
def test_who_came_to_the_final_by_mistake_is_told_planned_again_or_kept(
    laptop: BrowserContext, event: Event, artefacts: Path
) -> None:
    event.seat()
    for _ in range(4):
        event.play_round()
    event.publish()
    last = event.see()["stages"][0]["standings"][-1]["number"]
    page = event.desk(laptop, "published")
    won_by(event, last)
    told = page.get_by_test_id("overtaken")
    expect(told).to_contain_text(re.compile(f"Would come in: .*{names(event)[last]}"))
    page.screenshot(path=artefacts / "overtaken.png")
    page.get_by_test_id("overtaken-reseat").click()
    expect(told).to_have_count(0)
    assert last in event.see()["stages"][1]["rounds"][0]["tables"][0]
    page.get_by_test_id("start").click()
    page.get_by_test_id("phase-playing").wait_for()
    other = event.see()["stages"][0]["standings"][-1]["number"]
    won_by(event, other)
    expect(told).to_contain_text("It has been started.")
    # all four corrections have come before the last is taken back
    page.reload()
    expect(told).to_contain_text("It has been started.")
    for _ in range(4):
        page.get_by_test_id("undo").click()
        expect(page.get_by_test_id("undo")).to_be_enabled()
    expect(told).to_have_count(0)
    won_by(event, other)
    page.get_by_test_id("keep").click()
    expect(page.get_by_role("alert")).to_contain_text("A correction needs a reason.")
    page.get_by_test_id("keep-reason").fill("all players agree")
    page.get_by_test_id("keep").click()
    expect(told).to_have_count(0)
    page.get_by_test_id("journal").locator("summary").click()
    expect(page.get_by_text("Reason: all players agree")).to_be_visible()
    expect(page.get_by_text("Taken back: correction").first).to_be_visible()


@pytest.mark.browser
def test_enter_goes_on_to_the_next_row_of_the_grid(laptop: BrowserContext, event: Event) -> None:
    event.seat().publish().start()
    page = event.desk(laptop, "playing")
    page.get_by_test_id("score-1-1-1").click()
    for points in ("30", "-10", "-10"):
        page.keyboard.type(points)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("score-2-1-1")).to_be_focused()
    expect(page.get_by_test_id("score-1-1-4")).to_have_value("-10")
    expect(page.get_by_test_id("missing")).to_have_text("1 result is missing.")
    # the table that is done is folded; opened again, the arrows go through it like a sheet
    expect(page.get_by_test_id("score-1-1-4")).to_be_hidden()
    page.get_by_test_id("fold-1").click()
    page.get_by_test_id("score-1-1-1").focus()
    for key, there in (("Right", "1-1-2"), ("Down", "2-1-2"), ("Left", "2-1-1"), ("Left", "2-1-1"), ("Up", "1-1-1")):
        page.keyboard.press(f"Arrow{key}")
        expect(page.get_by_test_id(f"score-{there}")).to_be_focused()


@pytest.mark.browser
def test_a_latecomer_a_result_that_cannot_be_and_a_round_closed_as_listed(laptop: BrowserContext, event: Event) -> None:
    event.seat().publish().start().report(1)
    gone = event.see()["stages"][0]["rounds"][0]["tables"][1][1]
    event.do("withdraw", number=gone)
    page = event.desk(laptop, "playing")
    # the seat of who left is marked; a person who comes late takes it
    expect(page.get_by_test_id("score-2-1-2")).to_have_attribute("placeholder", "has left")
    page.get_by_test_id("door").fill("Late")
    expect(page.get_by_test_id("chair-2")).to_contain_text(f"the chair of {names(event)[gone]}, who has left")
    page.get_by_test_id("chair-2").click()
    expect(page.get_by_role("columnheader", name="Late")).to_be_visible()
    first = page.get_by_test_id("score-2-1-1")
    for points, said in (("1500", "all tiles in the box are worth 788"), ("470", "More than 157 on one rack is rare")):
        first.fill(points)
        for seat in (2, 3, 4):
            page.get_by_test_id(f"score-2-1-{seat}").fill("" if seat == 4 else "-500" if points == "1500" else "-156")
        first.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_test_id("sure-2-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("missing")).to_have_text("All results are in.")
    # what the desk typed in itself stands apart from what one person alone entered at a table
    expect(page.get_by_test_id("alone")).to_have_count(0)
    page.get_by_test_id("close").click()
    listed = page.get_by_test_id("closing")
    page.get_by_test_id("typed").click()
    expect(listed.locator("li")).to_have_count(2)
    # what is entered again while a person reads the list is not confirmed with it
    tables = event.see()["stages"][0]["rounds"][0]["tables"]
    event.do("report", table=1, game=1, scores=[9] + [-3] * (len(tables[0]) - 1))
    expect(listed.locator("li")).to_have_count(1)
    expect(page.get_by_test_id("close-listed")).to_be_disabled()
    page.get_by_test_id("closing-look").click()
    page.get_by_test_id("listed-1-1").click()
    expect(listed.locator("li")).to_have_count(1)
    page.get_by_test_id("close-listed").click()
    page.get_by_test_id("phase-planned").wait_for()


@pytest.mark.browser
def test_a_lost_line_is_told_and_found_again(laptop: BrowserContext, own_server: Server) -> None:
    event = Event(own_server.address, FORMAT)
    event.do("enter", text="Ann\nBob")
    page = event.desk(laptop, "entering")
    lost = page.get_by_text("The connection is lost")
    own_server.kill()
    expect(lost).to_be_visible()
    own_server.start()
    expect(lost).to_have_count(0)
    event.do("enter", text="Cas")
    expect(page.get_by_test_id("entrant-3")).to_be_visible()
    event.close_line()


@pytest.mark.browser
def test_what_was_done_is_not_nothing_while_it_cannot_be_had(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.route("**/journal?*", lambda route: route.abort())
    page.get_by_test_id("journal").locator("summary").click()
    lost = page.get_by_test_id("no-connection")
    nothing = page.get_by_text("Nothing has been done yet.")
    expect(lost).to_be_visible()
    expect(nothing).to_have_count(0)
    page.unroute("**/journal?*")
    page.get_by_test_id("try-now").click()
    expect(page.get_by_test_id("journal").get_by_role("listitem")).to_contain_text(["Ann"])
    expect(lost).to_have_count(0)
    page.get_by_label("Only corrections").check()
    expect(nothing).to_be_visible()


@pytest.mark.browser
def test_a_first_answer_that_is_none_is_not_the_last(laptop: BrowserContext, event: Event) -> None:
    asked = 0

    def busy(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked > 2:
            route.continue_()
        else:
            route.fulfill(status=503, body="<html>")

    page = laptop.new_page()
    page.route("**/api/tournaments/*", busy)
    page.goto(event.link)
    expect(page.get_by_role("heading", name="8 players on the list")).to_be_visible()
    assert asked == 3
    page.goto(f"{event.link}x")
    expect(page.get_by_role("heading", name="There is no such tournament")).to_be_visible()


@pytest.mark.browser
def test_who_sits_elsewhere_since_the_tables_were_shown_is_told_to_everybody(
    laptop: BrowserContext, event: Event
) -> None:
    event.seat().publish()
    seats = event.see()["stages"][0]["rounds"][0]["tables"]
    event.do("withdraw", number=seats[0][0])
    page = laptop.new_page()
    page.goto(event.link)
    expect(page.get_by_role("heading", name="Tables: ")).to_be_visible()
    told = page.get_by_text("Changed since these tables were shown:")
    expect(told).to_have_count(0)
    event.do("reseat")
    expect(told).to_be_visible()
    gone = names(event)[seats[0][0]]
    expect(page.get_by_text(f"{gone}: no table (was 1)")).to_be_visible()


@pytest.mark.browser
def test_the_final_ranking_is_revealed_place_by_place_and_read_by_class(
    chromium: Browser, laptop: BrowserContext, event: Event
) -> None:
    for number, name in names(event).items():
        event.do("change", number=number, name=name, category="Juniors" if number % 2 else "Seniors")
    event.seat().finish()
    ranking = [names(event)[line["number"]] for line in event.see()["ranking"]]
    page = event.desk(laptop, "over")
    everybody = chromium.new_context(locale="en-GB", service_workers="block")
    wall = everybody.new_page()
    state = page.get_by_test_id("revealed")
    expect(state).to_have_text("Everybody sees the whole final ranking.")
    page.get_by_test_id("reveal-start").click()
    expect(state).to_have_text("Nobody but this desk sees the final ranking yet.")
    wall.goto(event.link)
    expect(wall.get_by_role("heading", name="Autumn cup")).to_be_visible()
    expect(wall.get_by_role("heading", name="Final ranking")).to_have_count(0)
    for count, said in ((1, "the last of 8 places"), (2, "the last 2 of 8 places")):
        page.get_by_test_id("reveal").click()
        expect(state).to_contain_text(said)
        expect(wall.locator("tbody tr:not(.part)")).to_have_count(count)
    expect(wall.locator("tbody tr:not(.part)").first).to_contain_text(ranking[-2])
    final = page.locator("section", has=page.get_by_role("heading", name="Final ranking"))
    final.get_by_test_id("class").select_option("Juniors")
    expect(final.locator("tbody tr:not(.part)")).to_have_count(4)
    expect(final.locator("tbody tr:not(.part)").nth(3).locator("td").first).to_have_text("4")
    everybody.close()


@pytest.mark.browser
def test_a_tables_page_has_its_own_clock_where_it_was_given_longer(laptop: BrowserContext, event: Event) -> None:
    event.seat().publish().start()
    event.do("clock", table=0, seconds=1200, running=False)
    page = laptop.new_page()
    page.goto(f"{event.link}#{event.see()['table_keys'][1]}")
    clock = page.get_by_test_id("table-clock")
    expect(clock).to_have_text("20:00")
    event.do("clock", table=2, seconds=1, running=True)
    expect(clock).to_contain_text("Last turn")
    event.do("clock", table=2, seconds=90, running=False)
    expect(clock).to_have_text("1:30")


@pytest.mark.browser
def test_players_swap_by_taps_by_keyboard_and_by_mouse(laptop: BrowserContext, event: Event) -> None:
    event.seat().publish()

    def tables() -> list[list[int]]:
        found: list[list[int]] = event.see()["stages"][0]["rounds"][0]["tables"]
        return found

    page, other = event.desk(laptop, "published"), event.desk(laptop, "published")
    page.bring_to_front()
    page.get_by_test_id("arrange").click()
    (one, *_), (two, three, *_) = before = tables()
    # two taps, and what it costs is said before the second
    page.get_by_test_id(f"player-{one}").click()
    expect(page.get_by_test_id(f"player-{two}")).to_contain_text(re.compile(r"Repeats: [+−±]\d"))
    page.get_by_test_id(f"player-{two}").click()
    expect(page.locator("[data-place*='\"table\":2']")).to_contain_text(names(event)[one])
    assert tables() == [[two, *before[0][1:]], [one, *before[1][1:]]]
    # the keyboard: Escape puts back
    page.get_by_test_id(f"player-{two}").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.get_by_test_id(f"player-{three}").focus()
    page.keyboard.press("Space")
    page.get_by_test_id(f"player-{two}").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-place*='\"table\":1']")).to_contain_text(names(event)[three])
    # the mouse drags one player onto another; a table of three is too few here, so nobody can leave one
    seats = tables()
    page.get_by_test_id(f"player-{seats[0][0]}").hover()
    page.mouse.down()
    page.get_by_test_id(f"player-{seats[1][0]}").hover()
    expect(page.get_by_test_id("into-2")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("[data-place*='\"table\":2']")).to_contain_text(names(event)[seats[0][0]])
    expect(page.get_by_test_id("undo")).to_have_text("Take back: tables arranged")
    # who leaves is picked up at no desk any more
    seats = tables()
    other.bring_to_front()
    other.get_by_test_id("arrange").click()
    other.get_by_test_id(f"player-{seats[0][0]}").wait_for()
    event.do("withdraw", number=seats[1][1])
    expect(other.get_by_test_id(f"player-{seats[1][1]}")).to_be_disabled()
