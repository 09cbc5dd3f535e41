"""The rules to look up: pictures and a question, offline, on one sheet of paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot.eyes import LIMIT, until
from tests.browser.robot.visitor import visiting

pytestmark = pytest.mark.browser

LONGEST = (("twist", "de"), ("twist", "fr"), ("duel", "nl"))
"""Of the cards, in letters."""


def test_a_question_is_answered_six_presses_from_the_start(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "rules") as ann:
        ann.open("/")
        page = ann.page
        presses = [
            page.get_by_role("navigation").get_by_role("link", name="Rules"),
            page.get_by_role("main").get_by_role("link", name="Original The classic game"),
            page.get_by_role("searchbox", name="Look it up"),
        ]
        for pressed in presses:
            pressed.tap(timeout=LIMIT)
        # each meld is drawn as the table draws it
        assert page.locator('[data-testid="rules-pictures"] use[href^="#joker-"]').count() == 3
        page.keyboard.type("may I take a joker before I have opened?")
        first = page.locator('[data-testid="rules-found"] p').first
        first.get_by_text("Before your opening you may not take a joker from the table.").wait_for(timeout=LIMIT)
        # what the number of a section means is said in words
        first.get_by_text("the Danish book, in step with the English one, section 1C").wait_for(timeout=LIMIT)
        page.get_by_role("link", name="Jokers").tap(timeout=LIMIT)
        assert page.locator("#rules-jokers").evaluate("(part) => part.getBoundingClientRect().top") < 200
        ann.picture(artefacts / "rules" / "asked.png")
        assert len(presses) + 1 <= 6
        assert not ann.eyes.complaints, ann.eyes.complaints


def test_every_card_is_there_offline_as_the_server_says_it(chromium: Browser, server: str, artefacts: Path) -> None:
    """After one visit to another page in each language."""
    with visiting(chromium, server, "phone", artefacts / "rules", worker=True) as ann:
        ann.open("/learn")
        page = ann.page
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        until(page, "async () => Boolean(await caches.match('/'))")
        cards = {
            (edition, language): page.request.get(f"{server}/api/editions/{edition}/card?lang={language}").json()
            for edition, language in (*LONGEST, ("sabra-1978", "en"), ("belgian-tournament", "fi"), ("suomi", "da"))
        }
        for language in {language for _, language in cards}:
            page.evaluate("(language) => localStorage.setItem('tilerummy.language', language)", language)
            ann.open("/learn")
            page.locator(f"html[lang={language}]").wait_for(state="attached", timeout=LIMIT)
        page.context.set_offline(True)
        for (edition, language), card in cards.items():
            page.evaluate("(language) => localStorage.setItem('tilerummy.language', language)", language)
            ann.open(f"/rules/{edition}")
            page.locator(".card .rules li").first.wait_for(timeout=LIMIT)
            shown = [" ".join(said.split()) for said in page.locator(".card .rules li").all_inner_texts()]
            told = [f"{point['text']} {point['reading']}" for point in card["points"]]
            assert shown == [" ".join(said.split()) for said in told]
            said = page.locator('[data-testid="about-edition"]').all_inner_texts()
            assert said == ([card["about"]] if card["about"] else [])
        ann.open("/rules")
        page.locator('main a[href="/rules/twist"]').wait_for(timeout=LIMIT)


def test_a_card_is_printed_on_one_page(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "laptop", artefacts / "rules") as ann:
        for edition, language in LONGEST:
            ann.open("/look")
            ann.page.evaluate("(language) => localStorage.setItem('tilerummy.language', language)", language)
            ann.open(f"/rules/{edition}")
            ann.page.locator(".card .rules li").first.wait_for(timeout=LIMIT)
            paper = ann.page.pdf(format="A4")
            (artefacts / "rules").mkdir(parents=True, exist_ok=True)
            (artefacts / "rules" / f"{edition}-{language}.pdf").write_bytes(paper)
            assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, (edition, language)
