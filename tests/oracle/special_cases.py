"""Random small questions for the searches with special jokers and frozen melds, and sweeps over them:
`python -m tests.oracle.special_cases twist -n 3000 --jobs 2`.

The answers are compared with an integer program, or where jokers are bound (`suomi`, and the houses of
`tests.oracle.houses`) with every table there is. Each job has seeds of its own.
"""

import argparse
import os
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tests.oracle import program, tables
from tests.oracle.program import cost_of
from tests.oracle.sweep import edition_of
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import COLOURS, NUMBER_OF, NUMBERED, NUMBERS, Tile, in_order, is_joker
from tilerummy.solver.dispatch import best
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

BUDGET = Budget(30_000)


def _near(edition: Edition, random: Random) -> list[Tile]:
    """A shuffled part of the box in which melds abound: a few colours and neighbouring numbers, and the jokers."""
    low = random.choice((1, random.randint(1, 9), 9))
    high = min(13, low + random.randint(3, 6))
    past = high == 13 and edition.runs.past_last is not None
    colours = random.sample(COLOURS, random.choice([2, 2, 3, 4]))
    box = [
        tile
        for tile in NUMBERED
        if tile[0] in colours and (low <= int(tile[1:]) <= high or (past and tile[1:] == "1"))
        for _ in range(edition.tiles.copies)
    ]
    box += [joker for joker in "JDCM" for _ in range(edition.tiles.jokers[joker])]
    random.shuffle(box)
    return box


def _special_meld(edition: Edition, box: list[Tile], random: Random) -> list[Tile]:
    """Tiles that may be a meld around a special joker: two halves, equal but for colours that are free, or a run
    that goes on behind the joker."""
    numbered = [tile for tile in box if not is_joker(tile)]
    first = random.choice((random.choice(numbered), min(numbered, key=NUMBER_OF.__getitem__)))
    colour, low, length = first[0], NUMBER_OF[first], random.randint(1, 4)
    run = [f"{colour}{number}" for number in range(low, low + length)]
    if random.random() < 0.3:
        run = [f"{each}{low}" for each in random.sample(COLOURS, random.randint(1, 3))]
    joker = random.choice("DCM")
    if joker == "M":
        if edition.jokers.mirror_run_colours == "free" and random.random() < 0.7:
            run, colour = [*run, joker], random.choice(COLOURS)
            return [*run, *(f"{colour}{tile[1:]}" for tile in reversed(run[:-1]))]
        return [*run, joker, *reversed(run)]
    if joker == "D":
        return [*run, joker, f"{colour}{low + length + 2}"]
    other = random.choice(COLOURS)
    return [*run, joker, *(f"{other}{number}" for number in range(low + length + 1, low + 2 * length + 1))]


def special_task(edition: Edition, random: Random, most: int = 15) -> Task | None:
    """A task of 5 to `most` tiles, some of which may lie on a table; None where no table came out."""
    box = _near(edition, random)
    meld = _special_meld(edition, box, random) if random.random() < 0.4 else []
    if Counter(meld) <= Counter(box):
        for tile in meld:
            box.remove(tile)
        box = [*meld, *box]
    tiles = box[: random.randint(5, most)]
    if random.random() < 0.5:
        jokers = [tile for tile in tiles if is_joker(tile)]
        tiles = [tile for tile in tiles if not is_joker(tile)] + jokers[: random.randint(0, 4)]
    objectives: tuple[Objective, ...] = ("tiles", "tiles", "value", "out")
    objective = random.choice(objectives)
    few = random.choice((0, 0, 0, 0.2)) if special.handles(edition) else 0
    run_only = frozenset(tile for tile in tiles if not is_joker(tile) and random.random() < few)
    if random.random() < 0.5:
        return Task(edition, (), in_order(tiles), objective, random.choice((0, 0, 0, 30, 31)), run_only=run_only)
    found = best(Task(edition, (), in_order(tiles), "tiles"), BUDGET)
    if not found.melds:
        return None
    table = [tile for meld in found.melds[: random.randint(0, len(found.melds))] for tile in meld.tiles]
    may = in_order((Counter(tiles) - Counter(table)).elements())
    return Task(edition, in_order(table), may, objective, run_only=run_only)


