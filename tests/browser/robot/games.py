"""One whole game of the robot against computer players, at a table of its own."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.robot.hands import hands
from tests.browser.robot.robot import Robot
from tests.browser.robot.visitor import visiting


@dataclass(frozen=True)
class Game:
    """Which edition, on which screen (a name of SIZES), by which hands (one of WAYS), with how many seats."""

    edition: str
    size: str
    way: str
    seats: int

    def __str__(self) -> str:
        return f"{self.edition}-{self.size}-{self.way}"


def play(game: Game, browser: Browser, address: str, pictures: Path) -> Robot:
    """Play it to its end with every step checked, keeping pictures of its middle and end. Raises AssertionError."""
    with visiting(browser, address, game.size, pictures) as visitor:
        visitor.create_table(
            name="Robot", edition=game.edition, seats=game.seats, computers=game.seats - 1, level="steady"
        )
        visitor.push("start")
        robot = Robot(
            visitor.eyes,
            hands(game.way, visitor.eyes, touch=visitor.touch),
            keep=lambda name: visitor.picture(pictures / f"{name}.png"),
        )
        state = robot.play_game()
        visitor.page.wait_for_selector('[data-testid="result"]')
        visitor.picture(pictures / "result.png")
        assert state.result is not None
        assert state.revealed is not None
        assert sum(state.result.scores) == 0
        assert not visitor.eyes.complaints, visitor.eyes.complaints
        return robot
