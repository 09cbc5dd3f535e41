"""A drag lands where the finger, the pen or the mouse points: in that tile's meld, in that gap, on that free felt."""

import os
import random
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import pytest

from tests.browser.robot.person import Person, button, rack, scene

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DROPS = int(os.environ.get("TILERUMMY_TEST_DROPS", "8"))
"""Drops at each width with each pointer."""
CROWDED = (
    *("r1 r2 r3", "r4 r5 r6 r7", "r8 r9 r10 r11 r12 r13", "b1 b2 b3 b4 b5", "b6 b7 b8", "b9 b10 b11 b12 b13"),
    *("y1 y2 y3 y4 y5 y6 y7", "y8 y9 y10", "k1 k2 k3", "k4 k5 k6 k7 k8 k9", "k10 k11 k12", "r1 b1 y1 k1", "r2 b2 k2"),
    *("r3 b3 y3", "r5 b5 y5 k5", "r7 b7 k7", "r9 b9 y9", "r10 b10 y10 k10", "r11 b11 y11"),
)
CARRIED = "r12"
ROOM = 46
"""CSS pixels from the edge of the felt in which it scrolls while something is carried there."""
SEEN = """() => {
    const box = (e) => { const { left, top, right, bottom } = e.getBoundingClientRect();
        return [left, top, right, bottom]; };
    return {
        felt: box(document.querySelector('[data-testid=felt]')),
        melds: [...document.querySelectorAll('[data-meld]')].map((meld) => ({
            box: box(meld), tiles: [...meld.querySelectorAll('[data-tile]')].map(box) })),
    };
}"""


class Aim(NamedTuple):
    """A point of the window and what is meant by it: somewhere in a meld, before a tile of it, or a meld of its own."""

    x: float
    y: float
    meant: Literal["tile", "gap", "felt"]
    meld: int = -1
    before: int = -1


def aims(seen: dict[str, Any], rng: random.Random) -> Iterator[Aim]:
    """Points that can be seen, for ever: middles of tiles, gaps between two of a line, free felt."""
    left, top, right, bottom = seen["felt"]
    while True:
        meld = rng.randrange(len(seen["melds"]))
        tiles = seen["melds"][meld]["tiles"]
        at = rng.randrange(len(tiles))
        x0, y0, x1, y1 = tiles[at]
        y = y0 + (y1 - y0) * rng.uniform(0.1, 0.9)
        meant: Literal["tile", "gap", "felt"] = rng.choice(("tile", "tile", "gap", "felt"))
        if meant == "tile":
            aim = Aim(x0 + (x1 - x0) * rng.uniform(0.4, 0.6), y, meant, meld)
        elif meant == "gap":
            # after the last tile of a line begins the next line
            if at == 0 or tiles[at - 1][1] != y0:
                continue
            aim = Aim((tiles[at - 1][2] + x0) / 2 + rng.uniform(-2, 2), y, meant, meld, at)
        else:
            aim = Aim(rng.uniform(left, right), rng.uniform(top, bottom), meant)
            if any(near(aim, one["box"]) for one in seen["melds"]):
                continue
        if left + 2 < aim.x < right - 2 and top + ROOM < aim.y < bottom - ROOM:
            yield aim


def near(aim: Aim, box: tuple[float, float, float, float], margin: float = 12.0) -> bool:
    """Whether a point is in a box or right beside it."""
    return box[0] - margin <= aim.x <= box[2] + margin and box[1] - margin <= aim.y <= box[3] + margin


def expected(before: list[str], aim: Aim) -> list[str]:
    """The melds after the drop; those of a meld that was meant as a whole with their tiles sorted."""
    if aim.meant == "felt":
        return [*before, CARRIED]
    tiles = before[aim.meld].split()
    tiles.insert(len(tiles) if aim.meant == "tile" else aim.before, CARRIED)
    return [*before[: aim.meld], " ".join(tiles), *before[aim.meld + 1 :]]


def point_at(person: Person, kind: str, start: tuple[float, float], aim: Aim) -> None:
    """Carry what lies at `start` with a mouse, a pen or a finger."""
    beside = start[0] + 20, start[1]
    if kind == "touch":
        person.touch("touchStart", start)
        person.touch("touchMove", beside)
        person.touch("touchMove", (aim.x, aim.y))
        person.touch("touchEnd", None)
        return
    for what, (x, y) in (
        ("mousePressed", start),
        ("mouseMoved", beside),
        ("mouseMoved", (aim.x, aim.y)),
        ("mouseReleased", (aim.x, aim.y)),
    ):
        held = {"button": "left", "buttons": 0 if what == "mouseReleased" else 1, "clickCount": 1}
        person.devtools.send("Input.dispatchMouseEvent", {"type": what, "x": x, "y": y, "pointerType": kind, **held})


@pytest.mark.parametrize(
    ("person", "pointers", "sizes"),
    [
        ("phone", ("touch",), ((320, 568), (390, 844), (412, 915), (820, 1180))),
        ("laptop", ("mouse", "pen"), ((1280, 800),)),
    ],
    indirect=["person"],
)
def test_a_drop_lands_where_it_points(
    person: Person, pointers: tuple[str, ...], sizes: tuple[tuple[int, int], ...]
) -> None:
    rng = random.Random(320)
    missed: list[object] = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        person.sees(scene(CROWDED, f"{CARRIED} k13"))
        start = person.middle(rack(CARRIED))
        for kind in pointers:
            for _ in range(DROPS):
                aim, before = next(aims(person.page.evaluate(SEEN), rng)), person.melds()
                point_at(person, kind, start, aim)
                person.visitor.eyes.wait_for("d.pending === '0'")
                wanted, found = expected(before, aim), person.melds()
                if aim.meant == "tile":
                    wanted, found = ([" ".join(sorted(one.split())) for one in melds] for melds in (wanted, found))
                if wanted != found:
                    missed.append((width, kind, aim, [one for one in found if one not in wanted]))
                # one press takes it back; a finger's would end the throw of the one before
                person.page.locator(button("undo")).click()
                assert person.melds() == before
    assert not missed


@pytest.mark.parametrize("person", ["phone"], indirect=True)
def test_the_felt_scrolls_where_a_finger_stays_at_its_edge(person: Person) -> None:
    person.page.set_viewport_size({"width": 320, "height": 568})
    person.sees(scene(CROWDED, f"{CARRIED} k13"))
    felt = person.page.locator(button("felt"))
    felt.evaluate("felt => felt.scrollTo(0, 0)")
    left, top, width, height = person.box(felt)
    person.touch("touchStart", person.middle(rack(CARRIED)))
    person.touch("touchMove", (left + width / 2, top + height / 2))
    person.touch("touchMove", (left + width / 2, top + height - 10))
    person.page.wait_for_function("() => document.querySelector('[data-testid=felt]').scrollTop > 40")
    person.touch("touchMove", (left + width / 2, top + 10))
    person.page.wait_for_function("() => document.querySelector('[data-testid=felt]').scrollTop === 0")
    person.page.keyboard.press("Escape")
    person.touch("touchEnd", None)