def special_requests(count: int, seed: int) -> list[bytes]:
    """Random tasks as requests to the kernel, those with a table with its melds."""
    random, asked = Random(seed), list[bytes]()
    while len(asked) < count:
        task = special_task(editions.load(random.choice(("twist", "twist-international"))), random, most=12)
        if task is not None:
            table = special.search(Task(task.edition, task.must, (), "tiles"), Budget()).melds or ()
            task = replace(task, must=(), table=table) if table else task
            asked.append(special.pose(task, Budget(nodes=random.choice((20, 300, 4000)))))
    return asked


def special_fault(task: Task) -> str | None:
    """What is wrong with the answer to a task; None when all is well or the budget ended."""
    found = best(task, BUDGET)
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
    true = program.least_cost(task)
    return None if said == true else f"{said} but the integer program says {true}"


def frozen_position(edition: Edition, random: Random) -> Position | None:
    """A small table with a joker and a rack; None where none came out."""
    box, table = _near(edition, random), list[Meld]()
    for _ in range(random.randint(1, 3)):
        if all(map(is_joker, box)):
            return None
        colour, number = random.choice(COLOURS), random.choice(NUMBERS)
        if random.random() < 0.5:
            places = range(number, number + random.choice((3, 3, 4)))
            past = edition.runs.past_last is not None
            tiles = [f"{colour}{1 if past and place == 14 else place}" for place in places]
        else:
            tiles = [f"{each}{number}" for each in random.sample(COLOURS, random.choice((3, 4)))]
        if random.random() < 0.8:
            tiles[random.randrange(len(tiles))] = "J"
        if edition.tiles.jokers.D and random.random() < 0.6:
            tiles = _special_meld(edition, box, random) if random.random() < 0.6 else [*tiles[:2], "D"]
        if Counter(tiles) <= Counter(box) and readings(Meld(tuple(tiles)), edition):
            table.append(Meld(tuple(tiles)))
            for tile in tiles:
                box.remove(tile)
    if not any(any(map(is_joker, meld.tiles)) for meld in table):
        return None
    rack = box[: random.randint(2, 6)]
    if sum(len(meld.tiles) for meld in table) + len(rack) > 14:
        return None
    return position(edition=edition, table=table, rack=rack, opened=True, pool=20)


def far_position(edition: Edition, random: Random) -> Position | None:
    """A rack with most of a long run that a joker may fill, at whose end lies a tile of the joker's old set; two more
    tiles would take the joker as well. None where none came out."""
    colours, place, number = random.sample(COLOURS, len(COLOURS)), random.randint(6, 13), random.randint(1, 12)
    old = _old_set(colours, place, random.choice([joker for joker in "JDCM" if edition.tiles.jokers[joker]]), random)
    run = [f"{colours[0]}{each}" for each in range(max(1, place - random.randint(5, 7)), place)]
    for _ in range(random.randint(1, 2)):
        run.pop(random.randrange(1, len(run) - 1))
    pairs = [f"{colours[1]}{number}", f"{colours[1]}{number + 1}"], [f"{colour}{number}" for colour in colours[2:]]
    below = [f"{colours[2]}{place - step}" for step in (1, 2)]
    rack = [*run, *random.choice(pairs), *random.choice(([], below))]
    in_box = Counter((*old, *rack)) <= Counter(all_tiles(edition))
    if not in_box or len(old) + len(rack) > 14 or not readings(Meld(tuple(old)), edition):
        return None
    return position(edition=edition, table=[Meld(tuple(old))], rack=rack, opened=True, pool=20)


