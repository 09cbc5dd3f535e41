"""A sample of `python -m tests.cluster.everywhere`, so that every run has some of each against three workers."""

import subprocess
import sys

import pytest

from tests.cluster.everywhere import ROOT

pytestmark = pytest.mark.slow
SAMPLE = {
    "robots and events": (
        "tests/browser/tournament/test_online_table.py",
        "tests/tournaments/test_online_tables.py",
        "tests/tournaments/test_tournaments.py",
        "tests/hostile/roles/test_seats_of_events.py",
    ),
    "games and attacks": (
        "tests/web/test_tables.py",
        "tests/web/test_chat.py",
        "tests/web/test_racks.py",
        "tests/hostile/test_foreign_rooms.py",
        "tests/hostile/test_cookies.py",
    ),
}


@pytest.mark.parametrize("kind", SAMPLE)
def test_what_one_server_passes_three_workers_pass(kind: str) -> None:
    command = [sys.executable, "-m", "tests.cluster.everywhere", *SAMPLE[kind], "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
