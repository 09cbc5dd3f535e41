"""A person before the one window of an engine, with a mouse or a finger: all that the scenarios do and see."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.select import Select

from tests.browser.robot.eyes import LOOK, Box, Sight
from tests.browser.robot.hands import ANSWER, FELT, NEW, STEPS, Point, free_point, tile

PATIENCE: Final = 60.0
"""Seconds anything may take, on the busiest machine."""
_TRIES: Final = 3
_SOON: Final = 5.0
"""Seconds until a press that was not heard is done again."""
_STILL: Final = 0.08
"""Seconds a finger rests before it lets go: one that moves throws."""
_NEAR: Final = 3.0
"""CSS pixels that a target may move without being followed."""
_LISTEN: Final = """() => {
    window.complaints = [];
    window.clicked = [];
    addEventListener('click', (event) => {
        window.clicked.push(...event.composedPath().flatMap(({ dataset }) => [dataset?.testid, dataset?.tileId]));
    }, true);
    const say = (kind) => (event) => window.complaints.push(kind + ': ' + (event.message ?? event.reason ?? event));
    addEventListener('error', say('error'));
    addEventListener('unhandledrejection', say('rejection'));
    addEventListener('securitypolicyviolation', (event) => say('policy')(event.violatedDirective));
    for (const kind of ['error', 'warn']) {
        const spoken = console[kind];
        console[kind] = (...words) => { window.complaints.push(kind + ': ' + words.join(' ')); spoken(...words); };
    }
}"""
_MIDDLE: Final = """(selector) => new Promise((tell) => {
    const found = document.querySelector(selector);
    if (found === null) return tell(null);
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const look = () => {
        const { left, top, width, height } = found.getBoundingClientRect();
        return [left + width / 2, top + height / 2, width, height];
    };
    const before = look();
    requestAnimationFrame(() => {
        const now = look();
        const [x, y, width, height] = now;
        const seen = document.elementFromPoint(x, y);
        const free = seen !== null && (found.contains(seen) || seen.contains(found));
        const off = found.matches(':disabled, [aria-disabled=true]');
        tell(free && !off && width * height > 0 && now.every((one, at) => one === before[at]) ? [x, y] : null);
    });
})"""
"""The middle of an element, scrolled into view; null while it is not there, takes no press, moves, or something lies
over it."""
_AT_REST: Final = """(selector) => new Promise((tell) => {
    const look = (before) => requestAnimationFrame(() => {
        const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
        const now = [left + width / 2, top + height / 2];
        if (before[0] === now[0] && before[1] === now[1]) tell(now);
        else look(now);
    });
    look([]);
})"""
_BOX: Final = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return { x, y, width, height };
}"""
_MOVE: Final = 10
"""Milliseconds of each move of the hand."""
DOWN, UP, PAUSE = "down", "up", "pause"


