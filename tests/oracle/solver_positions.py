"""Random positions for the solver: tables of any size, racks from one tile to a full hand, jokers often.

Nine of ten are small: they hold the odd cases and are soon compared; the tenth may fill the table.
"""

from random import Random

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.position import Position, position

COLOURS = "krby"


def random_position(edition: Edition, random: Random) -> Position:
    """A legal position of an edition with regular jokers only."""
    box = {f"{colour}{number}": edition.tiles.copies for colour in COLOURS for number in range(1, 14)}
    box["J"] = edition.tiles.jokers["J"]
    small = random.random() < 0.9
    table = _table(edition, box, random, (0, 3, 6, 9, 12, 16) if small else (0, 4, 9, 15, 25, 40, 60, 90))
    rest = [tile for tile, count in box.items() for _ in range(count)]
    random.shuffle(rest)
    rack = rest[: random.choice((1, 2, 3, 5, 7, 9) if small else (1, 3, 5, 8, 11, 14, 14, 17, 22))]
    while box["J"] > rack.count("J") and random.random() < 0.25:
        rack.append("J")
    opened = random.random() < 0.75
    pool = random.choice((0, 1, 30))
    last_turn = pool == 0 and edition.end.pool_empty == "one-turn-each"
    return position(edition=edition, table=table, rack=rack, opened=opened, pool=pool, last_turn=last_turn)


def _table(edition: Edition, box: dict[str, int], random: Random, sizes: tuple[int, ...]) -> list[Meld]:
    """Melds of at least as many tiles as wanted where the box allows it; takes their tiles out of the box."""
    wanted = random.choice(sizes)
    window = random.choice((13, 13, 5, 5))
    low = random.randrange(1, 15 - window)
    table: list[Meld] = []
    for _ in range(60):
        if wanted <= 0:
            break
        tiles = _run(random, low, window) if random.random() < 0.5 else _group(random, low, window)
        if edition.runs.past_last is not None and tiles[-2][1:] == "12":
            tiles = [*tiles, f"{tiles[-1][0]}1"]
        tiles = ["J" if random.random() < 0.06 else tile for tile in tiles]
        if any(box[tile] < tiles.count(tile) for tile in tiles):
            continue
        meld = Meld(tuple(tiles))
        if readings(meld, edition):
            for tile in tiles:
                box[tile] -= 1
            table.append(meld)
            wanted -= len(tiles)
    return table


def _run(random: Random, low: int, window: int) -> list[str]:
    length = min(window, random.choice((3, 3, 3, 4, 4, 5, 6, 7, 9, 13)))
    first = low + random.randrange(window - length + 1)
    colour = random.choice(COLOURS)
    return [f"{colour}{number}" for number in range(first, first + length)]


def _group(random: Random, low: int, window: int) -> list[str]:
    number = low + random.randrange(window)
    return [f"{colour}{number}" for colour in random.sample(COLOURS, random.choice((3, 3, 4)))]
