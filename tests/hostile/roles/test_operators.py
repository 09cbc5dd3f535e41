"""What an operator's address opens: how the server is, and nothing of anybody; and that no proxy opens it."""

import pytest
from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.routing import Route

from tests.web.harness import Guest, Server
from tests.web.operations.test_health import asked
from tilerummy.web.operations.drain import Drain
from tilerummy.web.operations.health import Health, Operators
from tilerummy.web.settings import web_settings


@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.9.9.9", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("10.1.2.3", {}, 200),
        ("2001:db8::7", {}, 200),
        ("10.2.2.3", {}, 403),
        ("192.168.0.2", {}, 403),
        ("203.0.113.7", {}, 403),
        ("2001:db8:1::7", {}, 403),
        ("nowhere", {}, 403),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, 403),
        ("10.1.2.3", {"forwarded": "for=10.1.2.3"}, 403),
        ("10.1.2.3", {"via": "1.1 proxy"}, 403),
        ("10.1.9.9", {}, 403),
        ("127.0.0.1", {"host": "rummy.example"}, 403),
        ("10.1.2.3", {"host": "Rummy.example:8000"}, 403),
    ],
)
def test_only_operators_may_look_and_not_through_a_proxy(peer: str, headers: dict[str, str], status: int) -> None:
    named = {"TILERUMMY_METRICS_FROM": "10.1.0.0/16, 2001:db8::/64"}
    settings = web_settings(["127.0.0.1", "10.1.9.9"], ["rummy.example"], "127.0.0.1", named)
    health = Health(None, Drain(), CollectorRegistry())  # type: ignore[arg-type]
    app = Starlette(routes=[Route("/", Operators(settings).only(health.metrics))])
    answer = asked(app, peer, **headers)
    assert answer.status_code == status
    assert status == 200 or answer.text == "not-from-here\n"


def test_a_proxy_on_this_machine_that_forwards_visitors_opens_nothing(server: Server, ann: Guest) -> None:
    for path in ("/readyz", "/metrics"):
        assert ann.http.get(path, headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403


@pytest.mark.one_process("each worker counts its own")
def test_an_operators_address_opens_nothing_but_how_the_server_is(server: Server, ann: Guest) -> None:
    with Guest(server.address, session=False) as operator, ann.join(ann.make(name="Annabelle")) as table:
        assert table.ask("say", text="a secret word")["t"] == "accepted"
        player = ann.http.post("/api/session").json()["player"]
        told = "".join(operator.http.get(path).text for path in ("/readyz", "/metrics"))
        assert not any(word in told for word in (table.room, player, "Annabelle", "secret", "127.0.0.1"))
        with operator.join(table.room) as looking:
            assert looking.state["you"] is None
            assert looking.ask("start")["code"] == "no-session"
        assert operator.http.get(f"/api/rooms/{table.room}/record").status_code == 409
        assert operator.http.post("/api/rooms", json={"edition": "original", "seats": 2}).status_code == 401
