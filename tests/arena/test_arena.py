"""The arena: mirrored deals that come out the same no matter who plays them, and files that survive a kill."""

import math
import os
import random
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.hostile.raw import eventually
from tilerummy.arena.deals import play_chunk
from tilerummy.arena.estimates import anytime_radius, decided, estimate, share
from tilerummy.arena.faults import ArenaError
from tilerummy.arena.match import CHUNK, Chunk, Match
from tilerummy.arena.play import play
from tilerummy.arena.plot import drawn_by_group
from tilerummy.arena.ratings import rated
from tilerummy.arena.results_file import ResultsFile
from tilerummy.arena.workers import Dask, Processes, Task, here
from tilerummy.editions import load
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import loads
from tilerummy.solver.ability import ability

DEALS = 4 * CHUNK


def match(first: str = "expert", second: str = "most-tiles", seats: int = 2) -> Match:
    return Match(first, second, load("original"), seats, 5)


def kill(pool: ProcessPoolExecutor) -> None:
    """Kill its processes."""
    for process in list((pool._processes or {}).values()):
        process.kill()


def kill_and_wait(pool: ProcessPoolExecutor) -> None:
    """Kill its processes, and wait until it knows."""
    kill(pool)
    eventually(lambda: bool(pool._broken))


def test_a_player_against_itself_wins_its_fair_share_of_every_deal() -> None:
    for seats in (2, 4):
        outcome = play(match("most-tiles", seats=seats), 5, here, ResultsFile(None))
        assert all(deal.share == 1 / seats for deal in outcome.deals)
        assert all(sum(deal.points) == 0 for deal in outcome.deals)


def test_a_worker_that_is_killed_changes_no_number() -> None:
    def killing(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
        workers = Processes(1)
        for number, chunk in enumerate(workers(tasks)):
            yield chunk
            if number == 0:
                kill(workers._pool)

    assert play(match(), DEALS, killing, ResultsFile(None)) == play(match(), DEALS, here, ResultsFile(None))


def test_a_pool_that_breaks_while_nobody_waits_for_it_changes_no_number() -> None:
    def killing(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
        workers = Processes(1)
        for number, chunk in enumerate(workers(tasks)):
            yield chunk
            if number == 0:
                kill_and_wait(workers._pool)

    assert play(match(), DEALS, killing, ResultsFile(None)) == play(match(), DEALS, here, ResultsFile(None))


@pytest.mark.slow
def test_a_dask_cluster_whose_worker_is_killed_gives_the_same_numbers() -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    # a busy machine may need longer than dask's 15 s to start another worker
    pytest.importorskip("dask.config").set({"distributed.deploy.lost-worker-timeout": "1 hour"})
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")
    try:
        dask = Dask(cluster.scheduler_address)

        def killing(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
            for number, chunk in enumerate(dask(tasks)):
                yield chunk
                if number == 0:
                    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        outcome = play(match(), DEALS, killing, ResultsFile(None))
        dask.close()
    finally:
        cluster.close()
    assert outcome == play(match(), DEALS, here, ResultsFile(None))


@pytest.mark.slow
def test_a_scheduler_that_goes_away_in_the_middle_is_named() -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")
    try:
        dask = Dask(cluster.scheduler_address)
        chunks = dask(Task(match(), number, CHUNK, None) for number in range(1_000))
        next(chunks)
    finally:
        cluster.close()
    with pytest.raises(ArenaError, match="dask-away"):
        for _ in chunks:
            pass
    dask.close()


def test_a_drawing_has_a_dot_for_every_match_of_every_group() -> None:
    outcome = play(match("waiter"), 2, here, ResultsFile(None))
    tree = ElementTree.fromstring(drawn_by_group({"one": [outcome, outcome], "other": [outcome, outcome]}))
    dots = tree.findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == 2 + 4  # the legend's too


def test_what_a_killed_arena_has_played_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = play(match(), DEALS, here, ResultsFile(str(path)))
    kept = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(kept[:2]) + kept[2][:-9])
    numbers: list[int] = []

    def counted(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
        for chunk in here(tasks):
            numbers.append(chunk.number)
            yield chunk

    assert play(match(), DEALS, counted, ResultsFile(str(path))) == whole
    assert numbers == [2, 3]
    assert path.read_bytes().splitlines(keepends=True) == kept
    fewer = play(match(), DEALS - 3, here, ResultsFile(str(path)))
    assert fewer.deals == whole.deals[:-3]


@pytest.mark.parametrize("alien", [b"k1,k2\n", b"no end of line", b'{"match":"x"}\n'])
def test_another_kind_of_file_is_refused_and_stays_as_it_is(alien: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(alien)
    with pytest.raises(ArenaError, match="not-results"):
        ResultsFile(str(path))
    assert path.read_bytes() == alien


def test_every_game_can_be_had_as_a_record_that_proves_itself(tmp_path: Path) -> None:
    play_chunk(match("champion", "waiter"), 0, 1, str(tmp_path))
    records = sorted(tmp_path.iterdir())
    assert len(records) == 2
    for record in records:
        assert all(check.holds for check in checks(loads(record.read_text()), None, ability))


def test_the_sequential_test_stops_as_soon_as_the_share_is_known() -> None:
    outcome = play(match("waiter"), 500, here, ResultsFile(None), threshold=0.5)
    assert CHUNK < len(outcome.deals) < 200
    assert outcome.win.mean > 0.9


def test_the_sequential_test_is_seldom_wrong_however_often_one_looks() -> None:
    stream, wrong = random.Random(1), 0
    for _ in range(100):
        shares = [stream.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(400)]
        wrong += any(decided(shares[:count], 0.5) for count in range(20, 401, 10))
    assert wrong <= 8
    assert anytime_radius([0.5] * 100) > 0
    assert estimate([0.0, 1.0, 0.5, 0.5]).mean == 0.5


def test_deals_that_all_agree_prove_as_much_as_so_many_trials() -> None:
    assert share([1.0] * 30).ci95 == pytest.approx(0.1157, abs=1e-4)
    assert share([0.5] * 1000).ci95 == pytest.approx(0.0037, abs=1e-4)
    assert share([0.0, 1.0, 0.5, 0.5]) == estimate([0.0, 1.0, 0.5, 0.5])
    assert math.isinf(share([1.0]).ci95)


def test_a_match_that_may_stop_early_says_the_interval_that_holds_all_along() -> None:
    fixed, tested = (play(match(), 40, here, ResultsFile(None), threshold=each) for each in (None, 0.999))
    assert tested.deals == fixed.deals[: len(tested.deals)]
    assert tested.win.ci95 == anytime_radius([deal.share for deal in tested.deals]) > fixed.win.ci95


def test_ratings_follow_who_beats_whom() -> None:
    pairs = [("waiter", "expert"), ("waiter", "most-tiles"), ("expert", "most-tiles")]
    outcomes = [play(match(*pair), 20, here, ResultsFile(None)) for pair in pairs]
    assert list(rated(outcomes)) == ["waiter", "expert", "most-tiles"]
