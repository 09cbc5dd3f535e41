"""What a puzzle is about, as people who look for exercises name it."""

from collections import Counter
from typing import Final, Literal, get_args

from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, is_joker
from tilerummy.solver.explain.steps import Step

Theme = Literal["split", "shift", "borrow", "replace", "free", "three", "out", "double", "two-colour", "mirror"]
"""`split`: a run is divided. `shift`: a tile moves from one meld to another. `borrow`: a new meld holds tiles of the
table. `replace`: a rack tile takes a joker's place. `free`: a joker of the table lies in another meld. `three`: three
melds of the table change or more. `out`: the whole rack goes. The others: a special joker lies in a meld that changes,
or comes from the rack."""

THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
_SPECIAL: Final[dict[Tile, Theme]] = {"D": "double", "C": "two-colour", "M": "mirror"}


def themes_of(position: Position, play: Play, played: tuple[Tile, ...], steps: tuple[Step, ...]) -> tuple[Theme, ...]:
    """The themes of a play, in the order of `THEMES`."""
    codes = {step.code for step in steps}
    kept = Counter(meld.tiles for meld in play.table)
    changed = _changed(position, kept)
    gone = [tile for meld in changed for tile in meld]
    found: set[Theme] = {_SPECIAL[tile] for tile in (*gone, *played) if tile in _SPECIAL}
    if "split" in codes:
        found.add("split")
    if _moved(steps, "add"):
        found.add("shift")
    if _moved(steps, "lay"):
        found.add("borrow")
    if "swap" in codes:
        found.add("replace")
    if any(map(is_joker, gone)) and ("swap" in codes or any(map(_takes_joker, steps))):
        found.add("free")
    if len(changed) >= 3:
        found.add("three")
    if len(played) == len(position.rack):
        found.add("out")
    return tuple(theme for theme in THEMES if theme in found)


def _changed(position: Position, after: Counter[tuple[Tile, ...]]) -> list[tuple[Tile, ...]]:
    """The melds that lie otherwise after the play."""
    before = Counter(meld.tiles for meld in position.table)
    return list((before - after).elements())


def _moved(steps: tuple[Step, ...], code: str) -> bool:
    """Whether a step of this kind puts down what was taken from the table."""
    hands = [(), *(step.hand for step in steps)]
    put = [(step.params["tiles"].split(), hand) for step, hand in zip(steps, hands, strict=False) if step.code == code]
    return any(set(tiles) & set(hand) for tiles, hand in put)


def _takes_joker(step: Step) -> bool:
    return step.code in ("take", "take-all") and any(map(is_joker, step.params.get("tiles", "").split()))
