"""A long silence, a page loaded again, a server started again, a second tab: all in the middle of a draft."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT, Eyes
from tests.browser.robot.hands import Tapping
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BANNER = '[data-testid="banner"]'
Lying = tuple[list[str], list[list[str]]]
"""The rack in the player's order, and the melds in the draft's, as kinds."""


def test_a_draft_outlives_silence_reload_and_restart(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    pictures = artefacts / "lost-line" / "draft"
    with visiting(chromium, own_server.address, "phone", pictures, worker=True) as ann:
        hands = Tapping(ann.eyes, touch=True)
        begin(ann)
        seat = ann.eyes.settled().you
        tiles = [tile.id for tile in ann.eyes.look().rack]
        hands.lay(tiles[:2], None)

        # more than 20 seconds without a word; the draft and the rack can be worked on all the while
        own_server.freeze()
        hands.lay([tiles[2]], tiles[0])
        ann.push("sort-groups")
        ann.page.locator(BANNER).get_by_text("What you have laid is kept").wait_for(timeout=LIMIT)
        ann.picture(pictures / "silence.png")
        kept = lying(ann.eyes)
        assert len(kept[0]) == len(tiles) - 3
        own_server.thaw()
        again(ann)
        assert (ann.eyes.settled().you, lying(ann.eyes)) == (seat, kept)

        ann.page.reload()
        assert (ann.eyes.settled().you, lying(ann.eyes)) == (seat, kept)

        own_server.kill()
        ann.page.wait_for_selector(BANNER)
        own_server.start()
        again(ann)
        assert (ann.eyes.settled().you, lying(ann.eyes)) == (seat, kept)

        # what is sent into the silence is done once
        ann.push("reset")
        before = ann.eyes.settled()
        own_server.freeze()
        ann.push("draw")
        ann.eyes.wait_for("d.pending === '1'")
        own_server.thaw()
        ann.eyes.wait_for("d.pending === '0' && d.myTurn === '1' && Number(d.seq) > a", before.seq)
        assert len(ann.eyes.settled().rack) == len(before.rack) + 1


def test_a_draft_and_a_command_outlive_an_orderly_end(chromium: Browser, own_server: Server, artefacts: Path) -> None:
    with visiting(chromium, own_server.address, "laptop", artefacts / "lost-line" / "end", worker=True) as ann:
        hands = Tapping(ann.eyes, touch=False)
        begin(ann)
        tiles = [tile.id for tile in ann.eyes.look().rack]
        hands.lay(tiles[:3], None)
        kept = lying(ann.eyes)
        assert own_server.stop() == 0
        ann.page.wait_for_selector(BANNER)
        own_server.start()
        again(ann)
        assert lying(ann.eyes) == kept

        # what was sent when the server was told to end is answered, by this one or the next, and done once
        ann.push("reset")
        before = ann.eyes.settled()
        own_server.freeze()
        ann.push("draw")
        ann.eyes.wait_for("d.pending === '1'")
        own_server.thaw()
        assert own_server.stop() == 0
        own_server.start()
        ann.eyes.wait_for("d.pending === '0' && d.myTurn === '1' && Number(d.seq) > a", before.seq)
        again(ann)
        assert len(ann.eyes.settled().rack) == len(before.rack) + 1


def test_a_second_tab_is_the_same_player(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "lost-line" / "tabs") as ann:
        begin(ann)
        first = ann.eyes
        second = Eyes(ann.page.context.new_page())
        second.page.goto(ann.page.url)
        second.wait_for("Number(d.seq) >= a", first.settled().seq)
        assert second.settled().you == first.settled().you
        assert lying(second) == lying(first)

        # what is done in one tab is seen in the other, whichever it is
        for active, other in ((first, second), (second, first)):
            active.page.bring_to_front()
            active.wait_for("d.myTurn === '1' && d.pending === '0'")
            seq = active.settled().seq
            active.page.locator('[data-testid="draw"]').click(timeout=LIMIT)
            for eyes in (active, other):
                eyes.wait_for("d.myTurn === '1' && Number(d.seq) > a", seq)
            assert first.settled().rack == second.settled().rack
            assert sorted(lying(first)[0]) == sorted(lying(second)[0])
        for eyes in (first, second):
            assert not eyes.complaints, eyes.complaints


def begin(ann: Visitor) -> None:
    """A game against a computer player, at Ann's turn."""
    ann.create_table(name="Ann", edition="original", seats=2, computers=1, level="gentle")
    ann.push("start")
    ann.eyes.wait_for("d.myTurn === '1'")


def again(ann: Visitor) -> None:
    """Wait until the connection is there again; what the browser said of its loss is no complaint."""
    ann.page.wait_for_selector(BANNER, state="detached")
    ann.eyes.settled()
    ann.eyes.complaints.clear()


def lying(eyes: Eyes) -> Lying:
    """What lies where, as the player sees it."""
    eyes.settled()
    sight = eyes.look()
    melds = [[tile.tile for tile in sight.meld(meld.index)] for meld in sight.melds]
    return [tile.tile for tile in sight.rack], melds
