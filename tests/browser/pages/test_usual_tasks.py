"""What people come for, done by a robot that presses only what has a name on the screen: six presses at most."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.person import MELDS, Person, scene
from tests.browser.robot.study import of_one_split
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.missed import missed
from tests.browser.scenes.sheets import begin, enter, stands

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 6
COLOURS = {"k": "black", "r": "red", "b": "blue", "y": "orange"}


class Hand:
    """Presses what it finds by its role and its name, as somebody who looks or listens finds it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.presses = 0

    def find(self, role: Literal["link", "button", "heading", "radio"], name: str) -> Locator:
        """The first of what is called so; a name may go on."""
        return self.page.get_by_role(role, name=name).filter(visible=True).first

    def press(self, role: Literal["link", "button", "radio"], name: str) -> None:
        self.presses += 1
        self.find(role, name).tap(timeout=LIMIT)

    def key(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)


@pytest.fixture
def hand(chromium: Browser, server: str, artefacts: Path) -> Iterator[Hand]:
    with visiting(chromium, server, "phone", artefacts / "tasks") as visitor:
        visitor.page.context.request.post(f"{server}/api/session", data={})
        visitor.open("/")
        hand = Hand(visitor)
        yield hand
        assert hand.presses <= MOST
        assert not visitor.eyes.complaints, visitor.eyes.complaints


def test_the_score_sheet_is_found(hand: Hand) -> None:
    hand.press("link", "Events")
    hand.press("link", "Score sheet")
    expect(hand.find("heading", "Score sheet")).to_be_visible(timeout=LIMIT)


def test_what_jokers_do_is_looked_up(hand: Hand) -> None:
    hand.press("link", "Rules")
    hand.press("link", "Original")
    expect(hand.find("heading", "Jokers")).to_be_visible(timeout=LIMIT)


def test_a_tile_is_dragged_into_the_fourth_meld(hand: Hand) -> None:
    person = Person(hand.visitor)
    person.sees(scene(MELDS, "k1 y6 b9"))
    tile, meld = (hand.page.get_by_role("button", name=name) for name in ("orange 6, rack", "orange 5, meld 4"))
    hand.presses += 1
    left, top, width, height = person.box(meld)
    start = person.box(tile)
    person.drag_from((start[0] + start[2] / 2, start[1] + start[3] / 2), left + width / 2, top + height / 2)
    assert person.melds()[3] == "y1 y2 y3 y4 y5 y6"


def test_a_gentle_game_is_begun(hand: Hand) -> None:
    hand.press("button", "Play now")
    hand.visitor.eyes.wait_for("d.myTurn === '1'")
    assert [seat.level for seat in hand.visitor.eyes.settled().seats] == [None, "gentle", "gentle"]


def test_an_evening_with_the_own_box_ends(hand: Hand, server: str) -> None:
    begin(hand.page, address=server)
    enter(hand.page, 0, {1: 5, 2: 16, 3: 3})
    hand.press("button", "End the evening here")
    expect(hand.find("button", "Save as a picture")).to_be_visible(timeout=LIMIT)
    hand.press("button", "The same again")
    stands(hand.page, "0", "0", "0", "0")


def test_a_turn_is_played_by_keyboard(hand: Hand) -> None:
    hand.press("button", "Play now")
    hand.visitor.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
    hand.page.wait_for_function("() => document.activeElement.closest('[data-rack]') !== null")
    seq = hand.visitor.eyes.settled().seq
    hand.key("d")
    hand.visitor.eyes.wait_for("Number(d.seq) > a", seq)


def test_a_game_goes_on_after_a_call(hand: Hand) -> None:
    hand.press("button", "Play now")
    hand.visitor.eyes.wait_for("d.myTurn === '1'")
    table = hand.page.url
    # the phone has put the page away, and the browser begins where it always does
    hand.page.goto("about:blank")
    hand.visitor.open("/")
    hand.press("link", "Your turn")
    hand.page.wait_for_url(table)
    hand.visitor.eyes.wait_for("d.myTurn === '1'")


def test_the_text_is_enlarged(hand: Hand) -> None:
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    usual = hand.page.evaluate(size)
    hand.press("button", "Settings")
    hand.press("radio", "200%")
    assert hand.page.evaluate(size) == 2 * usual
    # kept on this device, and a part of what the device itself wants
    devtools = hand.page.context.new_cdp_session(hand.page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 20}})
    hand.page.reload()
    hand.find("button", "Play now").wait_for(timeout=LIMIT)
    assert hand.page.evaluate(size) == 40


def said(tile: str) -> str:
    """A tile as its button is called."""
    return f"{COLOURS[tile[0]]} {tile[1:]}"


def test_a_puzzle_is_solved_with_one_hint(hand: Hand) -> None:
    one, after = of_one_split("original")
    hand.visitor.open(f"/puzzles/original/{one.id}")
    hand.visitor.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
    hand.press("button", "Hint")
    hand.page.get_by_text("You can play 1 tile").first.wait_for(timeout=LIMIT)
    for button in (f"{said(after)}, meld", "Split here", f"{said(one.laid)}, rack", f"{said(after)}, meld", "Play"):
        hand.press("button", button)
        hand.visitor.eyes.wait_for("d.pending === '0'")
    hand.page.get_by_text("Solved!").wait_for(timeout=LIMIT)


def test_the_worst_turn_is_looked_at_again(hand: Hand, server: str) -> None:
    missed(hand.page.context, server)
    hand.visitor.open("/")
    hand.press("link", "Finished games")
    hand.press("link", "Won")
    hand.press("button", "What could each turn have given?")
    hand.press("button", "Turn ")
    expect(hand.page.get_by_test_id("replay-board")).to_be_in_viewport(timeout=LIMIT)
