"""Tiles to melds and rows, and what the rules make of doubtful ones: on random legal tables, and on illegal ones."""

import math
import random
from collections.abc import Sequence

import pytest

from tests.camera.conftest import Arrange, Chances, Corners
from tilerummy.camera.kernel import KINDS, RACK

JOKER = 52
WIDE, HIGH = 30.0, 45.0


def corners(x: float, y: float, angle: float = 0.0) -> Corners:
    """A tile around this point, turned clockwise."""
    along, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    ends = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        value
        for right, below in ends
        for value in (
            x + right * WIDE / 2 * along[0] + below * HIGH / 2 * down[0],
            y + right * WIDE / 2 * along[1] + below * HIGH / 2 * down[1],
        )
    ]


def chances(kind: int, p: float = 0.995, instead: int | None = None) -> Chances:
    """What a classifier says that is sure of a kind by `p`, and of what it may be `instead` by the rest."""
    number, colour = [(1 - p) / 100] * 14, [(1 - p) / 100] * 4
    for one, chance in ((kind, p), (instead if instead is not None else kind, 1 - p)):
        number[13 if one == JOKER else one % 13] += chance
        if one == JOKER:
            colour = [each + chance / 4 for each in colour]
        else:
            colour[one // 13] += chance
    return [*(each / sum(number) for each in number), *(each / sum(colour) for each in colour)]


def laid(melds: Sequence[Sequence[int]], angle: float = 0.0) -> list[tuple[Corners, Chances]]:
    """Melds one below the other, and the whole table turned."""
    placed = []
    for row, meld in enumerate(melds):
        for column, kind in enumerate(meld):
            x, y = 60 + 31 * column, 60 + 70 * row
            turned = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
            placed.append((corners(*turned, angle), chances(kind)))
    return placed


def by_group(kinds: Sequence[int], groups: Sequence[int]) -> list[list[int]]:
    return [[kind for kind, one in zip(kinds, groups, strict=True) if one == group] for group in sorted(set(groups))]


def legal_table(chance: random.Random) -> list[list[int]]:
    """Melds with each tile twice at most."""
    left = dict.fromkeys(range(52), 2) | {JOKER: 2}
    melds: list[list[int]] = []
    while len(melds) < 8:
        if chance.random() < 0.5:
            length, colour = chance.randint(3, 6), chance.randrange(4)
            low = chance.randint(0, 13 - length)
            meld = [colour * 13 + low + place for place in range(length)]
        else:
            number = chance.randrange(13)
            meld = [colour * 13 + number for colour in chance.sample(range(4), chance.choice((3, 4)))]
        if chance.random() < 0.15:
            meld[chance.randrange(len(meld))] = JOKER
        if all(left[kind] >= meld.count(kind) for kind in meld):
            for kind in meld:
                left[kind] -= 1
            melds.append(meld)
    return melds


@pytest.mark.parametrize("turned", [0, 30, 90, 180, 200, 270, 345])
def test_melds_are_read_in_order_however_the_table_is_turned(arrange: Arrange, turned: int) -> None:
    melds = legal_table(random.Random(turned))
    said = arrange(laid(melds, math.radians(turned)))
    found = by_group([tile.read for tile in said], [tile.group for tile in said])
    assert sorted(found) == sorted(melds)
    assert not any(tile.unsure for tile in said)


def test_the_rules_put_right_what_was_misread(arrange: Arrange) -> None:
    chance = random.Random(5)
    whole = 0
    for _ in range(100):
        melds = legal_table(chance)
        table = laid(melds)
        for at in chance.sample(range(len(table)), 3):
            kind = [kind for meld in melds for kind in meld][at]
            misread = (kind + chance.randrange(1, 52)) % 52
            table[at] = (table[at][0], chances(misread, 0.6, instead=kind))
        said = arrange(table)
        wanted = by_group([tile.wanted for tile in said], [tile.wanted_group for tile in said])
        whole += wanted == melds
        # nothing wrong is told as sure
        read = [tile.read for tile in said]
        for tile, right in zip(said, [kind for meld in melds for kind in meld], strict=True):
            assert tile.unsure or tile.read == right
        assert read != [tile.wanted for tile in said]
    # a colour of a group that is misread as the missing one is legal too
    assert whole >= 85


def test_an_illegal_table_stays_as_it_is_read(arrange: Arrange) -> None:
    melds = [[13, 14, 15], [0, 13, 5], [40, 41], [26, 27, 28, 50]]
    said = arrange(laid(melds))
    assert by_group([tile.read for tile in said], [tile.group for tile in said]) == melds
    assert [tile.wanted for tile in said if tile.group == 1] == melds[1]


def test_melds_that_touch_are_parted_and_those_with_a_gap_are_joined(arrange: Arrange) -> None:
    touching = [[0, 1, 2, 17, 18, 19]]
    said = arrange(laid(touching))
    assert len({tile.group for tile in said}) == 1
    assert by_group([tile.wanted for tile in said], [tile.wanted_group for tile in said]) == [[0, 1, 2], [17, 18, 19]]
    apart = [(corners(60 + 48 * place, 60), chances(kind)) for place, kind in enumerate((0, 1, 2))]
    said = arrange(apart)
    assert len({tile.group for tile in said}) == 3
    assert by_group([tile.wanted for tile in said], [tile.wanted_group for tile in said]) == [[0, 1, 2]]


def test_a_1_after_13_where_the_edition_has_it(arrange: Arrange) -> None:
    table = laid([[11, 12, 0]])
    table[2] = (table[2][0], chances(3, 0.55, instead=0))
    assert [tile.wanted for tile in arrange(table, wraps=1)] == [11, 12, 0]
    assert [tile.wanted for tile in arrange(table, wraps=0)] != [11, 12, 0]


def test_rows_of_a_rack_and_no_tile_more_often_than_the_box_has_it(arrange: Arrange) -> None:
    kinds = [[3, 17, 30, JOKER], [8, 8, 8]]
    tiles = laid(kinds, math.radians(4))
    tiles[-1] = (tiles[-1][0], chances(8, 0.7, instead=5))
    random.Random(1).shuffle(tiles)
    said = arrange(tiles, RACK)
    assert by_group([tile.read for tile in said], [tile.group for tile in said]) == kinds
    assert sorted(tile.wanted for tile in said if tile.group == 1) == [5, 8, 8]
    assert any(tile.unsure for tile in said if tile.group == 1)
    box = bytearray([2] * KINDS)
    box[3] = 0
    assert arrange(tiles, RACK, bytes(box))[0].unsure


def test_a_joker_away_from_all_others_is_asked_about(arrange: Arrange) -> None:
    said = arrange([*laid([[0, 1, 2]]), (corners(300, 300), chances(JOKER))])
    assert [tile.unsure for tile in said] == [False, False, False, True]


def test_more_tiles_than_there_is_room_for_and_none(arrange: Arrange) -> None:
    many = [(corners(40 + 200 * (at % 20), 40 + 200 * (at // 20)), chances(at % 52)) for at in range(300)]
    assert len(arrange(many)) == 256
    assert arrange([]) == []
