"""The camera: racks of an evening counted, a table taken to the analysis board, by photographs, without a network."""

import base64
import json
from collections import Counter
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from building.wasm import CAMERA
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.photographs import photograph
from tests.browser.robot.study import line
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.camera_scenes import RACK, TABLE, show
from tests.browser.scenes.sheets import NAMES, begin

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not CAMERA.is_file(), reason="no camera was built here")]
expect.set_options(timeout=LIMIT)

_PASTE = """([picture]) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
}"""
RACKS = (RACK, ("k1 r1 b13 y7 J",), ("y9 b3 k11 r6 r8 k2",))
POINTS = (75, 52, 39)
"""What they count in an edition whose joker costs 30."""


JOKER = 14
"""Its place after the numbers."""


def number(kind: str) -> int:
    """What stands on a tile."""
    return JOKER if kind == "J" else int(kind[1:])


def kinds(page: Page) -> list[str]:
    """The tiles in the list, which is the truth."""
    return [str(one.get_attribute("data-kind")) for one in page.locator('[data-testid^="seen-"]').all()]


def say(page: Page, at: int, wanted: int | None) -> None:
    """Say by keys which number a tile has, or that it is a joker; None: that it is no tile."""
    page.locator('[data-testid^="seen-"]').nth(at).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    expect(page.locator('[data-testid="no-tile"]:focus')).to_have_count(1)
    if wanted is not None:
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        for _ in range(1 + wanted):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def put_right(page: Page, wanted: list[str]) -> int:
    """Put right by keys what was read of a rack, whose colours do not matter; how many tiles were read otherwise."""
    missing = Counter(map(number, wanted))
    surplus = []
    for at, kind in enumerate(kinds(page)):
        if missing[number(kind)] > 0:
            missing[number(kind)] -= 1
        else:
            surplus.append(at)
    left = list(missing.elements())
    # from the last, since what is no tile leaves the list
    for at, right in reversed(list(zip_longest(surplus, left[: len(surplus)]))):
        say(page, at, right)
    for one in left[len(surplus) :]:
        page.get_by_test_id("add-tile").focus()
        page.keyboard.press("Enter")
        page.locator(f'[data-testid="{"is-J" if one == JOKER else f"number-{one}"}"]').focus()
        page.keyboard.press("Enter")
    while page.get_by_test_id("doubts").count():
        page.locator('[data-testid="which"] [aria-pressed="true"]').first.focus()
        page.keyboard.press("Enter")
    return max(len(surplus), len(left))


def saved(page: Page) -> Any:
    """The photograph as it is kept on the device, with what was said of it."""
    with page.expect_download() as told:
        page.get_by_test_id("save-photograph").click()
    return json.loads(told.value.path().read_text(encoding="utf-8"))


def begun(ann: Visitor) -> None:
    """The page is kept, and so is the camera, which has read one photograph."""
    page = ann.page
    ann.open("/analysis")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.push("photograph-rack")
    show(page, photograph(page, RACK))


def test_an_evening_is_counted_and_a_table_laid_without_a_network(
    chromium: Browser, server: str, artefacts: Path
) -> None:
    pictures = artefacts / "camera"
    with visiting(chromium, server, "phone", pictures, worker=True) as ann:
        page = ann.page
        begun(ann)
        page.context.set_offline(True)
        begin(page, address=server)
        ann.push("out-0")
        for seat, (rack, points) in enumerate(zip(RACKS, POINTS, strict=True), start=1):
            ann.push(f"photograph-{seat}")
            show(page, photograph(page, rack))
            wanted = " ".join(rack).split()
            assert put_right(page, wanted) <= len(wanted) // 2
            expect(page.get_by_test_id("read")).to_contain_text(f"{points} points, {len(wanted)} tiles")
            ann.picture(pictures / f"rack-{seat}.png")
            kept = saved(page)
            assert sorted(number(one["tile"]) for one in kept["tiles"]) == sorted(map(number, wanted))
            assert kept["numbers_only"]
            assert kept["picture"].startswith("data:image/jpeg;base64,")
            # nothing is written before it is said
            expect(page.get_by_test_id(f"rack-{seat}")).to_have_value("")
            ann.push("use")
            expect(page.get_by_test_id(f"rack-{seat}")).to_have_value(str(points))
        ann.push("write-game")
        expect(page.get_by_test_id("total-0")).to_have_text(f"+{sum(POINTS)}")

        ann.open("/analysis#original/%7C+b3+%7C+opened")
        ann.push("photograph-table")
        page.evaluate(_PASTE, [base64.b64encode(photograph(page, TABLE, columns=2)).decode()])
        page.get_by_test_id("read").wait_for()
        ann.picture(pictures / "table.png")
        read = kinds(page)
        ann.push("use")
        assert sorted(line(ann).split("|")[0].replace(",", "").split()) == sorted(read)
        assert line(ann).split("|")[1].strip() == "b3"
        ann.push("undo")
        assert line(ann).startswith("| b3")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("letter.jpg", b"Dear Ann, this is no picture.", "not a picture"),
        ("empty.png", b"", "not a picture"),
        ("huge.png", b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0\1\0\0" * 2 + b"\x08\2\0\0\0", "too large"),
    ],
)
def test_what_cannot_be_read_is_told(
    name: str, content: bytes, told: str, chromium: Browser, server: str, artefacts: Path
) -> None:
    with visiting(chromium, server, "laptop", artefacts / "camera" / "faults") as ann:
        begin(ann.page, NAMES, address=server)
        ann.push("out-0")
        ann.push("photograph-1")
        file = FilePayload(name=name, mimeType="image/jpeg", buffer=content)
        ann.page.get_by_test_id("choose-photograph").set_input_files(files=[file])
        expect(ann.page.get_by_test_id("photo-fault")).to_contain_text(told)
        expect(ann.page.get_by_test_id("use")).to_have_count(0)
