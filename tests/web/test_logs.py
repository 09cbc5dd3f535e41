"""What the logs tell."""

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
