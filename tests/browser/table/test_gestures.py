"""Drags and presses: what is carried, and what becomes of a gesture whose end the page never hears of."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.person import MELDS, RACK, Person, button, on_table, rack, scene, selected
from tests.browser.robot.visitor import SIZES, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The next end of a gesture is kept from the page.
DEAF = """addEventListener('pointerup', (event) => {
    if (window.deaf) event.stopImmediatePropagation();
    window.deaf = false;
}, { capture: true })"""
# Whatever glides hangs over one point of the window until the page ends it.
GLIDING = """{
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
        const { x, y } = this.getBoundingClientRect();
        const there = window.hang && { translate: `${window.hang.x - x - 9}px ${window.hang.y - y - 9}px` };
        const going = animate.call(this, there ? [there, there] : frames, timing);
        going.pause();
        return going;
    };
}"""
CARRIED = ".drag-layer"


def test_a_long_press_takes_from_here_on_and_then_the_whole(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.press_long(on_table("y3"), until=selected(3))
    assert person.selected() == ["y3", "y4", "y5"]
    person.press_long(on_table("y3"), until=selected(5))
    # on the rack: the run, then the group
    person.tap(button("let-go"))
    person.press_long(rack("b8"), until=selected(2))
    assert person.selected() == ["b8", "b9"]
    person.press_long(rack("b8"), until="() => document.querySelector('[data-tile=r8]').ariaPressed === 'true'")
    assert sorted(person.selected()) == ["b8", "r8"]


def test_drags_of_one_of_many_and_of_a_whole_meld(person: Person) -> None:
    # a finger that starts slowly takes what goes on from its tile: these tiles take nothing else along
    person.sees(scene(MELDS, "y6 b8 b9 k1"))
    x, y = person.middle(on_table("y5"))
    person.drag(rack("y6"), x, y)
    assert person.melds()[3] == "y1 y2 y3 y4 y5 y6"
    for tile in ("b8", "b9"):
        person.tap(rack(tile))
    x, y = person.middle(on_table("b7"))
    person.drag(rack("b8"), x, y)
    assert person.melds()[1] == "b4 b5 b6 b7 b8 b9"
    # a whole meld, once it is selected
    person.tap(on_table("k9"))
    person.tap(button("whole-set"))
    left, top, width, height = person.box(person.page.locator(button("felt")))
    person.drag(on_table("k9"), left + width - 60, top + height - 90)
    assert person.melds()[-1] == "k9 r9 y9"
    # Escape puts back what is carried
    x, y = person.middle(on_table("y9"))
    if not person.visitor.touch:
        person.page.mouse.move(x, y)
        person.page.mouse.down()
        person.page.mouse.move(x + 60, y + 60, steps=4)
        assert person.page.locator(".drag-layer").count()
        person.page.keyboard.press("Escape")
        assert not person.page.locator(".drag-layer").count()
        person.page.mouse.up()
        assert person.melds()[-1] == "k9 r9 y9"


def test_carried_tiles_stay_in_the_window(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.press_long(rack("k1"), until=selected(5))
    width = SIZES["phone" if person.visitor.touch else "laptop"][0]
    start = person.middle(rack("k1"))
    for edge in (2, width - 2):
        if person.visitor.touch:
            person.touch("touchStart", start)
            for at in range(1, 4):
                person.touch("touchMove", (start[0] + (edge - start[0]) * at / 3, start[1] - 200))
        else:
            person.page.mouse.move(*start)
            person.page.mouse.down()
            person.page.mouse.move(edge, start[1] - 200, steps=4)
        person.page.wait_for_function("() => document.querySelectorAll('.drag-layer .ghost').length === 5")
        boxes = person.page.evaluate(
            """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
                [...document.querySelectorAll('.drag-layer .ghost')].map((g) => {
                    const box = g.getBoundingClientRect();
                    return [box.left, box.right];
                })))))"""
        )
        assert all(left >= 0 and right <= width for left, right in boxes), boxes
        person.page.keyboard.press("Escape")
        if person.visitor.touch:
            person.touch("touchEnd", None)
        else:
            person.page.mouse.up()


# --- gestures without an end ---


def pick_up(person: Person, selector: str) -> tuple[float, float]:
    """Carry a tile a little way with the mouse, and keep it; where the mouse is then."""
    x, y = person.middle(selector)
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 40, y - 40, steps=3)
    person.page.wait_for_selector(CARRIED, state="attached")
    return x + 40, y - 40


@pytest.mark.parametrize("person", ["laptop"], indirect=True)
def test_a_drag_whose_end_is_lost_does_not_cost_the_next_one(person: Person) -> None:
    """A mouse's: a finger's end comes as a cancelled pointer."""
    person.page.add_init_script(DEAF)
    person.sees(scene(MELDS, RACK))
    felt = person.box(person.page.locator(button("felt")))
    pick_up(person, rack("r8"))
    person.page.evaluate("() => { window.deaf = true; }")
    person.page.mouse.up()
    assert person.page.locator(CARRIED).count() == 1
    # the mouse comes back without its button: nothing is carried any more, and nothing was laid
    person.page.mouse.move(felt[0] + 30, felt[1] + felt[3] - 20, steps=2)
    assert not person.page.locator(CARRIED).count()
    assert person.melds() == list(MELDS)
    # and where it does not even move before it is pressed again
    pick_up(person, rack("r8"))
    person.page.evaluate("() => { window.deaf = true; }")
    person.page.mouse.up()
    person.page.mouse.down()
    person.page.mouse.up()
    assert not person.page.locator(CARRIED).count()
    x, y = person.middle(on_table("r6"))
    person.drag(rack("r8"), x, y)
    assert person.melds()[0] == "r5 r6 r7 r8"


@pytest.mark.parametrize("person", ["laptop"], indirect=True)
def test_a_window_that_is_left_in_the_middle_of_a_drag_lets_go(person: Person) -> None:
    """By the keyboard, with the mouse held down."""
    person.sees(scene(MELDS, RACK))
    pick_up(person, rack("r8"))
    person.page.evaluate("() => window.dispatchEvent(new FocusEvent('blur'))")
    assert not person.page.locator(CARRIED).count()
    person.page.mouse.up()
    x, y = person.middle(on_table("r6"))
    person.drag(rack("r8"), x, y)
    assert person.melds()[0] == "r5 r6 r7 r8"


def test_what_a_key_presses_after_a_drag_is_not_taken_for_its_end(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    x, y = person.middle(on_table("r6"))
    person.drag(rack("r8"), x, y)
    assert person.melds()[0] == "r5 r6 r7 r8"
    person.page.locator(button("undo")).press("Enter")
    assert person.melds() == list(MELDS)


def test_a_press_takes_what_lies_there_not_what_glides_by(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "gestures") as visitor:
        visitor.page.emulate_media(reduced_motion="no-preference")
        person = Person(visitor)
        person.page.add_init_script(GLIDING)
        person.sees(scene(MELDS, RACK))
        left, top, width, height = person.box(person.page.locator(button("felt")))
        x, y, _, high = person.box(person.page.locator("[data-meld='0']"))
        frame = x + 2, y + high / 2
        person.page.evaluate("([x, y]) => { window.hang = { x, y }; }", frame)
        end = person.middle(on_table("y5"))
        person.drag(rack("y6"), *end)
        over = person.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-tile]') !== null", frame
        )
        assert over, "no tile glides over the frame"
        person.drag_from(frame, left + width / 2, top + height - 80)
        assert person.melds()[-1] == "r5 r6 r7"
        assert len(person.melds()) == len(MELDS)
