"""A finished game is looked at again: slider, keys, links to moments, files good and bad, and what is saved of it."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload

from tests.browser.robot.reader import Reader
from tests.browser.robot.visitor import Visitor, visiting
from tests.browser.scenes.missed import missed
from tests.browser.scenes.scenes import GAMES
from tests.web.computed import computed
from tests.web.harness import Guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RECORD = GAMES / "original-rack-empty.jsonl"
TURNS = len(RECORD.read_text("utf-8").splitlines()) - 3
"""Moments after the deal: all lines but those of the header, the start and the deal."""
LATE = """async () => {
  document.querySelector('[data-testid="replay-next"]').click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  history.pushState(null, '', '#800');
  await new Promise((resolve) => setTimeout(resolve, 600));
  dispatchEvent(new HashChangeEvent('hashchange'));
}"""
"""The reader moves on and follows a link at once, whose event comes late."""


@pytest.fixture(scope="module")
def room(server: str) -> str:
    """A game of two that a person gave up after 24 turns."""
    with Guest(server) as ann, Guest(server) as bob:
        made = ann.make(seats=2, name="Ann", limit=60)
        with ann.join(made) as first, bob.join(made) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            second.ask("say", phrase="good-luck")
            for table in (first, second):
                table.until(lambda state: bool(state["phase"] == "playing"))
            for _ in range(24):
                seq = max(first.state["seq"], second.state["seq"])
                for table in (first, second):
                    table.catch_up(seq)
                mover = first if first.state["turn"] == first.state["you"] else second
                assert mover.move(computed(mover.state, "steady", random.Random(1)))["t"] == "accepted"
            second.ask("resign")
        return made


@pytest.fixture(params=["phone", "laptop"])
def viewer(request: pytest.FixtureRequest, chromium: Browser, server: str, artefacts: Path) -> Iterator[Visitor]:
    """A person who had no seat."""
    with visiting(chromium, server, request.param, artefacts / "replay" / request.node.name) as visitor:
        yield visitor
        assert visitor.eyes.look().overflow <= 0
        assert not visitor.eyes.complaints, visitor.eyes.complaints


def at(viewer: Visitor, turn: int, step: str = "") -> None:
    """Wait for a moment."""
    viewer.page.wait_for_selector(f'[data-testid="replay"][data-turn="{turn}"][data-step="{step}"]')


def said(viewer: Visitor) -> str:
    return viewer.page.locator('[data-testid="replay-said"]').inner_text()


def opened(viewer: Visitor, record: Path | bytes) -> None:
    """Choose a file."""
    file = record if isinstance(record, Path) else FilePayload(name="a.jsonl", mimeType="text/plain", buffer=record)
    viewer.page.locator('[data-testid="replay-file"]').set_input_files(file)


@pytest.mark.either_size
def test_a_finished_game_turn_by_turn(viewer: Visitor, room: str, artefacts: Path) -> None:
    page = viewer.page
    viewer.open(f"/t/{room}/replay")
    at(viewer, 0)
    assert "Draw for the first turn" in said(viewer)
    viewer.push("replay-next")
    at(viewer, 1)
    page.keyboard.press("End")
    # the one who gave up, and the end
    at(viewer, 26)
    assert "won" in said(viewer)
    page.keyboard.press("ArrowLeft")
    at(viewer, 25)
    assert "Bob: gave up" in said(viewer)
    # by what a screen reader hears: the slider by its name, each moment as one sentence
    slider = page.get_by_role("slider", name="Turn")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(viewer, 24)
    Reader(page).hears(said(viewer))
    page.locator('[data-testid="replay-slider"]').fill("12")
    at(viewer, 12)
    page.wait_for_function("() => location.hash === '#12'")
    # all racks lie open, then one alone, then none
    assert page.locator('[data-testid^="replay-seat"] [role="img"]').count() == 2
    page.locator('[data-testid="replay-view"]').select_option("1")
    assert page.locator('[data-testid^="replay-seat"] [role="img"]').count() == 1
    page.locator('[data-testid="replay-view"]').select_option("none")
    assert page.locator('[data-testid^="replay-seat"] [role="img"]').count() == 0
    page.locator('[data-testid="replay-board"]').focus()
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelectorAll('[data-testid^=replay-seat] [role=img]').length === 2")
    assert page.locator('[data-testid="replay-took"]').is_visible()
    assert "Good luck" in page.locator('[data-testid="replay-chat"]').inner_text()
    # what each turn could have given
    viewer.push("replay-analyse")
    page.wait_for_selector('[data-testid="replay-best"]', timeout=120_000)
    viewer.picture(artefacts / "replay" / f"room-{viewer.touch}.png")


@pytest.mark.either_size
def test_a_link_leads_to_its_moment(viewer: Visitor, room: str) -> None:
    viewer.open(f"/t/{room}/replay#7")
    at(viewer, 7)
    viewer.open(f"/t/{room}/replay#700")
    viewer.page.locator('[data-testid="replay-nowhere"]').get_by_text("no moment 700").wait_for()
    at(viewer, 0)
    # the event of a link comes after its address: what wants to write the address meanwhile leaves it alone
    viewer.page.evaluate(LATE)
    viewer.page.locator('[data-testid="replay-nowhere"]').get_by_text("no moment 800").wait_for()
    viewer.open("/t/nowhere/replay")
    viewer.page.locator('[data-testid="replay-problem"]').get_by_text("There is no such table").wait_for()
    viewer.eyes.complaints[:] = [one for one in viewer.eyes.complaints if "404" not in one]


@pytest.mark.either_size
def test_a_link_is_copied_over_plain_http_too(viewer: Visitor, room: str) -> None:
    page = viewer.page
    # as a browser does where the connection is not secure
    page.add_init_script("delete Navigator.prototype.clipboard")
    viewer.open(f"/t/{room}/replay#7")
    at(viewer, 7)
    link = page.locator('[data-testid="replay-link"]')
    viewer.push("replay-link")
    link.get_by_text("Copied").wait_for()
    # the keyboard stays where it was
    assert link.evaluate("(button) => button === document.activeElement")
    page.context.grant_permissions(["clipboard-read"], origin=viewer.address)
    other = page.context.new_page()
    other.goto(viewer.address)
    assert other.evaluate("() => navigator.clipboard.readText()") == page.url
    other.close()
    # what was not copied is not said to be
    page.evaluate("() => { document.execCommand = () => false; }")
    link.get_by_text("Copy a link").wait_for()
    viewer.push("replay-link")
    page.wait_for_timeout(200)
    assert "Copied" not in link.inner_text()


@pytest.mark.either_size
def test_a_record_opens_from_a_file_and_is_saved(viewer: Visitor, artefacts: Path, tmp_path: Path) -> None:
    page = viewer.page
    viewer.open("/replay")
    opened(viewer, RECORD)
    at(viewer, 0)
    # nothing asks the server from here on
    page.context.set_offline(True)
    page.locator('[data-testid="replay-speed"]').select_option("fast")
    viewer.push("replay-play")
    page.wait_for_function("() => Number(document.querySelector('[data-testid=replay]').dataset.turn) > 1")
    viewer.push("replay-play")
    page.locator('[data-testid="replay-slider"]').focus()
    page.keyboard.press("End")
    at(viewer, TURNS)
    viewer.picture(artefacts / "replay" / f"file-{viewer.touch}.png")
    page.context.set_offline(False)
    # the page looks now and then for a newer one of itself
    viewer.eyes.complaints[:] = [one for one in viewer.eyes.complaints if "DISCONNECTED" not in one]
    files = [("text", "txt"), ("picture", "svg"), ("png", "png"), *([] if viewer.touch else [("gif", "gif")])]
    for testid, name in ((f"replay-{button}", f"tilerummy-replay.{ending}") for button, ending in files):
        with page.expect_download() as download:
            viewer.push(testid)
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
    text = (tmp_path / "tilerummy-replay.txt").read_text("utf-8")
    assert text.count("\n") > TURNS
    assert "r6 r7 r8" in text or "new run" in text
    picture = (tmp_path / "tilerummy-replay.svg").read_text("utf-8")
    assert picture.startswith("<svg ")
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    (artefacts / "replay").mkdir(parents=True, exist_ok=True)
    (artefacts / "replay" / "moving.svg").write_text(picture, "utf-8")
    still = (tmp_path / "tilerummy-replay.png").read_bytes()
    assert (still[1:4], int.from_bytes(still[16:20]), int.from_bytes(still[20:24])) == (b"PNG", 900, 684)
    if not viewer.touch:
        moving = (tmp_path / "tilerummy-replay.gif").read_bytes()
        assert moving.startswith(b"GIF89a")
        # the head of every picture: four bytes follow, and a zero
        assert len(re.findall(rb"\x21\xf9\x04.{4}\x00", moving, re.DOTALL)) == TURNS + 1
        assert len(moving) < 60_000 * TURNS


@pytest.mark.either_size
def test_what_is_no_record_is_told_plainly(viewer: Visitor) -> None:
    page = viewer.page
    viewer.open("/replay")
    record = RECORD.read_bytes()
    problem = page.locator('[data-testid="replay-problem"]')
    for file, words in (
        (b"hello", "not the record of a game"),
        (record.replace(b'"version":1', b'"version":9', 1), "of version 9"),
        (record[: len(record) // 2], "is damaged: line"),
        (record.replace(b'"t":"drew"', b'"t":"dre"', 1), "is damaged: line"),
        (b"\n".join(record.splitlines()[:3] + [b'{"t":"passed","seat":0}'] * 10_000), "too many turns"),
        (b"x" * 9_000_000, "too large"),
    ):
        opened(viewer, file)
        problem.get_by_text(words).wait_for()
    opened(viewer, GAMES / "original-resigned.jsonl")
    at(viewer, 0)


@pytest.mark.either_size
def test_the_steps_of_a_turn(viewer: Visitor) -> None:
    page = viewer.page
    viewer.open("/replay")
    opened(viewer, RECORD)
    at(viewer, 0)
    # where a server is, it works out what each turn could have given, and the steps of those that were made
    viewer.push("replay-analyse")
    page.wait_for_selector('[data-testid="replay-analyse"]', state="detached", timeout=120_000)
    page.keyboard.press("Home")
    for _ in range(200):
        page.keyboard.press(".")
        if page.locator('[data-testid="replay"]').get_attribute("data-step"):
            break
    step = page.locator('[data-testid="replay"]').get_attribute("data-step")
    assert step == "1"
    assert re.match("Lay |Add |Take |Split |Put |Join ", said(viewer)), said(viewer)
    turn = int(page.locator('[data-testid="replay"]').get_attribute("data-turn") or 0)
    page.keyboard.press("Shift+ArrowLeft")
    at(viewer, turn - 1)


def test_a_running_game_shows_what_its_viewer_may_know(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "replay") as player:
        player.open("/")
        player.push("play-now")
        player.page.wait_for_selector("[data-tile]")
        player.open(player.page.url + "/replay")
        player.page.wait_for_selector('[data-testid="replay-running"]')
        # one's own rack and nobody else's, and no record
        assert player.page.locator('[data-testid^="replay-seat"] [role="img"]').count() == 1
        assert player.page.locator('[data-testid="replay-view"] option').count() == 2
        assert player.page.locator('[data-testid="replay-record"], [data-testid="replay-analyse"]').count() == 0


def test_what_is_worth_a_look_is_shown_on_a_phone(chromium: Browser, server: str, artefacts: Path) -> None:
    """A press on the list at the foot of the page shows the table, and one's own turns are told to oneself."""
    with visiting(chromium, server, "phone", artefacts / "replay" / "worth-a-look") as viewer:
        made = missed(viewer.page.context, server)
        viewer.open(f"/t/{made}/replay")
        viewer.push("replay-analyse")
        marks = viewer.page.locator('[data-testid="replay-marks"] button')
        marks.first.wait_for()
        own = marks.all_inner_texts()
        assert all(", You: " in text for text in own)
        marks.last.tap()
        viewer.page.wait_for_function(
            """() => { const { top, bottom } = document.querySelector('[data-testid="replay-board"]')
                .getBoundingClientRect(); return top >= -1 && bottom <= innerHeight; }"""
        )
        at(viewer, int(re.findall(r"\d+", own[-1])[0]))
        viewer.page.get_by_test_id("marks-mine").set_checked(False)
        assert any(", Bob: " in text for text in marks.all_inner_texts())
