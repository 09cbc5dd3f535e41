"""What a meld can stand for, found by trying everything: written from the rules, not from the product's own code.

A reading gives every tile the numbered tiles it stands for. All kinds, directions, numbers and colours are tried, and
each attempt is checked tile by tile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld

COLOURS = "krby"
Stand = tuple[tuple[str, int], ...]
Stands = tuple[Stand, ...]
"""What one tile stands for, and all tiles of a meld."""


@dataclass(frozen=True)
class Sense:
    """One reading: run or group, mirrored or not, per tile what it stands for (numbered tiles as (colour, number); a
    two-colour or mirror joker as ("", number)), and its value in the opening."""

    kind: str
    mirrored: bool
    stands: Stands
    value: int


@lru_cache(maxsize=1 << 17)
def senses(meld: Meld, edition: Edition) -> frozenset[Sense]:
    """Every reading of the meld as laid under the edition; nothing is said about statements but `kind`."""
    tiles = meld.tiles
    jokers = [tile for tile in tiles if tile in "JDCM"]
    if len(tiles) < 3:
        return frozenset()
    if len(jokers) == len(tiles) and edition.jokers.all_joker_melds == "refused":
        return frozenset()
    if edition.jokers.per_set is not None and len(jokers) > edition.jokers.per_set:
        return frozenset()
    if any(not edition.tiles.jokers[kind] for kind in jokers):
        return frozenset()
    if "M" in tiles:
        found = _mirrored(tiles, edition)
    else:
        found = {Sense("run", False, s, _total(s)) for s in _runs(tiles, 1, edition, _last_place(edition))}
        found |= {Sense("group", False, s, _total(s)) for s in _groups(tiles) if 3 <= _rows(s) <= 4}
    return frozenset(sense for sense in found if meld.kind in (None, sense.kind))


def _total(stands: Stands) -> int:
    return sum(number for each in stands for _, number in each)


def _rows(stands: Stands) -> int:
    return sum(len(each) for each in stands)


def _width(tile: str) -> int:
    return 2 if tile == "D" else 1


def _last_place(edition: Edition) -> int:
    return 14 if edition.runs.past_last == "one" else 13


def _runs(tiles: tuple[str, ...], step: int, edition: Edition, last: int = 13) -> set[Stands]:
    """Lines of numbers going by `step`, one colour between two-colour jokers and another one behind each; up to place
    `last`, of which the 14th is that of a 1."""
    segments = [0]
    for tile in tiles:
        segments.append(segments[-1] + (tile == "C"))
    segment_of = segments[:-1]
    size = sum(_width(tile) for tile in tiles)
    choices = [COLOURS] * (segments[-1] + 1)
    for tile, segment in zip(tiles, segment_of, strict=True):
        if tile not in "JDC":
            choices[segment] = tile[0]
    found = set()
    starts: Iterable[int] = range(1, 14)
    for at, tile in enumerate(tiles):
        if tile not in "JDC":
            before = step * sum(map(_width, tiles[:at]))
            starts = [int(tile[1:]) - before, *([14 - before] if last == 14 and tile[1:] == "1" else [])]
            break
    for start in starts:
        if not 1 <= start + step * (size - 1) <= last or not 1 <= start <= 13:
            continue
        for colours in product(*choices):
            stands: list[Stand] = []
            number = start
            for tile, segment in zip(tiles, segment_of, strict=True):
                if tile == "C":
                    stands.append((("", _face(number)),))
                    number += step
                    continue
                each = []
                for _ in range(_width(tile)):
                    each.append((colours[segment], _face(number)))
                    number += step
                if tile not in "JD" and tile != f"{each[0][0]}{each[0][1]}":
                    break
                stands.append(tuple(each))
            else:
                if _borders_differ(tuple(stands), edition):
                    found.add(tuple(stands))
    return found


def _face(place: int) -> int:
    return 1 if place == 14 else place


def _borders_differ(stands: Stands, edition: Edition) -> bool:
    """On both sides of every border of one or more two-colour jokers the colours differ."""
    last, between = "", 0
    for each in stands:
        colour = each[0][0]
        if colour == "":
            between += 1
            continue
        if between and last == colour:
            adjacent = between > 1
            if not (adjacent and edition.jokers.two_colour_neighbours == "free"):
                return False
        last, between = colour, 0
    return True


def _groups(tiles: tuple[str, ...]) -> set[Stands]:
    """One number, every represented colour once; regular and double jokers take any colours not yet there."""
    if "C" in tiles or not 1 <= sum(map(_width, tiles)) <= 4:
        return set()
    found = set()
    known = {int(tile[1:]) for tile in tiles if tile not in "JDCM"}
    if len(known) > 1:
        return set()
    for number in known or range(1, 14):
        for colours in product(COLOURS, repeat=sum(map(_width, tiles))):
            if len(set(colours)) != len(colours):
                continue
            at = 0
            stands = []
            for tile in tiles:
                each = tuple((colour, number) for colour in sorted(colours[at : at + _width(tile)]))
                at += _width(tile)
                if tile not in "JD" and tile != f"{each[0][0]}{number}":
                    break
                stands.append(each)
            else:
                found.add(tuple(stands))
    return found


def _mirrored(tiles: tuple[str, ...], edition: Edition) -> set[Sense]:
    if tiles.count("M") != 1:
        return set()
    centre = tiles.index("M")
    left, right = tiles[:centre], tiles[centre + 1 :][::-1]
    half = sum(map(_width, left))
    if half == 0 or half != sum(map(_width, right)) or half < edition.jokers.mirror_min_per_side:
        return set()
    return _mirrored_groups(left, right, half, edition) | _mirrored_runs(left, right, half, edition)


def _mirrored_groups(left: tuple[str, ...], right: tuple[str, ...], half: int, edition: Edition) -> set[Sense]:
    found = set()
    if half <= edition.jokers.mirror_group_most_per_side:
        for ours, theirs in product(_groups(left), _groups(right)):
            number = ours[0][0][1]
            if number != theirs[0][0][1]:
                continue
            alike = {tile for each in ours for tile in each} == {tile for each in theirs for tile in each}
            if alike or edition.jokers.mirror_group_colours == "free":
                worth = number if edition.opening.mirror_value == "middle" else 0
                stands = (*ours, (("", number),), *theirs[::-1])
                found.add(Sense("group", True, stands, 2 * _total(ours) + worth))
    return found


def _mirrored_runs(left: tuple[str, ...], right: tuple[str, ...], half: int, edition: Edition) -> set[Sense]:
    """Rising towards the centre; or falling, which has to be laid rising where a number is left above (TW3)."""
    if half < 2:  # one tile on each side is a group (TW2)
        return set()
    by_step = []
    for step in (1, -1):
        found = set()
        for ours, theirs in product(_runs(left, step, edition), _runs(right, step, edition)):
            if [tile for each in ours for tile in each] != [tile for each in theirs for tile in each]:
                continue
            numbers = [number for each in ours for _, number in each]
            if max(numbers) < 13:
                middle = max(numbers) + 1
            elif step < 0 and min(numbers) > 1:
                middle = min(numbers) - 1
            elif edition.opening.mirror_value == "zero":
                middle = 0
            else:
                continue
            worth = middle if edition.opening.mirror_value == "middle" else 0
            stands = (*ours, (("", middle),), *theirs[::-1])
            found.add(Sense("run", True, stands, 2 * sum(numbers) + worth))
        by_step.append(found)
    return by_step[0] or by_step[1]
