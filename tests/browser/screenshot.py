"""Makes the picture in the README from a real game: `.venv/bin/python -m tests.browser.screenshot`."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.hands import Tapping
from tests.browser.robot.robot import Robot
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting

PICTURE = Path(__file__).parents[2] / "docs" / "screenshot.png"
MELDS = 9
"""How many melds lie on the table when the picture is taken."""


def main() -> None:
    """Play until the table is full enough, and take the picture when it is the player's turn."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            with visiting(browser, server.address, "laptop", Path(folder)) as visitor:
                visitor.create_table(name="Ada", edition="original", seats=3, computers=2, level="steady")
                visitor.push("start")
                robot = Robot(visitor.eyes, Tapping(visitor.eyes, touch=False))
                state = visitor.eyes.settled()
                while len(state.table) < MELDS and state.phase == "playing":
                    visitor.eyes.wait_for("d.phase === 'over' || d.myTurn === '1'")
                    state = visitor.eyes.settled()
                    if state.phase == "playing" and len(state.table) < MELDS:
                        robot.take_turn(state)
                visitor.picture(PICTURE)
        finally:
            browser.close()
            server.kill()
    print(PICTURE)


if __name__ == "__main__":
    main()
