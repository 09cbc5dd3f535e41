"""The analysis board: a position laid by tap, drag, keys, text and link, and what is answered about it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from building.wasm import MODULE
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.reader import Reader
from tests.browser.robot.server import Server
from tests.browser.robot.stage import Stage
from tests.browser.robot.study import SETTLED, drag, free_felt, from_box, line, press
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.scenes import result

pytestmark = pytest.mark.browser

LINE = "b4 b5 b6, y8 r8 k8 | k1 b3 b8 | opened"


def begin(visitor: Visitor, path: str = "/analysis") -> None:
    visitor.open(path)
    visitor.page.wait_for_selector('[data-testid="box"]', timeout=LIMIT)


def says(visitor: Visitor, text: str) -> None:
    """Wait until the answer is there and says this."""
    visitor.page.locator(SETTLED, has_text=text).wait_for(timeout=LIMIT)


def well(visitor: Visitor) -> None:
    """Nothing went wrong in the browser; that it tells of a position that cannot be is no fault."""
    assert not [said for said in visitor.eyes.complaints if "status of 422" not in said], visitor.eyes.complaints


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_position_is_laid_by_taps_and_answered(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "analysis" / size
    with visiting(chromium, server, size, pictures) as ann:
        begin(ann)
        from_box(ann, "b5", "b4", "b6")
        free_felt(ann)
        assert line(ann) == "b4 b5 b6 |  | opened"
        from_box(ann, "y8", "r8")
        ann.push("new-set")
        # two tiles are no meld: it is said, and nothing is lost
        says(ann, "This position is not possible in this edition")
        from_box(ann, "k8")
        press(ann, ann.page.locator('[data-meld-id] [data-tile="r8"]'))
        from_box(ann, "b3", "k1", "b8")
        press(ann, ann.page.locator('[data-testid="rack"]'))
        assert sorted(line(ann).replace(",", "").split()) == sorted(LINE.replace(",", "").split())
        says(ann, "2 tiles can be laid, worth 11 points")
        ann.picture(pictures / "answered.png")

        # the steps, one by one on the board, which is as it was once it is touched
        before = line(ann)
        ann.push("step-next")
        ann.push("step-next")
        ann.page.wait_for_selector('[data-testid="felt"] [data-own]', timeout=LIMIT)
        assert line(ann) == before
        felt, controls = (ann.page.locator(f'[data-testid="{name}"]').bounding_box() for name in ("felt", "step-next"))
        assert felt is not None
        assert controls is not None
        assert felt["y"] >= 0
        assert controls["y"] > felt["y"] + felt["height"] or size == "laptop"
        free_felt(ann)
        assert ann.page.locator('[data-testid="felt"] [data-own]').count() == 0
        ann.push("take")
        assert line(ann).endswith("| k1 | opened")
        ann.push("undo")
        assert line(ann) == before

        # a page that is loaded again goes on where it was
        ann.page.evaluate("() => history.replaceState(null, '', '/analysis')")
        begin(ann)
        assert line(ann) == before
        well(ann)


@pytest.mark.parametrize(("size", "edition"), [("phone", "twist"), ("laptop", "sabra")])
def test_tiles_are_dragged_to_and_fro(size: str, edition: str, chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, size, artefacts / "analysis" / f"drag-{size}") as ann:
        begin(ann)
        page = ann.page
        page.select_option('[data-testid="edition"]', edition)
        for tile in ("r5", "r6"):
            drag(ann, page.locator(f'[data-testid="box"] [data-tile="{tile}"]'), page.locator('[data-testid="rack"]'))
        assert line(ann) == "| r5 r6 | opened"
        drag(ann, page.locator('[data-testid="rack"] [data-tile="r5"]'), page.locator('[data-testid="felt"]'))
        assert line(ann) == "r5 | r6 | opened"
        drag(ann, page.locator('[data-testid="rack"] [data-tile="r6"]'), page.locator("[data-meld-id]"))
        drag(ann, page.locator('[data-testid="box"] [data-tile="r7"]'), page.locator("[data-meld-id]"))
        assert sorted(line(ann).split("|")[0].split()) == ["r5", "r6", "r7"]
        drag(ann, page.locator('[data-meld-id] [data-tile="r6"]'), page.locator('[data-testid="box"]'))
        assert line(ann) == "r5 r7 |  | opened"
        well(ann)


@pytest.mark.parametrize(("size", "edition"), [("phone", "sabra"), ("laptop", "twist")])
def test_a_position_is_laid_by_keys(size: str, edition: str, chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, size, artefacts / "analysis" / f"keys-{size}") as ann:
        begin(ann)
        ann.page.select_option('[data-testid="edition"]', edition)
        keyboard = ann.page.keyboard
        ann.page.locator('[data-testid="box"] [data-tile="k1"]').focus(timeout=LIMIT)
        keyboard.press("Enter")  # k1 to the rack
        for _ in range(3):
            keyboard.press("ArrowDown")
        for _ in range(3):
            keyboard.press("Space")
            keyboard.press("ArrowRight")
        keyboard.press("n")
        assert line(ann) == "y1 y2 y3 | k1 | opened"
        keyboard.press("F6")
        assert ann.page.evaluate("() => document.activeElement.closest('[data-region]').dataset.region") != "box"
        ann.page.locator('[data-testid="rack"] [data-tile="k1"]').focus(timeout=LIMIT)
        keyboard.press("Delete")
        assert line(ann) == "y1 y2 y3 |  | opened"
        keyboard.press("Control+z")
        assert line(ann) == "y1 y2 y3 | k1 | opened"
        ann.page.locator('[data-meld-id] [data-tile="y1"]').focus(timeout=LIMIT)
        keyboard.press("r")
        assert line(ann) == "y2 y3 | k1 y1 | opened"
        # and by what a screen reader hears: names of tiles, and the answer as it comes
        reader = Reader(ann.page)
        reader.press("yellow 1, rack")
        reader.press("yellow 2, meld 1")
        reader.hears("Nothing can be laid")
        well(ann)


def test_text_and_links_both_ways(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "analysis" / "text") as ann:
        begin(ann)
        page = ann.page
        field, problem = page.locator('[data-testid="notation"]'), page.locator('[data-testid="notation-problem"]')
        field.fill("b4 b5 x6 | b3")
        ann.push("lay")
        assert "character 7" in problem.inner_text()
        assert field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == "x6"
        field.fill(" | r10 b10 k10 y1 | unopened")
        ann.push("lay")
        says(ann, "3 tiles can be laid, worth 30 points")
        ann.page.locator('[data-testid="house-rules"]').tap(timeout=LIMIT)
        page.select_option('[data-testid="house-opening-amount"]', label="50")
        says(ann, "Nothing can be laid")
        link = page.url
        assert "original;opening.amount=50/" in link

        # an edition that is not known: said, and the position waits in the field
        field.fill("https://example.org/analysis#chess/b4+b5+b6+%7C+b3")
        ann.push("lay")
        assert "no edition “chess”" in problem.inner_text()
        assert page.url == link

        with visiting(chromium, server, "laptop", artefacts / "analysis" / "link") as bob:
            begin(bob, link)
            assert line(bob) == "| k10 r10 b10 y1 | unopened"
            says(bob, "Nothing can be laid")
            begin(bob, "/analysis")
            bob.page.goto(f"{server}/analysis#chess/b4+b5+b6+%7C+b3")
            bob.page.locator('[data-testid="notation-problem"]', has_text="chess").wait_for(timeout=LIMIT)
            assert line(bob) == "b4 b5 b6 | b3"
            bob.push("lay")
            says(bob, "1 tile can be laid")
            bob.page.goto(f"{server}/analysis#original;opening.size=3/b4+b5+b6+%7C+b3")
            says(bob, "These house rules do not go together")
        well(ann)


def test_every_question_has_its_answer(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "analysis" / "asked") as ann:
        begin(ann, "/analysis#original/b4+b5+b6,+y8+r8+k8+%7C+b3+b8+r5+r6+%7C+opened")
        for asked, said in {
            "several": "2 tiles can be laid",
            "placeable": "2 tiles on the rack can be laid",
            "outs": "The rack cannot be emptied",
            "waits": "Can be laid whatever is drawn",
            "every": "The rack holds no meld",
            "arrange": "All loose tiles lie in 2 melds",
        }.items():
            ann.pick(f"wanted-{asked}")
            says(ann, said)
        ann.pick("wanted-waits")
        says(ann, "unseen tiles: 96")
        assert "%" in ann.page.locator('[data-testid="wait-r5"]').inner_text()
        ann.picture(artefacts / "analysis" / "waits.png")

        # a joker that another edition's box does not hold is named; undo brings it back
        begin(ann, "/analysis")
        ann.page.select_option('[data-testid="edition"]', "twist")
        ann.page.locator('[data-testid="notation"]').fill("b4 b5 b6 | M r3")
        ann.push("lay")
        ann.page.select_option('[data-testid="edition"]', "original")
        ann.page.wait_for_selector('[data-testid="missing"]', timeout=LIMIT)
        assert line(ann) == "b4 b5 b6 | r3 | opened"
        ann.push("undo")
        assert line(ann) == "b4 b5 b6 | r3 M | opened"
        well(ann)


def test_a_game_that_is_over_is_looked_at(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "analysis" / "game") as ann:
        result(ann.page, server, Stage(ann.page))
        ann.push("analyse")
        ann.page.wait_for_selector('[data-testid="box"]', timeout=LIMIT)
        assert ann.page.locator("[data-meld-id]").count() > 10
        assert ann.page.locator('[data-testid="edition"]').input_value() == "xp-160"
        # the tiles of the others are not to be seen
        says(ann, "unseen tiles: ")
        well(ann)


def test_a_browser_that_keeps_nothing_says_so(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "analysis" / "full") as ann:
        ann.page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
        )
        begin(ann)
        from_box(ann, "b5")
        ann.push("to-rack")
        ann.page.wait_for_selector('[data-testid="unkept"]', timeout=LIMIT)
        # the address holds it
        ann.page.reload()
        ann.page.wait_for_selector('[data-testid="rack"] [data-tile="b5"]', timeout=LIMIT)


@pytest.mark.skipif(not MODULE.is_file(), reason="no Zig when the page was built")
def test_without_a_line_the_page_answers_itself(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    with visiting(chromium, own_server.address, "laptop", artefacts / "analysis" / "no-connection", worker=True) as ann:
        with ann.page.expect_response(lambda response: response.url.endswith(".wasm"), timeout=LIMIT) as kernel:
            begin(ann)
        kernel.value.finished()
        ann.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        own_server.kill()
        field = ann.page.locator('[data-testid="notation"]')
        field.fill(LINE)
        ann.push("lay")
        says(ann, "2 tiles can be laid, worth 11 points")
        # without the steps, but it can be laid
        assert ann.page.locator('[data-testid="step-next"]').count() == 0
        ann.picture(artefacts / "analysis" / "no-connection.png")
        ann.push("take")
        assert line(ann).endswith("| k1 | opened")
        # what only the server knows is still refused
        field.fill("b4 b5 b6 | b3")
        ann.push("lay")
        ann.page.select_option('[data-testid="edition"]', "suomi")
        says(ann, "The server cannot be reached")
        # loaded again it goes on where it was, also where the browser has forgotten what the server said
        ann.page.select_option('[data-testid="edition"]', "original")
        for forget in ("0", "localStorage.removeItem('tilerummy.said.editions')"):
            ann.page.evaluate(forget)
            begin(ann)
            assert line(ann).startswith("b4 b5 b6 | b3")
            says(ann, "1 tile can be laid")
        # once the server is there again, what only it knows is answered unasked
        ann.page.select_option('[data-testid="edition"]', "suomi")
        says(ann, "The server cannot be reached")
        own_server.start()
        says(ann, "1 tile can be laid")
