"""Makes the pictures in the README: `.venv/bin/python -m tests.browser.screenshot`.

`docs/screenshot.png` is a table in the middle of a real game, `docs/game.svg` a whole game between computer players, as
the replay page saves it; `docs/pictures.sha256` says of which look they are.
"""

import random
import tempfile
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, sync_playwright

import tilerummy
from tests.browser import look
from tests.browser.look import DOCS
from tests.browser.robot.chromium import launch
from tests.browser.robot.hands import Tapping
from tests.browser.robot.robot import Robot
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting

MELDS = 9
"""How many melds lie on the table when the picture is taken."""
LEVELS, SEED = ("steady", "expert", "expert"), 1
"""Who plays the moving game, and with which shuffle: a short game that soon has melds on the table."""
NAMES = ("Ada", "Ben", "Cleo")


def main() -> None:
    """Make both pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            print(table(browser, server.address, Path(folder)))
            print(game(browser, server.address, Path(folder)))
        finally:
            browser.close()
            server.kill()
    look.KEPT.write_text(look.digest() + "\n", encoding="utf-8")


def table(browser: Browser, address: str, folder: Path) -> Path:
    """Play until the table is full enough, and take the picture when it is the player's turn."""
    picture = DOCS / "screenshot.png"
    with visiting(browser, address, "laptop", folder) as visitor:
        visitor.create_table(name="Ada", edition="original", seats=3, computers=2, level="steady")
        visitor.push("start")
        visitor.eyes.wait_for("d.phase === 'playing'")
        robot = Robot(visitor.eyes, Tapping(visitor.eyes, touch=False))
        state = visitor.eyes.settled()
        while len(state.table) < MELDS and state.phase == "playing":
            visitor.eyes.wait_for("d.phase === 'over' || d.myTurn === '1'")
            state = visitor.eyes.settled()
            if state.phase == "playing" and len(state.table) < MELDS:
                robot.take_turn(state)
        visitor.picture(picture)
    return picture


def game(browser: Browser, address: str, folder: Path) -> Path:
    """Let computer players play a game, open its record, and save the moving picture."""
    picture, record = DOCS / "game.svg", folder / "game.jsonl"
    played = tilerummy.play_game(tilerummy.load_edition("original"), LEVELS, random.Random(SEED))
    record.write_text(tilerummy.write_record(replace(played, players=NAMES)), encoding="utf-8")
    with visiting(browser, address, "laptop", folder) as visitor:
        visitor.open("/replay")
        visitor.page.locator('[data-testid="replay-file"]').set_input_files(record)
        with visitor.page.expect_download() as download:
            visitor.push("replay-picture")
        download.value.save_as(picture)
    return picture


if __name__ == "__main__":
    main()
