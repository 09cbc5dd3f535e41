"""How the robot acts: by tap, by drag, by keyboard, or by typed commands; always through what a person could do, never
through the page's code. Tiles are named by the page's ids."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Protocol

from playwright.sync_api import CDPSession

from tests.browser.robot.eyes import LIMIT, Box, Eyes, Sight

STEPS = 4
STILL = 80.0
"""Milliseconds a finger rests before it lets go."""
NEW = '[data-testid="new-set"]'
ANSWER = '[data-place-joker][aria-pressed="true"], [data-reading="0"]'
"""What the page supposes where jokers go, or the first reading of a meld that has several."""
FELT = '[data-testid="felt"]'

NEAR = 3.0
"""CSS pixels that a target may have moved meanwhile."""
_AT_REST = """(element) => new Promise((tell) => {
    const look = (before) => requestAnimationFrame(() => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (before === x + y) tell({ x, y, width, height });
        else look(x + y);
    });
    look(NaN);
})"""

Point = tuple[float, float]


class Hands(Protocol):
    """One way to act on the board."""

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        """Take tiles up and put them into the meld with the tile `onto`, or into a new one."""
        ...

    def press(self, button: str) -> None:
        """Use a button of the table, named by its data-testid: play, draw, pass, reset."""
        ...


class Tapping:
    """Tap the tiles, then tap where they go; with the mouse, or with a finger."""

    def __init__(self, eyes: Eyes, *, touch: bool) -> None:
        self.page = eyes.page
        self.touch = touch

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        self.answer()
        self.select(tiles)
        self.tap(NEW if onto is None else tile(onto))

    def press(self, button: str) -> None:
        self.tap(f'[data-testid="{button}"]')

    def select(self, tiles: Sequence[str]) -> None:
        for one in tiles:
            self.tap(tile(one))

    def answer(self) -> None:
        """Answer what the page asks about the meld laid last: its question may lie over the next tile."""
        answer = self.page.locator(ANSWER)
        if answer.count():
            self.tap(ANSWER)
            answer.wait_for(state="detached", timeout=LIMIT)

    def tap(self, selector: str) -> None:
        point = self.middle(selector)
        if self.touch:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def middle(self, selector: str) -> Point:
        """The middle of an element, scrolled into view."""
        element = self.page.locator(selector).first
        element.scroll_into_view_if_needed(timeout=60_000)
        box = element.bounding_box(timeout=60_000)
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Dragging(Tapping):
    """Tap the tiles, if there are several, then drag the last one, which takes the others along, to where they go."""

    def __init__(self, eyes: Eyes, *, touch: bool) -> None:
        super().__init__(eyes, touch=touch)
        self.eyes = eyes
        self._devtools: CDPSession | None = self.page.context.new_cdp_session(self.page) if touch else None

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        self.answer()
        if len(tiles) > 1:
            self.select(tiles)
        end = self.free() if onto is None else self.middle(tile(onto))
        if end is None:
            # a felt that is full to its edges: the button is what a person would use
            super().lay(tiles[:1] if len(tiles) == 1 else (), None)
        else:
            self.drag(self.middle(tile(tiles[-1])), end, None if onto is None else tile(onto))

    def free(self) -> Point | None:
        box = self.page.locator(FELT).bounding_box(timeout=60_000)
        assert box is not None
        return free_point(self.eyes.look(), Box(**box))

    def drag(self, start: Point, end: Point, target: str | None) -> None:
        """Carry from `start` to `end`, and on to where the target is by then: near its edges the felt scrolls."""
        across, down = end[0] - start[0], end[1] - start[1]
        path = [(start[0] + across * at / STEPS, start[1] + down * at / STEPS) for at in range(1, STEPS + 1)]
        if self._devtools is None:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for point in path:
                self.page.mouse.move(*point)
            for point in self.pursue(target, end):
                self.page.mouse.move(*point)
            self.page.mouse.up()
        else:
            self._finger("touchStart", start)
            for point in path:
                self._finger("touchMove", point)
            for point in self.pursue(target, end):
                path.append(point)
                self._finger("touchMove", point)
            # a finger that lets go while it moves throws: the browser would swallow the next tap as its end
            self.page.wait_for_timeout(STILL)
            self._finger("touchMove", path[-1])
            self._finger("touchEnd", None)

    def pursue(self, target: str | None, end: Point) -> Iterator[Point]:
        """Where to go on to while the target moves; nothing once it rests."""
        while target is not None:
            box: dict[str, float] = self.page.locator(target).first.evaluate(_AT_REST)
            now = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if abs(now[0] - end[0]) + abs(now[1] - end[1]) < NEAR:
                return
            end = now
            yield now

    def _finger(self, kind: str, point: Point | None) -> None:
        assert self._devtools is not None
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Typing:
    """Keys alone: F6 to a region, arrows to a tile, Space to select, N for a new set, Enter to put down, P to play."""

    KEYS: ClassVar[dict[str, str]] = {"play": "p", "draw": "d", "pass": "d"}

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.page = eyes.page

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        for one in tiles:
            self.go(one)
            self.page.keyboard.press("Space")
        if onto is None:
            self.page.keyboard.press("n")
        else:
            self.go(onto)
            self.page.keyboard.press("Enter")

    def press(self, button: str) -> None:
        """Reset has no key of its own: it is a button like any other, reached and pressed."""
        if button in self.KEYS:
            if not self.focused():
                self.reach_a_tile()
            self.page.keyboard.press(self.KEYS[button])
        else:
            self.page.locator(f'[data-testid="{button}"]').focus()
            self.page.keyboard.press("Enter")

    def go(self, wanted: str) -> None:
        """Move the focus to a tile, along its region with the arrow keys."""
        self.eyes.wait_for("d.keys === '1'")
        place = self.page.locator(tile(wanted)).get_attribute("data-place")
        for _ in range(8):
            if self.place() == place:
                break
            self.page.keyboard.press("F6")
        assert self.place() == place, (self.place(), place)
        order = self.order(str(place))
        for _ in range(2):
            far = order.index(wanted) - order.index(self.focused())
            if not far:
                return
            for _ in range(abs(far)):
                self.page.keyboard.press("ArrowRight" if far > 0 else "ArrowLeft")
        assert self.focused() == wanted, f"the arrow keys do not lead to tile {wanted}"

    def reach_a_tile(self) -> None:
        """Press F6 until a tile has the focus: the keys of the board work from there."""
        self.eyes.wait_for("d.keys === '1'")
        for _ in range(8):
            if self.focused():
                return
            self.page.keyboard.press("F6")

    def order(self, place: str) -> list[str]:
        """The ids of a region's tiles in the order the arrow keys follow."""
        tiles = [one for one in self.eyes.look().tiles if one.place == place]
        return [one.id for one in sorted(tiles, key=lambda one: int(one.meld or 0))]

    def focused(self) -> str:
        """The id of the tile that has the focus, or nothing."""
        found: str = self.page.evaluate("() => document.activeElement?.dataset?.tileId ?? ''")
        return found

    def place(self) -> str:
        found: str = self.page.evaluate("() => document.activeElement?.dataset?.place ?? ''")
        return found


