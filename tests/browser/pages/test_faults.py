"""A server with faults: what a table and a sheet show where their picture, or a part of it, cannot be made."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pictures import page_at
from tests.browser.planted.sitecustomize import PART, WHOLE
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.sheets import begin, enter, share

pytestmark = pytest.mark.browser
expect.set_options(timeout=60_000)


def start(visitor: Visitor, name: str) -> None:
    """A game against a computer player, at the visitor's turn."""
    asking = visitor.page.context.request
    asking.post(f"{visitor.address}/api/session", data={})
    table = {"edition": "original", "seats": 2, "computers": ["gentle"], "name": name, "start": True}
    made = asking.post(f"{visitor.address}/api/rooms", data=table)
    visitor.open(f"/t/{made.json()['room']}")
    visitor.eyes.wait_for("d.myTurn === '1'")


def test_a_table_that_cannot_be_shown_keeps_its_last_picture_and_says_whose_fault_that_is(
    chromium: Browser, faulty: str, artefacts: Path
) -> None:
    with visiting(chromium, faulty, "phone", artefacts / "faults") as ann:
        start(ann, WHOLE)
        tiles = len(ann.eyes.look().rack)
        ann.push("draw")
        banner = ann.page.get_by_test_id("banner")
        expect(banner).to_contain_text("what you see is from before it")
        assert len(ann.eyes.look().rack) == tiles
        ann.picture(artefacts / "table-broken.png")
        # nothing is left of the last picture
        ann.page.reload()
        expect(ann.page.get_by_test_id("server-fault")).to_contain_text("This page keeps trying")
        ann.picture(artefacts / "table-broken-new.png")


def test_what_a_table_cannot_show_is_named_and_the_game_goes_on(
    chromium: Browser, faulty: str, artefacts: Path
) -> None:
    with visiting(chromium, faulty, "phone", artefacts / "faults") as ann:
        start(ann, PART)
        told = ann.page.get_by_test_id("parts-missing")
        expect(told).to_have_text("Not shown because of a server fault: how the match stands. Nothing is lost.")
        seq = ann.eyes.settled().seq
        ann.push("draw")
        ann.eyes.wait_for("d.myTurn === '1' && Number(d.seq) > a", seq)
        expect(told).to_be_visible()
        assert ann.eyes.look().overflow <= 0
        ann.picture(artefacts / "table-part.png")


@pytest.fixture
def paper(chromium: Browser) -> Iterator[Page]:
    with page_at(chromium, "390x844", "light", "en") as page:
        yield page


def test_a_sheet_that_the_server_cannot_show_is_no_sheet_without_a_connection(paper: Page, faulty: str) -> None:
    begin(paper, (WHOLE, "Bob"), address=faulty)
    share(paper)
    enter(paper, 0, {1: 12})
    told = paper.get_by_test_id("server-fault")
    expect(told).to_contain_text("what you see is from before it")
    expect(paper.get_by_test_id("line")).not_to_contain_text("No connection")
    expect(paper.get_by_test_id("score-0-0")).to_have_text("+12")


def test_what_is_missing_of_a_sheet_is_named(paper: Page, faulty: str) -> None:
    begin(paper, (PART, "Bob"), address=faulty)
    share(paper)
    expect(paper.get_by_test_id("parts-missing")).to_contain_text("part of this page empty (standings)")
    expect(paper.get_by_test_id("line")).to_have_attribute("data-line", "open")
