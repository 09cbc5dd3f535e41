"""The lowest versions this project allows: `python -m building.lowest` installs exactly these and tests with them.

They are the bounds in `pyproject.toml`; what they need in turn, and the test tools, are pinned as everywhere.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from building import ROOT
from building.environment import CONSTRAINTS, PYTHON, VENV, install, make
from building.progress import SetupError, say, step
from building.stamps import begin, fingerprint, finish, is_current

FOLDER = VENV / "lowest"
EXTRAS = ("server", "scale", "wasm", "rl", "pictures", "notify", "camera")
TOOLS = ("hatchling", "highspy", "httpx", "hypothesis", "pytest", "pytest-timeout")
TESTS = (
    "tests/library",
    "tests/cli/test_main.py",
    "tests/cli/test_photo_command.py",
    "tests/rooms/test_names.py",
    "tests/rooms/test_move_path.py",
    "tests/sheets",
    "tests/bus",
    "tests/learning/test_environment.py",
    "tests/solver/wasm/test_kernels.py",
    "tests/learning/test_vector.py",
    "tests/store/test_stores.py",
    "tests/store/test_postgresql.py",
    "tests/golden/test_keepsakes.py",
    "tests/web/operations/test_metrics.py",
    "tests/web/serving/test_logs.py",
    "tests/web/test_tables.py",
    "tests/hostile/test_floods.py",
)
"""A few of each: the library, the command, a server, stores and buses, games over the socket, floods, older data,
environments, the solver in WebAssembly, photographs."""
NOT = "native or sqlite or (same_bytes and not many_copies)"
"""Cases of them in which no package has a part: the compiled kernel, Python's own database, what the kernel answers;
that wasmtime runs it is seen with many copies of a tile."""
_BOUND = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9.]+)(?:,<[0-9.]+)?(?:;.*)?")


def bounds(dependencies: Iterable[str]) -> dict[str, str]:
    """The lowest version of each. Raises SetupError for one that does not say it as `name>=version`."""
    found = {}
    for dependency in dependencies:
        bound = _BOUND.fullmatch(dependency)
        if not bound:
            raise SetupError(f"pyproject.toml: {dependency!r} has no lower bound: write it as name>=version")
        found[bound[1]] = bound[2]
    return found


def main() -> int:
    """Set up the environment where the bounds have changed, then run the tests; their exit code."""
    try:
        python = _environment()
    except SetupError as error:
        say(str(error))
        return 1
    words = ["-q", "-p", "no:cacheprovider", "-k", f"not ({NOT})", *TESTS]
    return subprocess.run([python, "-m", "pytest", *words], cwd=ROOT).returncode


def _environment() -> Path:
    """An environment of the lowest versions, made again when the bounds or the pins have changed. Raises SetupError."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [bound for name in EXTRAS for bound in project["optional-dependencies"][name]]
    # what an extra takes of another one is in that one
    lowest = bounds(one for one in [*project["dependencies"], *extras] if not one.startswith("tilerummy["))
    wanted = fingerprint([CONSTRAINTS], lowest, TOOLS, str(ROOT))
    python = FOLDER / PYTHON.relative_to(VENV)
    if python.exists() and is_current("lowest", wanted):
        return python
    begin("lowest")
    with step("Installing the lowest versions"):
        make(FOLDER)
        held = FOLDER / "constraints.txt"
        held.write_text(_constraints(lowest), encoding="utf-8")
        install(*TOOLS, python=python, constraints=held)
        install("--no-build-isolation", "--editable", f"{ROOT}[{','.join(EXTRAS)}]", python=python, constraints=held)
    finish("lowest", wanted)
    return python


def _constraints(lowest: Mapping[str, str]) -> str:
    """The pins, with the lowest versions in place of theirs."""
    pins = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    named = {name.lower() for name in lowest}
    others = [pin for pin in pins if pin.partition("==")[0].lower() not in named]
    return "\n".join([*others, *(f"{name}=={version}" for name, version in lowest.items())]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
