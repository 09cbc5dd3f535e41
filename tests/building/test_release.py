"""The list that a release goes through finds what is missing."""

from pathlib import Path

import pytest

from building import ROOT, release
from tilerummy import __version__


def test_this_version_stands_the_same_everywhere() -> None:
    assert release.number(__version__) == ""
    assert release.places(__version__) == ""
    assert "CITATION.cff" in release.places("99.0.0")


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0rc1", ""])
def test_a_version_is_three_numbers(version: str) -> None:
    assert "three numbers" in release.number(version)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# C\n\n## 2.0.0\n\n- new\n", ""),
        ("# C\n\n## Unreleased\n\n## 2.0.0\n\n- new\n", ""),
        ("# C\n\n## Unreleased\n\n- more\n\n## 2.0.0\n\n- new\n", "something is still under Unreleased"),
        ("# C\n\n## 2.0.0\n\n## 1.0.0\n\n- old\n", "nothing under 2.0.0"),
        ("# C\n\n## 1.0.0\n\n- old\n", "nothing under 2.0.0"),
    ],
)
def test_the_changelog_tells_of_the_version(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(text)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.changelog("2.0.0") == fault


def test_what_is_missing_is_told_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "prepare", lambda tests: None)
    monkeypatch.setattr(release, "CHECKS", {"number": release.number, "places": release.places})
    monkeypatch.setattr(release, "LONG", {"packages": lambda: 1})
    assert release.main(["99.0.0"]) == 1
    assert "99.0.0 is no release yet: places" in capsys.readouterr().out
    assert release.main([__version__, "--quick"]) == 0
    assert release.main([__version__]) == 1
    assert "is no release yet: packages" in capsys.readouterr().out


def test_the_changelog_begins_with_what_is_not_released_or_this_version() -> None:
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    assert f"## {__version__}" in headings[:2]
