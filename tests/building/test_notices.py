"""The notices of others' licences are those of the page that is built."""

import pytest

from building.packages import notices


def test_the_notices_and_the_bill_are_of_what_the_page_holds() -> None:
    if not notices.NOTED.is_file():
        pytest.skip("no page was built here")
    found = notices.shipped()
    assert {"svelte", "uqr"} <= {one.name for one in found}
    assert notices.NOTICES.read_text(encoding="utf-8") == notices.notices(found), "python -m building.packages.notices"
    assert notices.BILL.read_text(encoding="utf-8") == notices.bill(found), "python -m building.packages.notices"
