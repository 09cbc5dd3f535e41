"""Is it alive, shall it get visitors, and who may ask?"""

import asyncio
import sqlite3
import threading
from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.routing import Route
from structlog.testing import capture_logs

from tests.rooms.harness import Harness, with_rooms
from tests.web.harness import Guest, serving
from tilerummy import built
from tilerummy.coded import SettingError
from tilerummy.store.folder import FILE
from tilerummy.store.schema import HEAD
from tilerummy.web.operations.drain import Drain
from tilerummy.web.operations.health import ANSWERS_WITHIN, Health, Operators
from tilerummy.web.settings import web_settings


def asked(app: Starlette, peer: str, path: str = "/", **headers: str) -> httpx.Response:
    """The answer to a person who comes from that address."""

    async def fetch() -> httpx.Response:
        return await _get(app, peer, path, **headers)

    return asyncio.run(fetch())


async def _get(app: Starlette, peer: str = "127.0.0.1", path: str = "/", **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app, client=(peer, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
        return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def set_version(data: Path, version: int) -> None:
    """Make the database one of that version."""
    database = sqlite3.connect(data / FILE)
    database.execute(f"pragma user_version = {version}")
    database.close()


@pytest.mark.one_process("sets the version in SQLite's file")
def test_a_server_is_ready_while_its_database_has_all_it_knows(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.address, session=False) as operator:
        for path in ("/healthz", "/readyz"):
            answer = operator.http.get(path)
            assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "ok\n", "no-store")
        assert operator.http.get("/healthz").headers["tilerummy-version"] == built.version()
        # a newer server has been here: what it added is no harm
        set_version(tmp_path, HEAD + 1)
        assert operator.http.get("/readyz").status_code == 200
        set_version(tmp_path, HEAD - 1)
        answer = operator.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "migrations-missing\n")
        assert operator.http.get("/healthz").status_code == 200
        set_version(tmp_path, HEAD)
        assert operator.http.get("/readyz").status_code == 200


def test_a_store_that_does_not_answer_is_not_ready(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        app = Starlette(routes=[Route("/", Health(hall.rooms, Drain(), CollectorRegistry()).ready)])
        gate = threading.Event()
        hall.store._reading.submit(gate.wait)  # type: ignore[attr-defined]
        try:
            async with asyncio.timeout(20 * ANSWERS_WITHIN):
                answer = await _get(app)
            assert (answer.status_code, answer.text) == (503, "storage-slow\n")
        finally:
            gate.set()
        assert (await _get(app)).status_code == 200

    with_rooms(tmp_path, work)


def test_an_operator_who_was_forgotten_is_told_of_once() -> None:
    health = Health(None, Drain(), CollectorRegistry())  # type: ignore[arg-type]
    app = Starlette(routes=[Route("/", Operators(web_settings([], [], "127.0.0.1")).only(health.metrics))])
    with capture_logs() as logs:
        for peer in ("1.2.3.4", "10.1.2.3", "10.1.2.3"):
            asked(app, peer)
    assert [(line["peer"], line["variable"]) for line in logs] == [("10.1.2.3", "TILERUMMY_METRICS_FROM")]


@pytest.mark.parametrize("given", ["10.0.0.1/8", "everywhere", "0.0.0.0/0", "10.0.0.0/8 10.1.0.0/16"])
def test_a_network_that_cannot_be_meant_is_refused(given: str) -> None:
    with pytest.raises(SettingError) as refused:
        web_settings([], [], "127.0.0.1", {"TILERUMMY_METRICS_FROM": given})
    assert refused.value.params["name"] == "TILERUMMY_METRICS_FROM"


def test_one_worker_of_many_is_asked_by_its_address_and_by_no_name_from_outside(tmp_path: Path) -> None:
    with serving(tmp_path, options=("--public-host", "rummy.example")) as server:
        with Guest(server.address, session=False) as operator:
            for path in ("/readyz", "/metrics"):
                for host, status in (("10.1.2.3:8001", 200), ("worker-2:8000", 200), ("evil.example", 421)):
                    assert operator.http.get(path, headers={"Host": host}).status_code == status
