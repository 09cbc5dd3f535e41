"""The lessons, played from the first to the last: the first steps by keyboard, the strategy by drag, and
others than they ask for by tap."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.hands import Tapping, hands
from tests.browser.robot.turns import DRAW, Lay, play
from tests.browser.robot.visitor import Visitor, visiting
from tilerummy.messages import text

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NEW = None
Lessons = Mapping[str, Sequence[Sequence[Lay]]]
"""What is to be done, by lesson and turn."""
STEPS: Lessons = {
    "group": ([("k7 r7 b7", NEW)],),
    "run": ([("b4 b5 b6 b7", NEW)],),
    "opening": ([("k9 r9 b9", NEW), ("y1 y2 y3", NEW)],),
    "adding": ([("b7", "b6"), ("y9", "k9")],),
    "splitting": ([("/", "r6"), ("r5", "r7")],),
    "joker": ([("r8 J r10", NEW)], [("r9", "r8"), ("J", NEW), ("k11 y11", "J")]),
}
STRATEGY: Lessons = {
    "early": ([("k10 r10 b10", NEW)], [("y5", "r5"), ("r6", "r7"), ("b3", "b4"), ("J", "r9")]),
    "fourth": ([("k8 r8 b8", NEW)], [("y8", "k8")]),
    "saving": ([("r5 r6 r7", NEW)], [("y4", "y5"), ("k12", NEW), ("b12 J", "k12")]),
    "freeing": (
        [("y3", "r3"), ("J", NEW), ("k9 k10", "J")],
        [("J", NEW), ("/", "r5"), ("r1", "r2"), ("r7", "r6"), ("b9 b10", "J")],
    ),
    "undoing": (
        [("y5", "y6"), ("J", NEW), ("k12 r12", "J")],
        [("k1", "r1"), ("k2", "r2"), ("y5 y6", "J")],
    ),
    "ends": ([("b4", "b5"), ("b8", "b7"), ("r9", "r10"), ("r13", "r12")], [("k11 r11 b11", NEW)]),
    "counting": ([("r9 J r11", NEW)],),
    "waiting": ([DRAW], [("k8 r8 b8", NEW)]),
    "double": ([("b2 D b5", NEW)], [("y2 y3 C r5", NEW)]),
    "mirror": ([("b2 b3 M b3 b2", NEW)], [("M", NEW), ("/", "b3"), ("k9 r9 r9 k9", "M")]),
}


def test_the_first_steps_are_played(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "lessons" / "steps"
    with visiting(chromium, server, "laptop", pictures) as pupil:
        follow(pupil, "keys", STEPS, pictures)


def test_the_strategy_is_played_in_a_language_from_right_to_left(
    chromium: Browser, server: str, artefacts: Path
) -> None:
    pictures = artefacts / "lessons" / "strategy"
    with visiting(chromium, server, "phone", pictures, locale="he") as pupil:
        follow(pupil, "drag", STRATEGY, pictures)


def test_a_lesson_wants_what_it_asks_for(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "lessons" / "other") as pupil:
        doing = Tapping(pupil.eyes, touch=True)
        pupil.open("/learn/run")
        pupil.push("draw")
        told(pupil, "No need to draw")
        # three of the four are a run, but not the lesson's
        play(pupil, doing, [("b4 b5 b6", NEW)])
        told(pupil, "this lesson asks for something else")
        assert pupil.page.locator('[data-testid="coach"]').get_attribute("data-done") == "0"
        play(pupil, doing, [("b7", "b6")])
        pupil.page.wait_for_selector('[data-testid="coach"][data-done="1"]')
        # once more: everything lies where it lay
        pupil.push("again")
        pupil.page.wait_for_selector('[data-testid="coach"][data-done="0"]')
        pupil.eyes.wait_for("d.pending === '0'")
        assert sorted(one.tile for one in pupil.eyes.look().rack) == sorted(["b4", "b5", "b6", "b7", "r3", "y11"])


def test_a_lesson_without_a_connection_says_what_it_lacks(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "lessons" / "offline") as pupil:
        pupil.open("/learn/run")
        pupil.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
        pupil.page.locator('[data-place="rack"][data-tile="b4"]').tap(timeout=LIMIT)
        pupil.page.locator('[data-testid="new-set"]').wait_for(timeout=LIMIT)
        pupil.page.context.set_offline(True)
        pupil.push("new-set")
        banner = pupil.page.locator('[data-testid="banner"]').get_by_text("judged on the server")
        banner.wait_for(timeout=LIMIT)
        pupil.page.context.set_offline(False)
        pupil.eyes.wait_for("d.pending === '0'")
        banner.wait_for(state="detached", timeout=LIMIT)


def test_a_hand_on_the_felt_moves_a_table_in_large_text(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "lessons" / "large") as pupil:
        pupil.page.add_init_script("localStorage.setItem('tilerummy.settings', JSON.stringify({ text: '200' }))")
        pupil.open("/learn/run")
        pupil.eyes.wait_for("d.myTurn === '1'")
        seen = """() => document.querySelector('[data-place="rack"]').getBoundingClientRect().bottom <= innerHeight"""
        assert not pupil.page.evaluate(seen)
        pupil.page.locator('[data-testid="felt"]').hover(timeout=LIMIT)
        pupil.page.mouse.wheel(0, 1000)
        pupil.page.wait_for_function(seen, timeout=LIMIT)


def test_a_browser_that_is_full_says_so(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "lessons" / "full") as pupil:
        pupil.page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
        )
        pupil.open("/learn/run")
        pupil.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
        play(pupil, Tapping(pupil.eyes, touch=True), [("b4 b5 b6 b7", NEW)])
        full = pupil.page.get_by_role("alert").get_by_text("stores nothing more")
        full.wait_for(timeout=LIMIT)
        pupil.picture(artefacts / "lessons" / "full" / "lesson.png")
        pupil.open("/")
        pupil.push("settings")
        assert full.count() == 0
        pupil.pick("theme-dark")
        full.wait_for(timeout=LIMIT)
        # what was chosen counts all the same, for now
        assert pupil.page.evaluate("document.documentElement.dataset.theme") == "dark"


TEMPTING: Mapping[str, tuple[Sequence[Lay], str]] = {
    "early": ([("k10 r10 b10 J", NEW)], "the tens are enough"),
    "fourth": ([("k8 r8 b8 y8", NEW)], "nothing for your next turn"),
    "saving": ([("r5 r6 r7 J", NEW)], "the joker belongs to everyone"),
    "counting": ([("b10 J b12", NEW)], "can take the joker"),
    "waiting": ([("r8", "r9")], "the blue 8 is left"),
}
"""By lesson: what else may be laid, and the answer."""


def test_another_move_is_told_why_not(chromium: Browser, server: str, artefacts: Path) -> None:
    pictures = artefacts / "lessons" / "tempting"
    with visiting(chromium, server, "phone", pictures) as pupil:
        doing = Tapping(pupil.eyes, touch=True)
        for name, (turn, answer) in TEMPTING.items():
            pupil.open(f"/learn/{name}")
            pupil.eyes.wait_for("d.myTurn === '1'")
            play(pupil, doing, turn)
            told(pupil, answer)
            pupil.picture(pictures / f"{name}.png")
            # what was laid goes back, and the lesson goes on
            pupil.push("reset")
            play(pupil, doing, STRATEGY[name][0])
            pupil.page.wait_for_selector('[data-testid="coach"][data-turn="1"]')


def test_a_lesson_may_be_skipped_and_gone_back_to(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "lessons" / "skipping") as pupil:
        pupil.open(f"/learn/{next(iter(STEPS))}")
        names = [*STEPS, *STRATEGY]
        for name in names[1:]:
            pupil.push("skip")
            pupil.page.wait_for_selector(f'[data-lesson="{name}"]')
        assert pupil.page.locator('[data-testid="skip"]').count() == 0
        for name in reversed(names[:-1]):
            pupil.push("back")
            pupil.page.wait_for_selector(f'[data-lesson="{name}"]')
        assert pupil.page.locator('[data-testid="back"]').count() == 0
        pupil.open("/learn")
        pupil.page.wait_for_selector('[data-testid="lesson-mirror"]')
        # what was not done is not called so
        assert pupil.page.locator('[data-testid="progress"]').count() == 0


def told(pupil: Visitor, answer: str) -> None:
    """See an answer to a move."""
    pupil.page.locator('[data-testid="status"]').get_by_text(answer).wait_for(timeout=LIMIT)


def follow(pupil: Visitor, way: str, lessons: Lessons, pictures: Path) -> None:
    """Do these lessons one after the other, each from the end of the one before."""
    doing = hands(way, pupil.eyes, touch=pupil.touch)
    pupil.open("/learn")
    pupil.push(f"lesson-{next(iter(lessons))}")
    for name, turns in lessons.items():
        pupil.page.wait_for_selector(f'[data-lesson="{name}"]')
        for at, turn in enumerate(turns):
            pupil.page.wait_for_selector(f'[data-testid="coach"][data-turn="{at}"]')
            pupil.eyes.wait_for("d.myTurn === '1' && d.pending === '0'")
            play(pupil, doing, turn)
            pupil.page.wait_for_selector(f'[data-testid="coach"][data-turn="{at + 1}"]')
            pupil.picture(pictures / f"{name}-{at + 1}.png")
        assert not pupil.eyes.complaints, pupil.eyes.complaints
        if way == "keys":
            # the way on has the focus already
            pupil.page.keyboard.press("Enter")
        else:
            pupil.push("next")
    # the last of a part leads to a game, and all stay done
    pupil.page.wait_for_selector('[data-testid="play-now"]')
    pupil.open("/learn")
    lang = pupil.page.locator("html").get_attribute("lang") or ""
    done = text(lang, "page.learn-progress", count=len(lessons), all=len({**STEPS, **STRATEGY}))
    pupil.page.get_by_text(done).wait_for(timeout=LIMIT)
