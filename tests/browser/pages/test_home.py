"""The home page: open tables, my games, codes; and the ways to invite from a table."""

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_strangers_meet_at_an_open_table(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    pictures = artefacts / "home"
    with (
        visiting(chromium, own_server.address, "laptop", pictures / "ann") as ann,
        visiting(chromium, own_server.address, "phone", pictures / "bob") as bob,
    ):
        bob.open("/")
        # two empty lists say what would stand there
        for listed in ("my-games", "open-tables"):
            assert bob.page.locator(f'[data-testid="{listed}"] p').inner_text(timeout=LIMIT)
        ann.open("/")
        ann.page.fill('[data-testid="name"]', "Ann")
        ann.push("create-table")
        ann.pick("open-table")
        ann.push("create")
        ann.page.wait_for_selector('[data-testid="start"]')
        room = ann.page.url.rsplit("/", 1)[-1]

        # the one who looks at the page again sees what is new
        bob.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        bob.page.locator(f'[data-testid="open-{room}"]').get_by_text("Ann’s table").wait_for(timeout=LIMIT)
        bob.picture(pictures / "open.png")
        bob.push(f"open-{room}")
        bob.page.wait_for_selector('[data-testid="sit-1"]')
        bob.page.fill('[data-testid="name"]', "Bob")
        bob.push("sit-1")
        ann.page.wait_for_selector("text=Bob")
        ann.push("start")
        bob.eyes.wait_for("d.phase === 'playing'")

        # the one who leaves finds their game at home, and comes back to their seat by it, by the code, or by the link
        before = bob.eyes.settled()
        bob.open("/")
        bob.picture(pictures / "game.png")
        for way in ("list", "code", "link"):
            bob.open("/")
            if way == "list":
                bob.push(f"game-{room}")
            elif way == "code":
                bob.page.fill('[data-testid="code"]', f"{room[:4].upper()} {room[4:8]}-{room[8:]}")
                bob.push("code-go")
            else:
                bob.open(f"/t/{room}")
            bob.eyes.wait_for("Number(d.seq) >= a", before.seq)
            assert (bob.eyes.settled().you, bob.eyes.settled().rack) == (before.you, before.rack)
        # a game that goes on is no open table
        assert own_server.address in ann.page.url
        assert ann.page.request.get(f"{own_server.address}/api/rooms/open").json() == []
        for person in (ann, bob):
            assert not person.eyes.complaints, person.eyes.complaints


@pytest.mark.parametrize("size", ["phone", "tablet", "laptop", "desktop"])
def test_three_doors_and_no_hole_beneath_them(size: str, chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, size, artefacts / "home" / "doors") as ann:
        ann.open("/")
        ann.page.wait_for_selector('[data-testid="own-box"]')
        doors = ann.page.locator(".start .big span").all_inner_texts()
        assert doors == ["Play now", "Play with friends", "With our own box"]
        cards = ann.page.locator(".more > *")
        tops = Counter(cards.evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().top)"))
        assert len(set(tops.values())) == 1, tops


def test_the_ways_to_invite(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "home" / "invite") as ann:
        page = ann.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
        page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
        ann.create_table(name="Ann", edition="original", seats=2, computers=0, level="steady")
        link = page.url
        room = link.rsplit("/", 1)[-1]
        assert page.locator('[data-testid="invite-link"]').input_value() == link
        assert page.locator('[data-testid="room-code"]').inner_text().replace(" ", "") == room

        ann.push("copy")
        page.get_by_text("Copied").wait_for(timeout=LIMIT)
        assert page.evaluate("() => navigator.clipboard.readText()") == link
        ann.push("share")
        assert page.evaluate("() => window.shared.url") == link

        ann.push("show-qr")
        picture = page.locator('[data-testid="qr"] svg')
        picture.wait_for(timeout=LIMIT)
        side = int((picture.get_attribute("viewBox") or "").split()[2])
        assert side in range(29 + 8, 41 + 8, 4)
        assert len(picture.locator("path").get_attribute("d") or "") > 1000
        ann.picture(artefacts / "home" / "qr.png")
        assert not ann.eyes.complaints, ann.eyes.complaints


def test_a_link_is_copied_over_plain_http_too(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "home" / "plain-http") as ann:
        page = ann.page
        page.context.grant_permissions(["clipboard-read"], origin=server)
        # as a browser does where the connection is not secure
        page.add_init_script("delete Navigator.prototype.clipboard")
        ann.open("/")
        ann.push("play-now")
        page.wait_for_selector("[data-tile]", timeout=LIMIT)
        # within a dialog, which lets nothing outside it be selected
        ann.push("menu")
        ann.push("menu-invite")
        ann.push("copy")
        page.get_by_text("Copied").wait_for(timeout=LIMIT)
        link = page.locator('[data-testid="invite-link"]').input_value()
        other = page.context.new_page()
        other.goto(server)
        assert other.evaluate("() => navigator.clipboard.readText()") == link


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_opponents_begin_gently_and_follow_results(chromium: Browser, server: str, artefacts: Path, size: str) -> None:
    pictures = artefacts / "home" / "opponents" / size
    with visiting(chromium, server, size, pictures) as ann:
        ann.open("/")
        line = ann.page.get_by_test_id("opponents")
        line.get_by_text("Their level is gentle.").wait_for(timeout=LIMIT)
        ann.picture(pictures / "home.png")
        ann.push("play-now")
        ann.eyes.wait_for("d.phase === 'playing'")
        assert [seat.level for seat in ann.eyes.settled().seats] == [None, "gentle", "gentle"]
        for button in ("menu", "resign", "resign-confirm"):
            ann.push(button)
        ann.page.get_by_test_id("followed").get_by_text("gentler opponents from now on: easy").wait_for(timeout=LIMIT)
        ann.page.get_by_test_id("result").get_by_text("You gave up").wait_for(timeout=LIMIT)
        ann.picture(pictures / "result.png")
        ann.page.get_by_test_id("result").get_by_test_id("play-now").click(timeout=LIMIT)
        ann.page.wait_for_function("() => document.documentElement.dataset.phase === 'playing'")
        assert [seat.level for seat in ann.eyes.settled().seats] == [None, "easy", "easy"]

        # who chooses a level keeps it
        ann.push("menu")
        ann.page.locator('dialog a[href="/"]').click(timeout=LIMIT)
        line.get_by_text("Their level is easy.").wait_for(timeout=LIMIT)
        ann.push("opponents-choose")
        ann.pick("level-expert")
        ann.pick("follows")
        line.get_by_text("Their level is expert and stays the same.").wait_for(timeout=LIMIT)
        ann.picture(pictures / "chosen.png")
        kept = json.loads(ann.page.evaluate("localStorage['tilerummy.settings']"))
        assert (kept["level"], kept["follows"]) == ("expert", False)
        assert not ann.eyes.complaints, ann.eyes.complaints
