"""A guest has this browser told of their games, in its settings."""

import json
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
# five kinds, and quiet from half past eleven
KEPT = """async () => {
    const { outlets } = await (await fetch('/api/notices')).json();
    const { kinds, quiet } = outlets[0].wishes;
    return kinds.length === 5 && quiet[0] === 1410 && quiet[1] === 480;
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


# Chromium without a window shows no notification: what it is to show is kept
KEEPS = """() => {
    self.shown_ = [];
    registration.showNotification = async (title, { body, tag, data }) => void shown_.push([title, body, tag, data]);
}"""

SHOWN = """async () => {
    while (self.shown_.length < 2) await new Promise((next) => setTimeout(next, 20));
    return self.shown_;
}"""


def test_a_push_is_shown_in_the_place_of_the_one_before_of_the_same_game(
    chromium: Browser, server: str, artefacts: Path
) -> None:
    with visiting(chromium, server, "phone", artefacts / "pushed", worker=True) as ann:
        session = ann.page.context.new_cdp_session(ann.page)
        known: list[str] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
        )
        session.send("ServiceWorker.enable")
        ann.open("/")
        ann.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        (worker,) = ann.page.context.service_workers
        worker.evaluate(KEEPS)
        for title in ("It is your turn", "It is still your turn"):
            data = json.dumps({"title": title, "text": "Bob waits.", "path": "/t/abc"})
            push = {"origin": server, "registrationId": known[-1], "data": data}
            session.send("ServiceWorker.deliverPushMessage", push)
        # by its tag a notification takes the place of another
        assert worker.evaluate(SHOWN) == [
            [title, "Bob waits.", "/t/abc", "/t/abc"] for title in ("It is your turn", "It is still your turn")
        ]
