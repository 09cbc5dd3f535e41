"""The table without sight: what the accessibility tree lists, and turns by roles, names and live regions alone."""

from dataclasses import replace

import msgspec
import pytest
from playwright.sync_api import Browser

from tests.browser.pictures import page_at
from tests.browser.robot.reader import Reader
from tests.browser.robot.stage import Scene, Stage, table
from tilerummy.rules.game.events import Played
from tilerummy.rules.game.state import LastTurn
from tilerummy.rules.notation import format_meld, parse_meld

pytestmark = pytest.mark.browser

COLOURS = {"k": "black", "r": "red", "b": "blue", "y": "orange"}
TURN = ("b4 b5 b6 b7 b8", "r3 J r5")
RACK = "b6 r4 k9 k10 y1 y1"
RUNS = [f"{c}{first} {c}{first + 1} {c}{first + 2}" for c in "krby" for first in (1, 4, 7, 10) for _ in range(2)]
THIRTY = [*RUNS[:28], "k13 r13 b13 y13", "k13 J b13"]


def scene(melds: list[str] | tuple[str, ...], own: str, *, turn: int = 0) -> Scene:
    """A game of two whose table holds just these melds."""
    room = table("original", 2, on_table=0, racks=[len(own.split()), 0], own=own, turn=turn)
    assert room.game is not None
    racks = (room.game.racks[0], ("y7", "y8", "y10", "y11", "y12"))
    game = msgspec.structs.replace(room.game, table=tuple(map(parse_meld, melds)), racks=racks)
    return Scene(msgspec.structs.replace(room, game=game))


def test_thirty_melds_are_thirty_groups_with_their_tiles(chromium: Browser, server: str) -> None:
    with page_at(chromium, "1280x800", "light", "en") as page:
        Stage(page).open(server, scene(THIRTY, "y9"))
        melds = [group for group in Reader(page).groups() if group[0].startswith("Meld ")]
    assert len(THIRTY) == len(melds) == 30
    for at, (meld, (name, tiles)) in enumerate(zip(THIRTY, melds, strict=True), start=1):
        kinds = meld.split()
        assert name.startswith(f"Meld {at}, "), name
        assert name.endswith(f", {len(kinds)} tiles, valid"), name
        assert tiles == [
            f"{spoken(kind, meld)}, meld {at}, {place} of {len(kinds)}" for place, kind in enumerate(kinds, start=1)
        ]


def spoken(kind: str, meld: str) -> str:
    """The name of a tile; a joker of a group of thirteens says so."""
    return "joker 13" if kind == "J" else f"{COLOURS[kind[0]]} {kind[1:]}"


def test_a_turn_with_a_split_and_a_joker(chromium: Browser, server: str) -> None:
    with page_at(chromium, "390x844", "light", "en") as page:
        stage, reader = Stage(page), Reader(page)
        begun = scene(TURN, RACK)
        stage.open(server, begun)
        for heading in ("Table", "Players", "Your rack", "Draw or play"):
            assert reader.find("heading", heading).count() == 1
        reader.find("button", "orange 1, rack").focus()
        page.keyboard.press("0")
        reader.hears("Your rack, 6 tiles: black 9, black 10, red 4, blue 6, orange 1, orange 1")
        page.keyboard.press("2")
        reader.hears("Meld 2, run, red 3 to 5, 3 tiles, valid: red 3, joker, red 5")

        # the long run is split, and the right part gets a tile
        reader.press("blue 7, meld 1, 4 of 5", "Space")
        reader.press("Split here")
        reader.hears("Meld 1, run, blue 4 to 6, 3 tiles, valid")
        reader.press("blue 6, rack")
        reader.press("blue 7, meld 2")
        reader.hears("Meld 2, run, blue 6 to 8, 3 tiles, valid")
        # the joker goes into a new meld, its tile takes its place
        reader.press("joker 4, meld 3")
        reader.press("New meld")
        reader.press("red 4, rack")
        reader.press("red 5, meld 3")
        reader.hears("Meld 3, run, red 3 to 5, 3 tiles, valid")
        reader.press("black 9, rack")
        reader.press("black 10, rack")
        reader.press("joker, meld 4")
        reader.hears("Meld 4, run, black 9 to 11, 3 tiles, valid")
        reader.hears("Play 4 tiles")
        reader.press("Play 4 tiles")
        page.wait_for_function("() => document.documentElement.dataset.pending === '0'")
        (played,) = stage.moves
        assert sorted(played["table"]) == ["b4 b5 b6", "b6 b7 b8", "k9 k10 J", "r3 r4 r5"]

        # what the other one does is one sentence, and then it is the own turn again
        answer(stage, begun, ("b4 b5 b6", "b6 b7 b8 b9", "k9 k10 J", "r3 r4 r5", "r12 k12 b12"))
        reader.hears("Bartholomew the Second: blue 9 added to meld 2; new group of 12s; 5 tiles left")
        reader.hears("Your turn")


def answer(stage: Stage, begun: Scene, after: tuple[str, ...]) -> None:
    """The own play arrives, then that of the other."""
    assert begun.room.game is not None
    own = ("b4 b5 b6", "b6 b7 b8", "k9 k10 J", "r3 r4 r5")
    events = (play(0, own, ("b6", "r4", "k9", "k10"), 2), play(1, after, ("r12", "k12", "b12", "b9"), 5))
    game = msgspec.structs.replace(
        begun.room.game,
        table=tuple(map(parse_meld, after)),
        racks=(("y1", "y1"), begun.room.game.racks[1]),
        turn_number=14,
        last=LastTurn(seat=1, kind="played", outcome=None, played=events[1].played, changed=(1, 4), drawn=0),
    )
    stage.follow(replace(begun, room=msgspec.structs.replace(begun.room, game=game), seq=begun.seq + 2), events)


def play(seat: int, after: tuple[str, ...], played: tuple[str, ...], left: int) -> Played:
    """A event as the room would tell it."""
    melds = tuple(format_meld(parse_meld(meld)) for meld in after)
    return Played(seat=seat, opening=(), table=melds, played=played, changed=(), points=0, opened=False, left=left)


def test_a_turn_by_typed_commands(chromium: Browser, server: str) -> None:
    with page_at(chromium, "1280x800", "dark", "en") as page:
        stage, reader = Stage(page), Reader(page)
        stage.open(server, scene(TURN, RACK))
        reader.type("b9 > new")
        reader.hears("blue 9 is neither on your rack nor on the table.")
        page.keyboard.press("Control+A")
        reader.type("1: split b7")
        reader.type("b6 > 2")
        reader.hears("Meld 2, run, blue 6 to 8, 3 tiles, valid")
        reader.type("J > new")
        reader.type("k9 k10 > 4")
        reader.type("why")
        reader.hears("1 meld to fix")
        reader.type("r4 > 3")
        reader.hears("Play 4 tiles")
        reader.type("reset")
        reader.type("undo")
        reader.type("meld 4")
        reader.hears("Meld 4, run, black 9 to 11, 3 tiles, valid: black 9, black 10, joker")
        reader.type("play")
        page.wait_for_function("() => document.documentElement.dataset.pending === '0'")
        assert len(stage.moves) == 1
