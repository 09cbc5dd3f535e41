"""A guest is told by mail: an address in the settings, its confirmation elsewhere, the link of a mail elsewhere."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.faults import findings
from tests.browser.robot.visitor import visiting
from tests.web.harness import serving
from tests.web.notices.mail_server import link_of, mail_server, opening

pytestmark = pytest.mark.browser

MADE = """async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ edition: 'original', seats: 2, limit: null, name: 'Ann' });
    return (await (await fetch('/api/rooms', { method: 'POST', headers, body })).json()).room;
}"""
TOLD = "async () => (await (await fetch('/api/notices')).json()).outlets[0]"


def test_an_address_is_confirmed_and_its_mails_open_the_game_on_another_phone(
    chromium: Browser, tmp_path: Path, artefacts: Path
) -> None:
    with mail_server() as mail:
        environment = {
            "TILERUMMY_SMTP": f"smtp://127.0.0.1:{mail.port}",
            "TILERUMMY_MAIL_FROM": "rummy@play.example",
            "TILERUMMY_SERVICES": "webhook",
        }
        options = ("--public-host", "play.example")
        with (
            serving(tmp_path, options=options, environment=environment) as server,
            visiting(chromium, server.address, "small", artefacts / "mail-ann") as ann,
            visiting(chromium, server.address, "phone", artefacts / "mail-phone") as phone,
        ):
            ann.open("/")
            ann.push("settings")
            ann.page.fill('[data-testid="mail-address"]', "ann@mail.example")
            ann.push("mail-ask")
            ann.page.wait_for_selector('[data-testid="mail-again"]')
            assert findings(ann.page) == []
            ann.picture(artefacts / "mail-ann" / "waits.png")
            question = mail.next("ann@mail.example")
            phone.open(link_of(question, "confirm"))
            phone.push("mail-confirm")
            phone.page.wait_for_selector('[data-testid="mail-done"]')
            assert findings(phone.page) == []
            ann.open("/")
            ann.push("settings")
            ann.page.wait_for_selector('[data-testid="mail-end"]')
            ann.page.wait_for_selector('[type="checkbox"][data-testid$="-turn"]')
            assert findings(ann.page) == []
            ann.picture(artefacts / "mail-ann" / "told.png")
            # the link of a mail: at home it opens the game, elsewhere it asks first
            room, outlet = ann.page.evaluate(MADE), ann.page.evaluate(TOLD)
            link = f"{server.address}/mail#open.{opening(server, outlet, room)['token']}"
            ann.open(link)
            ann.page.wait_for_url(f"**/t/{room}")
            phone.open("/")
            phone.open(link)
            phone.page.wait_for_selector('[data-testid="mail-who"]')
            assert "Ann" in phone.page.inner_text('[data-testid="mail-who"]')
            assert findings(phone.page) == []
            phone.picture(artefacts / "mail-phone" / "asks.png")
            phone.push("mail-take")
            phone.page.wait_for_url(f"**/t/{room}")
            phone.page.wait_for_selector('[data-testid="seats"], [data-testid="company"]')
            ann.open("/")
            ann.push("settings")
            ann.push("mail-end")
            ann.page.wait_for_selector('[data-testid="mail-address"]')
            # and a service
            ann.page.fill('[data-testid="service-address"]', "https://hooks.example.org/rummy")
            ann.push("service-ask")
            ann.page.wait_for_selector('[data-testid="service-end"]')
            assert findings(ann.page) == []
            ann.picture(artefacts / "mail-ann" / "service.png")
