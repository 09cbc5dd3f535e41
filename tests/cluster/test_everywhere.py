"""A sample of `python -m tests.cluster.everywhere`, so that every run has some of each against three workers: a robot's
two devices, an event's tables, games and attacks."""

import re
import subprocess
import sys

from tests.cluster.everywhere import ROOT

SAMPLE = (
    "tests/browser/table/test_two_devices.py",
    "tests/tournaments/test_online_tables.py",
    "tests/web/test_tables.py",
    "tests/hostile/test_cookies.py",
)


def test_what_one_server_passes_three_workers_pass() -> None:
    command = [sys.executable, "-m", "tests.cluster.everywhere", *SAMPLE, "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    for folder in {"/".join(one.split("/")[:2]) for one in SAMPLE}:
        assert re.search(rf"^{folder} +{{'passed': \d", done.stdout, re.MULTILINE), done.stdout[-8000:]
