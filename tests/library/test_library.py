"""The library: every program of its page runs, and every name that is promised is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilerummy

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## (.+?)$.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))


def test_there_are_ten_programs() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") == 10


@pytest.mark.parametrize("title", PROGRAMS)
def test_each_program_runs(title: str) -> None:
    exec(compile(PROGRAMS[title], title, "exec"), {})


def test_the_program_of_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    program = readme.partition("```python\n")[2].partition("```")[0]
    exec(compile(program, "README.md", "exec"), {})
    printed = program.rstrip().rpartition("# ")[2]
    assert capsys.readouterr().out.splitlines()[-1] == printed


def test_every_promised_name_is_there_and_documented() -> None:
    assert set(tilerummy.__all__) == set(tilerummy._PLACES)
    for name in tilerummy.__all__:
        found = getattr(tilerummy, name)
        assert found.__doc__, name
        assert name in dir(tilerummy)
    with pytest.raises(AttributeError, match="no attribute 'jugde'"):
        _ = tilerummy.jugde


def test_the_import_loads_nothing_of_ours() -> None:
    program = (
        "import sys, tilerummy; print([name for name in sys.modules if name.startswith(('tilerummy.', 'msgspec'))])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip() == "[]"
