"""How many different melds there are, as multisets of tiles, against counts from closed forms."""

from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.melds.readings import Meld, readings, relaid
from tilerummy.rules.tiles import COLOURS, NUMBERS, Tile

LONGEST = 5


def possible(edition: Edition, tiles: tuple[Tile, ...]) -> bool:
    """Whether the tiles are a legal meld in some order."""
    meld = Meld(tiles)
    return bool(readings(meld, edition)) or relaid(meld, edition) is not None


def numbered_parts() -> set[tuple[Tile, ...]]:
    """What the numbered tiles of a meld of at most five tiles can be: of one colour and near, or of one number."""
    found: set[tuple[Tile, ...]] = set()
    for colour in COLOURS:
        for size in range(1, LONGEST + 1):
            for numbers in combinations(NUMBERS, size):
                if numbers[-1] - numbers[0] < LONGEST:
                    found.add(tuple(f"{colour}{number}" for number in numbers))
    for number in NUMBERS:
        for size in range(1, 5):
            found |= {tuple(f"{colour}{number}" for colour in colours) for colours in combinations(COLOURS, size)}
    return found


def melds_with(edition: Edition, jokers: int) -> int:
    """Different melds of three to five tiles with exactly so many regular jokers."""
    return sum(
        possible(edition, (*part, *"J" * jokers)) for part in numbered_parts() if 3 <= len(part) + jokers <= LONGEST
    )


def closed_form(jokers: int) -> int:
    """Runs of 3-5 and groups of 3-4 in which so many tiles are jokers, each multiset counted once.

    The numbered tiles of a run span `span` numbers at most; the two ends are among them. One tile with two jokers is
    both a run and a group.
    """
    runs = 0
    for length in range(3, LONGEST + 1):
        numbered = length - jokers
        if numbered == 1:
            runs += 13
        for span in range(2, length + 1):
            if numbered >= 2:
                runs += (14 - span) * comb(span - 2, numbered - 2)
    groups = sum(comb(4, size - jokers) for size in (3, 4) if size > jokers)
    both = sum(1 for size in (3, 4) if size - jokers == 1)
    return 4 * runs + 13 * groups - 52 * both


@pytest.fixture(scope="module")
def unlimited() -> Edition:
    return change(editions.load("original"), {"jokers.per_set": None, "tiles.jokers": {"J": 4}})


def test_counts_of_the_plain_set(unlimited: Edition) -> None:
    counts = [melds_with(unlimited, jokers) for jokers in (0, 1, 2)]
    assert [sum(counts[: jokers + 1]) for jokers in (0, 1, 2)] == [185, 679, 1173]
    assert counts == [closed_form(jokers) for jokers in (0, 1, 2)]


def test_counts_of_xp() -> None:
    """Four jokers may share a meld; the third copies of the tiles add none."""
    edition = editions.load("xp-160")
    counts = [melds_with(edition, jokers) for jokers in range(5)]
    assert counts == [closed_form(jokers) for jokers in range(5)]
    assert counts == [185, 494, 494, 220, 52]


TWIST = {
    "": 4 * 11 + 13 * 4,
    # two of a run of three; two of a group
    "J": 4 * (12 + 11) + 13 * 6,
    # next to each other, or two numbers apart; two of a group
    "D": 4 * (12 + 10) + 13 * 6,
    # one colour, with the joker at an end; two colours around it
    "C": 4 * 12 + 4 * 3 * 11,
    # the same tile on both sides
    "M": 52,
    # one numbered tile, which may be any
    **dict.fromkeys(("JJ", "JD", "JC", "JM", "DD", "DC", "CC"), 52),
    # the sides differ, or have no numbered tile
    **dict.fromkeys(("DM", "CM", "MM"), 0),
}


def test_counts_of_twist() -> None:
    """Melds of three tiles by the jokers among them, against closed forms; jokers alone make none."""
    edition = editions.load("twist")
    tiles = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS]
    counted = {}
    for size in range(3):
        for held in combinations_with_replacement("JDCM", size):
            parts = combinations_with_replacement(tiles, 3 - size)
            counted["".join(held)] = sum(possible(edition, (*part, *held)) for part in parts)
    assert counted == TWIST