def freed_position(edition: Edition, random: Random) -> Position | None:
    """A set that the rack can free of its joker, whose tiles are then of use. None where none came out."""
    box, colour, low = _near(edition, random), random.choice(COLOURS), random.randint(1, 9)
    whole = [f"{colour}{number}" for number in range(low, low + random.choice((3, 4, 4, 5)))]
    if random.random() < 0.4:
        whole = [f"{each}{low}" for each in random.sample(COLOURS, random.choice((3, 4, 4)))]
    at = random.randrange(len(whole))
    old, wanted = [*whole[:at], "J", *whole[at + 1 :]], [whole[at]]
    taken = random.choice(whole)
    wanted += [f"{each}{taken[1:]}" for each in COLOURS if each != taken[0]][: random.randint(1, 2)]
    wanted += [f"{taken[0]}{int(taken[1:]) + step}" for step in random.sample((-2, -1, 1, 2), random.randint(0, 2))]
    wanted += [tile for tile in box[: random.randint(1, 3)] if not is_joker(tile)]
    rack = [tile for tile in wanted if tile in NUMBER_OF]
    in_box = Counter((*old, *rack)) <= Counter(all_tiles(edition))
    if not in_box or len(old) + len(rack) > 13 or not readings(Meld(tuple(old)), edition):
        return None
    return position(edition=edition, table=[Meld(tuple(old))], rack=rack, opened=True, pool=20)


def _old_set(colours: list[str], place: int, joker: str, random: Random) -> list[Tile]:
    """Tiles that may be a set with the joker, one of which has this colour and place."""
    tile, width = f"{colours[0]}{place}", 3 if joker == "D" else 2
    ways = [
        [tile, joker, f"{colours[2]}{place}"],
        [tile, joker, f"{colours[0]}{place + width}"],
        [f"{colours[0]}{place - width}", joker, tile],
        [tile, f"{colours[0]}{place + 1}", f"{colours[0]}{place + 2}", joker],
    ]
    return random.choice(ways)


def frozen_fault(asked: Position, random: Random) -> str | None:
    """What is wrong with the answer in a position; None when all is well."""
    objective = random.choice(("tiles", "value"))
    task = Task(asked.edition, (), asked.rack, objective, table=asked.table)  # type: ignore[arg-type]
    found = frozen.search(task, Budget())
    if not found.proved:
        return "not proved"
    nothing = found.melds is None or len(found.left) == len(asked.rack)
    said = None if nothing else cost_of(task, found.left)
    if said is not None and not isinstance(judge(asked, Play((), found.melds or ())), Legal):
        return f"illegal {found.melds}"
    true = tables.least_cost(asked, task.objective)
    return None if said == true else f"{objective}: {said} but trying every table says {true}"


class Swept(NamedTuple):
    """What a sweep counted, and a line for every fault."""

    asked: int
    faults: list[str]


def sweep(name: str, seed: int, count: int) -> Swept:
    """Ask `count` random questions, and prove the answers."""
    edition, random = edition_of(name), Random(f"{name} {seed}")
    asked, faults = 0, list[str]()
    while asked < count:
        if frozen.handles(edition):
            place = random.choice((frozen_position, frozen_position, far_position, freed_position))(edition, random)
            if place is None:
                continue
            said = frozen_fault(place, random)
            what: object = (place.table, place.rack)
        else:
            task = special_task(edition, random, most=11)
            if task is None:
                continue
            said = special_fault(task)
            what = (task.must, task.may, task.objective, task.threshold, task.run_only)
        asked += 1
        if said is not None:
            faults.append(f"{what}\n    {said}")
            print(faults[-1], flush=True)
    return Swept(asked, faults)


def main() -> int:
    """Run a sweep and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("-n", type=int, default=300, help="questions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    each = [(args.edition, args.seed + job, args.n // args.jobs) for job in range(args.jobs)]
    with Pool(args.jobs, _nice) as pool:
        found = pool.starmap(sweep, each)
    wrong = sum(len(one.faults) for one in found)
    print(f"{args.edition}: {sum(one.asked for one in found)} asked and proved, {wrong} wrong")
    return 1 if wrong else 0


def _nice() -> None:
    if hasattr(os, "nice"):
        os.nice(15)


if __name__ == "__main__":
    raise SystemExit(main())
