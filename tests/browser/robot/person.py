"""One player at a staged table, whose gestures are counted, and how tests name what they touch."""

from typing import Any

import msgspec
from playwright.sync_api import CDPSession, Locator, Page

from tests.browser.robot.stage import Scene, Stage, table
from tests.browser.robot.visitor import Visitor
from tilerummy.rules.notation import parse_meld

MELDS = ("r5 r6 r7", "b4 b5 b6 b7", "k9 r9 y9", "y1 y2 y3 y4 y5", "b10 J b12")
RACK = "r8 b8 b9 k1 k2 k3 k4 k5 r9 y13 y6"


def scene(melds: tuple[str, ...], rack: str, *, edition: str = "original", opened: bool = True, turn: int = 0) -> Scene:
    """A table with these melds, and this rack before the viewer on seat 0."""
    room = table(edition, 3, on_table=0, racks=[len(rack.split()), 9, 9], own=rack, opened=opened, turn=turn)
    assert room.game is not None
    game = msgspec.structs.replace(room.game, table=tuple(map(parse_meld, melds)))
    return Scene(msgspec.structs.replace(room, game=game))


class Person:
    """One player at the stage. `gestures` counts what the hand did: taps, long presses, drags."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.stage = Stage(self.page)
        self.gestures = 0
        self.devtools: CDPSession = self.page.context.new_cdp_session(self.page)

    def sees(self, shown: Scene) -> None:
        """Open the table; nothing is counted yet."""
        self.stage.open(self.visitor.address, shown)
        self.gestures = 0

    def tap(self, selector: str, *, at: tuple[float, float] | None = None) -> None:
        """Tap or click, once the page has answered what was before; `at` from the element's corner."""
        self.gestures += 1
        found = self.page.locator(selector).first
        position: Any = None if at is None else {"x": at[0], "y": at[1]}
        if self.visitor.touch:
            found.tap(position=position)
        else:
            found.click(position=position)
        self.visitor.eyes.wait_for("d.pending === '0'")

    def press_long(self, selector: str, until: str) -> None:
        """Hold a finger on a tile until a condition on the page holds; with a mouse it is a click with Shift."""
        self.gestures += 1
        x, y = self.middle(selector)
        if not self.visitor.touch:
            self.page.keyboard.down("Shift")
            self.page.mouse.click(x, y)
            self.page.keyboard.up("Shift")
            self.page.wait_for_function(until)
        else:
            self.touch("touchStart", (x, y))
            self.page.wait_for_function(until)
            self.touch("touchEnd", None)

    def drag(self, selector: str, x: float, y: float) -> None:
        """Carry a tile to a point of the window."""
        self.drag_from(self.middle(selector), x, y)

    def drag_from(self, start: tuple[float, float], x: float, y: float) -> None:
        """Carry what lies at a point."""
        self.gestures += 1
        ways = [(start[0] + (x - start[0]) * at / 5, start[1] + (y - start[1]) * at / 5) for at in range(1, 6)]
        if not self.visitor.touch:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for way in ways:
                self.page.mouse.move(*way)
            self.page.mouse.up()
        else:
            self.touch("touchStart", start)
            for way in ways:
                self.touch("touchMove", way)
            self.page.wait_for_timeout(80)  # a finger that lets go while it moves throws
            self.touch("touchEnd", None)
        self.visitor.eyes.wait_for("d.pending === '0'")

    def touch(self, kind: str, point: tuple[float, float] | None) -> None:
        """Put a finger down, move it, or (without a point) lift it."""
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element that stands still."""
        x, y, width, height = self.box(self.page.locator(selector).first)
        return x + width / 2, y + height / 2

    def box(self, found: Locator) -> tuple[float, float, float, float]:
        """Left, top, width and height of an element, once it stands still."""
        found.hover(trial=True, position={"x": 2, "y": 20})
        box = found.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["width"], box["height"]

    def melds(self) -> list[str]:
        """The melds as they lie, in notation."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-meld]",
            "all => all.map(m => [...m.querySelectorAll('[data-tile]')].map(t => t.dataset.tile).join(' '))",
        )
        return found

    def rack(self) -> list[str]:
        """The tiles of the rack, row by row from the left as they stand on the screen."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-place=rack]",
            """all => all.map(t => ({ tile: t.dataset.tile, box: t.getBoundingClientRect() }))
                .sort((a, b) => Math.abs(a.box.y - b.box.y) > 12 ? a.box.y - b.box.y : a.box.x - b.box.x)
                .map(t => t.tile)""",
        )
        return found

    def lefts(self) -> list[int]:
        """Where the rack's tiles begin, in CSS pixels from the left."""
        found: list[int] = self.page.eval_on_selector_all(
            "[data-place=rack]", "all => all.map(t => Math.round(t.getBoundingClientRect().left)).sort((a, b) => a - b)"
        )
        return found

    def selected(self) -> list[str]:
        """The selected tiles, in the page's order."""
        return list(
            self.page.eval_on_selector_all("[data-tile][aria-pressed=true]", "all => all.map(t => t.dataset.tile)")
        )

    def marks(self) -> dict[str, str]:
        """The marks at the melds, by meld."""
        return dict(
            self.page.eval_on_selector_all(
                "[data-mark]",
                """all => all.map(m => [[...m.closest('[data-meld]').querySelectorAll('[data-tile]')]
                    .map(t => t.dataset.tile).join(' '), m.dataset.mark])""",
            )
        )

    def says(self) -> str:
        """The line under the table."""
        return self.page.inner_text('[data-testid="status"]')

    def label(self, testid: str) -> str:
        return self.page.inner_text(f'[data-testid="{testid}"]').strip()


def rack(tile: str) -> str:
    return f'[data-place="rack"][data-tile="{tile}"]'


def on_table(tile: str) -> str:
    return f'[data-place="table"][data-tile="{tile}"]'


def button(testid: str) -> str:
    return f'[data-testid="{testid}"]'


def selected(count: int) -> str:
    return f"() => document.querySelectorAll('[data-tile][aria-pressed=true]').length === {count}"
