"""Whatever step of the outbox a server is killed at, every turn is told, and none twice that did not have to be."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("more", [(), ("--mail",)])
def test_a_server_that_is_killed_loses_no_notice_and_repeats_only_what_it_must(more: tuple[str, ...]) -> None:
    asked = [sys.executable, "-m", "tests.crash.notices", "--kills", "10", *more]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stderr
    assert "'decided': 0, 'kept': 0, 'taken': 0, 'told': 2, 'noted': 0" in told.stdout
