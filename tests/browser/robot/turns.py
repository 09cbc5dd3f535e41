"""Turns as a list of what is laid where, done by a visitor with any kind of hands."""

from collections.abc import Sequence

from tests.browser.robot.hands import Hands, Tapping, Typing
from tests.browser.robot.visitor import Visitor

Lay = tuple[str, str | None]
"""Tiles by kind, and a tile of the meld they go to; a split is `/` before a tile, a draw is `draw`."""
DRAW: Lay = ("draw", None)


def play(pupil: Visitor, doing: Hands, turn: Sequence[Lay]) -> None:
    """Do what one turn asks for."""
    if DRAW in turn:
        doing.press("draw")
        return
    for one in turn:
        lay(pupil, doing, one)
    pupil.page.wait_for_selector('[data-testid="play"][aria-disabled="false"]')
    doing.press("play")


def lay(pupil: Visitor, doing: Hands, one: Lay) -> None:
    """Lay tiles, or split before one."""
    kinds, onto = one
    sight = pupil.eyes.look()
    table = {tile.tile: tile.id for tile in sight.tiles if tile.place == "table"}
    # of a kind, those on the rack first
    left = sorted(sight.tiles, key=lambda tile: tile.place != "rack")
    taken = []
    for kind in kinds.split():
        if kind == "/":
            split(pupil, doing, table[str(onto)])
            return
        tile = next(tile for tile in left if tile.tile == kind)
        left.remove(tile)
        taken.append(tile.id)
    doing.lay(taken, None if onto is None else table[onto])
    pupil.eyes.wait_for("d.pending === '0'")


def split(pupil: Visitor, doing: Hands, before: str) -> None:
    """Split a meld before a tile."""
    if isinstance(doing, Typing):
        doing.go(before)
        pupil.page.keyboard.press("s")
    else:
        assert isinstance(doing, Tapping)
        doing.select([before])
        pupil.push("split")
    pupil.eyes.wait_for("d.pending === '0'")
