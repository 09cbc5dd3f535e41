"""What a person does who studies: a replay, the analysis board, a puzzle; each by tap, drag, keys or by ear."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Position, expect

from tests.browser.faults import findings, still
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import hands
from tests.browser.robot.reader import Reader
from tests.browser.robot.turns import play
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.scenes import GAMES
from tilerummy import editions
from tilerummy.puzzles.book import packaged
from tilerummy.puzzles.puzzle import Puzzle, position_of

WAYS = ("tap", "drag", "keys", "heard")
PAGES = ("replay", "analysis", "puzzle")
HEARD = "en-GB"
"""The language of what is heard: the others are told by what the page says to programs."""
SETTLED = '[data-testid="answer"][data-busy="0"]'


@dataclass(frozen=True)
class Study:
    """One page of PAGES in an edition, on a screen (a name of SIZES), by one of WAYS, in a language of a browser."""

    page: str
    edition: str
    size: str
    way: str
    locale: str = HEARD

    def __str__(self) -> str:
        return f"{self.page}-{self.edition}-{self.size}-{self.way}-{self.locale}"


def do(study: Study, browser: Browser, address: str, pictures: Path) -> None:
    """Do it, and have axe and a ruler look at its end. Raises AssertionError."""
    with visiting(browser, address, study.size, pictures, locale=study.locale) as visitor:
        {"replay": replay, "analysis": analysis, "puzzle": puzzle}[study.page](visitor, study.way, study.edition)
        still(visitor.page)
        visitor.picture(pictures / f"{study}.png")
        assert visitor.eyes.look().overflow <= 0
        # that the server tells of a position that cannot be is no fault: a meld is laid tile by tile
        complaints = [one for one in visitor.eyes.complaints if "status of 422" not in one]
        assert not complaints, complaints
        found = findings(visitor.page)
        assert not found, "\n".join(found)


# --- a replay -------------------------------------------------------------------------------------------------


def replay(viewer: Visitor, way: str, edition: str) -> None:
    """Open a record from a file, and go through it: two turns on, to the end, one back, some turn in the middle."""
    record = GAMES / f"{edition}-rack-empty.jsonl"
    last = len(record.read_text("utf-8").splitlines()) - 3
    viewer.open("/replay")
    viewer.page.locator('[data-testid="replay-file"]').set_input_files(record)
    at(viewer, 0)
    {"tap": _tapped, "drag": _dragged, "keys": _keyed, "heard": _listened}[way](viewer, last)
    assert 0 < int(viewer.page.get_attribute('[data-testid="replay"]', "data-turn") or 0) < last


def at(viewer: Visitor, turn: int, step: str = "") -> None:
    """Wait for a moment."""
    viewer.page.wait_for_selector(f'[data-testid="replay"][data-turn="{turn}"][data-step="{step}"]', timeout=LIMIT)


def _tapped(viewer: Visitor, last: int) -> None:
    for turn in (1, 2):
        viewer.push("replay-next")
        at(viewer, turn)
    viewer.push("replay-back")
    at(viewer, 1)
    slider = viewer.page.locator('[data-testid="replay-slider"]')
    _touch(viewer, slider, 0.995)
    at(viewer, last)
    viewer.push("replay-back")
    at(viewer, last - 1)
    _touch(viewer, slider, 0.5)
    viewer.page.wait_for_function(_BETWEEN, arg=[last * 0.3, last * 0.7])


def _dragged(viewer: Visitor, last: int) -> None:
    slider = viewer.page.locator('[data-testid="replay-slider"]')
    box = slider.bounding_box()
    assert box is not None
    mouse, y = viewer.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 8, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] + 20, y, steps=12)
    at(viewer, last)
    mouse.move(box["x"] + box["width"] / 2, y, steps=12)
    mouse.up()
    viewer.page.wait_for_function(_BETWEEN, arg=[last * 0.3, last * 0.7])


def _keyed(viewer: Visitor, last: int) -> None:
    keyboard = viewer.page.keyboard
    viewer.page.locator('[data-testid="replay-board"]').focus()
    for key, turn in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("Home", 0),
        ("End", last),
    ):
        keyboard.press(key)
        at(viewer, turn)
    keyboard.press("ArrowLeft")
    at(viewer, last - 1)


def _listened(viewer: Visitor, last: int) -> None:
    slider, reader = viewer.page.get_by_role("slider", name="Turn"), Reader(viewer.page)
    slider.focus()
    for key, turn in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1)):
        viewer.page.keyboard.press(key)
        at(viewer, turn)
        said = viewer.page.locator('[data-testid="replay-said"]').inner_text()
        assert said
        reader.hears(said)
        # the one who comes to the slider later hears its moment as a sentence too
        assert slider.get_attribute("aria-valuetext")


_BETWEEN = """([least, most]) => {
    const turn = Number(document.querySelector('[data-testid=replay]').dataset.turn);
    return least <= turn && turn <= most;
}"""


# --- the analysis board ---------------------------------------------------------------------------------------


def analysis(ann: Visitor, way: str, edition: str) -> None:
    """Lay `b4 b5 b6 | b7 k1`, hear that b7 can be laid, and lay it."""
    ann.open("/analysis")
    ann.page.wait_for_selector('[data-testid="box"]', timeout=LIMIT)
    ann.page.select_option('[data-testid="edition"]', edition)
    {"tap": _laid_by_taps, "drag": _laid_by_drags, "keys": _laid_by_keys, "heard": _laid_by_ear}[way](ann)
    laid, rack, _ = line(ann).split("|")
    assert (laid.split(), sorted(rack.split())) == (["b4", "b5", "b6"], ["b7", "k1"])
    ann.page.locator(SETTLED).wait_for(timeout=LIMIT)
    ann.push("take")
    ann.page.locator(SETTLED).wait_for(timeout=LIMIT)
    assert line(ann) == "b4 b5 b6 b7 | k1 | opened"


def line(visitor: Visitor) -> str:
    """The position on the board."""
    return visitor.page.locator('[data-testid="notation"]').input_value()


def press(visitor: Visitor, what: Locator, x: float | None = None, y: float | None = None) -> None:
    """Tap or click, in the middle or at a place within."""
    at = None if x is None or y is None else Position(x=x, y=y)
    if visitor.touch:
        what.tap(position=at, timeout=LIMIT)
    else:
        what.click(position=at, timeout=LIMIT)


def _touch(visitor: Visitor, what: Locator, share: float) -> None:
    box = what.bounding_box()
    assert box is not None
    press(visitor, what, box["width"] * share, box["height"] / 2)


def from_box(visitor: Visitor, *tiles: str) -> None:
    """Select tiles of the box."""
    for tile in tiles:
        press(visitor, box_tile(visitor, tile))


def box_tile(visitor: Visitor, tile: str) -> Locator:
    """A tile of the box."""
    return visitor.page.locator(f'[data-testid="box"] [data-tile="{tile}"]')


def free_felt(visitor: Visitor) -> None:
    """Tap where nothing lies."""
    felt = visitor.page.locator('[data-testid="felt"]')
    box = felt.bounding_box()
    assert box is not None
    press(visitor, felt, box["width"] - 12, box["height"] - 12)


def drag(visitor: Visitor, what: Locator, onto: Locator, across: float = 0.5) -> None:
    """By mouse, which a page with a finger understands too; to a share of the width, from the left."""
    what.scroll_into_view_if_needed(timeout=LIMIT)
    start, end = what.bounding_box(), onto.bounding_box()
    assert start is not None
    assert end is not None
    mouse = visitor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] * across, end["y"] + end["height"] / 2, steps=8)
    mouse.up()


def _laid_by_taps(ann: Visitor) -> None:
    from_box(ann, "b4", "b5", "b6")
    free_felt(ann)
    from_box(ann, "b7", "k1")
    press(ann, ann.page.locator('[data-testid="rack"]'))


def _laid_by_drags(ann: Visitor) -> None:
    felt, rack = ann.page.locator('[data-testid="felt"]'), ann.page.locator('[data-testid="rack"]')
    drag(ann, box_tile(ann, "b4"), felt)
    for tile in ("b5", "b6"):
        drag(ann, box_tile(ann, tile), ann.page.locator("[data-meld-id]"), 0.95)
    for tile in ("b7", "k1"):
        drag(ann, box_tile(ann, tile), rack)


def _laid_by_keys(ann: Visitor) -> None:
    keyboard = ann.page.keyboard
    box_tile(ann, "b4").focus(timeout=LIMIT)
    for _ in range(3):
        keyboard.press("Space")
        keyboard.press("ArrowRight")
    keyboard.press("n")
    for tile in ("b7", "k1"):
        box_tile(ann, tile).focus(timeout=LIMIT)
        keyboard.press("Enter")


def _laid_by_ear(ann: Visitor) -> None:
    reader = Reader(ann.page)
    for tile in ("blue 4", "blue 5", "blue 6"):
        reader.press(f"{tile}, 2 left in the box", "Space")
    ann.page.keyboard.press("n")
    for tile in ("blue 7", "black 1"):
        reader.press(f"{tile}, 2 left in the box")
    reader.hears("1 tile can be laid")
    assert ("Meld 1", ["blue 4", "blue 5", "blue 6"]) in [
        (name, [button.split(",")[0] for button in buttons]) for name, buttons in reader.groups()
    ]


# --- a puzzle -------------------------------------------------------------------------------------------------


def puzzle(solver: Visitor, way: str, edition: str) -> None:
    """Solve a puzzle in which one run is divided."""
    one, after = of_one_split(edition)
    solver.open(f"/puzzles/{edition}/{one.id}")
    solver.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
    solve(solver, way, one, after)
    solver.page.wait_for_selector('[data-testid="coach"][data-done="1"]')


def of_one_split(edition: str) -> tuple[Puzzle, str]:
    """A puzzle solved by dividing one run around the tile that is laid, and the tile after it in the run."""
    book = packaged(editions.load(edition))
    assert book is not None
    for one in book.puzzles:
        if one.themes != ("split",) or one.steps != 2 or " " in one.laid:
            continue
        table = position_of(one, editions.load(edition)).table
        lying = [tile for meld in table for tile in meld.tiles]
        for meld in table:
            if one.laid in meld.tiles[2:-2] and all(lying.count(tile) == 1 for tile in meld.tiles):
                at = meld.tiles.index(one.laid)
                return one, meld.tiles[at + 1]
    raise AssertionError(edition)


def solve(solver: Visitor, way: str, one: Puzzle, after: str) -> None:
    """The tile on the table stays with those before it, the one of the rack goes to those after it."""
    if way != "heard":
        play(solver, hands(way, solver.eyes, touch=solver.touch), [("/", after), (one.laid, after)])
        return
    reader = Reader(solver.page)
    meld = next(int(tile.meld or 0) + 1 for tile in solver.eyes.look().tiles if tile.tile == after and tile.meld)
    reader.type(f"{meld}: split {after}")
    reader.type(f"{one.laid} > {meld + 1}")
    # the judge has a word on the whole of it
    expect(reader.find("button", "Play")).to_be_enabled(timeout=LIMIT)
    reader.type("play")
    reader.hears("Solved!")
    assert solver.page.get_by_text("The table has changed").count() == 0
