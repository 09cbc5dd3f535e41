"""Webhooks go to public addresses, Apprise to the hosts of its services alone, whatever a guest writes."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from requests.adapters import HTTPAdapter

from tests.web.notices.push_service import push_service
from tilerummy.coded import SettingError
from tilerummy.store import Notice, Outlet
from tilerummy.web.notices.outgoing import Outgoing
from tilerummy.web.notices.protocol import Kept, Outcome, Wishes
from tilerummy.web.notices.services import EXAMPLES, Services
from tilerummy.web.notices.wording import Message
from tilerummy.web.settings import web_settings

WISHES = Wishes(("turn",), "en", "UTC", quiet=None, anyway=False, names=False)
NOTICE = Notice(Outlet("o", "ann", "service", None, b"", ("turn",), 1, 1), "game", "turn", 1, 1, 0, "here", 1)
SAID = Message("It is your turn", "A game is waiting for your move.", "/t/game")
PLACES = {
    f"discord://{'1' * 18}/{'aB-_' * 17}": "discord.com",
    "ntfy://tilerummy-ann": "ntfy.sh",
    "ntfy://localhost": "ntfy.sh",
    f"pover://{'u' * 30}@{'t' * 30}": "api.pushover.net",
    "slack://T1JJ3T3L2/B1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ": "hooks.slack.com",
    f"tgram://123456789:{'a' * 35}/-1001234567": "api.telegram.org",
}
"""An address of each service, and the host that it is at."""


@dataclass
class Internet:
    """Whom Apprise asks; nobody is. It answers with `status`, and `moved` says that what is asked is elsewhere."""

    asked: list[requests.PreparedRequest] = field(default_factory=list)
    status: int = 200
    moved: str | None = None


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    there = Internet()

    def send(_: HTTPAdapter, asked: requests.PreparedRequest, **__: Any) -> requests.Response:
        there.asked.append(asked)
        answer = requests.Response()
        answer.status_code, answer.request, answer.url, answer.raw = there.status, asked, asked.url or "", None
        answer._content = b"ok" if "slack" in answer.url else b'{"ok": true, "status": 1}'
        if there.moved is not None:
            answer.headers["Location"] = there.moved
        return answer

    monkeypatch.setattr(HTTPAdapter, "send", send)
    return there


def told(address: str, near: tuple[str, ...] = (), allowed: frozenset[str] = frozenset(EXAMPLES)) -> Outcome:
    """How it ends to tell a service there."""

    async def tell() -> Outcome:
        outgoing = Outgoing(near)
        way = Services(allowed, outgoing)
        try:
            return await way.send(NOTICE, Kept(WISHES, "https://play.example", address=address), SAID)
        finally:
            await way.close()
            await outgoing.close()

    return asyncio.run(tell())


def test_a_webhook_gets_the_notice_as_json() -> None:
    with push_service() as service:
        assert told(f"{service.origin}/hook", (service.origin,)).state == "told"
        ((headers, body),) = service.came["/hook"]
        assert headers["content-type"] == "application/json"
        assert json.loads(body) == {"title": SAID.title, "text": SAID.text, "url": "https://play.example/t/game"}
        service.answer["/hook"] = 410
        assert told(f"{service.origin}/hook", (service.origin,)).state == "gone"
        service.answer["/hook"] = 302
        assert told(f"{service.origin}/hook", (service.origin,)).state == "failed"


@pytest.mark.parametrize("address", PLACES)
def test_apprise_asks_the_host_of_the_service_alone(internet: Internet, address: str) -> None:
    assert told(address).state == "told"
    internet.status, internet.moved = 302, "http://127.0.0.1/admin"
    assert told(address).state == "failed"
    hosts = {(urlsplit(asked.url or "").scheme, urlsplit(asked.url or "").netloc) for asked in internet.asked}
    assert hosts == {("https", PLACES[address])}
    assert "play.example" in str(internet.asked[0].body)


@pytest.mark.parametrize(
    "address",
    [
        "ntfy://127.0.0.1/topic",
        "ntfy://home.lan/topic",
        "ntfy://user:password@topic",
        "ntfy://topic?mode=private",
        "ntfy://topic/?redirect=yes",
        "ntfy://topic:8080",
        "ntfy://topic\n",
        "ntfys://10.0.0.1/topic",
        "json://127.0.0.1/",
        "file:///etc/passwd",
        "syslog://",
        "mailto://a:b@example.org",
        "discord://webhook/token?template=/etc/passwd",
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "http://hooks.example/hook",
        "https://hooks.example:8443/hook",
    ],
)
def test_an_address_that_leads_elsewhere_is_asked_nothing(internet: Internet, address: str) -> None:
    assert told(address).state == "gone"
    assert not internet.asked


def test_a_service_is_told_where_the_owner_allows_it(monkeypatch: pytest.MonkeyPatch, internet: Internet) -> None:
    assert told("ntfy://topic", allowed=frozenset({"webhook", "discord"})).state == "gone"
    assert not internet.asked
    asked = {"TILERUMMY_SERVICES": "webhook, ntfy"}
    assert web_settings((), (), "127.0.0.1", asked).services == {"webhook", "ntfy"}
    with pytest.raises(SettingError):
        web_settings((), (), "127.0.0.1", {"TILERUMMY_SERVICES": "json"})
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert web_settings((), (), "127.0.0.1", {"TILERUMMY_SERVICES": "webhook"}).services == {"webhook"}
    with pytest.raises(SettingError):
        web_settings((), (), "127.0.0.1", asked)
