"""The kernel keeps the written order of ties and its budget, and survives any bytes."""

import hashlib
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kernel.compiling import HERE, SEARCH, find_compiler
from tests.oracle.solver_positions import random_position
from tests.oracle.special_cases import special_requests
from tests.oracle.wide_requests import wide_requests
from tilerummy import editions
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import Position, from_layout
from tilerummy.rules.tiles import COLOURS
from tilerummy.solver.query import Budget, Objective
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular.codec import MALFORMED, PROVED, REPLY, UNFINISHED
from tilerummy.solver.special import backend as special
from tilerummy.solver.task import Task

Kernel = Callable[[bytes], bytes]
OBJECTIVES: tuple[Objective, ...] = ("tiles", "value", "out")
FUZZ_ROUNDS = "4000"
LOOK = 256
"""States between two looks of the kernel at the clock."""
DIGEST = "1d75b12eee5b22f9"


def test_the_written_order_of_ties_is_kept(kernel: Kernel, public: list[tuple[dict[str, Any], Position]]) -> None:
    """Requests and replies are, to the byte, those of the day on which a search in Python gave them too."""
    digest = hashlib.sha256()
    asked = [
        regular.pose(_task(position), Budget(nodes=at % 7 * 50 or 50_000)) for at, (_, position) in enumerate(public)
    ]
    for request in (*asked, *_openings(50), *_crowded(12), *special_requests(60, 31), *wide_requests(60, 32)):
        digest.update(request + kernel(request))
    assert digest.hexdigest()[:16] == DIGEST


def test_no_box_is_too_wide(kernel: Kernel) -> None:
    """All tiles on the rack, and all numbered ones on the table."""
    widest = {"tiles.copies": 6, "tiles.jokers": {"J": 8, "D": 4, "C": 4, "M": 4}}
    twist = change(editions.load("twist"), widest)
    original = change(editions.load("original"), {**widest, "tiles.jokers": {"J": 8}})
    ends = ((1, 3), (4, 6), (7, 9), (10, 13))
    runs = [Meld(tuple(f"{colour}{n}" for n in range(first, last + 1))) for colour in COLOURS for first, last in ends]
    for box, pose in ((original, regular.pose), (twist, special.pose)):
        jokers = tuple(tile for tile in all_tiles(box) if tile in "JDCM")
        rack = Task(box, (), all_tiles(box), "tiles")
        table = Task(box, (), jokers, "tiles", table=tuple(runs * 6))
        assert kernel(pose(rack, Budget(nodes=0)))[0] == UNFINISHED
        assert kernel(pose(table, Budget(nodes=1_000)))[0] != MALFORMED


def test_a_budget_of_time_is_kept(kernel: Kernel, public: list[tuple[dict[str, Any], Position]]) -> None:
    heaviest = max((_task(position) for _, position in public), key=lambda task: _states(kernel, task))
    asked = regular.pose(heaviest, Budget(nanoseconds=1))
    assert REPLY.unpack_from(kernel(asked))[0] == UNFINISHED


@pytest.mark.slow
def test_no_look_at_the_clock_is_late(
    kernel: Kernel, public: list[tuple[dict[str, Any], Position]], tmp_path: Path
) -> None:
    """By a clock that counts its readings: the first look behind the end of the budget is the last one, and between two
    looks few states are expanded."""
    heaviest = max((_task(position) for _, position in public), key=lambda task: _states(kernel, task))
    said = _deadline_runs(tmp_path, regular.pose(heaviest, Budget()), 12)
    assert [late for late, _ in said] == [0] * 12
    nodes = [0, *(nodes for _, nodes in said)]
    assert all(0 <= later - earlier <= LOOK for earlier, later in pairwise(nodes))
    assert nodes[-1] < _states(kernel, heaviest)


@pytest.mark.slow
def test_what_stays_as_it_lies_is_not_looked_for_behind_the_end(kernel: Kernel, tmp_path: Path) -> None:
    """Most states of this question are expanded for that, in searches of their own."""
    line = (
        "k9 r9 D, k6 y6 b6, k10 y10 r10, b4 r4 k4 y4, b10 b11 b12 b13, y9 M y9, r5 r6 r7, y1 y2 y3, b10 k10 r10, "
        "k1 r1 J, r2 r3 J, k8 r8 y8 b8, k3 k4 k5 | k9 r4 y5 y13 | opened | pool 0"
    )
    asked = special.pose(_task(from_layout(parse_position(line), editions.load("twist"))), Budget())
    _, _, whole, _ = REPLY.unpack_from(kernel(asked))
    said = _deadline_runs(tmp_path, asked, 1000)
    assert max(late for late, _ in said) <= 1
    nodes = [0, *(nodes for _, nodes in said)]
    assert nodes[-1] == whole > 3 * LOOK
    assert all(later - earlier <= LOOK for earlier, later in pairwise(nodes))


