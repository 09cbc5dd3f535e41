"""The notices of others' licences are those of the page that is built, and every file here has one."""

import tomllib

import pytest

from building import ROOT
from building.packages import notices


def test_the_notices_and_the_bill_are_of_what_the_page_holds() -> None:
    if not notices.NOTED.is_file():
        pytest.skip("no page was built here")
    found = notices.shipped()
    assert {"svelte", "uqr"} <= {one.name for one in found}
    assert notices.NOTICES.read_text(encoding="utf-8") == notices.notices(found), "python -m building.packages.notices"
    assert notices.BILL.read_text(encoding="utf-8") == notices.bill(found), "python -m building.packages.notices"


def test_every_file_has_a_licence_whose_text_is_here() -> None:
    """As REUSE 3.3 wants it: one file says it of all, and of each that differs."""
    every, *others = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    assert every["path"] == "**"
    assert all((ROOT / one["path"]).is_file() and one["precedence"] == "override" for one in others)
    named = {name for one in (every, *others) for name in one["SPDX-License-Identifier"].split(" AND ")}
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == named
    assert (ROOT / "LICENSES/MIT.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()
