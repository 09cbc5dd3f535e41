"""A match in the page: chosen when the table is made, the score table between games, the winner after the last.

Whole matches are played by `python -m tests.browser.matrix --matches`; here each game is given up.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.table.test_together import sit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def give_up(person: Visitor) -> str:
    """Give the game up; what the result says of the match."""
    person.eyes.wait_for("d.phase === 'playing'")
    person.push("menu")
    person.push("resign")
    person.push("resign-confirm")
    person.page.wait_for_selector('[data-testid="result"]')
    return person.page.locator('[data-testid="match"]').inner_text()


def test_a_belgian_block_of_three_games_on_a_phone(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "match"
    with visiting(chromium, server, "phone", pictures) as ann:
        ann.create_table(name="Ann", edition="belgian-tournament", seats=2, computers=1, level="gentle", match="1")
        assert "Match: 3 games" in ann.page.locator('[data-testid="choices"]').inner_text()
        ann.push("start")
        for game in (1, 2):
            assert give_up(ann) == f"Game {game} of 3"
            # the block is the whole match, which is told once
            assert ann.page.locator('[data-testid="round"]').count() == 0
            assert ann.page.locator('[data-testid="match-table"] tbody tr').count() == (0 if game == 1 else game)
            ann.push("rematch")
            ann.page.locator('[data-testid="result"]').wait_for(state="detached")
        computer = ann.eyes.settled().seats[1].name
        assert give_up(ann) == f"The match is over: {computer} wins."
        assert ann.page.locator('[data-testid="match-place-0"]').inner_text() == "2"
        assert ann.page.locator('[data-testid="rematch"]').inner_text() == "New match"
        ann.picture(pictures / "over.png")
        with ann.page.expect_download() as download:
            ann.push("send-result")
        download.value.save_as(pictures / "sent.png")
        assert (pictures / "sent.png").read_bytes().startswith(b"\x89PNG")
        assert not ann.eyes.complaints, ann.eyes.complaints


def test_between_two_games_of_two_people(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "match"
    with (
        visiting(chromium, server, "laptop", pictures / "ann") as ann,
        visiting(chromium, server, "phone", pictures / "bob") as bob,
    ):
        ann.create_table(name="Ann", edition="original", seats=2, computers=0, level="steady", match="2")
        sit(bob, ann.page.url, "Bob")
        ann.page.wait_for_selector("text=Bob")
        ann.push("start")
        assert give_up(ann) == "Game 1 of 2"
        ann.push("rematch")
        # nobody can leave, and the score stands there while the others are awaited
        ann.page.get_by_text("The next game begins once everyone is here.").wait_for()
        assert ann.page.locator("h1").inner_text().strip() == "Game 2 of 2"
        assert ann.page.get_by_text("Stand up").count() == 0
        assert ann.page.locator('[data-testid="match-place-0"]').inner_text() == "2"
        ann.picture(pictures / "between.png")
        bob.page.bring_to_front()
        bob.page.get_by_role("link", name="Next game").wait_for()
        # each side is told what it waits for
        bob.page.get_by_text("The next game is waiting for you: others are there already.").wait_for()
        ann.page.get_by_text("still looking at the last result").wait_for()
        bob.push("rematch")
        for person in (ann, bob):
            person.eyes.wait_for("d.phase === 'playing'")
        assert give_up(ann) == "The match is over: Bob wins."
        bob.page.wait_for_selector('[data-testid="result"]')
        assert bob.page.locator('[data-testid="match"]').inner_text() == "The match is over: you win."
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints


@pytest.mark.parametrize(
    ("size", "edition", "points", "said"),
    [
        ("phone", "suomi", ["opening.melds"], "one meld must reach the opening amount"),
        (
            "phone",
            "sabra",
            ["clock.finished", "clock.loose_joker"],
            "a late finished play costs the penalty; a loose joker from the table goes to the rack",
        ),
        ("laptop", "twist", ["clock.finished"], "a late finished play costs one tile"),
        ("laptop", "original", ["end.exhausted"], "the winner’s own rack counts as a plus when nobody goes out"),
    ],
)
def test_a_rule_is_taken_literally_by_one_switch(
    chromium: Browser, server: str, artefacts: Path, size: str, edition: str, points: list[str], said: str
) -> None:
    with visiting(chromium, server, size, artefacts / "match") as ann:
        ann.open("/")
        ann.page.fill('[data-testid="name"]', "Ann")
        ann.push("create-table")
        ann.pick(f"edition-{edition}")
        ann.push("rules")
        for point in points:
            ann.pick(f"literal-{point}")
        ann.picture(artefacts / "match" / f"literal-{edition}.png")
        ann.page.keyboard.press("Escape")
        ann.push("create")
        ann.page.wait_for_selector('[data-testid="start"]')
        assert said in ann.page.locator("header").last.inner_text()


def test_a_box_may_hold_other_jokers(chromium: Browser, server: str, artefacts: Path) -> None:
    """The book counts eight and does not say which; a table without special jokers is not asked."""
    with visiting(chromium, server, "phone", artefacts / "match") as ann:
        ann.open("/")
        ann.page.fill('[data-testid="name"]', "Ann")
        ann.push("create-table")
        ann.push("more-choices")
        ann.push("house-rules")
        assert ann.page.locator('[data-testid="house-tiles-jokers"]').count() == 0
        ann.pick("edition-twist")
        ann.page.select_option('[data-testid="house-tiles-jokers"]', "1")
        ann.page.locator('[data-testid="house-clock-loose-joker"]').scroll_into_view_if_needed()
        ann.picture(artefacts / "match" / "house-rules.png")
        ann.push("create")
        ann.page.wait_for_selector('[data-testid="start"]')
        assert "jokers: 5 regular, 1 double, 1 two-colour, 1 mirror" in ann.page.locator("header").last.inner_text()


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_duel_tells_what_an_unopened_loser_pays(chromium: Browser, server: str, artefacts: Path, size: str) -> None:
    with visiting(chromium, server, size, artefacts / "match") as ann:
        ann.create_table(name="Ann", edition="duel", seats=2, computers=1, level="gentle", match="2")
        ann.push("start")
        give_up(ann)
        told = ann.page.locator('[data-testid="unopened-0"]').inner_text()
        assert told.startswith("You have not opened")
        assert told.endswith(("pay 100 points", "pay 200 points"))
        assert ("could have (" in told) == told.endswith("200 points")
        ann.picture(artefacts / "match" / f"unopened-{size}.png")
        assert not ann.eyes.complaints, ann.eyes.complaints
