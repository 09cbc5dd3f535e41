"""What the table says: what the clock did, until it is read, and why a turn cannot be played."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.person import MELDS, RACK, Person, scene
from tilerummy.rooms.events import seen
from tilerummy.rooms.views.messages_out import Hinted, OpeningShort
from tilerummy.rules.game.events import Drew, DrewSecret, Outcome, TimedOut, TimedOutSecret

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARD = '[data-testid="late-card"]'
SAYS: dict[Outcome, str] = {
    "idle": "You: time up, 3 tiles drawn",
    "stood": "You: time up, the finished play stands (red 8), 3 tiles drawn",
    "sets-kept": "complete melds stay and loose tiles go to the rack, 3 penalty tiles",
    "unfinished": "You: time up in an unfinished turn, everything put back, 3 penalty tiles",
    "below-opening": "You: time up with too low an opening, tiles taken back, 3 penalty tiles",
    "joker-loose": "a joker from the table lying loose, everything put back, 3 penalty tiles",
}

PLAY = '[data-testid="play"]'
PAINTED = """(button) => {
    const { backgroundColor, borderTopStyle } = getComputedStyle(button);
    return [backgroundColor, borderTopStyle];
}"""


def late(outcome: Outcome, seat: int = 0) -> TimedOut:
    """The time of a seat is up, which costs it three tiles."""
    return TimedOut(
        seat=seat,
        outcome=outcome,
        table=MELDS,
        played=("r8",) if outcome == "stood" else (),
        returned=(),
        changed=(),
        opened=False,
        drawn=3,
        pool=40,
        left=14,
        secret=TimedOutSecret(drawn=("b1", "k7", "J"), draft=None),
    )


def test_what_the_clock_did_stays_until_it_is_read(person: Person) -> None:
    before = scene(MELDS, RACK, turn=0)
    person.sees(before)
    card = person.page.locator(CARD)
    for number, (outcome, words) in enumerate(SAYS.items()):
        told = (seen(late(outcome), 0), seen(Drew(seat=1, pool=39, secret=DrewSecret(tile="k1")), 0))
        after = replace(before, seq=before.seq + 2 * number + 2, events=told)
        person.stage.follow(after, told)
        card.get_by_text(words).wait_for(timeout=LIMIT)
        # the tiles that came, by sight and by ear
        assert card.locator('[role="img"]').get_attribute("aria-label") == "blue 1, black 7, joker"
        person.tap('[data-testid="late-read"]')
        card.wait_for(state="detached", timeout=LIMIT)
    # others' time is theirs
    person.stage.follow(replace(before, seq=90), (seen(late("idle", seat=1), 0),))
    person.visitor.eyes.wait_for("d.seq === '90'")
    assert card.count() == 0


def test_what_the_clock_did_is_there_after_a_reload_until_it_is_read(person: Person) -> None:
    told = (seen(late("idle"), 0), seen(Drew(seat=1, pool=39, secret=DrewSecret(tile="k1")), 0))
    person.sees(replace(scene(MELDS, RACK), events=told))
    card = person.page.locator(CARD)
    card.wait_for(timeout=LIMIT)
    person.page.reload()
    card.wait_for(timeout=LIMIT)
    felt = person.page.locator(".felt").bounding_box()
    box = card.bounding_box()
    assert felt is not None
    assert box is not None
    # above the table and its rim, on nothing that one works with
    rim = 0 if person.visitor.touch else 11
    assert box["y"] + box["height"] <= felt["y"] - rim
    person.tap('[data-testid="late-read"]')
    person.page.reload()
    person.visitor.eyes.wait_for("d.phase === 'playing' && d.pending === '0'")
    assert card.count() == 0


def lay(person: Person, *kinds: str) -> None:
    """Lay tiles of the rack as a new meld."""
    for kind in kinds:
        person.tap(f'[data-place="rack"][data-tile="{kind}"]')
    person.tap('[data-testid="new-set"]')


def test_a_button_that_cannot_play_looks_so_and_says_why(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    play = person.page.locator(PLAY)
    assert play.get_attribute("aria-disabled") == "true"
    blocked = play.evaluate(PAINTED)
    lay(person, "b8", "b9", "y13")
    expect(play).to_have_attribute("aria-disabled", "true")
    assert play.evaluate(PAINTED) == blocked
    # a meld with several faults tells all of them
    play.click(force=True)
    status = person.page.get_by_test_id("status")
    for words in ("do not follow on from each other", "has a different colour from the run"):
        status.get_by_text(words).wait_for(timeout=LIMIT)
    assert status.inner_text().count("Meld 6") == 1
    assert not person.stage.moves
    play.focus()
    expect(play).to_be_focused()
    person.tap('[data-testid="undo"]')
    lay(person, "k1", "k2", "k3")
    expect(play).to_have_attribute("aria-disabled", "false")
    assert play.evaluate(PAINTED)[0] != blocked[0]
    assert play.evaluate(PAINTED)[1] != blocked[1]


@pytest.mark.parametrize(
    ("points", "says"),
    [(0, "No meld on your rack yet: draw."), (24, "Your melds are worth 24 points; opening takes 30.")],
)
def test_a_hint_without_a_meld_speaks_of_no_points(person: Person, points: int, says: str) -> None:
    unopened = scene(MELDS, RACK, opened=False)
    answer = Hinted("", unopened.seq, "no-play", 0, (), (), (), (), OpeningShort(points, 30))
    person.sees(replace(unopened, hint=answer))
    person.tap('[data-testid="hint"]')
    person.page.get_by_test_id("hint-card").get_by_text(says).wait_for(timeout=LIMIT)
