"""What every test shares: deterministic Hypothesis, longer limits for slow tests, the folder for artefacts."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.cluster import fleet

if TYPE_CHECKING:
    from tests.servers.postgresql import Postgresql
    from tests.servers.redis import Redis

# The same examples on every machine and every run: a test that fails once fails always.
settings.register_profile(
    "tilerummy",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("tilerummy")

# A shell starts what runs in the background with Ctrl-C ignored, and every server of the tests would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW_LIMIT = 900.0
TESTS = Path(__file__).parent
ARTEFACTS = TESTS.parent / "test-artefacts"

SLOW_FOLDERS = ("browser", "cluster", "crash", "hostile", "packaging", "people")
"""Folders whose tests start servers and browsers of their own."""
LONGEST = (
    "browser/pages/test_every_scene.py",
    "browser/table/test_whole_games.py",
    "packaging/test_packages.py",
    "cluster/test_everywhere.py",
)
"""Files that take a process longest."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are left out, their folders are not even read."""
    slow = collection_path.parent == TESTS and collection_path.name in SLOW_FOLDERS
    return True if slow and config.getoption("markexpr") == "not slow" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is in `SLOW_FOLDERS` is slow. Slow tests get `SLOW_LIMIT` seconds, unless they say otherwise themselves, and
    come first, the longest before all, so that all processes end together, and their files in an order without one, so
    that those that wait run beside those that compute. Tests of one process alone are left out where there are
    three."""
    for item in items:
        if fleet.WANTED and (alone := item.get_closest_marker("one_process")):
            item.add_marker(pytest.mark.skip(reason=f"one process: {alone.args[0]}"))
        if item.path.relative_to(TESTS).parts[0] in SLOW_FOLDERS:
            item.add_marker("slow")
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT))
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """When it comes: one of the longest first, a slow one somewhere after them, the others last, where they stand."""
    name = item.path.relative_to(TESTS).as_posix()
    if name in LONGEST:
        return LONGEST.index(name) - len(LONGEST)
    return 1 << 32 if item.get_closest_marker("slow") is None else crc32(name.encode())


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """The folder for pictures and logs that are worth a look after the run; git does not know it."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS


@pytest.fixture(scope="session")
def postgresql() -> "Iterator[Postgresql]":
    """A PostgreSQL for all tests of a process; `database()` makes a database of one's own. The one who kills it makes
    another one."""
    from tests.servers.postgresql import Postgresql

    server = Postgresql().start()
    yield server
    server.stop()


@pytest.fixture
def redis() -> "Iterator[Redis]":
    """A Redis of one's own."""
    from tests.servers.redis import Redis

    server = Redis().start()
    yield server
    server.stop()
