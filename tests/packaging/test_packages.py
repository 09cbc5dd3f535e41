"""The wheel and the source distribution, as a user gets them: installed into an empty environment, started, asked for
the page and every asset it names."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from building import ROOT, environment, wheels
from building.packages import parts
from tilerummy import editions
from tilerummy.messages import areas, languages, texts

pytestmark = pytest.mark.packaging

START_LIMIT = 60.0
ASSET = re.compile(r"""(?:src|href)=["'](/[^"']+)["']""")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source distribution, built from a copy of the sources: (wheel, sdist)."""
    folder = tmp_path_factory.mktemp("packages")
    sources = folder / "sources"
    kept = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    for name in filter(None, kept.decode().split("\0")):
        if (ROOT / name).is_file():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, sources / name)
    held = {**os.environ, "PIP_CONSTRAINT": str(environment.CONSTRAINTS)}
    # the sdist from the sources, the wheel from the sdist: what installing from the index does
    build = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check"]  # there may be no Zig
    build += ["--outdir", str(folder / "dist"), str(sources)]
    done = subprocess.run(build, capture_output=True, text=True, env=held)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def halves(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheels of a release for any machine, of the same sources: (core, what its extras add)."""
    folder = tmp_path_factory.mktemp("halves")
    with tarfile.open(packages[1]) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    parts.split(unpacked, folder / "core", folder / "server")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    for name in ("core", "server"):
        words = [*build, "--outdir", str(folder / "dist"), str(folder / name)]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "TILERUMMY_TARGET": "any"})
        assert done.returncode == 0, done.stdout + done.stderr
    (core,) = (folder / "dist").glob("tilerummy-*-py3-none-any.whl")
    (server,) = (folder / "dist").glob("tilerummy_server-*-py3-none-any.whl")
    return core, server


@pytest.fixture(scope="module")
def installed(halves: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that holds both wheels, what a server needs, and nothing else."""
    return commands_of(f"{halves[0]}[server]", tmp_path_factory.mktemp("environment"))


@pytest.fixture(scope="module")
def core(halves: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without any extra."""
    return commands_of(str(halves[0]), tmp_path_factory.mktemp("core"))


def commands_of(what: str, folder: Path) -> Path:
    environment.make(folder)
    commands = folder / environment.BIN.name
    beside = str(Path(what).parent)
    environment.install("--find-links", beside, what, python=commands / environment.PYTHON.name)
    return commands


def test_the_wheel_has_the_page_the_texts_and_the_editions(packages: tuple[Path, Path]) -> None:
    names = zipfile.ZipFile(packages[0]).namelist()
    assert "tilerummy/web/static/index.html" in names
    assert "tilerummy/web/protocol.schema.json" in names
    wanted = {f"tilerummy/messages/{lang}/{area}.json" for lang in languages() for area in areas(lang)}
    assert wanted == {name for name in names if name.startswith("tilerummy/messages/") and name.endswith(".json")}
    assert sum(name.startswith("tilerummy/editions/") and name.endswith(".toml") for name in names) == len(
        editions.names()
    )
    assert not any(name.startswith(("tests/", "webapp/")) for name in names)
    assert ("tilerummy/solver/kernel.wasm" in names) == bool(find_spec("ziglang"))


def test_the_wheel_says_what_it_runs_on(packages: tuple[Path, Path]) -> None:
    compiled = any("/_kernel." in name for name in zipfile.ZipFile(packages[0]).namelist())
    assert ("-cp311-abi3-" in packages[0].name) == compiled
    assert ("-py3-none-any" in packages[0].name) == (not compiled)


def test_the_source_distribution_has_the_built_page_and_no_leftovers(packages: tuple[Path, Path]) -> None:
    with tarfile.open(packages[1]) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert "src/tilerummy/web/static/index.html" in names
    assert {"dev.py", "kernel/compiling.py", "webapp/package-lock.json", "LICENSE"} <= set(names)
    assert ("src/tilerummy/solver/kernel.wasm" in names) == bool(find_spec("ziglang"))
    assert not any("node_modules" in name or name.endswith((".so", ".pyc")) for name in names)


def test_the_source_distribution_needs_no_node(packages: tuple[Path, Path], tmp_path: Path) -> None:
    with tarfile.open(packages[1]) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    # a PATH on which there is neither Node nor a compiler
    bare = {**os.environ, "PATH": str(tmp_path / "nowhere"), "CC": ""}
    build = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        str(tmp_path / "dist"),
        str(unpacked),
    ]
    done = subprocess.run(build, capture_output=True, text=True, env=bare)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "tilerummy/web/static/index.html" in names
    assert ("tilerummy/solver/kernel.wasm" in names) == bool(find_spec("ziglang"))
    zipfile.ZipFile(wheel).extractall(tmp_path / "unzipped")
    asked = [sys.executable, "-m", "tilerummy", "doctor", "--json"]
    without = {**os.environ, "PYTHONPATH": str(tmp_path / "unzipped"), "CC": "false"}
    done = subprocess.run(asked, capture_output=True, text=True, env=without, cwd=tmp_path)
    said = json.loads(done.stdout)["parts"]["kernel"]["detail"]
    assert said.startswith("wasm, " if find_spec("ziglang") and find_spec("wasmtime") else "none, ")


def test_the_halves_are_the_whole_and_the_core_is_light(packages: tuple[Path, Path], halves: tuple[Path, Path]) -> None:
    whole, core, server = ({n for n in names_of(path) if "/_kernel." not in n} for path in (packages[0], *halves))
    assert not core & server
    assert whole == core | server
    assert halves[0].stat().st_size < wheels.LARGEST
    with zipfile.ZipFile(halves[0]) as one, zipfile.ZipFile(halves[1]) as other:
        for lang in languages():
            said, rest = texts_in(one, lang, "cli"), texts_in(other, lang, "server")
            assert not said.keys() & rest.keys()
            assert said | rest == texts(lang)


def texts_in(archive: zipfile.ZipFile, lang: str, area: str) -> dict[str, str]:
    """The texts of a half, whose keys stand once for all languages."""
    keys, found = (json.loads(archive.read(f"tilerummy/messages/{name}.json")) for name in (area, f"{lang}/{area}"))
    return {key + form: text for key, forms in zip(keys, found, strict=True) for form, text in forms.items()}


def names_of(wheel: Path) -> set[str]:
    """The files of the package, but for texts, which the halves keep in files of their own."""
    names = zipfile.ZipFile(wheel).namelist()
    ours = {name for name in names if name.startswith("tilerummy/") and name != "tilerummy/commit.txt"}
    return {name for name in ours if not (name.startswith("tilerummy/messages/") and name.endswith(".json"))}


def test_every_module_imports_with_only_what_a_server_asks_for(installed: Path) -> None:
    program = (
        "import importlib, pkgutil, tilerummy\n"
        "MISSING = {'asyncpg': 'tilerummy.store.postgresql.', 'redis': 'tilerummy.bus.redis'}\n"
        "MISSING['wasmtime'] = ('tilerummy.solver.wasm', 'tilerummy.camera.wasm')\n"
        "MISSING['PIL'] = 'tilerummy.camera.pictures'\n"
        "MISSING |= dict.fromkeys(('hypothesis', 'pytest'), 'tilerummy.testing')\n"
        "MISSING |= dict.fromkeys(('gymnasium', 'numpy', 'pettingzoo', 'pyspiel'), 'tilerummy.learning')\n"
        "for module in pkgutil.walk_packages(tilerummy.__path__, 'tilerummy.'):\n"
        "    if module.name.rpartition('.')[2] not in ('__main__', 'env') and '.versions' not in module.name:\n"
        "        try:\n"
        "            importlib.import_module(module.name)\n"
        "        except ModuleNotFoundError as error:\n"
        "            assert module.name.startswith(MISSING.get(error.name, '-')), (module.name, error)\n"
    )
    done = subprocess.run([installed / "python", "-c", program], capture_output=True, text=True, cwd=installed)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("judge", "b4 b5 b6 | b3", "b3 b4 b5 b6"), 0),
        (("meld", "b2 b3 b4"), 0),
        (("solve", "b4 b5 b6 | b3 k1"), 0),
        (("arrange", "r5 r6 r7"), 0),
        (("score", "", "k3 J"), 0),
        (("editions", "show", "sabra"), 0),
        (("puzzles", "show"), 2),
        (("tournament", "formats"), 0),
        (("tournament", "simulate", "belgian-tournament"), 2),
        (("tournament", "season", "a.toml", "--out", "b"), 2),
        (("seat", "--players", "8", "--rounds", "2"), 0),
        (("doctor",), 0),
        (("man",), 0),
        (("serve",), 2),
        (("backup", "x"), 2),
        (("completion", "bash"), 2),
    ],
)
def test_the_core_asks_and_counts_and_names_the_extra_of_the_rest(
    core: Path, words: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    command: list[str | Path] = [core / "tilerummy", "--lang", "en", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert (".whl[server]" in done.stderr) == (code == 2)
    assert done.stderr.count("\n") == (code == 2)


@pytest.mark.parametrize("lang", languages())
def test_the_core_has_the_texts_of_every_help(core: Path, lang: str, tmp_path: Path) -> None:
    done = subprocess.run([core / "tilerummy", "--lang", lang, "man"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_core_is_the_library_and_msgspec(core: Path) -> None:
    program = (
        "import tilerummy\n"
        "from importlib.metadata import distributions\n"
        "assert {one.name for one in distributions()} - {'pip', 'setuptools'} == {'tilerummy', 'msgspec'}\n"
        "assert all(getattr(tilerummy, name) for name in tilerummy.__all__)\n"
        "assert tilerummy.seat_tournament(16, 3)\n"
    )
    done = subprocess.run([core / "python", "-c", program], capture_output=True, text=True, cwd=core)
    assert done.returncode == 0, done.stderr


def test_the_installed_server_serves_the_page_and_every_asset(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as address:
        page = fetch(address + "/")
        assets = ASSET.findall(page.decode())
        assert assets, page
        for asset in assets:
            assert fetch(address + asset), asset


@contextmanager
def serving(commands: Path, folder: Path) -> Iterator[str]:
    """The installed server on a free port, in an empty folder: its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "server.log"
    command: list[str | Path] = [commands / "tilerummy", "serve", "--port", str(port), "--data", folder / "data"]
    with log.open("w") as output, subprocess.Popen(command, cwd=folder, stdout=output, stderr=output) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            deadline = time.monotonic() + START_LIMIT
            while not answers(address):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield address
        finally:
            server.terminate()


def answers(address: str) -> bool:
    try:
        return bool(fetch(address + "/"))
    except (urllib.error.URLError, OSError):
        return False


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=30) as response:
        body: bytes = response.read()
        return body
