"""A German club game with a new deal, played by the robot on a phone and a laptop: `python -m tests.browser.club`.

Tables are made until the robot is dealt three pairs, which it shows; it plays the game that follows to its end.
Pictures of the card, the new rack, the middle and the end lie in the folder of artefacts.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import hands
from tests.browser.robot.robot import Robot
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import Visitor, visiting
from tests.web.harness import Guest

SETTINGS = {"TILERUMMY_ASKING": "20", "TILERUMMY_PER_ADDRESS": "1000"}
SIZES = {"phone": "tap", "laptop": "drag"}


def main() -> int:
    """Play on each size; 0 where every step was right."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.club", description=__doc__)
    parser.add_argument("--edition", default="deutschland")
    parser.add_argument("--pictures", type=Path, default=Path("test-artefacts/club"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), SETTINGS)
        server.start()
        browser = launch(playwright)
        try:
            for size, way in SIZES.items():
                pictures = asked.pictures / size
                with visiting(browser, server.address, size, pictures, locale="de-DE") as visitor:
                    print(size, *_play(visitor, server.address, asked.edition, way, pictures))
        finally:
            browser.close()
            server.stop()
    return 0


def _play(visitor: Visitor, address: str, edition: str, way: str, pictures: Path) -> tuple[object, ...]:
    """One game; what came of it. Raises AssertionError."""
    visitor.open("/")
    # by then the page knows whose it is, and asks no more for that
    visitor.page.wait_for_selector('[data-testid="my-games"]')
    room, made = _dealt_three_doubles(visitor, address, edition)
    visitor.open(f"/t/{room}")
    visitor.page.locator('[data-testid="redeal-card"]').wait_for(timeout=LIMIT)
    before = visitor.eyes.settled()
    visitor.picture(pictures / "card.png")
    visitor.push("redeal")
    visitor.eyes.wait_for("Number(d.seq) > a", before.seq)
    after = visitor.eyes.settled()
    assert after.rack != before.rack
    visitor.picture(pictures / "dealt.png")
    while visitor.eyes.settled().may_redeal:
        visitor.push("redeal")
        visitor.page.wait_for_timeout(200)
    visitor.page.wait_for_selector('[data-testid="redeal-card"]', state="detached", timeout=LIMIT)
    while visitor.eyes.settled().asking:
        visitor.page.wait_for_timeout(200)
    visitor.picture(pictures / "turn.png")
    robot = Robot(
        visitor.eyes,
        hands(way, visitor.eyes, touch=visitor.touch),
        keep=lambda name: visitor.picture(pictures / f"{name}.png"),
    )
    state = robot.play_game()
    visitor.page.wait_for_selector('[data-testid="result"]')
    visitor.picture(pictures / "result.png")
    assert state.result is not None
    assert sum(state.result.scores) == 0
    assert not visitor.eyes.complaints, visitor.eyes.complaints
    return (f"{made} tables", f"{robot.plays} plays", state.result.reason, state.result.scores)


def _dealt_three_doubles(visitor: Visitor, address: str, edition: str) -> tuple[str, int]:
    """A room in which the visitor, as one guest after another, may ask for a new deal; how many were made for it."""
    for made in range(1, 500):
        with Guest(address) as guest:
            room = guest.make(edition=edition, name="Robot", computers=["steady"], start=True)
            with guest.join(room) as table:
                if table.until(lambda state: state["phase"] == "playing")["may_redeal"]:
                    cookies = [(str(name), str(value)) for name, value in guest.http.cookies.items()]
                    visitor.page.context.add_cookies(
                        [{"name": name, "value": value, "url": address} for name, value in cookies]
                    )
                    return room, made
    raise AssertionError("no rack with three pairs")


if __name__ == "__main__":
    raise SystemExit(main())
