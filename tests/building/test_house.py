"""The house stays one that a newcomer can hold in their head."""

import shutil

import pytest

from building import ROOT, house


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a checkout")
def test_no_file_is_too_long_no_folder_too_full_and_no_import_goes_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert house.main() == 0, capsys.readouterr().out
