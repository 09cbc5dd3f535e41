"""Caddy and nginx before three workers: one that ends gets nobody new, and nobody notices."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from tests.hostile.raw import eventually
from tests.web.harness import PATIENCE, Guest, Server, serving
from tests.web.serving.web_servers import NAME, WORKERS, in_front, program

pytestmark = pytest.mark.slow
ROUTES = {"rooms": "/api/rooms/{room}/record", "sheets": "/api/sheets/{sheet}"}
PATHS = {"rooms": "/api/rooms/{}/record", "sheets": "/api/sheets/{}"}
SETTINGS = {"TILERUMMY_TRUSTED_PROXY": "127.0.0.1", "TILERUMMY_PUBLIC_HOST": NAME}


@pytest.fixture(params=["caddy", "nginx"])
def front(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[int, list[Server]]]:
    """The web server's port, and the workers."""
    kind = request.param
    if program(kind) is None:
        pytest.skip(f"{kind} is not installed")
    with ExitStack() as stack:
        workers = [
            stack.enter_context(serving(tmp_path / f"data-{number}", environment=SETTINGS)) for number in range(3)
        ]
        folder = tmp_path / kind
        folder.mkdir()
        port = stack.enter_context(in_front(WORKERS[kind], [worker.port for worker in workers], folder))
        yield port, workers


def _trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _visitor(port: int) -> httpx.Client:
    return httpx.Client(base_url=f"https://{NAME}:{port}", verify=_trusting(), timeout=PATIENCE)


def requests_of(worker: Server, route: str = "/api/levels") -> float:
    """How many requests of that kind the worker has answered."""
    with Guest(worker.address, session=False) as operator:
        text = operator.http.get("/metrics").text
    lines = [line for line in text.splitlines() if line.startswith(f'tilerummy_requests_total{{route="{route}"')]
    return sum(float(line.split()[-1]) for line in lines)


def test_every_worker_gets_its_share(front: tuple[int, list[Server]]) -> None:
    port, workers = front
    with _visitor(port) as visitor:
        for _ in range(90):
            assert visitor.get("/api/levels").status_code == 200
    assert all(requests_of(worker) >= 10 for worker in workers)


def test_what_belongs_to_one_record_goes_to_one_worker_while_it_is_there(front: tuple[int, list[Server]]) -> None:
    port, workers = front

    def asked(kind: str, number: int) -> list[float]:
        """How often each worker was asked about one record, of six times."""
        with _visitor(port) as visitor:
            for _ in range(6):
                assert visitor.get(PATHS[kind].format(f"{kind}{number}")).status_code == 404
        before, known[kind] = known[kind], [requests_of(worker, ROUTES[kind]) for worker in running]
        return [now - was for now, was in zip(known[kind], before, strict=False)]

    running = workers
    known = {kind: [0.0] * len(workers) for kind in ROUTES}
    records = [(kind, number) for kind in ROUTES for number in range(6)]
    homes = {record: asked(*record) for record in records}
    assert {tuple(sorted(home)) for home in homes.values()} == {(0, 0, 6)}
    assert len({home.index(6) for home in homes.values()}) > 1, "not all go to the same"

    running = workers[:2]
    assert workers[2].stop() == 0
    eventually(lambda: all(sorted(asked(*record)) == [0, 6] for record in records))
    for record, home in homes.items():
        if not home[2]:
            assert asked(*record) == home[:2], "the others stay where they were"


def test_nobody_notices_that_a_worker_ends_and_comes_back(front: tuple[int, list[Server]]) -> None:
    port, workers = front
    over = threading.Event()
    seen: list[int] = []

    def ask() -> None:
        with closing(_visitor(port)) as visitor:
            while not over.is_set():
                seen.append(visitor.get("/api/levels").status_code)

    def restart(worker: Server) -> None:
        before = len(seen)
        assert worker.stop() == 0
        eventually(lambda: len(seen) > before + 20)
        worker.start()
        eventually(lambda: requests_of(worker) > 0)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for worker in workers:
            restart(worker)
    finally:
        over.set()
        asking.join(PATIENCE)
    assert set(seen) == {200}
