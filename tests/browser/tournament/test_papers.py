"""What is printed: nobody is left out, every sheet says what it is, nothing is cut."""

import io
from collections.abc import Iterator

import pypdf
import pytest
from playwright.sync_api import Browser

from tests.browser.papers import events, paper_of, printed
from tests.browser.scenes.events import AFTER, Event, people
from tests.browser.scenes.longest import LOOK

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAYERS, TABLES = 47, 12
SHEETS = {"cards": 3, "forms": 6, "diplomas": 3}
"""Four cards or two forms on each; a diploma has one to itself."""
NAMED = ("seating", "list", "schedules", "forms", "standings")
HEADED = {"seating": "Pöydät: Jaksot, kierros 1", "list": "Pöydät: Jaksot, kierros 1", "standings": "Lopputulos"}
HEADED |= {"schedules": "Henkilökohtaiset aikataulut"}
SMALLEST_CODE = 50
"""Millimetres of a code on a card: read at arm's length by any phone."""
PALE = """() => [...document.querySelectorAll('article, article *')].filter((one) => {
    const [red, green, blue] = getComputedStyle(one).color.match(/[\\d.]+/g).map(Number);
    return !one.closest('svg') && 0.2126 * red + 0.7152 * green + 0.0722 * blue > 128;
}).map((one) => one.outerHTML.slice(0, 80))"""
"""What has letters too light for white paper."""


@pytest.fixture(scope="module")
def made(server: str) -> Iterator[dict[bool, Event]]:
    found = events(server, PLAYERS)
    yield found
    for event in found.values():
        event.close_line()


def joined(text: str) -> str:
    """Without spaces and ends of lines, which a PDF does not keep."""
    return "".join(text.split())


@pytest.mark.parametrize("kind", AFTER)
def test_a_print_page(kind: str, chromium: Browser, made: dict[bool, Event]) -> None:
    with paper_of(chromium, made[AFTER[kind]], kind, "fi", "dark") as page:
        assert page.evaluate(PALE) == []
        sheets = [joined(sheet.extract_text()) for sheet in pypdf.PdfReader(io.BytesIO(printed(page, "A4"))).pages]
        assert len(sheets) == SHEETS.get(kind, len(sheets))
        letter = pypdf.PdfReader(io.BytesIO(printed(page, "Letter"))).pages
        assert sorted(letter[0].mediabox[2:]) == [612, 792]
        assert len(letter) == SHEETS.get(kind, len(letter))
        if kind in NAMED:
            everything = "".join(sheets)
            assert [name for name in people(PLAYERS) if joined(name) not in everything] == []
        if kind in HEADED:
            assert all(joined(HEADED[kind]) in sheet for sheet in sheets)
            assert all(f"{at}/{len(sheets)}" in sheet for at, sheet in enumerate(sheets, start=1))
        if kind == "standings":
            assert len(sheets) == 1, "a club's evening on one sheet, in two columns"
        # none is empty but for its heading
        assert all(len(sheet) > 100 for sheet in sheets if kind != "diplomas")

        page.emulate_media(media="print")
        page.set_viewport_size({"width": round(186 / 25.4 * 96), "height": 1000})
        assert page.evaluate(LOOK, "") == []
        assert page.evaluate(PALE) == []
        assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
        if kind == "cards":
            assert sum("192.0.2.7:8000/e/" in sheet for sheet in sheets) == len(sheets)
            codes = page.locator("article svg").evaluate_all("all => all.map((one) => one.clientWidth * 25.4 / 96)")
            assert len(codes) == TABLES
            assert min(codes) >= SMALLEST_CODE
