"""The desk of a tournament before it begins: latecomers, pairs kept apart, players who stay at one table."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.scenes.events import Event

expect.set_options(timeout=60_000)


@pytest.mark.browser
def test_players_at_the_door_and_their_hand_drawn_numbers(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.get_by_test_id("door").click()
    for name in ("Ivo; Juniors", "Jan"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("door")).to_have_value("")
    expect(page.get_by_test_id("entrant-9")).to_contain_text("Juniors")
    page.keyboard.type("ann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("ann is on the list already")
    expect(page.get_by_test_id("door")).to_have_value("ann")
    page.get_by_test_id("entrant-10").click()
    page.get_by_test_id("number").fill("3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_test_id("entrant-3")).to_contain_text("Jan")
    expect(page.get_by_test_id("entrant-10")).to_contain_text("Cas")
    page.get_by_test_id("paste-file").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": "nom,club\nZoé,Aalst\n".encode("cp1252")}
    )
    expect(page.get_by_test_id("paste")).to_have_value("nom,club\nZoé,Aalst\n")


@pytest.mark.browser
def test_the_desk_sees_what_a_list_says_before_it_is_entered(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.locator("summary", has_text="Add a list of players").click()
    page.get_by_test_id("paste-file").set_input_files(
        {
            "name": "list.csv",
            "mimeType": "text/csv",
            "buffer": "Jméno;Příjmení\r\nJan;Novák\r\nEva;Malá\r\n".encode("utf-16"),
        }
    )
    shown = page.get_by_test_id("understood-entrants")
    expect(shown).to_contain_text("3 players on this list")
    expect(shown).to_contain_text("Jméno · Příjmení")
    assert len(event.see()["entrants"]) == 8
    page.get_by_test_id("leave-out").click()
    expect(page.get_by_test_id("paste")).to_have_value("Jan;Novák\nEva;Malá\n")
    expect(shown).to_contain_text("2 players on this list")
    page.get_by_test_id("paste").fill("Ewa\nann\n")
    expect(shown).to_contain_text("ann is on the list already")
    expect(page.get_by_test_id("enter")).to_be_disabled()
    page.get_by_test_id("paste").fill("Ewa\nJan\n")
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("entrant-10")).to_contain_text("Jan")
    expect(shown).to_have_text("")


@pytest.mark.browser
def test_pairs_are_kept_apart_by_name_or_number(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.get_by_test_id("apart-one").fill("nobody")
    page.get_by_test_id("apart-other").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Nobody on the list is called nobody.")
    page.get_by_test_id("apart-one").fill("ann")
    page.get_by_test_id("apart-other").press("Enter")
    expect(page.get_by_test_id("apart-one")).to_be_focused()
    page.keyboard.type("Cas")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Cas and Dee")).to_be_visible()
    assert event.see()["apart"] == [[1, 2], [3, 4]]
    page.get_by_role("button", name="Cas and Dee may meet").click()
    expect(page.get_by_text("Cas and Dee")).to_have_count(0)
    page.get_by_test_id("begin").click()
    page.get_by_test_id("phase-planned").wait_for()
    for round_ in event.see()["stages"][0]["rounds"]:
        assert not any({1, 2} <= set(seats) for seats in round_["tables"])


@pytest.mark.browser
def test_somebody_always_sits_at_one_table_unless_the_desk_is_sure(laptop: BrowserContext, event: Event) -> None:
    page = event.desk(laptop, "entering")
    page.get_by_test_id("entrant-1").click()
    page.get_by_test_id("fixed").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("entrant-1")).to_contain_text("always table 2")
    assert event.see()["fixed"] == [[1, 2]]
    page.get_by_test_id("begin").click()
    page.get_by_test_id("phase-planned").wait_for()
    rounds = event.see()["stages"][0]["rounds"]
    assert all(1 in round_["tables"][1] for round_ in rounds)
    page.get_by_test_id("arrange").click()
    page.get_by_test_id("player-1").click()
    other = page.get_by_test_id(f"player-{rounds[0]['tables'][0][0]}")
    expect(other).to_contain_text("leaves their fixed table")
    other.click()
    expect(page.get_by_role("alert")).to_contain_text("Ann is to stay at table 2.")
    assert 1 in event.see()["stages"][0]["rounds"][0]["tables"][1]
    page.get_by_test_id("arrange-sure").click()
    expect(page.get_by_test_id("entrant-1")).to_contain_text("at table 1 in round 1")
