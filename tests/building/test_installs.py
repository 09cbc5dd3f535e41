"""Which lines of the documents install Tilerummy: all that `python -m building.installs` follows."""

import re
import tomllib
from pathlib import Path

import pytest

from building import ROOT, installs


def test_the_lines_are_found_wherever_they_stand(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text(
        "`pip install .` here; (`pip install '.[arena]'`)\n"
        "# python3 -m venv /opt/x && /opt/x/bin/pip install '.[server]'\n"
        "uv tool install '.[server]'\npip install \"$(echo dist/a-*.whl)[server]\"\npip install apprise\n"
    )
    assert list(installs.lines([document])) == [
        "pip install .",
        "pip install '.[arena]'",
        "/opt/x/bin/pip install '.[server]'",
        "uv tool install '.[server]'",
        'pip install "$(echo dist/a-*.whl)[server]"',
    ]


def test_the_documents_install_every_extra_and_nothing_by_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = set(installs.lines(installs.documents()))
    extras = set(project["optional-dependencies"]) - {"test", "docs"}
    assert extras == {name for name in extras if f"pip install '.[{name}]'" in found}
    for document in installs.documents():
        text = document.read_text(encoding="utf-8")
        assert not re.search(r"install (?:--\S+ )*['\"]?tilerummy", text), f"{document.name}: no index has the name"


@pytest.mark.parametrize("case", installs.cases(), ids=lambda case: f"{case.line} {case.where}")
def test_each_case_installs_something_of_this_folder(case: installs.Case) -> None:
    assert installs.OURS.search(case.line)
