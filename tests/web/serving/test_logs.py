"""What the logs tell."""

import json
import os
import subprocess
import sys

SCRIPT = """
import logging
from tilerummy.web.logs import configure
configure()
told = logging.getLogger("uvicorn.error")
told.debug("GET /api/tournaments/x/watch?key=secret")
told.info("GET /api/tournaments/x/watch?key=secret")
told.warning("something is wrong")
"""


def test_no_level_of_the_logs_tells_the_key_of_a_link() -> None:
    for level in ("debug", "info", "warning"):
        environment = {**os.environ, "TILERUMMY_LOG": level, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        assert "something is wrong" in done.stderr
        assert "secret" not in done.stderr


REPEATED = """
import logging, structlog
from tilerummy.web.logs import configure
configure()
log, told = structlog.get_logger(), logging.getLogger("uvicorn.error")
for _ in range(250):
    log.error("storage-failed")
    told.warning("a lost connection")
log.error("another")
"""


def test_a_line_that_repeats_is_counted() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", REPEATED], env=environment, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line.get("times", 1) for line in lines if line["event"] == "storage-failed"] == [1, 10, 100]
    assert sum(line["event"] == "a lost connection" for line in lines) == 3
    assert sum(line["event"] == "another" for line in lines) == 1
