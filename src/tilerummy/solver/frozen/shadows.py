"""From an answer with shadows in it to the melds that they stand for."""

from tilerummy.rules.melds.readings import Meld
from tilerummy.solver.frozen.fates import Core, Extended, Shadow, Tiles

Melds = tuple[Meld, ...]


def relaid(cores: tuple[Core, ...], melds: Melds) -> Melds | None:
    """The melds with every core in the place of its shadows; None where one is torn."""
    left, laid = list(melds), list[Meld]()
    for core in cores:
        extended = _replaced(core, left)
        if extended is None:
            return None
        laid.append(extended.meld)
    return (*laid, *left)


def open_cores(cores: tuple[Core, ...], melds: Melds) -> list[Core]:
    """The cores whose shadows are torn, then those that have grown."""
    left, torn, grown = list(melds), list[Core](), list[Core]()
    for core in cores:
        extended = _replaced(core, left)
        if extended is None:
            torn.append(core)
        elif extended.beside:
            grown.append(core)
    return torn + grown


def _replaced(core: Core, melds: list[Meld]) -> Extended | None:
    """The core with what lies at the ends of its shadows, which are taken out of the melds; None where one is torn."""
    before: Tiles = ()
    after: Tiles = ()
    taken = list[Meld]()
    for shadow in core.shadows:
        found = next((meld for meld in melds if meld not in taken and _ends(shadow, meld) is not None), None)
        if found is None:
            return None
        taken.append(found)
        front, back = _ends(shadow, found) or ((), ())
        before, after = front or before, back or after
    for meld in taken:
        melds.remove(meld)
    return Extended(before, core, after)


def _ends(shadow: Shadow, meld: Meld) -> tuple[Tiles, Tiles] | None:
    """What the meld has before and after the shadow; None where it does not hold it or has more than the core could."""
    if shadow.group:
        others = list(meld.tiles)
        for tile in shadow.tiles:
            if tile not in others:
                return None
            others.remove(tile)
        return ((), tuple(others)) if len(meld.tiles) <= 4 else None
    for at in range(len(meld.tiles) - len(shadow.tiles) + 1):
        end = at + len(shadow.tiles)
        if meld.tiles[at:end] == shadow.tiles:
            fits = (shadow.before or not at) and (shadow.after or end == len(meld.tiles))
            return (meld.tiles[:at], meld.tiles[end:]) if fits else None
    return None
