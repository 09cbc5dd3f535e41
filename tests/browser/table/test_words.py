"""What the table says, and looks like, while a turn cannot be played."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.person import MELDS, RACK, Person, scene
from tilerummy.rooms.views.messages_out import Hinted, OpeningShort

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAY = '[data-testid="play"]'
PAINTED = """(button) => {
    const { backgroundColor, borderTopStyle } = getComputedStyle(button);
    return [backgroundColor, borderTopStyle];
}"""


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
    for words in ("do not follow on from each other", "has another colour than the run"):
        status.get_by_text(words).wait_for(timeout=LIMIT)
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