@dataclass
class Person:
    """`address`: of the server. `touch`: a finger, no mouse."""

    driver: WebDriver
    address: str
    touch: bool = False

    def __post_init__(self) -> None:
        self._pointer = PointerInput("touch" if self.touch else "mouse", "hand")
        self.complaints: list[str] = []

    # --- going and seeing

    def open(self, path: str) -> None:
        """Go to a path of the server or a whole address, and from then on hear what should never be said there."""
        self._gather()
        self.driver.get(self.address + path if path.startswith("/") else path)
        self.ask(_LISTEN)

    def ask(self, function: str, *words: Any) -> Any:
        """What a JavaScript function of the page gives; a promise is waited for."""
        return self.driver.execute_async_script(
            "const tell = arguments[arguments.length - 1];"
            f"const asked = ({function})(...Array.from(arguments).slice(0, -1));"
            "Promise.resolve(asked).then(tell, (no) => tell(String(no)));",
            *words,
        )

    def until(self, condition: str, argument: object = None) -> None:
        """Wait until a JavaScript condition on the data of <html>, called `d`, and on `argument`, called `a`, holds."""
        self.wait(f"(a) => {{ const d = document.documentElement.dataset; return Boolean({condition}); }}", argument)

    def wait(self, function: str, *words: Any) -> Any:
        """Ask until the answer is true, and give it. Raises AssertionError."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.ask(function, *words)):
            assert time.monotonic() < deadline, f"never so: {function} {words} at {self.driver.current_url}"
            time.sleep(0.02)
        return found

    def see(self, selector: str, words: str = "") -> str:
        """Wait until an element is drawn and has these words among its own; all of them."""
        found = self.wait(
            "(selector, words) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())"
            ".map((one) => one.innerText || ' ').find((text) => text.includes(words))",
            selector,
            words,
        )
        return str(found)

    def gone(self, selector: str) -> None:
        """Wait until nothing of it is there."""
        self.wait("(selector) => document.querySelector(selector) === null", selector)

    def has(self, selector: str) -> bool:
        """Whether it is there now."""
        return bool(self.ask("(selector) => document.querySelector(selector) !== null", selector))

    def look(self) -> Sight:
        """The table as it is drawn now."""
        return msgspec.convert(self.ask(LOOK), Sight)

    def well(self) -> None:
        """Nothing was complained of since the person came, and nothing is wider than its page."""
        self._gather()
        assert not self.complaints, self.complaints
        over = self.ask("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{over} px too wide: {self.driver.current_url}"

    def _gather(self) -> None:
        self.complaints += self.ask("() => window.complaints?.splice(0) ?? []")

    def picture(self, path: Path) -> None:
        """Keep what is on the screen."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    # --- doing

    def push(self, testid: str) -> None:
        """Press a button, once it is there and nothing lies over it; again where the page was too busy to hear it, or
        had moved it away."""
        self._press_until_heard(named(testid), testid)

    def take(self, one: str) -> None:
        """Press a tile, in the same way."""
        self._press_until_heard(tile(one), one)

    def _press_until_heard(self, selector: str, name: str) -> None:
        self.ask("() => { window.clicked = []; }")
        for _ in range(_TRIES):
            self.press(selector)
            deadline = time.monotonic() + _SOON
            while time.monotonic() < deadline:
                if self.ask("(name) => window.clicked?.includes(name) ?? true", name):
                    return
        raise AssertionError(f"no press is heard: {name} at {self.driver.current_url}")

    def press(self, selector: str) -> None:
        """Tap or click the middle of an element."""
        self._hand(self._middle(selector), DOWN, UP)

    def pick(self, testid: str) -> None:
        """Choose one of several: hidden itself, its label is what is seen."""
        self.press(f"label:has({named(testid)})")

    def write(self, selector: str, words: str) -> None:
        """Write into a field, in the place of what is there."""
        self.wait(
            "(one) => { const field = document.querySelector(one); field?.select(); return field !== null; }", selector
        )
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(words.replace("\n", Keys.ENTER))

    def keys(self, *keys: str) -> None:
        """Press keys where the focus is, one after the other; those that write nothing by their names."""
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(getattr(Keys, key.upper(), key)).perform()

    def choose(self, selector: str, value: str) -> None:
        """Choose in a list that folds out."""
        self.wait("(selector) => document.querySelector(selector) !== null", f"{selector} option[value='{value}']")
        Select(self.driver.find_element(By.CSS_SELECTOR, selector)).select_by_value(value)

    def give(self, selector: str, file: Path) -> None:
        """Give a file to the field that asks for one."""
        self.wait("(selector) => document.querySelector(selector) !== null", selector)
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(str(file))

    def focus(self, selector: str) -> None:
        """Bring the focus to an element."""
        self.ask("(selector) => document.querySelector(selector).focus()", selector)

    @property
    def size(self) -> tuple[int, int]:
        """The page's width and height, in CSS pixels."""
        width, height = self.ask("() => [innerWidth, innerHeight]")
        return width, height

    def resize(self, width: int, height: int) -> None:
        """Give the page a size; no window of a Firefox is narrower than 450."""
        frame = self.driver.get_window_size()
        now = self.size
        self.driver.set_window_size(width + frame["width"] - now[0], height + frame["height"] - now[1])
        self.wait("(width, height) => innerWidth === width && innerHeight === height", width, height)

    def lay(self, tiles: Sequence[str], onto: str | None) -> None:
        """Select tiles, if there are several, and drag the last one, which takes the others along: into the meld with
        the tile `onto`, or to where nothing lies."""
        self._answer()
        for one in tiles if len(tiles) > 1 else ():
            self.take(one)
        start = self._middle(tile(tiles[-1]))
        end = self._middle(tile(onto)) if onto is not None else self._free()
        if end is None:
            # a felt that is full to its edges: the button is what a person would use
            if len(tiles) == 1:
                self.take(tiles[0])
            self.press(NEW)
            return
        self._hand(start, DOWN, *_way(start, end))
        # near its edges the felt scrolls, and the target with it
        while onto is not None and (now := self._rest(tile(onto))) and _apart(now, end) > _NEAR:
            self._hand(now)
            end = now
        self._hand(PAUSE, end, UP)

    def _answer(self) -> None:
        """Answer what the page asks about the meld laid last: its question may lie over the next tile."""
        if self.has(ANSWER):
            self.press(ANSWER)
            self.gone(ANSWER)

    def _free(self) -> Point | None:
        box = msgspec.convert(self.ask(_BOX, FELT), Box)
        return free_point(self.look(), box)

    def _middle(self, selector: str) -> Point:
        x, y = self.wait(_MIDDLE, selector)
        return x, y

    def _rest(self, selector: str) -> Point:
        """Where the middle of an element rests, whatever lies over it."""
        box = self.wait(_AT_REST, selector)
        return box[0], box[1]

    def _hand(self, *steps: Point | str) -> None:
        """Move to points, put down, lift up, rest."""
        actions = ActionBuilder(self.driver, mouse=self._pointer, duration=_MOVE)
        for step in steps:
            match step:
                case "down":
                    actions.pointer_action.pointer_down()
                case "up":
                    actions.pointer_action.pointer_up()
                case "pause":
                    actions.pointer_action.pause(_STILL)
                case (x, y):
                    actions.pointer_action.move_to_location(round(x), round(y))
        actions.perform()


def named(testid: str) -> str:
    """The selector of what has this name for tests."""
    return f'[data-testid="{testid}"]'


def _way(start: Point, end: Point) -> list[Point]:
    across, down = end[0] - start[0], end[1] - start[1]
    return [(start[0] + across * at / STEPS, start[1] + down * at / STEPS) for at in range(1, STEPS + 1)]


def _apart(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
