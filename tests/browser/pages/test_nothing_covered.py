"""What the page tells somebody who arranges tiles lies on no meld and no field that is in use, and is not cut off."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from tests.browser.robot.person import Person, button, on_table, rack, scene
from tests.browser.robot.stage import START
from tilerummy.rooms.views.messages_out import ChatLine, Chatted

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = {"phone": ((320, 568), (844, 390), (820, 1180)), "laptop": ((1280, 800),)}
MELDS = ("b10 J b12", "k5 k6 k7", "r5 r6 r7 r8", "y1 y2 y3", "b1 b2 b3 b4 b5", "k9 r9 y9")
"""The meld with a joker lies in the first row."""
COVERED = """([notice, used]) => {
    const box = (element) => element.getBoundingClientRect();
    const [over, around] = [document.querySelector(notice), document.querySelector('[data-testid="felt"]')];
    const edge = around.contains(over) ? box(around) : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const { left, top, right, bottom } = box(over);
    const out = Math.max(edge.left - left, edge.top - top, right - edge.right, bottom - edge.bottom);
    const covered = [...document.querySelectorAll(used)].filter((one) => {
        const other = box(one);
        return Math.min(right, other.right) - Math.max(left, other.left) > 1
            && Math.min(bottom, other.bottom) - Math.max(top, other.top) > 1;
    });
    return [...(out > 1 ? [`${out} px cut off`] : []), ...covered.map((one) => one.dataset.tile ?? one.dataset.testid)];
}"""
"""What is wrong with where an element is: cut off by the felt or the window, or what of another selector it covers."""
EVERY_TILE = '[data-place="table"]'


def fault_label(person: Person) -> tuple[str, str]:
    """A tile that does not fit in the first row: of its own meld no tile is covered."""
    person.tap(rack("y3"))
    person.tap(on_table("b12"))
    return '[data-mark="bad"]', '[data-meld="0"] [data-tile]'


def loose_joker(person: Person) -> tuple[str, str]:
    person.tap(on_table("J"))
    person.tap(button("new-set"))
    return button("joker-chain"), EVERY_TILE


def chat(person: Person) -> tuple[str, str]:
    return button("news"), EVERY_TILE


def answers(person: Person) -> tuple[str, str]:
    """The lines that answer a command stand under its field, and before the rim of the table."""
    person.page.keyboard.press("/")
    person.page.get_by_test_id("command").fill("rack")
    person.page.keyboard.press("Enter")
    person.page.locator(".answers p").first.wait_for()
    # on a large screen the table has a rim around it
    rim: float = person.page.evaluate(
        """() => document.querySelector('[data-testid="felt"]').getBoundingClientRect().top
            - document.querySelector('.answers').getBoundingClientRect().bottom"""
    )
    assert rim >= (0 if person.visitor.touch else 11)
    return ".answers p:last-child", f"{EVERY_TILE}, {button('command')}"


def undo(person: Person) -> tuple[str, str]:
    x, y = person.middle(on_table("k6"))
    person.drag(rack("y3"), x, y)
    return button("undo-drop"), EVERY_TILE


STATES: tuple[Callable[[Person], tuple[str, str]], ...] = (fault_label, loose_joker, chat, answers, undo)


@pytest.mark.parametrize("state", STATES)
def test_nothing_covers_what_one_works_on(person: Person, state: Callable[[Person], tuple[str, str]]) -> None:
    line = ChatLine(1, START + 3_600_000, "Mikko", True, "You could lay the twelve beside the eleven, I think", None)
    talk = (msgspec.json.encode(Chatted((line,))),) if state is chat else ()
    for width, height in SIZES["phone" if person.visitor.touch else "laptop"]:
        if state is chat and width > 1000:
            continue  # the chat has a place of its own there
        person.page.set_viewport_size({"width": width, "height": height})
        person.sees(replace(scene(MELDS, "b11 r3 b3 y3 k9"), extra=talk))
        notice, used = state(person)
        person.page.locator(notice).first.wait_for()
        person.page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        assert person.page.evaluate(COVERED, [notice, used]) == [], (width, height)


@pytest.mark.parametrize("person", ["phone"], indirect=True)
def test_the_status_line_covers_no_meld_of_a_page_shown_twice_as_large(person: Person) -> None:
    person.page.set_viewport_size({"width": 195, "height": 422})
    person.sees(scene((*MELDS, "k1 k2 k3", "r9 r10 r11", "y5 y6 y7", "b1 r1 k1"), "b11 r3 b3 y3 k9"))
    fault_label(person)
    person.tap('[data-meld="0"] [data-tile="b12"]')
    between: float = person.page.evaluate(
        """() => document.querySelector('[data-testid="status"].bad').getBoundingClientRect().top
            - document.querySelector('[data-testid="felt"]').getBoundingClientRect().bottom"""
    )
    assert between >= 0


@pytest.mark.parametrize("person", ["phone"], indirect=True)
def test_a_drop_is_taken_back_where_it_was_made(person: Person) -> None:
    person.sees(scene(MELDS, "b11 r3 y3 k9"))
    before = person.melds()
    x, y = person.middle(on_table("k6"))
    person.drag(rack("y3"), x, y)
    assert person.melds() != before
    person.page.get_by_test_id("undo-drop").tap()
    assert person.melds() == before
    person.page.get_by_test_id("undo-drop").wait_for(state="detached")
