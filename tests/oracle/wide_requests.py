"""Random requests to the kernel with four to seven copies of a tile, or more jokers than an official box holds."""

from itertools import chain
from random import Random

from tilerummy.solver.regular.codec import HEAD, JOKER, OUT
from tilerummy.solver.regular.codec import VERSION as REGULAR
from tilerummy.solver.special.codec import VERSION as SPECIAL
from tilerummy.solver.special.codec import kinds_as_bits

MOST_COPIES, MOST_JOKERS, MOST_OTHERS = 7, 8, 4
"""Limits of the kernel; a box has one copy less."""
JOKERS, KINDS = (52, 53, 54, 55), 56
COLOURS, NUMBERS = 4, 13
NODES = (10, 60, 300, 1000)
SWITCHES = ((0, 0, 0, 1, 2, 3, 8), (0, 0, 1), (1, 2, 3), (1, 2, 4), (0, 1), (0, 1), (0, 1))
"""What each switch of `switches.MeldRules` may be."""


def wide_requests(count: int, seed: int) -> list[bytes]:
    """So many of either kind, in turn."""
    random = Random(seed)
    return [make(random) for _ in range(count) for make in (regular_request, special_request)]


def regular_request(random: Random) -> bytes:
    """A request to the search with regular jokers: many tiles of few kinds."""
    counts = _crowded(random, random.randint(4, 9))
    counts[JOKER] = random.choice((0, 0, 1, 2, 4, MOST_JOKERS))
    return _request(REGULAR, b"", counts, random)


def special_request(random: Random) -> bytes:
    """A request to the search with special jokers: tiles of fewer kinds, by any rules."""
    counts = _crowded(random, random.randint(1, 4))
    for _ in range(random.choice((1, 2, 4, 9))):
        joker = random.choice(JOKERS)
        counts[joker] = min(counts[joker] + 1, MOST_JOKERS if joker == JOKER else MOST_OTHERS)
    few = random.choice((0, 0, 0.2))
    run_only = kinds_as_bits(kind for kind in range(JOKER) if random.random() < few)
    return _request(SPECIAL, bytes(map(random.choice, SWITCHES)) + run_only, counts, random)


def _crowded(random: Random, kinds: int) -> list[int]:
    """Tiles of about so many kinds that lie close together, some of them in many copies."""
    counts, low = [0] * KINDS, random.randint(1, NUMBERS - 2)
    while kinds > 0 or max(counts) < 4:
        number = min(NUMBERS, low + random.randrange(4))
        counts[random.randrange(COLOURS) * NUMBERS + number - 1] = random.randint(1, MOST_COPIES)
        kinds -= 1
    return counts


def _request(version: int, switches: bytes, counts: list[int], random: Random) -> bytes:
    """The request about these tiles, some of which may lie in melds on the table and some must lie besides."""
    copies = max(counts[:JOKER])
    table = _melds(counts, random) if random.random() < 0.5 else []
    tiles = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    random.shuffle(tiles)
    musts = min(len(tiles), random.choice((0, 0, 0, 3)))
    head = HEAD.pack(
        version,
        copies,
        random.randint(0, OUT),
        random.random() < 0.1,
        random.choice((0, 25, 30, 500)),
        random.choice((0, 0, 0, 1, 30, 90, 300)),
        random.choice(NODES),
        0,
        musts,
        len(tiles) - musts,
    )
    melds = bytes(chain.from_iterable((len(meld), *meld) for meld in table))
    return b"".join((head, switches, bytes(tiles), bytes((len(table),)), melds))


def _melds(counts: list[int], random: Random) -> list[list[int]]:
    """Melds of which some hold a joker; their tiles are taken out of the counts."""
    melds = list[list[int]]()
    for _ in range(12):
        number = random.choice([kind for kind in range(JOKER) if counts[kind]] or [0]) % NUMBERS
        meld = [colour * NUMBERS + number for colour in random.sample(range(COLOURS), 3)]
        if number < NUMBERS - 2 and random.random() < 0.5:
            meld = [meld[0], meld[0] + 1, meld[0] + 2]
        if random.random() < 0.3:
            meld[random.randrange(3)] = JOKER
        if all(counts[kind] for kind in meld):
            melds.append(meld)
            for kind in meld:
                counts[kind] -= 1
    return melds
