"""What every test shares: deterministic Hypothesis, longer limits for slow tests, the folder for artefacts."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
ARTEFACTS = Path(__file__).parent.parent / "test-artefacts"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests get `SLOW_LIMIT` seconds. Browser tests run again when they fail: they alone depend on how a foreign
    program is scheduled. A test that says otherwise itself keeps what it says."""
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT))
        if item.get_closest_marker("browser") and not item.get_closest_marker("flaky"):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """The folder for pictures and logs that are worth a look after the run; git does not know it."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS
