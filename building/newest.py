"""The newest server library: `python -m building.newest` tests with it, before `pyproject.toml` allows it.

`web/edge` builds on classes that uvicorn keeps to itself, so its bound names the last release that passed these tests.
"""

import os
import subprocess
import sys
from pathlib import Path

from building import ROOT
from building.environment import PYTHON, VENV, install, make
from building.lowest import TOOLS
from building.progress import SetupError, say, step

FOLDER = VENV / "newest"
SERVER = ("h11", "uvicorn", "websockets")
TESTS = (
    "tests/web/edge",
    "tests/web/operations",
    "tests/web/serving",
    "tests/web/test_tables.py",
    "tests/hostile/test_floods.py",
)


def main() -> int:
    """Set up the environment, then run the tests; their exit code."""
    python = FOLDER / PYTHON.relative_to(VENV)
    try:
        with step("Installing the newest server library"):
            make(FOLDER)
            install(*TOOLS, python=python)
            install("--no-build-isolation", "--editable", f"{ROOT}[scale]", python=python)
            install("--upgrade", "--no-deps", *SERVER, python=python, constraints=Path(os.devnull))
    except SetupError as error:
        say(str(error))
        return 1
    return subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
