"""Non-interference: two rooms that differ only in what a stranger cannot know show the same, to the last byte."""

import random

import pytest

from tests.rooms.test_secrecy import played, rearranged
from tilerummy.previews.drawing import drawn
from tilerummy.previews.drawings import Drawings
from tilerummy.previews.raster import png
from tilerummy.previews.rooms import of_room
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.projection import public
from tilerummy.web.links.pages import head
from tilerummy.web.static_files import BUNDLE

DRAWN = 5
"""Turns after which the picture is made too, which takes its time."""


def shown(state: RoomState, drawings: Drawings, lang: str, *, replay: bool) -> tuple[str, str]:
    """The tags and the picture of the room's link."""
    preview = of_room(public("room", state, 7, 1000), state.edition, lang, replay=replay)
    return head(preview, "http://x/t/room", "http://x/p.png", lang), drawn(preview.scene, drawings)


@pytest.mark.parametrize("edition", ["original", "sabra", "twist"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_link_shows_nothing_a_stranger_cannot_know(edition: str, seats: int) -> None:
    chance, drawings = random.Random(f"{edition} {seats}"), Drawings(BUNDLE / "pictures")
    for turns in (0, DRAWN, 25, 50):
        state, _ = played(edition, seats, turns, chance)
        if state.phase == "over":
            continue
        other = rearranged(state, None, chance)
        assert state.game is not None
        assert other.game is not None
        assert state.game.pool != other.game.pool
        for replay in (False, True):
            told = [shown(room, drawings, "fr", replay=replay) for room in (state, other)]
            assert told[0] == told[1]
            assert "secret-id" not in "".join(told[0])
        if turns == DRAWN:
            assert (
                len({png(shown(room, drawings, "en", replay=False)[1], drawings.fonts) for room in (state, other)}) == 1
            )


def test_of_a_game_that_goes_on_the_table_is_drawn_and_tiles_are_counted() -> None:
    state, _ = played("original", 3, 12, random.Random(5))
    assert state.game is not None
    preview = of_room(public("room", state, 7, 1000), state.edition, "en")
    assert [list(meld) for meld in preview.scene.melds] == [list(meld.tiles) for meld in state.game.table]
    assert [plate.figure for plate in preview.scene.plates] == [str(len(rack)) for rack in state.game.racks]
    assert preview.title == "Guest 0, Guest 1 and Guest 2 are playing"
