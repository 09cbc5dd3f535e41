"""Readings against those of the bookkeeper's book: kinds, values, what each tile may stand for."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.bookkeeper.books.melds import Stand
from tests.bookkeeper.books.melds import readings as by_book
from tests.oracle.asked import book, text
from tests.oracle.houses import HOUSES
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Kind, Meld, Reading, meld_violations, readings, relaid
from tilerummy.rules.tiles import COLOURS

Key = tuple[str, bool, int, tuple[tuple[int, ...], ...]]
"""Kind, mirrored, value, and the numbers each tile stands for (0: none)."""

EDITIONS: dict[str, Callable[[], Edition]] = {
    **{name: partial(editions.load, name) for name in editions.names()},
    "strict": HOUSES["twist-melds"],
}


def said(stand: Stand) -> str:
    if not stand[0][0]:
        return str(stand[0][1] or "M")
    return "+".join(f"{colour}{number}" for colour, number in sorted(stand, key=lambda t: (COLOURS.index(t[0]), t[1])))


def expected(meld: Meld, edition: Edition) -> dict[Key, list[tuple[str, ...]]]:
    found: dict[Key, list[tuple[str, ...]]] = {}
    for sense in by_book(text(meld), book(edition)):
        numbers = tuple(tuple(sorted(number for _, number in stand)) for stand in sense.stands)
        key = (sense.kind, sense.mirrored, sense.value, numbers)
        found.setdefault(key, []).append(tuple(said(stand) for stand in sense.stands))
    return found


def key_of(reading: Reading) -> Key:
    numbers = tuple(
        tuple(sorted(0 if tile == "M" else int(tile.lstrip(COLOURS)) for tile in alternatives[0].split("+")))
        for alternatives in reading.stands
    )
    return reading.kind, reading.mirrored, reading.value, numbers


def random_meld(random: Random, edition: Edition) -> Meld:
    """A meld that is often legal: near tiles, many jokers, put in order where an order helps."""
    jokers = [joker for joker in "JDCM" if edition.tiles.jokers[joker]]
    low, width = random.randint(1, 12), random.randint(0, 4)
    colours = random.sample(COLOURS, random.randint(1, 4))
    tiles = tuple(
        random.choice(jokers)
        if random.random() < 0.4
        else f"{random.choice(colours)}{min(13, low + random.randint(0, width))}"
        for _ in range(random.randint(3, 7))
    )
    other = relaid(Meld(tiles), edition) if random.random() < 0.6 else None
    return other or Meld(tiles)


def stated(random: Random, meld: Meld, found: tuple[Reading, ...]) -> Meld:
    """The meld with statements drawn from its readings, not always from the same one."""
    stands = tuple(
        random.choice(random.choice(found).stands[at]) if tile in "JDCM" and random.random() < 0.6 else None
        for at, tile in enumerate(meld.tiles)
    )
    stands = tuple(None if stand == "M" else stand for stand in stands)
    kinds: tuple[Kind | None, ...] = (None, "run", "group")
    return Meld(meld.tiles, random.choice(kinds), stands if any(stands) else None)


@pytest.mark.parametrize("name", EDITIONS)
def test_readings_agree_with_the_book(name: str) -> None:
    edition = EDITIONS[name]()
    random = Random(3)
    for _ in range(500):
        meld = random_meld(random, edition)
        counts = Counter(meld.tiles)
        if any(counts[joker] > edition.tiles.jokers[joker] for joker in "JDCM"):
            continue
        wanted = expected(meld, edition)
        found = readings(meld, edition)
        assert {key_of(reading) for reading in found} == set(wanted), meld
        for reading in found:
            alternatives = [set(each) for each in zip(*wanted[key_of(reading)], strict=True)]
            assert [set(each) for each in reading.stands] == alternatives, meld
        if not found:
            assert meld_violations(meld, edition)
            continue
        claim = stated(random, meld, found)
        holds = expected(claim, edition)
        assert {key_of(reading) for reading in readings(claim, edition)} == set(holds), claim
