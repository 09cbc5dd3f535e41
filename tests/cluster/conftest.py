"""Three workers that all tests of a module share, and guests who are at a worker of choice."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.cluster.workers import Cluster, at
from tests.servers.postgresql import Postgresql
from tests.servers.redis import Redis
from tests.web.harness import Guest

Seats = Callable[..., Guest]
"""A guest at the worker of that number; with another guest, the same person there."""


@pytest.fixture(scope="module")
def module_redis() -> Iterator[Redis]:
    """A Redis for all tests of a module, none of which harms it."""
    server = Redis().start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def cluster(postgresql: Postgresql, module_redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three workers, none of which is harmed."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"), postgresql.database(), module_redis.address)
    try:
        yield cluster.start()
    finally:
        cluster.close()


@contextmanager
def coming(cluster: Cluster) -> Iterator[Seats]:
    """Guests at these workers."""
    with ExitStack() as stack:

        def come(number: int, same: Guest | None = None) -> Guest:
            worker = cluster.workers[number]
            return stack.enter_context(Guest(worker.address) if same is None else at(same, worker))

        yield come


@pytest.fixture
def guest(cluster: Cluster) -> Iterator[Seats]:
    """Guests at the three workers that nobody harms."""
    with coming(cluster) as come:
        yield come
