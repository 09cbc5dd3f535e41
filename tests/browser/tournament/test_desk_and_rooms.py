"""What the desk sees of a game whose result does not enter, and players of a game that is not waited for any more."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.faults import findings
from tests.browser.robot.eyes import LIMIT
from tests.tournaments.test_online_tables import OnlineClub, Players
from tests.web.harness import Guest, serving, unconfirmed
from tilerummy.bus import LocalBus
from tilerummy.records.decision import Decision
from tilerummy.rooms.jobs.scheduler import Scheduler
from tilerummy.store.folder import open_store
from tilerummy.tournament.events.rounds import Planned
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournaments.hosted_tournament import Held, TournamentEvent
from tilerummy.tournaments.hosting import Tournaments

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def seat_otherwise(folder: Path, link: str) -> None:
    """Two players of the round under way change tables, as no desk of this version can bring about."""
    store = open_store(folder)
    hosted = await Tournaments(store, LocalBus(), Scheduler()).find(link)
    assert hosted is not None
    assert hosted.state.tournament.play is not None
    (one, other) = hosted.state.tournament.play.rounds[0].seating.tables
    planned = Planned(0, (Seating(((*one[:3], other[0]), (one[3], *other[1:]))),))

    async def decided(held: Held) -> Decision[Held, TournamentEvent] | None:
        return hosted.record.decision(held, (planned,))

    await hosted.record.carry_out("older", None, decided, lambda: 1)
    await store.close()


def test_the_desk_sees_why_a_result_does_not_enter_and_enters_it(
    tmp_path: Path, laptop: BrowserContext, artefacts: Path
) -> None:
    with serving(tmp_path) as own_server, ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(own_server.address)).http)
        players = Players(own_server, club, stack)
        for number in players.numbers:
            room = players.claim(number)
        own_server.stop()
        with ThreadPoolExecutor(1) as beside:  # Playwright has a loop in this thread
            beside.submit(asyncio.run, seat_otherwise(own_server.data, club.made["tournament"])).result()
        own_server.start()
        scores = players.finish(players.come(room))
        desk = laptop.new_page()
        desk.goto(f"{own_server.address}/e/{club.made['tournament']}#{club.organiser}")
        told = desk.get_by_test_id("refused-1")
        expect(desk.get_by_test_id("online-1")).not_to_contain_text("being entered")
        expect(told).to_contain_text(f"Table 1, game 1: the scores add up to {-scores[3]}, not to 0.")
        assert not findings(desk)
        desk.get_by_test_id("enter-again-1").click()
        expect(desk.get_by_role("alert").filter(has_text="add up")).to_have_count(2)
        desk.screenshot(path=artefacts / "online" / "refused.png", full_page=True)
        desk.get_by_test_id("fill-1").click()
        fields = [desk.get_by_test_id(f"score-1-1-{seat}") for seat in (1, 2, 3, 4)]
        for field, score in zip(fields, [*map(str, scores[:3]), ""], strict=True):
            expect(field).to_have_value(score)
        fields[3].fill(str(scores[3]))
        desk.get_by_test_id("send-1-1").click()
        expect(desk.get_by_test_id("online-1")).to_contain_text("Game 2 of 3")
        expect(told).to_have_count(0)
        assert club.result(1, 1)["scores"] == scores


def test_who_sits_in_a_room_that_is_left_behind_is_told_so_and_led_back(
    server: str, chromium: Browser, artefacts: Path
) -> None:
    with ExitStack() as stack:
        club = OnlineClub(stack.enter_context(Guest(server)).http)
        (key, _), number = club.table_keys, 1
        phone = chromium.new_context(base_url=server, locale="nl", viewport={"width": 390, "height": 844})
        stack.callback(phone.close)
        page = phone.new_page()
        page.goto(f"/e/{club.made['tournament']}#{key}")
        page.get_by_test_id(f"claim-{number}").click()
        page.wait_for_url("**/t/*", timeout=LIMIT)
        for online in (False, True):
            club.do("table-online", table=1, online=online)
        expect(page.get_by_test_id("dropped")).to_contain_text("overgenomen")
        assert not findings(page)
        page.screenshot(path=artefacts / "online" / "dropped.png")
        page.get_by_test_id("to-tournament").click()
        expect(page.get_by_test_id(f"claim-{number}")).to_be_visible()


def test_standings_mark_who_has_withdrawn(server: str, laptop: BrowserContext) -> None:
    with Guest(server) as guest:
        club = OnlineClub(guest.http, online=False)
        for table in (1, 2):
            for game in (1, 2, 3):
                club.do("report", table=table, game=game, scores=[30, -10, -10, -10])
        club.do("close", listed=unconfirmed(club.see(club.organiser)))
        club.do("withdraw", number=2)
        page = laptop.new_page()
        page.goto(f"{server}/e/{club.made['tournament']}")
        rows = page.get_by_role("row")
        expect(rows.filter(has_text="Player 2")).to_contain_text("withdrawn")
        expect(rows.filter(has_text="Player 1")).not_to_contain_text("withdrawn")
