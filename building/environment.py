"""The project's own Python environment in `.venv`, with pinned packages."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from building import ROOT
from building.progress import SetupError, call, step
from building.stamps import begin, fingerprint, finish, is_current

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
CONSTRAINTS = ROOT / "constraints.txt"
_NETWORK_TRIES = 3


def prepare(*, tests: bool) -> None:
    """Make `.venv` hold this project (editable) and its pinned packages; `tests`: the test tools too."""
    _make()
    wanted = fingerprint([ROOT / "pyproject.toml", CONSTRAINTS], str(ROOT))
    if is_current("packages-test", wanted) or (not tests and is_current("packages-run", wanted)):
        return
    begin("packages-test")
    begin("packages-run")
    with step("Installing packages" + (" and test tools" if tests else "")):
        install("hatchling")
        install("--no-build-isolation", "--editable", f"{ROOT}[{'test,docs' if tests else 'pictures'}]")
    finish("packages-test" if tests else "packages-run", wanted)


def install(*what: str, python: Path = PYTHON, constraints: Path = CONSTRAINTS) -> None:
    """Install for this `python`, held to the pinned versions. Raises SetupError with the installer's output."""
    uv = shutil.which("uv")
    if uv:
        command: list[object] = [uv, "pip", "install", "--quiet", "--python", python]
    else:
        command = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--retries=5",
        ]
    call([*command, "--constraint", constraints, *what], tries=_NETWORK_TRIES)


def tool(name: str) -> Path:
    """The command `name` as installed in `.venv`."""
    return BIN / (f"{name}.exe" if os.name == "nt" else name)


def make(folder: Path) -> None:
    """Make an empty environment in a folder. Raises SetupError with the output."""
    uv = shutil.which("uv")
    if uv:
        call([uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder])
    else:
        call([sys.executable, "-m", "venv", "--clear", folder])


def _make() -> None:
    # a stamp that names the folder: a moved or half-made environment is made again
    wanted = fingerprint([], str(ROOT))
    if PYTHON.exists() and is_current("environment", wanted):
        return
    if not shutil.which("uv") and importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python cannot make virtual environments: install python3-venv "
            "(Debian and Ubuntu: sudo apt install python3-venv), then run this again."
        )
    with step("Making the virtual environment in .venv"):
        make(VENV)
    finish("environment", wanted)
