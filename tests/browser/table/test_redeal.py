"""Before the first turn a player with three pairs is offered a new deal, with a clock; the others learn of it when it
is asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import TimeoutError as Late

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import Visitor, visiting
from tilerummy.rooms.views.snapshot import Snapshot

pytestmark = pytest.mark.browser

HOUSE = {"base": "original", "changes": {"deal.redeal": "all", "deal.tiles": 20}}
"""With so many tiles every fourth rack has three pairs."""
MAKE = """async (house) => (await (await fetch('/api/rooms', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seats: 2, house, limit: null, name: 'Ann' }),
})).json()).room"""
MAKE_ALONE = """async (limit) => (await (await fetch('/api/rooms', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seats: 2, edition: 'duel', limit, name: 'Ann', computers: ['gentle'], start: true }),
})).json()).room"""
SOON = 10_000.0
"""Milliseconds after which a card that is not there has gone: a little more than the time to ask."""
CARD = '[data-testid="redeal-card"]'


def dealt(ann: Visitor, bob: Visitor) -> Snapshot:
    """The state of a game of both, as Ann sees it, in which she may ask and Bob may not."""
    while True:
        ann.open("/")
        # by then the page knows whose it is
        ann.page.wait_for_selector('[data-testid="my-games"]')
        room = ann.page.evaluate(MAKE, HOUSE)
        for visitor in (bob, ann):
            visitor.open(f"/t/{room}")
        bob.page.fill('[data-testid="name"]', "Bob", timeout=LIMIT)
        bob.push("sit-1")
        ann.push("start")
        for visitor in (ann, bob):
            visitor.eyes.wait_for("d.phase === 'playing'")
        seen, other = ann.eyes.settled(), bob.eyes.settled()
        if seen.may_redeal and not other.may_redeal:
            return seen


def press(ann: Visitor, testid: str) -> None:
    """With a finger where there is one, else by the keyboard, to which the card gives the focus."""
    if ann.touch:
        ann.push(testid)
        return
    ann.page.wait_for_function("() => document.activeElement?.dataset.testid === 'redeal'", timeout=SOON)
    if testid == "redeal-keep":
        ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server where asking for a new deal takes little time."""
    own = Server(tmp_path_factory.mktemp("asking"), {"TILERUMMY_ASKING": "4"})
    try:
        own.start()
        yield own.address
    finally:
        own.kill()


def asked_in_time(ann: Visitor, bob: Visitor, pictures: Path) -> bool:
    """Ann sees the card, alone, and is dealt again; False where the time to ask was over before that."""
    before = dealt(ann, bob)
    card = ann.page.locator(CARD)
    try:
        card.wait_for(timeout=SOON)
        assert card.locator('[role="timer"]').is_visible()
        said = ann.page.locator('[data-testid="said"]').get_by_text("You hold three pairs")
        said.wait_for(state="attached", timeout=SOON)
        ann.picture(pictures / "card.png")
        bob.picture(pictures / "other.png")
        told = bob.page.locator(CARD).count(), status(bob)
        press(ann, "redeal")
        for visitor in (ann, bob):
            visitor.eyes.wait_for("Number(d.seq) > a", before.seq)
    except Late:
        assert not ann.eyes.settled().asking
        return False
    after = ann.eyes.settled()
    if after.rack == before.rack:
        return False
    assert told == (0, "The first turn begins in a moment.")
    assert status(ann).startswith("You showed three pairs (")
    assert status(bob).startswith("Ann: showed three pairs (")
    return True


@pytest.mark.either_size
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_player_with_three_doubles_is_dealt_again(chromium: Browser, server: str, artefacts: Path, size: str) -> None:
    pictures = artefacts / "redeal" / size
    with visiting(chromium, server, size, pictures) as ann, visiting(chromium, server, size, pictures) as bob:
        while not asked_in_time(ann, bob, pictures):
            pass
        # nobody asks again: the first turn begins by itself, for one of the two
        for visitor in (ann, bob):
            visitor.page.wait_for_function("() => !document.querySelector('[data-testid=redeal-card]')", timeout=LIMIT)
        while ann.eyes.settled().asking:
            ann.page.wait_for_timeout(100)
        turn = ann.eyes.settled().turn
        assert turn is not None
        mover = (ann, bob)[turn]
        mover.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
        mover.picture(pictures / "turn.png")
        mover.push("draw")
        mover.eyes.wait_for("d.myTurn === '0'")
        assert not ann.eyes.complaints + bob.eyes.complaints, ann.eyes.complaints + bob.eyes.complaints


def status(visitor: Visitor) -> str:
    """The sentence at the lower edge of the table."""
    return visitor.page.locator('[data-testid="status"]').inner_text()


@pytest.mark.parametrize("limit", [600, 86_400])
def test_who_plays_with_computers_begins_by_one_press(
    chromium: Browser, server: str, artefacts: Path, limit: int
) -> None:
    with visiting(chromium, server, "phone", artefacts / "redeal" / "alone") as ann:
        ann.open("/")
        ann.page.wait_for_selector('[data-testid="my-games"]')
        room = ann.page.evaluate(MAKE_ALONE, limit)
        ann.open(f"/t/{room}")
        ann.eyes.wait_for("d.phase === 'playing'")
        ann.page.wait_for_selector(CARD, timeout=LIMIT)
        ann.picture(artefacts / "redeal" / f"alone-{limit}.png")
        ann.push("redeal-keep")
        ann.page.wait_for_selector(CARD, state="detached", timeout=LIMIT)
        assert not ann.eyes.settled().asking
