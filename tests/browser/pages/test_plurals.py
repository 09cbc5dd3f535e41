"""The server writes as the page does: plural forms, figures and directions are those that the browser knows."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tilerummy import messages
from tilerummy.messages import decimal, direction, plural

pytestmark = pytest.mark.browser
COUNTS = (*range(1_200), 10**6, 10**6 + 1, 2 * 10**6, 10**7)
WAYS = """([langs, counts]) => langs.map((lang) => {
    const rules = new Intl.PluralRules(lang);
    const { direction } = new Intl.Locale(lang).getTextInfo();
    return [counts.map((count) => rules.select(count)), (0.5).toLocaleString(lang), direction];
})"""


def test_languages_are_written_as_the_browser_writes_them(chromium: Browser) -> None:
    langs = sorted(file.parent.name for file in Path(messages.__file__).parent.glob("*/language.toml"))
    page = chromium.new_page()
    known = page.evaluate(WAYS, [langs, COUNTS])
    page.close()
    ours = [[[plural(lang, count) for count in COUNTS], decimal(lang, 0.5), direction(lang)] for lang in langs]
    assert dict(zip(langs, ours, strict=True)) == dict(zip(langs, known, strict=True))
