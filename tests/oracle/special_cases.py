"""Random small questions for the searches with special jokers and frozen melds, and sweeps over them:
`python -m tests.oracle.special_cases twist -n 3000`."""

import argparse
from collections import Counter
from random import Random

from tests.oracle import frozen_brute, special_program
from tests.oracle.special_program import cost_of
from tilerummy import editions
from tilerummy.rules.edition import Edition
from tilerummy.rules.judge import Legal, judge
from tilerummy.rules.melds import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.positions import Position, position
from tilerummy.rules.tiles import COLOURS, NUMBERED, NUMBERS, Tile, in_order, is_joker
from tilerummy.solver import frozen, special
from tilerummy.solver.query import Budget
from tilerummy.solver.task import Task

BUDGET = Budget(30_000)


def _near(edition: Edition, random: Random) -> list[Tile]:
    """A shuffled part of the box in which melds abound: a few colours and neighbouring numbers, and the jokers."""
    low = random.randint(1, 9)
    high = min(13, low + random.randint(3, 6))
    colours = random.sample(COLOURS, random.choice([2, 2, 3, 4]))
    box = [
        tile
        for tile in NUMBERED
        if tile[0] in colours and low <= int(tile[1:]) <= high
        for _ in range(edition.tiles.copies)
    ]
    box += [joker for joker in "JDCM" for _ in range(edition.tiles.jokers[joker])]
    random.shuffle(box)
    return box


def special_task(edition: Edition, random: Random, most: int = 15) -> Task | None:
    """A task of 5 to `most` tiles, some of which may lie on a table; None where no table came out."""
    tiles = _near(edition, random)[: random.randint(5, most)]
    if random.random() < 0.5:
        jokers = [tile for tile in tiles if is_joker(tile)]
        tiles = [tile for tile in tiles if not is_joker(tile)] + jokers[: random.randint(0, 4)]
    objective = random.choice(("tiles", "tiles", "value", "out"))
    if random.random() < 0.5:
        return Task(edition, (), in_order(tiles), objective, random.choice((0, 0, 0, 30, 31)))
    found = special.walk(Task(edition, (), in_order(tiles), "tiles"), BUDGET)
    if not found.melds:
        return None
    table = [tile for meld in found.melds[: random.randint(0, len(found.melds))] for tile in meld.tiles]
    return Task(edition, in_order(table), in_order((Counter(tiles) - Counter(table)).elements()), objective)  # type: ignore[arg-type]


def special_fault(task: Task) -> str | None:
    """What is wrong with the answer to a task; None when all is well or the budget ended."""
    found = special.walk(task, BUDGET)
    if not found.proved:
        return None
    said = None if found.melds is None else cost_of(task, found.left)
    if found.melds is not None:
        laid = Counter(tile for meld in found.melds for tile in meld.tiles)
        if not all(readings(meld, task.edition) for meld in found.melds):
            return f"illegal {found.melds}"
        if laid + Counter(found.left) != Counter((*task.must, *task.may)):
            return f"other tiles {found}"
        if task.threshold and sum(readings(meld, task.edition)[0].value for meld in found.melds) < task.threshold:
            return f"below the threshold {found.melds}"
    true = special_program.least_cost(task)
    return None if said == true else f"{said} but the integer program says {true}"


def frozen_position(edition: Edition, random: Random) -> Position | None:
    """A small table with a joker and a rack; None where none came out."""
    box, table = _near(edition, random), list[Meld]()
    for _ in range(random.randint(1, 3)):
        colour, number = random.choice(COLOURS), random.choice(NUMBERS)
        if random.random() < 0.5:
            tiles = [f"{colour}{number + step}" for step in range(random.choice((3, 3, 4)))]
        else:
            tiles = [f"{each}{number}" for each in random.sample(COLOURS, random.choice((3, 4)))]
        if random.random() < 0.8:
            tiles[random.randrange(len(tiles))] = "J"
        if Counter(tiles) <= Counter(box) and readings(Meld(tuple(tiles)), edition):
            table.append(Meld(tuple(tiles)))
            for tile in tiles:
                box.remove(tile)
    if not any("J" in meld.tiles for meld in table):
        return None
    rack = box[: random.randint(2, 6)]
    if sum(len(meld.tiles) for meld in table) + len(rack) > 14:
        return None
    return position(edition=edition, table=table, rack=rack, opened=True, pool=20)


def frozen_fault(asked: Position, random: Random) -> str | None:
    """What is wrong with the answer in a position; None when all is well."""
    objective = random.choice(("tiles", "value"))
    must = tuple(tile for meld in asked.table for tile in meld.tiles)
    task = Task(asked.edition, must, asked.rack, objective)  # type: ignore[arg-type]
    found = frozen.walk(task, Budget(), asked.table)
    nothing = found.melds is None or len(found.left) == len(asked.rack)
    said = None if nothing else cost_of(task, found.left)
    if said is not None and not isinstance(judge(asked, Play((), found.melds or ())), Legal):
        return f"illegal {found.melds}"
    true = frozen_brute.least_cost(asked, task.objective)
    return None if said == true else f"{objective}: {said} but trying every table says {true}"


def main() -> int:
    """Run a sweep and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    edition, random, asked, wrong = editions.load(args.edition), Random(args.seed), 0, 0
    for _ in range(args.n):
        if frozen.handles(edition):
            place = frozen_position(edition, random)
            said = None if place is None else frozen_fault(place, random)
            asked += place is not None
            what: object = None if place is None else (place.table, place.rack)
        else:
            task = special_task(edition, random)
            said = None if task is None else special_fault(task)
            asked += task is not None
            what = None if task is None else task[1:]
        if said is not None:
            wrong += 1
            print(f"{what}\n    {said}", flush=True)
    print(f"{edition.id}: {asked} asked, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
