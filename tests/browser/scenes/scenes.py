"""What is worth a picture: every page and every state of a table, each a way to bring a page there."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
from playwright.sync_api import FilePayload, Page

from tests.browser.robot.stage import Scene, Stage, ended, find_hint, lobby, sitter, table, told
from tests.browser.scenes import (
    camera_scenes,
    circle_scenes,
    club_scenes,
    event_scenes,
    guest_scenes,
    league_scenes,
    people_scenes,
    sheet_scenes,
)
from tests.browser.scenes.ways import Way, push

GAMES = Path(__file__).parents[2] / "golden" / "games"
"""Records of whole games."""
RECORDED = ("Anna", "Bram", "Chloé")
"""Who plays in them."""
OWN = "r4 r5 r6 k9 k10 b2 y2 y13 J r12 b12"


def lay(page: Page, *tiles: str) -> None:
    """Lay rack tiles as a new meld and wait for the judge."""
    for tile in tiles:
        page.locator(f'[data-place="rack"][data-tile="{tile}"][aria-pressed="false"]').first.click(force=True)
    push(page, "new-set")
    page.wait_for_function("() => document.documentElement.dataset.pending === '0'")


def home(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/")
    page.get_by_test_id("create-table").wait_for()


def create(page: Page, address: str, stage: Stage) -> None:
    home(page, address, stage)
    push(page, "create-table")
    page.locator('[data-testid="edition-xp-160"]').first.wait_for()


def settings(page: Page, address: str, stage: Stage) -> None:
    home(page, address, stage)
    page.locator("header button").first.click()


def rules(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/rules/twist")
    page.wait_for_selector(".rules li")


def look(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/look")
    page.wait_for_selector("main li")


def words(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/look/words?q=joker")
    page.wait_for_selector("main li")


def no_table(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/t/nowhere")
    page.wait_for_selector("main h1")


def no_page(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/nowhere")
    page.wait_for_selector("main h1")


def owner_waits(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, Scene(lobby("twist", [sitter(0), None, sitter(2), None])))
    page.wait_for_selector("main h1")


def guest_comes(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, Scene(lobby("original", [sitter(0), None, None]), you=None))
    page.wait_for_selector("main h1")


def all_rules(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/rules")
    page.wait_for_selector("main li")


def inviting(page: Page, address: str, stage: Stage) -> None:
    owner_waits(page, address, stage)
    push(page, "show-qr")
    page.wait_for_selector('[data-testid="qr"]')


def analysis(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/analysis#original/b4+b5+b6,+y8+r8+k8,+r9+r10+r11+J+%7C+b3+b8+k1+r5+r6+y2+%7C+opened")
    page.wait_for_selector('[data-testid="play"]')


def analysis_step(page: Page, address: str, stage: Stage) -> None:
    analysis(page, address, stage)
    push(page, "step-next", "step-next", "step-next")
    page.wait_for_selector('[data-testid="felt"] [data-own]')


def analysis_waits(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/analysis#twist/b4+b5+b6,+y8+r8+k8+%7C+r5+r6+k1+k12+%7C+opened")
    page.wait_for_selector('[data-testid="play"], [data-testid="answer"][data-asked="best"]')
    page.locator('label:has([data-testid="wanted-waits"])').click()
    page.wait_for_selector('[data-testid="wait-r5"]')


def analysis_wrong(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/analysis#original/b4+b5+b7,+y8+r8+k8+%7C+r5+r6+M+%7C+opened")
    page.wait_for_selector('[data-testid="faults"] li')


def lessons(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/learn")
    page.wait_for_selector("main li")


def lesson(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/learn/opening")
    page.wait_for_function("() => document.documentElement.dataset.myTurn === '1'")


def attempt(page: Page, address: str, lesson: str, *tiles: str) -> None:
    """Play these tiles in a lesson as one meld."""
    page.goto(f"{address}/learn/{lesson}")
    page.wait_for_function("() => document.documentElement.dataset.myTurn === '1'")
    lay(page, *tiles)
    push(page, "play")


def puzzles(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/puzzles")
    page.wait_for_selector('[data-testid="today"]')


def puzzle(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/puzzles/original")
    page.wait_for_function("() => document.documentElement.dataset.myTurn === '1'")
    push(page, "show-solution", "show-now")
    page.wait_for_selector('[data-told="3"]')


def lesson_done(page: Page, address: str, stage: Stage) -> None:
    attempt(page, address, "group", "k7", "r7", "b7")
    page.wait_for_selector('[data-done="1"]')


def lesson_goes_on(page: Page, address: str, stage: Stage) -> None:
    attempt(page, address, "saving", "r5", "r6", "r7")
    page.wait_for_selector('[data-turn="1"]')


def lesson_warns(page: Page, address: str, stage: Stage) -> None:
    attempt(page, address, "counting", "b10", "J", "b12")
    page.wait_for_selector('.bad[data-testid="status"]')


def early() -> Scene:
    room = table("original", 3, on_table=0, racks=[14, 14, 14], own=OWN, opened=False, limit=60)
    return Scene(room, seconds=48)


def middle() -> Scene:
    room = table("original", 4, on_table=34, racks=[11, 9, 14, 6], own=OWN, limit=60)
    return Scene(room, seconds=9, events=told(room, 0))


def late() -> Scene:
    room = table("original", 4, on_table=84, racks=[8, 4, 7, 3], own="r4 r5", pool=0, limit=120)
    return Scene(room, seconds=100, events=told(room, 0))


def full() -> Scene:
    room = table("xp-160", 6, on_table=136, racks=[16, 3, 1, 2, 1, 1], own="J r12 b12", pool=0, limit=60)
    return Scene(room, seconds=52, events=told(room, 0))


def jokers() -> Scene:
    room = table("twist", 2, on_table=24, racks=[15, 11], own="J D C M r4 r5 b8 k9 y9")
    return Scene(room, events=told(room, 0))


def shown(make: Callable[[], Scene]) -> Way:
    """The way to a state that needs nothing but to be shown."""
    return lambda page, address, stage: stage.open(address, make())


def joker_touched(page: Page, address: str, stage: Stage) -> None:
    """A special joker has just said what it is."""
    stage.open(address, jokers())
    before = page.locator('[data-testid="status"]').inner_text()
    joker = page.locator('[data-place="rack"][data-tile="M"]')
    joker.click()
    page.wait_for_function(
        "before => document.querySelector('[data-testid=\"status\"]').innerText.length > before.length + 40", arg=before
    )


def opening(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, early())
    lay(page, "r4", "r5", "r6")
    lay(page, "k9", "k10")


def refused(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, middle())
    lay(page, "r4", "r5", "k9")
    # a button that says why not is called disabled
    page.locator('[data-testid="play"]').click(force=True)


def chosen(page: Page, address: str, stage: Stage) -> None:
    """Tiles of a meld are selected, so that the bar offers all it can."""
    stage.open(address, middle())
    page.locator("[data-meld] [data-tile]").nth(1).click()
    page.locator("[data-meld] [data-tile]").nth(2).click()


def drawn(scene: Scene, tile: str) -> Scene:
    """The scene when the viewer has just drawn this tile."""
    game = scene.room.game
    assert game is not None
    fresh = ((tile,), *game.fresh[1:])
    return replace(scene, room=msgspec.structs.replace(scene.room, game=msgspec.structs.replace(game, fresh=fresh)))


def hints(page: Page, address: str, stage: Stage) -> None:
    """Two melds are hinted, another tile is selected, and one has just been drawn."""
    stage.open(address, find_hint(drawn(middle(), "y13"), "r4 r5 r6", "k9 k10 J"))
    push(page, "hint", "hint")
    page.wait_for_selector('[data-told="2"]')
    page.locator('[data-place="rack"][data-tile="b2"]').click()


def menu(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, middle())
    push(page, "menu")
    page.wait_for_selector('[data-testid="screen"]')


def waiting() -> Scene:
    room = table("original", 4, on_table=40, racks=[13, 9, 14, 6], own=OWN, turn=1, limit=60)
    return Scene(room, seconds=31, events=told(room, 0))


def planning(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, waiting())
    lay(page, "r4", "r5", "r6")


def watching() -> Scene:
    room = table("original", 4, on_table=60, racks=[8, 9, 4, 6], turn=1, limit=60)
    return Scene(room, you=None, seconds=31, events=told(room, None))


def on_screen(page: Page, address: str, stage: Stage) -> None:
    room = table("xp-160", 6, on_table=70, racks=[8, 9, 4, 6, 12, 3], turn=1, limit=60)
    stage.open(address, Scene(room, seconds=31, events=told(room, None)), "/screen")


def closer(page: Page, address: str, stage: Stage) -> None:
    chosen(page, address, stage)
    push(page, "look-closer")


def zoomed(page: Page, address: str, stage: Stage) -> None:
    stage.open(address, late())
    push(page, "menu")
    # the felt has buttons of the same name, once it is larger
    for _ in range(2):
        page.locator('dialog [data-testid="zoom-in"]').click()
    page.keyboard.press("Escape")


def result(page: Page, address: str, stage: Stage) -> None:
    room = ended(table("xp-160", 6, on_table=100, racks=[9, 0, 12, 3, 1, 5]), 1)
    stage.open(address, Scene(room, events=told(room, 0)))
    page.wait_for_selector('[data-testid="result"]')


def replayed(page: Page, address: str, moment: str = "") -> None:
    """A replay of a game from a file, at a moment of it."""
    # from one moment to another the page would not be loaded again
    page.goto(address + "/rules")
    page.goto(f"{address}/replay{moment}")
    page.locator('[data-testid="replay-file"]').set_input_files(GAMES / "original-rack-empty.jsonl")
    page.wait_for_selector('[data-testid="replay-board"]')


def replay(page: Page, address: str, stage: Stage) -> None:
    replayed(page, address, "#48")


def replay_from_start(page: Page, address: str, stage: Stage) -> None:
    replayed(page, address, "#9999")


def damaged_record(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/replay")
    record = (GAMES / "original-rack-empty.jsonl").read_bytes()
    file = FilePayload(name="game.jsonl", mimeType="application/jsonl", buffer=record[:20_000])
    page.locator('[data-testid="replay-file"]').set_input_files(files=[file])
    page.locator('[data-testid="replay-problem"]:not(:empty)').wait_for()


SCENES: Mapping[str, Way] = {
    "home": home,
    "create": create,
    "settings": settings,
    "rules": rules,
    "all-rules": all_rules,
    "analysis": analysis,
    "analysis-step": analysis_step,
    "analysis-waits": analysis_waits,
    "analysis-wrong": analysis_wrong,
    **camera_scenes.SCENES,
    "lessons": lessons,
    "lesson": lesson,
    "lesson-goes-on": lesson_goes_on,
    "lesson-warns": lesson_warns,
    "lesson-done": lesson_done,
    **guest_scenes.SCENES,
    **circle_scenes.SCENES,
    **club_scenes.SCENES,
    "puzzles": puzzles,
    "puzzle": puzzle,
    "look": look,
    "look-words": words,
    "no-table": no_table,
    "no-page": no_page,
    "lobby-owner": owner_waits,
    "lobby-guest": guest_comes,
    "lobby-invite": inviting,
    "table-early": shown(early),
    "table-opening": opening,
    "table-middle": shown(middle),
    "table-refused": refused,
    "table-chosen": chosen,
    "table-hint": hints,
    "table-menu": menu,
    "table-waiting": shown(waiting),
    "table-planning": planning,
    "table-watching": shown(watching),
    "table-late": shown(late),
    "table-full": shown(full),
    "table-jokers": joker_touched,
    "table-closer": closer,
    "table-zoomed": zoomed,
    **people_scenes.SCENES,
    "screen": on_screen,
    "result": result,
    "replay": replay,
    "replay-from-start": replay_from_start,
    "replay-damaged": damaged_record,
    **event_scenes.SCENES,
    **league_scenes.SCENES,
    **sheet_scenes.SCENES,
}
"""By name, in the order of a contact sheet."""
