"""One real server for all tests of a module that do not need their own."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Guest, Server, serving


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
