"""The desk's grid says for whom a computer player played, and the desk lets its game count for nothing."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.tournament.running import Event
from tilerummy.store import Row
from tilerummy.tournament import commands
from tilerummy.tournament.online_tables import played
from tilerummy.tournaments import backup
from tilerummy.tournaments.hosted_tournament import KIND, TournamentEvent
from tilerummy.tournaments.keys import new_keys

pytestmark = pytest.mark.browser


@pytest.fixture
def link(server: str) -> str:
    """The organiser's link of a final that a computer player won for number 4, brought here in a backup."""
    event = Event("belgian-tournament", ["Ann", "Bob", "Cas", "Dee"])
    event.do(commands.PlayOnline, online=True)
    event.do(commands.Begin)
    event.open_round()
    event.keep(played(event.state, "room1", {1: -10, 2: -20, 3: -31, 4: 61}, (4,)))
    event.do(commands.CloseRound)
    happened: list[tuple[TournamentEvent, ...]] = [(new_keys(), *event.rows[0]), *event.rows[1:]]
    rows = [Row(at, "organiser", f"c{at}", KIND.encode(one), at) for at, one in enumerate(happened, start=1)]
    with httpx.Client(base_url=server, timeout=60) as http:
        http.post("/api/session")
        answer = http.post("/api/tournaments/restore", content=backup.dumps("event", rows)).raise_for_status().json()
    return f"{server}/e/{answer['tournament']}#{answer['organiser']}"


def test_the_desk_voids_the_game_of_a_computer_player(link: str, laptop: BrowserContext, artefacts: Path) -> None:
    page = laptop.new_page()
    page.goto(link)
    page.get_by_test_id("look").click()
    page.get_by_test_id("weight-1-1-4").select_option("none")
    page.get_by_test_id("weigh-reason-1-1-4").fill("never came")
    page.screenshot(path=artefacts / "stand-ins" / "grid.png")
    page.get_by_test_id("weigh-1-1-4").click()
    expect(page.get_by_text("too few games for a place").first).to_be_visible()
    page.get_by_test_id("journal").click()
    expect(page.get_by_text("does not count for Dee: never came")).to_be_visible()
    expect(page.get_by_text("game 1: a computer played for Dee.")).to_be_visible()
