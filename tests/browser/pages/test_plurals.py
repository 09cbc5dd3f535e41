"""The server and the page choose the same plural forms: ours are compared with those of the browser."""

import pytest
from playwright.sync_api import Browser

from tilerummy.messages import languages, plural

pytestmark = pytest.mark.browser
COUNTS = (*range(1_200), 10**6, 10**6 + 1, 2 * 10**6, 10**7)


@pytest.mark.parametrize("lang", languages())
def test_plural_forms_are_those_of_the_browser(chromium: Browser, lang: str) -> None:
    page = chromium.new_page()
    forms = page.evaluate(
        "([lang, counts]) => counts.map((count) => new Intl.PluralRules(lang).select(count))", [lang, COUNTS]
    )
    page.close()
    assert forms == [plural(lang, count) for count in COUNTS]
