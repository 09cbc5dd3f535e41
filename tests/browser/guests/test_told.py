"""A guest has this browser told of their games, in its settings."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.faults import findings
from tests.browser.robot.eyes import until
from tests.browser.robot.visitor import visiting

pytestmark = pytest.mark.browser

# Chromium without a window has no push service: what it would give is given here
SUBSCRIBED = """
    let taken = null;
    const keys = {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    PushManager.prototype.getSubscription = async () => taken;
    PushManager.prototype.subscribe = async () => (taken = {
        toJSON: () => ({ endpoint: 'https://push.example/ann', keys }),
        unsubscribe: async () => ((taken = null), true),
    });
"""
# four kinds, and quiet from half past eleven
KEPT = """async () => {
    const { outlets } = await (await fetch('/api/notices')).json();
    const { kinds, quiet } = outlets[0].wishes;
    return kinds.length === 4 && quiet[0] === 1410 && quiet[1] === 480;
}"""


def test_a_browser_is_told_once_its_guest_wants_that(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "told", worker=True) as ann:
        ann.page.context.grant_permissions(["notifications"], origin=server)
        ann.page.add_init_script(SUBSCRIBED)
        ann.open("/")
        ann.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        ann.push("settings")
        ann.push("tell-go")
        ann.page.wait_for_selector('[data-testid="tell-stop"]')
        assert ann.page.is_checked('[data-testid="tell-turn"]')
        ann.page.uncheck('[data-testid="tell-end"]')
        ann.page.fill('[data-testid="tell-from"]', "23:30")
        ann.page.dispatch_event('[data-testid="tell-from"]', "change")
        until(ann.page, KEPT)
        assert findings(ann.page) == []
        ann.picture(artefacts / "told" / "settings.png")
        ann.push("tell-stop")
        ann.page.wait_for_selector('[data-testid="tell-go"]')
