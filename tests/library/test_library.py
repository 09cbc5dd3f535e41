"""The library: every program of its page runs, and every name that is promised is there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_origin

import pytest

import tilerummy

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
CELLS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"), re.DOTALL)
README = (ROOT / "README.md").read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
LEARNING = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "learning.md").read_text(encoding="utf-8"), re.DOTALL)
EXAMPLES = [(ROOT / "examples" / name).read_text(encoding="utf-8") for name in ("game.py", "client.py")]
PROGRAMS = dict(re.findall(r"^## (.+?)$.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))


def test_every_program_has_a_heading_of_its_own() -> None:
    assert len(PROGRAMS) == PAGE.count("```python")


@pytest.mark.parametrize("title", PROGRAMS)
def test_each_program_runs(title: str) -> None:
    exec(compile(PROGRAMS[title], title, "exec"), {})


@pytest.mark.parametrize("title", ["library", "tutorial"])
def test_figures_become_a_table_of_pandas_as_the_page_says(title: str) -> None:
    pandas = pytest.importorskip("pandas")  # not among the lowest versions
    page = (ROOT / "docs" / f"{title}.md").read_text(encoding="utf-8").partition("\n## Figures\n")
    (recipe,) = re.findall(r"`(pandas\.DataFrame\(.+?\))`", page[2])
    programs = re.findall(r"```python\n(.*?)```", page[0] + page[2].partition("`pandas")[0], re.DOTALL)
    scope = {"pandas": pandas}
    exec("".join(programs if title == "tutorial" else programs[-1:]), scope)
    table = eval(recipe, scope)
    assert len(table) > 10
    assert list(table.columns) == (["turn", "pool", "melds"] if title == "library" else list(scope["game"].players))
    assert (table.min() >= 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy --strict", "pyright"])
def test_the_types_of_each_program_hold(checker: str, tmp_path: Path) -> None:
    # not among the lowest versions
    pytest.importorskip(checker.split()[0])
    # what numpy and PettingZoo say of their types is not enough for the stricter of the two
    learning = LEARNING if checker.startswith("mypy") else []
    for number, program in enumerate((*PROGRAMS.values(), README, *EXAMPLES, *learning)):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
    # the cells of a notebook end with what they show
    settings = '{"typeCheckingMode": "strict", "reportUnusedExpression": false}'
    (tmp_path / "pyrightconfig.json").write_text(settings, encoding="utf-8")
    (tmp_path / "tutorial.py").write_text("".join(CELLS), encoding="utf-8")
    words = [*checker.split(), *map(str, sorted(tmp_path.glob("*.py")))]
    folder = ROOT if checker.startswith("mypy") else tmp_path
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout


def test_the_program_of_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(README, "README.md", "exec"), {})
    printed = README.rstrip().rpartition("# ")[2]
    assert capsys.readouterr().out.splitlines()[-1] == printed


def test_every_promised_name_is_there_and_documented() -> None:
    assert set(tilerummy.__all__) == set(tilerummy._PLACES)
    for name in tilerummy.__all__:
        found = getattr(tilerummy, name)
        assert found.__doc__ or get_origin(found) is Literal, name
        assert name in dir(tilerummy)
    with pytest.raises(AttributeError, match="no attribute 'jugde'"):
        _ = tilerummy.jugde


def test_the_import_loads_nothing_of_ours() -> None:
    program = (
        "import sys, tilerummy; print([name for name in sys.modules if name.startswith(('tilerummy.', 'msgspec'))])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == "[]"
