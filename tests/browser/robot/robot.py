"""A robot that plays whole games through the page, and checks the page at every step."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import TimeoutError as Late

from tests.browser.robot.eyes import LIMIT, Eyes, conserved
from tests.browser.robot.hands import Hands
from tests.browser.robot.planning import Lay, choose, plan
from tilerummy.editions import load
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.moves import Play

MOST_YIELDED = 2
"""Turns in which the page may keep the robot from its plan, or a quarter of its plays if that is more."""
SOON = 10_000.0
"""Milliseconds after which an action of the hand is done again, from a fresh start."""
TRIES = 3

READY = """(document.querySelector('[data-testid="play"]')?.ariaDisabled !== 'true')"""
_HELD = """() => [...document.querySelectorAll('[data-tile][aria-pressed=true]')].map((tile) => tile.dataset.tileId)"""
TOGETHER = """a.map((id) => document.querySelector(`[data-tile-id="${id}"]`)?.closest('[data-meld]')?.dataset.meld)
    .every((meld, at, melds) => meld !== undefined && meld === melds[0])"""


@dataclass
class Robot:
    """Plays the seat of one page. `keep` makes a picture of a name; `plays` counts turns that laid tiles; `yielded` are
    those where the page did not let the robot lay what it had planned and it drew instead."""

    eyes: Eyes
    hands: Hands
    keep: Callable[[str], None] = lambda _name: None
    plays: int = 0
    said: str = ""
    yielded: list[str] = field(default_factory=list)

    def play_game(self, *, most_turns: int = 400) -> Snapshot:
        """Take turns until the game is over; the last state. Keeps a picture from the middle of things."""
        turns = 0
        while turns < most_turns:
            self.eyes.wait_for("d.phase === 'over' || d.myTurn === '1'")
            state = self.eyes.settled()
            if state.phase == "over":
                return state
            if state.turn == state.you:
                self.take_turn(state)
                turns += 1
                if turns == 8:
                    self.keep("middle")
        raise AssertionError(f"no end after {most_turns} turns")

    def take_turn(self, state: Snapshot) -> None:
        """One turn: what a computer player would do here."""
        assert conserved(state, load(state.edition.id).tiles.total), state
        self.eyes.check()
        move = choose(state)
        if isinstance(move, Play) and any(self.lay(move) for _ in range(TRIES)):
            self.plays += 1
            self.finish("play", state)
            return
        if isinstance(move, Play):
            self.yielded.append(f"{move} on {state}: {self.said}")
            assert len(self.yielded) <= max(MOST_YIELDED, self.plays // 4), self.yielded
        self.finish("draw" if state.pool else "pass", state)

    def lay(self, play: Play) -> bool:
        """Arrange the draft as planned; False, with the draft put back, where the page did not follow."""
        sight = self.eyes.look()
        melds = [sight.meld(meld.index) for meld in sorted(sight.melds, key=lambda meld: int(meld.index))]
        try:
            for step in plan(melds, sight.rack, play):
                self.carry_out(step)
                self.eyes.check()
            self.eyes.wait_for(READY, limit=SOON)
            return True
        except Late:
            self.put_back()
            return False

    def carry_out(self, step: Lay) -> None:
        """Lay one handful after the other. Raises Late where the page does not follow."""
        onto = step.onto
        for handful in step.handfuls:
            self.hands.lay(handful, onto)
            onto = onto or handful[0]
            self.eyes.wait_for(TOGETHER, [*handful, onto], SOON)

    def put_back(self) -> None:
        """Keep what the page says and shows, drop what is held and put the draft back as it was."""
        page = self.eyes.page
        self.said = f"{page.inner_text('[data-testid=status]')} {page.evaluate(_HELD)} {self.eyes.look().melds}"
        self.keep(f"stuck-{len(self.yielded)}")
        for _ in range(TRIES):
            # the first one may only close what opened by mistake
            page.keyboard.press("Escape")
            if page.locator('[data-testid="reset"]').count():
                break
        self.hands.press("reset")
        self.eyes.settled()

    def finish(self, button: str, state: Snapshot) -> None:
        """End the turn with a button, pressed again where the page did not follow."""
        for attempt in range(TRIES):
            self.hands.press(button)
            try:
                self.eyes.wait_for("Number(d.seq) > a", state.seq, SOON if attempt + 1 < TRIES else LIMIT)
                return
            except Late:
                if attempt + 1 == TRIES:
                    raise
