"""The servers that are attacked."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Guest, Server, Table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as guest:
        yield guest


@pytest.fixture
def hosted(ann: Guest) -> Iterator[Table]:
    """Ann, who hosts it, plays with a computer player."""
    with ann.join(ann.make(name="Ann", computers=["gentle"], start=True)) as table:
        table.until(lambda state: state["turn"] == state["you"])
        yield table
