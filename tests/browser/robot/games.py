"""Whole games of the robot against computer players, at a table of its own: one, or a match of several."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.robot.hands import hands
from tests.browser.robot.robot import Robot
from tests.browser.robot.visitor import visiting
from tilerummy.rooms.views.snapshot import Snapshot


@dataclass(frozen=True)
class Game:
    """Which edition, on which screen (a name of SIZES), by which hands (one of WAYS), with how many seats, against
    computer players of which level, in a browser that speaks which language."""

    edition: str
    size: str
    way: str
    seats: int
    level: str = "steady"
    lang: str = "en"

    def __str__(self) -> str:
        return f"{self.edition}-{self.size}-{self.way}"


def play(game: Game, browser: Browser, address: str, pictures: Path, *, worker: bool = True) -> Robot:
    """Play it to its end with every step checked, keeping pictures of its middle and end; with the page's service
    worker, or without. Raises AssertionError."""
    with visiting(browser, address, game.size, pictures, locale=game.lang, worker=worker) as visitor:
        visitor.create_table(
            name="Robot", edition=game.edition, seats=game.seats, computers=game.seats - 1, level=game.level
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


@dataclass(frozen=True)
class Match:
    """So many rounds of an edition that has them, each of `games` games, against one computer player."""

    edition: str
    rounds: int
    games: int
    size: str
    way: str

    def __str__(self) -> str:
        return f"match-{self.edition}-{self.size}-{self.way}"


def play_match(match: Match, browser: Browser, address: str, pictures: Path) -> list[Snapshot]:
    """Play it to its last game with every step checked; the state after each. The draw for the start is seen, and the
    match after every game. Raises AssertionError."""
    ends: list[Snapshot] = []
    games, draws = match.rounds * match.games, 0
    with visiting(browser, address, match.size, pictures) as visitor:
        rounds = str(match.rounds)
        visitor.create_table(name="Robot", edition=match.edition, seats=2, computers=1, level="steady", match=rounds)
        visitor.push("start")
        for number in range(1, games + 1):
            visitor.eyes.wait_for("d.phase === 'playing'")
            # a computer player that begins leaves no time to look
            if visitor.eyes.settled().turn_number == 1:
                draws += 1
                visitor.page.wait_for_selector('[data-testid="start-draw"]')
                visitor.picture(pictures / f"{number}-start.png")
            ends.append(Robot(visitor.eyes, hands(match.way, visitor.eyes, touch=visitor.touch)).play_game())
            visitor.page.wait_for_selector('[data-testid="result"]')
            visitor.picture(pictures / f"{number}-result.png")
            shown = visitor.page.locator('[data-testid="match"]').inner_text()
            assert (f"Game {number} of {games}" in shown) == (number < games), shown
            if number < games:
                visitor.push("rematch")
                visitor.page.locator('[data-testid="result"]').wait_for(state="detached")
        assert "The match is over" in shown
        assert draws
        assert not visitor.eyes.complaints, visitor.eyes.complaints
    return ends