class Commanding:
    """The command field alone: `r5 r6 3: b7 > new`, `play`."""

    FIELD = '[data-testid="command"]'

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.page = eyes.page

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        sight = self.eyes.look()
        seen = {one.id: one for one in sight.tiles}
        words = [seen[one].tile for one in tiles if seen[one].meld is None]
        for one in tiles:
            if (meld := seen[one].meld) is not None:
                words += [f"{int(meld) + 1}:", seen[one].tile]
        target = "new" if onto is None else str(int(seen[onto].meld or 0) + 1)
        self.say(f"{' '.join(words)} > {target}")

    def press(self, button: str) -> None:
        """Every button is a word of the command language."""
        self.say(button)

    def say(self, line: str) -> None:
        """Type a line and send it off, into the field that `/` opens."""
        field = self.page.locator(self.FIELD)
        if not field.count():
            self.page.keyboard.press("/")
        field.fill(line, timeout=LIMIT)
        field.press("Enter", timeout=LIMIT)


WAYS = ("tap", "drag", "keys", "commands")


def hands(way: str, eyes: Eyes, *, touch: bool) -> Hands:
    """One of the ways to act; `touch`: taps and drags are a finger's."""
    match way:
        case "tap":
            return Tapping(eyes, touch=touch)
        case "drag":
            return Dragging(eyes, touch=touch)
        case "keys":
            return Typing(eyes)
        case _:
            return Commanding(eyes)


def free_point(sight: Sight, felt: Box) -> Point | None:
    """A point of the felt away from every meld, the lowest one."""
    for down in range(int(felt.y + felt.height) - 10, int(felt.y) + 10, -8):
        for across in range(int(felt.x) + 12, int(felt.x + felt.width) - 12, 8):
            if not any(meld.box.holds(across, down, margin=14) for meld in sight.melds):
                return across, down
    return None


def tile(name: str) -> str:
    """The selector of the tile with this id."""
    return f'[data-tile-id="{name}"]'