@pytest.mark.slow
def test_a_million_states_are_not_the_end(kernel: Kernel) -> None:
    """A hard question about 53 tiles with every kind of joker; an easy one after it is answered as before."""
    melds = "k3 k4 k5, r7 r8 r9 r10, k1 r1 y1, k9 k10 k11, b8 C r10, b10 b11 J b13, y11 y12 y13, k4 k5 k6 k7, b2 b3 b4"
    line = (
        f"{melds}, y6 D y9, r3 y3 M y3 r3, r5 r6 r7 r8, y4 y5 y6, r2 D r5, b2 b3 b4 b5 b6 | b11 y1 | opened | pool 53"
    )
    edition = editions.load("twist-international")
    easy, hard = (
        special.pose(replace(_task(from_layout(parse_position(each), edition)), objective="value"), Budget())
        for each in ("k3 k4 k5 | k6 | opened", line)
    )
    before, (outcome, _, nodes, _) = kernel(easy), REPLY.unpack_from(kernel(hard))
    assert (outcome, nodes > 1 << 20) == (PROVED, True)
    assert kernel(easy) == before


def _deadline_runs(folder: Path, asked: bytes, looks: int) -> list[tuple[int, int]]:
    """For budgets of one to so many looks at the clock: the looks taken behind the end, and the states expanded."""
    compiler, program, file = find_compiler(), folder / "deadline", folder / "request"
    assert compiler is not None
    sources = [str(HERE / "tools" / "deadline.c"), *map(str, SEARCH)]
    subprocess.run([*compiler, "-std=c99", "-O1", "-o", str(program), *sources], check=True, capture_output=True)
    file.write_bytes(asked)
    ran = subprocess.run([str(program), str(file), str(looks)], check=True, capture_output=True, text=True, timeout=120)
    pairs = (line.split() for line in ran.stdout.splitlines())
    return [(int(late), int(nodes)) for late, nodes in pairs]


def _task(position: Position) -> Task:
    return Task(position.edition, (), position.rack, "tiles", table=position.table)


def _states(kernel: Kernel, task: Task) -> int:
    states: int = REPLY.unpack_from(kernel(regular.pose(task, Budget())))[2]
    return states


def test_no_bytes_are_mistaken_for_a_request(kernel: Kernel) -> None:
    random = Random(22)
    for length in (0, 1, 24, 130, 131, 200, 4000):
        for _ in range(20):
            assert kernel(random.randbytes(length))[0] == MALFORMED


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_no_bytes_harm_the_kernel(tmp_path: Path, public: list[tuple[dict[str, Any], Position]]) -> None:
    """Requests and what becomes of them when bytes are changed, under the address and undefined-behaviour checks."""
    compiler = find_compiler()
    program = tmp_path / "fuzz"
    if compiler is None or not _compiles(compiler, program):
        pytest.skip("no compiler with these checks")
    seeds = tmp_path / "seeds"
    with seeds.open("wb") as file:
        for _, position in public[::10]:
            data = regular.pose(_task(position), Budget(nodes=400))
            file.write(len(data).to_bytes(2, "little") + data)
        for data in (*special_requests(25, 34), *_openings(25), *_crowded(12), *wide_requests(30, 27)):
            file.write(len(data).to_bytes(2, "little") + data)
    ran = subprocess.run([str(program), str(seeds), FUZZ_ROUNDS], capture_output=True, text=True, timeout=250)
    assert ran.returncode == 0, ran.stderr[-4000:]


def _openings(count: int) -> list[bytes]:
    """Tasks of three copies that must reach an amount, some with tiles that must lie."""
    random, edition = Random(24), editions.load("xp-160")
    asked = []
    for _ in range(count):
        rack = random_position(edition, random).rack
        must = rack[: random.randrange(3)]
        task = Task(edition, must, rack[len(must) :], random.choice(OBJECTIVES), random.choice((1, 30, 31, 80)))
        asked.append(regular.pose(task, Budget(nodes=400)))
    return asked


def _crowded(count: int) -> list[bytes]:
    """Tasks with full tables of three copies."""
    random, edition = Random(25), editions.load("xp-160")
    asked: list[bytes] = []
    while len(asked) < count:
        position = random_position(edition, random)
        if sum(len(meld.tiles) for meld in position.table) > 60:
            task = replace(_task(position), objective=random.choice(OBJECTIVES))
            asked.append(regular.pose(task, Budget(nodes=1000)))
    return asked


def _compiles(compiler: list[str], program: Path) -> bool:
    options = [
        "-std=c99",
        "-O0",
        "-g",
        "-DPRICES_AFTER=5",
        "-DASTAR_AFTER=40",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ]
    sources = [str(HERE / "tools" / "fuzz.c"), *map(str, SEARCH)]
    return subprocess.run([*compiler, *options, "-o", str(program), *sources], capture_output=True).returncode == 0
