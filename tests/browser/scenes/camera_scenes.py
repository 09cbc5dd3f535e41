"""Scenes of the camera: a photograph is asked for, read, and cannot be read."""

from collections.abc import Mapping

from playwright.sync_api import FilePayload, Page

from tests.browser.robot.photographs import photograph
from tests.browser.robot.stage import Stage
from tests.browser.scenes.sheets import begin
from tests.browser.scenes.ways import Way, push

RACK = ("r4 r5 b6 k9 k10 b2", "y2 y13 r12 b12")
TABLE = ("b4 b5 b6 b7", "y8 r8 k8", "r9 r10 r11", "k1 y3")


def show(page: Page, picture: bytes) -> None:
    """Bring a photograph, and wait until it is read."""
    file = FilePayload(name="photograph.jpg", mimeType="image/jpeg", buffer=picture)
    page.get_by_test_id("choose-photograph").set_input_files(files=[file])
    page.locator('[data-testid="read"], [data-testid="photo-fault"]').wait_for()


def asking(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/analysis")
    push(page, "photograph-table")
    page.get_by_test_id("choose-photograph").wait_for(state="attached")


def a_rack(page: Page, address: str, stage: Stage) -> None:
    begin(page, ("Ann", "Bram-Willem Straatenberg", "Chloé"), address=address)
    push(page, "out-0", "photograph-1")
    show(page, photograph(page, RACK))


def a_table(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/analysis#twist/%7C+b3+%7C+opened")
    push(page, "photograph-table")
    show(page, photograph(page, TABLE, columns=2))
    push(page, "seen-0", "any-tile")


def no_tile(page: Page, address: str, stage: Stage) -> None:
    asking(page, address, stage)
    show(page, photograph(page, ()))


SCENES: Mapping[str, Way] = {
    "camera": asking,
    "camera-rack": a_rack,
    "camera-table": a_table,
    "camera-no-tile": no_tile,
}
"""By name, in the order of a contact sheet."""
