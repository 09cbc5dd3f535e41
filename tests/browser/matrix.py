"""Robots play whole games on every size, by every way to act, in three editions: `python -m tests.browser.matrix`.
With `--matches` they play three rounds of Twist and a Belgian block of three games instead, on a phone and a laptop.

A game that fails leaves a picture in the folder of artefacts; the others go on. Ends with 1 if any failed.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.games import Game, Match, play, play_match
from tests.browser.robot.hands import WAYS
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import SIZES

EDITIONS = {"original": 2, "twist": 3, "xp-160": 5}
"""The seats of a game of each edition."""
MATCHES = [
    Match(edition, rounds, games, size, way)
    for edition, rounds, games in (("twist", 3, 2), ("belgian-tournament", 1, 3))
    for size, way in (("phone", "tap"), ("laptop", "keys"))
]


def main() -> int:
    """Play the games that the command line asks for, and print a line for each."""
    asked = _arguments()
    games: Sequence[Game | Match] = MATCHES if asked.matches else _games(asked)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            failed = [game for game in games if not _played(game, browser, server.address, asked.pictures)]
        finally:
            browser.close()
            server.kill()
    print(f"{len(games) - len(failed)} of {len(games)} games", *failed, sep="\n")
    return 1 if failed else 0


def _games(asked: argparse.Namespace) -> list[Game]:
    return [
        Game(edition, size, way, EDITIONS[edition])
        for edition in asked.edition
        for size in asked.size
        for way in asked.way
    ]


def _played(game: Game | Match, browser: Browser, address: str, pictures: Path) -> bool:
    begun = time.monotonic()
    try:
        said = _told(game, browser, address, pictures / str(game))
    except Exception as problem:  # whatever went wrong in one game, the next one shall be played
        print(f"failed {game}: {type(problem).__name__}: {problem}", flush=True)
        return False
    seconds = time.monotonic() - begun
    print(f"passed {game}: {said}, {seconds:.0f} s", flush=True)
    return True


def _told(game: Game | Match, browser: Browser, address: str, pictures: Path) -> str:
    if isinstance(game, Match):
        last = play_match(game, browser, address, pictures)[-1].match
        return f"{last.games} games, won by seat {last.winners}" if last else "no match"
    robot = play(game, browser, address, pictures)
    return f"{robot.plays} plays, {len(robot.yielded)} yielded"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, all_of_them in (("edition", EDITIONS), ("size", SIZES), ("way", WAYS)):
        parser.add_argument(f"--{name}", nargs="+", choices=list(all_of_them), default=list(all_of_them))
    parser.add_argument("--matches", action="store_true", help="whole matches")
    parser.add_argument("--pictures", type=Path, default=Path("test-artefacts/matrix"))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
