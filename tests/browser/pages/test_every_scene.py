"""Every page and state of a table, looked at once, on the smallest screen, with large text on a phone, and in a
language that has the longest text of all for everything it says: nothing overflows, no text lies on another, nothing is
asked of any other place than the page's own server, and axe-core finds nothing, by turns in dark and light, on a small
screen and a large one.

`python -m tests.browser.faults` looks at all of them at every size, in every theme and language;
`webapp/tests/look/contrast.test.ts` at the colours of every theme.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.browser.faults import dress, findings, still
from tests.browser.pictures import page_at, resize
from tests.browser.robot.eyes import NO_WORKER
from tests.browser.robot.stage import NAMES, Stage
from tests.browser.scenes.circle_scenes import CLUB, MEMBERS
from tests.browser.scenes.event_scenes import TIED
from tests.browser.scenes.events import NAME, people
from tests.browser.scenes.longest import LOOK, MARK, speak
from tests.browser.scenes.scenes import RECORDED, SCENES

# all scenes take five minutes alone, and several times that beside the other tests
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(2400)]

SMALL: Final = "320x568"
LARGE: Final = "1280x800"
NORMAL: Final = 16
TEXTS: Final = (("390x844", NORMAL, "200"), ("195x422", NORMAL, "100"))
"""A phone of somebody who wants text of two times the usual size, and one whose page is shown twice as large."""
OTHER_TEXTS: Final = (("390x844", 24, "100"), ("1280x800", NORMAL, "150"), ("1280x800", NORMAL, "200"))
"""Beside these, by turns: a phone whose device has larger text, and a laptop whose owner chose it on the page."""
CHOOSE: Final = "(text) => { document.documentElement.dataset.text = text; }"
"""What the setting does."""
LOOKS: Final[Sequence[tuple[str, Literal["light", "dark"]]]] = (
    (SMALL, "dark"),
    (LARGE, "light"),
    (SMALL, "light"),
    (LARGE, "dark"),
)
"""How axe sees them, by turns."""
MIXED = ("label-content-name-mismatch",)
"""Rules that a language made of several cannot keep: a button's label may be of another one than what stands on it."""
NO_TEXTS = (*NAMES, *RECORDED, CLUB, *MEMBERS, *people(TIED), NAME, "Tilerummy")
MEANT = ("/nowhere", "/api/analysis", "status of 422", NO_WORKER)
"""What the browser tells of scenes that ask for no table, event and page, about a position that cannot be, or for what
is refused, and of the test's own wish for no worker."""


class Seen(NamedTuple):
    """What was seen on the way through all scenes."""

    overflows: dict[str, list[str]]
    findings: list[str]
    hosts: set[str]
    complaints: list[str]
    cookies: list[Any]


@pytest.fixture(scope="module")
def seen(chromium: Browser, server: str) -> Seen:
    found = Seen({}, [], set(), [], [])
    with page_at(chromium, SMALL, "light", "en") as page:
        speak(page)
        _listen(page, found)
        devtools = page.context.new_cdp_session(page)
        stage = Stage(page)
        for (name, way), (size, theme), other in zip(SCENES.items(), cycle(LOOKS), cycle(OTHER_TEXTS), strict=False):
            way(page, server, stage)
            if wrong := [one for one in page.evaluate(LOOK, MARK) if not one.endswith(NO_TEXTS)]:
                found.overflows[name] = wrong
            for large, device, chosen in (*TEXTS, other):
                resize(page, large)
                devtools.send("Page.setFontSizes", {"fontSizes": {"standard": device}})
                page.evaluate(CHOOSE, chosen)
                page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
                still(page)
                if wrong := [one for one in page.evaluate(LOOK, MARK) if not one.endswith(NO_TEXTS)]:
                    found.overflows[f"{name}, {large}, text of {device} px at {chosen} %"] = wrong
            devtools.send("Page.setFontSizes", {"fontSizes": {"standard": NORMAL}})
            page.evaluate(CHOOSE, "100")
            resize(page, size)
            dress(page, theme)
            found.findings.extend(f"{name}, {size}, {theme}: {one}" for one in findings(page, MIXED))
            resize(page, SMALL)
        found.cookies.extend(page.context.cookies())
    return found


def _listen(page: Page, found: Seen) -> None:
    def ask(request: Request) -> None:
        if urlsplit(request.url).scheme != "data":
            found.hosts.add(urlsplit(request.url).netloc)

    def hear(message: ConsoleMessage) -> None:
        told = f"{message.text} {message.location['url']}"
        if message.type in ("error", "warning") and not any(words in told for words in MEANT):
            found.complaints.append(told)

    page.on("request", ask)
    page.on("console", hear)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))


def test_nothing_overflows_and_nothing_is_untranslated(seen: Seen) -> None:
    assert not seen.overflows, "\n".join(f"{name}: {wrong}" for name, wrong in seen.overflows.items())


def test_axe_finds_nothing(seen: Seen) -> None:
    assert not seen.findings, "\n".join(seen.findings)


def test_no_other_host_and_no_breach_of_the_policy(seen: Seen, server: str) -> None:
    assert seen.hosts == {urlsplit(server).netloc}
    assert not seen.complaints, seen.complaints


def test_one_cookie_which_the_game_cannot_do_without(seen: Seen) -> None:
    """So nobody is asked for consent."""
    assert [(cookie.get("httpOnly"), cookie.get("sameSite")) for cookie in seen.cookies] == [(True, "Lax")]
