"""A guest has browsers told, over HTTP: in one journey, and what is refused on the way."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Guest, Message, Server, serving
from tests.web.notices.push_service import Browser, PushService, packed, push_service, signed_by
from tilerummy.coded import SettingError
from tilerummy.store.notices import KINDS
from tilerummy.web.settings import web_settings

WISHES = {"kinds": KINDS, "lang": "de", "zone": "Europe/Berlin", "quiet": None, "anyway": False, "names": False}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Server]:
    environment = {"TILERUMMY_PUSH_NEAR": service.origin, "TILERUMMY_SERVICES": "webhook"}
    with serving(tmp_path_factory.mktemp("data"), environment=environment) as running:
        yield running


def subscribe(guest: Guest, push: Message, **wishes: object) -> Message:
    """The answer to a browser that wants to be told."""
    answer: Message = guest.http.post("/api/notices", json={"push": push, "wishes": {**WISHES, **wishes}}).json()
    return answer


def test_a_guest_is_told_that_another_device_has_their_games(server: Server, service: PushService) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone:
        key = ann.http.get("/api/notices").json()["key"]
        browser = Browser(service, "ann")
        shown = subscribe(ann, browser.target)
        assert shown["key"] == key
        assert [(one["kind"], one["here"], one["confirmed"]) for one in shown["outlets"]] == [("push", True, True)]
        token = ann.http.post("/api/handovers", json={"kept": {"puzzles": None, "settings": {}, "lessons": []}}).json()[
            "token"
        ]
        code = phone.http.post("/api/handovers/take", json={"token": token}).json()["code"]
        ann.http.post("/api/handovers/answer", json={"code": code, "agreed": True})
        assert phone.http.post("/api/handovers/take", json={"token": token}).json()["player"]
        service.arrived.wait(60)
        (told,) = browser.read
        assert (told["title"], told["path"]) == ("Ein anderes Gerät hat deine Spiele", "/games")
        assert signed_by(service.came[browser.path][0][0])[0] == key
        # on the other device it is an outlet elsewhere
        (outlet,) = phone.http.get("/api/notices").json()["outlets"]
        assert not outlet["here"]
        (kept,) = ann.http.get("/api/session/kept").json()["outlets"]
        assert kept["how"]["push"] == browser.target
        # the browser renews its subscription, and stops
        renewed = Browser(service, "renewed")
        asked = {"before": browser.target["endpoint"], "push": renewed.target}
        (outlet,) = ann.http.post("/api/notices/renew", json=asked).json()["outlets"]
        assert outlet["wishes"]["lang"] == "de"
        assert ann.http.post("/api/notices/renew", json=asked).json()["code"] == "unknown-outlet"
        assert ann.http.post("/api/notices/end", json={"id": outlet["id"]}).json()["outlets"] == []
        assert ann.http.post("/api/notices/end", json={"id": outlet["id"]}).json()["code"] == "unknown-outlet"


def test_who_is_forgotten_is_told_nothing(server: Server, service: PushService) -> None:
    with Guest(server.address) as ann:
        subscribe(ann, Browser(service, "forgotten").target)
        assert ann.http.post("/api/session/forget").status_code == 200
        assert ann.http.get("/api/notices").json()["outlets"] == []
        assert subscribe(ann, Browser(service, "forgotten").target)["code"] == "no-session"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://[fd00::1]/a",
        "https://localhost/a",
        "http://127.0.0.1:1/a",
    ],
)
def test_a_push_address_inside_the_servers_network_is_refused(
    server: Server, service: PushService, endpoint: str
) -> None:
    with Guest(server.address) as eve:
        assert subscribe(eve, {**Browser(service, "eve").target, "endpoint": endpoint})["code"] == "push-not-public"


def test_what_cannot_be_meant_is_refused(server: Server, service: PushService) -> None:
    with Guest(server.address) as eve, Guest(server.address, session=False) as nobody:
        target = Browser(service, "eve").target
        assert subscribe(eve, {**target, "p256dh": packed(b"x" * 65)})["code"] == "push-key"
        assert subscribe(eve, {**target, "endpoint": target["endpoint"] + "x" * 1024})["code"] == "malformed"
        assert subscribe(eve, target, zone="Nowhere/At_all")["code"] == "unknown-time-zone"
        assert subscribe(eve, target, kinds=("rack",))["code"] == "malformed"
        assert subscribe(eve, target, quiet=(0, 1440))["code"] == "malformed"
        assert subscribe(nobody, target)["code"] == "no-session"
        assert eve.http.get("/api/notices").json()["outlets"] == []


def test_a_guest_has_one_subscription_for_a_browser_and_few_browsers(server: Server, service: PushService) -> None:
    """Ten thousand subscriptions of one browser are one; other browsers come by links, and are counted."""
    with Guest(server.address) as eve:
        for number in range(30):
            (outlet,) = subscribe(eve, Browser(service, f"eve-{number}").target)["outlets"]
        assert outlet["here"]


def test_a_browser_belongs_to_who_uses_it_last(server: Server, service: PushService) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        browser = Browser(service, "shared")
        subscribe(ann, browser.target)
        assert len(subscribe(bob, browser.target)["outlets"]) == 1
        assert ann.http.get("/api/notices").json()["outlets"] == []


def test_a_setting_that_is_no_origin_is_told_at_the_start() -> None:
    with pytest.raises(SettingError):
        web_settings((), (), "127.0.0.1", {"TILERUMMY_PUSH_NEAR": "push.home"})


def test_a_guest_is_told_by_a_service_that_the_owner_allows(server: Server, service: PushService) -> None:
    with Guest(server.address) as ann:
        asked = {"address": f"{service.origin}/hook", "wishes": WISHES}
        shown = ann.http.post("/api/notices/service", json=asked).json()
        assert shown["services"] == ["https://…"]
        ((kind, address, confirmed),) = [(one["kind"], one["address"], one["confirmed"]) for one in shown["outlets"]]
        assert (kind, address, confirmed) == ("service", asked["address"], True)
        for address, code in (
            ("https://10.0.0.1/hook", "service-not-public"),
            ("ntfy://topic", "service-unknown"),
            ("json://127.0.0.1", "service-unknown"),
        ):
            assert ann.http.post("/api/notices/service", json={**asked, "address": address}).json()["code"] == code
        assert ann.http.post("/api/notices/end", json={"id": shown["outlets"][0]["id"]}).json()["outlets"] == []
